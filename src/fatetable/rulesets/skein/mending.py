"""Getting well by oneself: stress after some peace, Consequences with time or with sessions, the beaten by coming back.

What a healer can do about it is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ManyHole, Offer
from fatetable.engine.prompts import Answer, Option, Prompt, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects import ASPECTS, AspectCard, AspectId, remove
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, controls, name_of
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.harm import CONCEDED, HARM, condition_of, is_out, set_condition
from fatetable.mechanics.moments import SceneStarts, SessionEnds, SessionStarts
from fatetable.mechanics.scenes import CALENDAR
from fatetable.rulesets.skein.clock import ClockMoves, now, seconds
from fatetable.rulesets.skein.hurting import ScoreDamaged, stress_scores
from fatetable.rulesets.skein.ordeals import SUFFERERS, held
from fatetable.rulesets.skein.quantities import Recovery
from fatetable.rulesets.skein.quiet import is_busy
from fatetable.rulesets.skein.reckoning import shorter
from fatetable.rulesets.skein.tables import tables


class Rest(Command, frozen=True, tag="rest"):
    """These have had some safe time to themselves; whether it was enough the table judges."""

    actors: tuple[ActorId, ...]


class ComeBack(Command, frozen=True, tag="come-back"):
    """Somebody who was out takes part in the game again, in the way that was told."""

    actor: ActorId


class Mending(Struct, frozen=True, omit_defaults=True):
    """How far a Consequence is on its way out.

    Healing began at `since`, by the clock; a healer has brought its time down to `treated`; `clean` sessions have gone
    by without damage to its score; `is_ruled` says that it may not go early.
    """

    since: int | None = None
    treated: str = ""
    clean: int = 0
    is_ruled: bool = False


Mendings: TypeAlias = Mapping[AspectId, Mending]
MENDING: Key[Mendings] = Key("mending", dict[AspectId, Mending], {})
HURT_SCORES: Key[tuple[str, ...]] = Key("hurt-scores", tuple[str, ...], ())


class MendingSet(Event, frozen=True, tag="mending-set/1"):
    aspect: AspectId
    mending: Mending


class MendingOver(Event, frozen=True, tag="mending-over/1"):
    aspect: AspectId


class HurtScoresSet(Event, frozen=True, tag="hurt-scores-set/1"):
    """Whose scores have been damaged in this session."""

    scores: tuple[str, ...]


def _set(mendings: Mendings, event: MendingSet) -> Mendings:
    return {**mendings, event.aspect: event.mending}


def _over(mendings: Mendings, event: MendingOver) -> Mendings:
    return {aspect: mending for aspect, mending in mendings.items() if aspect != event.aspect}


def _hurt(_: tuple[str, ...], event: HurtScoresSet) -> tuple[str, ...]:
    return event.scores


# -- stress ----------------------------------------------------------------------------------------------------------


def lost(state: State, actor: Actor, score: str) -> int:
    """How much of a score is gone."""
    most = stress_scores(actor.sheet).get(score, 0)
    return max(0, most - condition_of(state, actor.id).scores.get(score, most))


def restorable(state: State, actor: Actor, score: str) -> int:
    """How much of it may come back now; what an ordeal took stays gone while that lasts."""
    return max(0, lost(state, actor, score) - held(state, actor.id, score))


def restore_score(decision: Decision, actor: Actor, score: str, points: int, reason: str) -> int:
    """Give back points of a score, never more than may come back; how many that were."""
    back = min(points, restorable(decision.state, actor, score))
    if back > 0:
        scores = condition_of(decision.state, actor.id).scores
        set_condition(decision, actor.id, reason, scores={**scores, score: scores[score] + back})
    return max(0, back)


def _can_rest(state: State, actor: Actor) -> bool:
    scores = stress_scores(actor.sheet) if actor.kind in SUFFERERS else {}
    return not actor.is_hidden and any(restorable(state, actor, score) for score in scores)


# -- Consequences ----------------------------------------------------------------------------------------------------


class Injury(Struct, frozen=True):
    """A Consequence that heals: whose, where, on which card, and by which rules."""

    actor: Actor
    slot: str
    card: AspectCard
    session: int
    rules: Recovery

    @property
    def score(self) -> str:
        return self.card.lasts


def injuries(state: State) -> Iterator[Injury]:
    """Everybody's Consequences that belong to a score; others, as for a broken oath, do not heal like this."""
    for actor_id in state.get(HARM):
        actor = state.get(CAST).get(actor_id)
        yield from injuries_of(state, actor) if actor is not None else ()


def injuries_of(state: State, actor: Actor) -> Iterator[Injury]:
    scores = condition_of(state, actor.id).scores
    for slot, mark in condition_of(state, actor.id).marks.items():
        card = state.get(ASPECTS).get(mark.aspect)
        rules = next((row for row in tables().healing.recoveries if row.severity == slot), None)
        if card is not None and rules is not None and card.lasts in scores:
            yield Injury(actor, slot, card, mark.session, rules)


def mending_of(state: State, injury: Injury) -> Mending:
    return state.get(MENDING).get(injury.card.id, Mending())


def set_mending(decision: Decision, injury: Injury, **changes: object) -> Mending:
    changed = msgspec.structs.replace(mending_of(decision.state, injury), **changes)
    decision.emit(MendingSet(injury.card.id, changed))
    return changed


def clear_injury(decision: Decision, injury: Injury, reason: str) -> None:
    """A Consequence is gone, and its place free again."""
    marks = condition_of(decision.state, injury.actor.id).marks
    rest = {slot: mark for slot, mark in marks.items() if slot != injury.slot}
    set_condition(decision, injury.actor.id, reason, marks=rest)
    remove(decision, injury.card, reason)
    if injury.card.id in decision.state.get(MENDING):
        decision.emit(MendingOver(injury.card.id))


class Healing(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="healing",
            decides={Rest: self._rest, ComeBack: self._come_back},
            evolves={
                **folds(MENDING, {MendingSet: _set, MendingOver: _over}),
                **folds(HURT_SCORES, {HurtScoresSet: _hurt}),
            },
            answers={
                "rest": self._judged,
                "between-sessions": self._between,
                "early-recovery": self._ruled,
            },
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ClockMoves, ScoreDamaged, SessionEnds, SessionStarts, SceneStarts),
        )

    # -- rest ----------------------------------------------------------------------------------------------------

    def _rest(self, decision: Decision, command: Rest) -> None:
        decision.require(bool(command.actors), "nobody", "Somebody has to rest.")
        decision.require(len(set(command.actors)) == len(command.actors), "named-twice", "Someone is named twice.")
        decision.require(not is_busy(decision.state), "not-finished", "There is no peace to rest in.", "rest")
        for actor_id in command.actors:
            actor = actor_of(decision, actor_id)
            decision.require(
                decision.seat.is_gm or controls(decision.seat, actor), "not-yours", f"{actor.name} is not yours."
            )
            decision.require(
                _can_rest(decision.state, actor), "nothing-to-restore", f"Rest does nothing for {actor.name}.", "rest"
            )
        if decision.seat.is_gm:
            self._restore(decision, command.actors)
            return
        names = ", ".join(name_of(decision.state, actor) for actor in command.actors)
        ask(
            decision,
            "rest",
            (GM,),
            f"{names}: has there been peace enough to recover?",
            (Option("yes", "Yes"), Option("no", "Not yet")),
            about={"resting": "\n".join(command.actors)},
            cites=decision.cites("rest"),
            blocking=False,
        )

    def _judged(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "yes":
            self._restore(decision, tuple(ActorId(each) for each in str(prompt.about["resting"]).split("\n")))

    def _restore(self, decision: Decision, actors: tuple[ActorId, ...]) -> None:
        """All stress comes back but what an ordeal still holds (SK-HEAL-01, SK-END-03)."""
        for actor_id in actors:
            actor = decision.state.get(CAST)[actor_id]
            for score in stress_scores(actor.sheet):
                restore_score(decision, actor, score, lost(decision.state, actor, score), "rest")

    def _ask_between(self, decision: Decision) -> None:
        if any(_can_rest(decision.state, actor) for actor in decision.state.get(CAST).values()):
            ask(
                decision,
                "between-sessions",
                (GM,),
                "Has everybody had peace enough to recover since the last session?",
                (Option("yes", "Yes"), Option("no", "No: the story goes straight on")),
                cites=decision.cites("rest"),
            )

    def _between(self, decision: Decision, _: Prompt, answer: Answer) -> None:
        if answer.option == "yes":
            resting = (a.id for a in decision.state.get(CAST).values() if _can_rest(decision.state, a))
            self._restore(decision, tuple(resting))

    # -- coming back ---------------------------------------------------------------------------------------------

    def _come_back(self, decision: Decision, command: ComeBack) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require(self._is_away(decision.state, actor), "not-out", f"{actor.name} is not out.")
        decision.require(not is_busy(decision.state), "not-finished", "Something is still being settled.")
        decision.require(
            self._is_fit(decision.state, actor), "still-down", f"{actor.name} has to recover first.", "still-down"
        )
        set_condition(decision, actor.id, "back", out="", fate="")

    def _is_away(self, state: State, actor: Actor) -> bool:
        return actor.kind in SUFFERERS and is_out(state, actor.id)

    def _is_fit(self, state: State, actor: Actor) -> bool:
        return all(left > 0 for left in condition_of(state, actor.id).scores.values())

    def _welcome(self, decision: Decision) -> None:
        """Who gave up left one encounter, not the game (SK-DMG-10)."""
        for actor_id, condition in tuple(decision.state.get(HARM).items()):
            if condition.out == CONCEDED:
                set_condition(decision, actor_id, "back", out="", fate="")

    # -- time ----------------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case ClockMoves(before, _):
                self._time_passes(decision, before)
            case ScoreDamaged(actor, score, _, _):
                hurt = decision.state.get(HURT_SCORES)
                if f"{actor}/{score}" not in hurt:
                    decision.emit(HurtScoresSet((*hurt, f"{actor}/{score}")))
            case SessionEnds(session):
                self._session_ends(decision, session)
            case SessionStarts():
                self._ask_between(decision)
            case SceneStarts():
                self._welcome(decision)
            case _:
                pass

    def _time_passes(self, decision: Decision, before: int) -> None:
        for injury in tuple(injuries(decision.state)):
            # Between two spans of time nothing ages: a score that is whole now was so when this one began (SK-HEAL-02).
            is_whole = not lost(decision.state, injury.actor, injury.score)
            if mending_of(decision.state, injury).since is None and is_whole:
                set_mending(decision, injury, since=before)
            self.check(decision, injury)

    def check(self, decision: Decision, injury: Injury) -> None:
        """Let a Consequence go whose time has come, naturally or by treatment, whichever is sooner."""
        mending = mending_of(decision.state, injury)
        if mending.since is None:
            return
        age = now(decision.state) - mending.since
        if age >= seconds(injury.rules.time):
            clear_injury(decision, injury, "time heals")
        elif mending.treated and age >= seconds(shorter(injury.rules.time, mending.treated)):
            if self._is_early(decision.state, injury):
                self._ask_exception(decision, injury, mending)
            else:
                clear_injury(decision, injury, "a healer's work")

    def _is_early(self, state: State, injury: Injury) -> bool:
        """A severe one should last through the session after that in which it was taken (SK-HEAL-10)."""
        calendar = state.get(CALENDAR)
        done = calendar.session - calendar.in_session
        return bool(injury.rules.earliest_session) and done < injury.session + injury.rules.earliest_session

    def _ask_exception(self, decision: Decision, injury: Injury, mending: Mending) -> None:
        if mending.is_ruled:
            return
        set_mending(decision, injury, is_ruled=True)
        ask(
            decision,
            "early-recovery",
            (GM,),
            f"{injury.actor.name} has mended early from {injury.card.text}. Is this a most exceptional case?",
            (Option("no", "No: not before the next session is over"), Option("yes", "Yes: it is gone")),
            about={"injury": injury.card.id},
            cites=decision.cites("exceptional-healing"),
            blocking=False,
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        found = next((i for i in injuries(decision.state) if i.card.id == prompt.about["injury"]), None)
        if found is not None and answer.option == "yes":
            clear_injury(decision, found, "a healer's work")

    def _session_ends(self, decision: Decision, session: int) -> None:
        hurt = decision.state.get(HURT_SCORES)
        for injury in tuple(injuries(decision.state)):
            is_hurt = f"{injury.actor.id}/{injury.score}" in hurt
            whole = session - injury.session
            if injury.rules.clean:
                whole = mending_of(decision.state, injury).clean + (session > injury.session and not is_hurt)
                set_mending(decision, injury, clean=whole)
            if whole >= injury.rules.sessions and not lost(decision.state, injury.actor, injury.score):
                clear_injury(decision, injury, "the session is over")
            else:
                self.check(decision, injury)
        if hurt:
            decision.emit(HurtScoresSet(()))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not is_busy(state):
            yield from state.part("rest", self._rest_offers, seat)

    def _rest_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        # Players do not know how much somebody of the Storyteller's has lost; their own they do.
        resting = tuple(
            Choice(actor.id, actor.name)
            for actor in state.get(CAST).values()
            if (seat.is_gm or controls(seat, actor)) and _can_rest(state, actor)
        )
        if resting:
            yield Offer(
                command=Rest(()),
                label="Rest in safety",
                holes=(ManyHole("actors", "who", resting, least=1),),
                cites=self.cites("rest"),
                group="moment",
            )
        for actor in state.get(CAST).values() if seat.is_gm else ():
            if self._is_away(state, actor) and self._is_fit(state, actor):
                yield Offer(
                    command=ComeBack(actor.id),
                    label=f"{actor.name} comes back",
                    cites=self.cites("come-back"),
                    group="gm",
                )
