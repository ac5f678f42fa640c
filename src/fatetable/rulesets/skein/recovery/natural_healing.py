"""Natural recovery: stress after a rest, Consequences over time, the defeated on return.

Healers speed it up in `recovery.healers`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import put, set_to
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ManyHole, Offer, Target, one_of_a_family
from fatetable.engine.prompts import (
    About,
    Answer,
    Option,
    Prompt,
    PromptContext,
    ask,
    withdraw_kind,
)
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import OfferedWhile, Subsystem, folds
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controls, name_of
from fatetable.mechanics.harm.state import CONCEDED, HARM, is_out, set_condition
from fatetable.mechanics.moments import SceneStarts, SessionEnds, SessionStarts
from fatetable.mechanics.scenes.state import CALENDAR
from fatetable.mechanics.time.busy import NOT_FINISHED
from fatetable.mechanics.time.clock import ClockMoves, now
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat import scores_of, stress_scores
from fatetable.rulesets.skein.recovery.lasting_injuries import (
    MENDING_FOLDS,
    Injury,
    Mending,
    clear_injury,
    injuries,
    lost,
    mending_of,
    restorable,
    restore_score,
    set_mending,
)
from fatetable.rulesets.skein.recovery.ordeals import SUFFERERS
from fatetable.rulesets.skein.rolls import ScoreDamaged
from fatetable.rulesets.skein.time import there_is_time, why_busy


class Rest(Command, frozen=True, tag="rest"):
    """These have rested in safety; the Storyteller judges whether it was long enough."""

    actors: tuple[ActorId, ...]


class ComeBack(Command, frozen=True, tag="come-back"):
    """Somebody who was out takes part in the game again."""

    actor: ActorId


HURT_SCORES: Key[tuple[str, ...]] = Key("hurt-scores", tuple[str, ...], ())


class HurtScoresSet(Event, frozen=True, tag="hurt-scores-set/1"):
    """Whose scores have been damaged in this session, each as `_hurt_score` writes it."""

    scores: tuple[str, ...]


HURT_SINCE: Key[Mapping[ActorId, int]] = Key("hurt-since", dict[ActorId, int], {})
"""When somebody was damaged last, or was last found to have had no rest, by the clock."""


class HurtSince(Event, frozen=True, tag="hurt-since/1"):
    actor: ActorId
    since: int


def _hurt_score(actor: ActorId, score: str) -> str:
    """One score of one character, as it is stored; nothing ever takes it apart."""
    return f"{actor}/{score}"


class RestJudgement(PromptContext, frozen=True, tag="rest"):
    """Whether these had peace enough to recover."""

    resting: tuple[ActorId, ...]

    @classmethod
    def upgrade(cls, about: About) -> About:
        """Version 0.1.0 stored one text with a line for each character."""
        resting = about["resting"]
        return {**about, "resting": tuple(resting.split("\n"))} if isinstance(resting, str) else about


class RestBetweenSessions(PromptContext, frozen=True, tag="between-sessions"):
    """Whether everybody had peace enough to recover since the last session."""


class RestInTime(PromptContext, frozen=True, tag="rest-in-time"):
    """Whether the time that has passed left everybody peace enough to recover."""


class EarlyRecovery(PromptContext, frozen=True, tag="early-recovery"):
    """Whether a severe Consequence may go before its time."""

    injury: AspectId


def _cannot_rest(tables: Tables, state: State, actor: Actor) -> Refusal | None:
    scores = stress_scores(tables, actor.sheet) if actor.kind in SUFFERERS else {}
    if actor.is_hidden:
        return Refusal("nothing-to-restore", f"{actor.name} is still hidden, and has to show up first.", "rest")
    if any(restorable(tables, state, actor, score) for score in scores):
        return None
    reason = (
        "what they have lost cannot come back while their ordeal lasts"
        if any(lost(tables, state, actor, score) for score in scores)
        else "they have lost nothing that rest restores"
    )
    return Refusal("nothing-to-restore", f"Rest does nothing for {actor.name}: {reason}.", "rest")


class NaturalHealing(Struct, frozen=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="healing",
            decides={Rest: self._rest, ComeBack: self._come_back},
            evolves={
                **MENDING_FOLDS,
                **folds(HURT_SCORES, {HurtScoresSet: set_to("scores")}),
                **folds(HURT_SINCE, {HurtSince: put("actor", "since")}),
            },
            answers={
                RestJudgement: self._judged,
                RestBetweenSessions: self._between,
                RestInTime: self._rested_in_time,
                EarlyRecovery: self._ruled,
            },
            offers=OfferedWhile(there_is_time, self._offers),
            on_moment=self._on_moment,
            moments=(ClockMoves, ScoreDamaged, SessionEnds, SessionStarts, SceneStarts),
        )

    # -- rest ----------------------------------------------------------------------------------------------------

    def _rest(self, decision: Decision, command: Rest) -> None:
        decision.require(bool(command.actors), "nobody", "Somebody has to rest.")
        decision.require(len(set(command.actors)) == len(command.actors), "named-twice", "Someone is named twice.")
        decision.require_allowed(why_busy(decision.state, NOT_FINISHED, "rest"))
        for actor_id in command.actors:
            actor = actor_of(decision, actor_id)
            decision.require(
                decision.seat.is_gm or controls(decision.seat, actor), "not-yours", f"{actor.name} is not yours."
            )
            decision.require_allowed(_cannot_rest(self.tables, decision.state, actor))
        if decision.seat.is_gm:
            self._restore(decision, command.actors)
            return
        names = ", ".join(name_of(decision.state, actor) for actor in command.actors)
        ask(
            decision,
            RestJudgement(command.actors),
            (GM,),
            "Was there peace enough to recover?",
            (Option("yes", "Yes"), Option("no", "Not yet")),
            detail=f"({names})",
            cites=decision.cites("rest"),
            blocking=False,
        )

    def _judged(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "yes":
            self._restore(decision, prompt.read(RestJudgement).resting)

    def _restore(self, decision: Decision, actors: tuple[ActorId, ...]) -> None:
        """All stress comes back but what an ordeal still holds (SK-HEAL-01, SK-END-03)."""
        for actor_id in actors:
            actor = decision.state.get(CAST)[actor_id]
            for score in stress_scores(self.tables, actor.sheet):
                restore_score(
                    self.tables, decision, actor, score, lost(self.tables, decision.state, actor, score), "rest"
                )

    def _ask_between(self, decision: Decision) -> None:
        if self._resting(decision.state):
            ask(
                decision,
                RestBetweenSessions(),
                (GM,),
                "Was there peace enough since last session?",
                (Option("yes", "Yes"), Option("no", "No")),
                cites=decision.cites("rest"),
            )

    def _between(self, decision: Decision, _: Prompt, answer: Answer) -> None:
        if answer.option == "yes":
            self._restore(decision, self._resting(decision.state))

    def _ask_in_time(self, decision: Decision) -> None:
        """Ask about all the time since the last damage, however many spans it took."""
        withdraw_kind(decision, RestInTime)
        hurt, at = decision.state.get(HURT_SINCE), now(decision.state)
        enough = self.tables.time.seconds_of(self.tables.healing.figures.rest_after)
        if any(at - hurt.get(actor, 0) >= enough for actor in self._resting(decision.state)):
            ask(
                decision,
                RestInTime(),
                (GM,),
                "Was there peace enough to recover?",
                (Option("yes", "Yes"), Option("no", "No")),
                cites=decision.cites("rest"),
                blocking=False,
            )

    def _rested_in_time(self, decision: Decision, _: Prompt, answer: Answer) -> None:
        """Consequences heal from the last damage on, since their scores were whole soon after it (SK-HEAL-02)."""
        hurt, resting = decision.state.get(HURT_SINCE), self._resting(decision.state)
        if answer.option == "yes":
            self._restore(decision, resting)
            for injury in tuple(injuries(self.tables, decision.state)):
                if injury.actor.id in resting:
                    self._grow_old(decision, injury, hurt.get(injury.actor.id, 0))
        else:
            for actor in resting:
                decision.emit(HurtSince(actor, now(decision.state)))

    def _resting(self, state: State) -> tuple[ActorId, ...]:
        cast = state.get(CAST).values()
        return tuple(actor.id for actor in cast if _cannot_rest(self.tables, state, actor) is None)

    # -- coming back ---------------------------------------------------------------------------------------------

    def _come_back(self, decision: Decision, command: ComeBack) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require_allowed(self._cannot_come_back(decision.state, actor))
        decision.require_allowed(why_busy(decision.state))
        set_condition(decision, actor.id, "back", out="", fate="")

    def _cannot_come_back(self, state: State, actor: Actor) -> Refusal | None:
        if actor.kind not in SUFFERERS or not is_out(state, actor.id):
            return Refusal("not-out", f"{actor.name} is not out.")
        if spent := [score for score, left in scores_of(state, actor.id).items() if left <= 0]:
            what = " and ".join(score.capitalize() for score in spent)
            return Refusal(
                "still-down", f"{actor.name} has no {what} left, and has to recover some first.", "still-down"
            )
        return None

    def _welcome(self, decision: Decision) -> None:
        """Characters who gave up are back: they left one encounter, not the game (SK-DMG-10)."""
        for actor_id, condition in tuple(decision.state.get(HARM).items()):
            if condition.out == CONCEDED:
                set_condition(decision, actor_id, "back", out="", fate="")

    # -- time ----------------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case ClockMoves(before, _):
                self._time_passes(decision, before)
                self._ask_in_time(decision)
            case ScoreDamaged(actor, score, _, _):
                decision.emit(HurtSince(ActorId(actor), now(decision.state)))
                hurt, damaged = decision.state.get(HURT_SCORES), _hurt_score(actor, score)
                if damaged not in hurt:
                    decision.emit(HurtScoresSet((*hurt, damaged)))
            case SessionEnds(session):
                self._session_ends(decision, session)
            case SessionStarts():
                self._ask_between(decision)
            case SceneStarts():
                self._welcome(decision)
            case _:
                pass

    def _time_passes(self, decision: Decision, before: int) -> None:
        for injury in tuple(injuries(self.tables, decision.state)):
            # Between two spans of time nothing ages: a score that is whole now was so when this one began.
            self._grow_old(decision, injury, before)

    def _grow_old(self, decision: Decision, injury: Injury, since: int) -> None:
        """A Consequence begins to heal where its score is whole (SK-HEAL-02), and is gone when its time is over."""
        is_whole = not lost(self.tables, decision.state, injury.actor, injury.score)
        if mending_of(decision.state, injury).since is None and is_whole:
            set_mending(decision, injury, since=since)
        self.check(decision, injury)

    def check(self, decision: Decision, injury: Injury) -> None:
        """Remove a Consequence whose time is over, naturally or by treatment, whichever is sooner."""
        mending = mending_of(decision.state, injury)
        if mending.since is None:
            return
        age = now(decision.state) - mending.since
        track, usual = self.tables.time, injury.rules.time
        if age >= track.seconds_of(usual):
            clear_injury(decision, injury, "time heals")
        elif mending.treated and age >= track.seconds_of(track.shorter_of(usual, mending.treated)):
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
            EarlyRecovery(injury.card.id),
            (GM,),
            f"Does {injury.actor.name} heal exceptionally early?",
            (Option("no", "No, only after the next session"), Option("yes", "Yes")),
            detail=f"“{injury.card.text}”",
            cites=decision.cites("exceptional-healing"),
            blocking=False,
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        injury = prompt.read(EarlyRecovery).injury
        found = next((each for each in injuries(self.tables, decision.state) if each.card.id == injury), None)
        if found is not None and answer.option == "yes":
            clear_injury(decision, found, "a healer's work")

    def _session_ends(self, decision: Decision, session: int) -> None:
        hurt = decision.state.get(HURT_SCORES)
        for injury in tuple(injuries(self.tables, decision.state)):
            is_hurt = _hurt_score(injury.actor.id, injury.score) in hurt
            whole = session - injury.session
            if injury.rules.clean:
                whole = mending_of(decision.state, injury).clean + (session > injury.session and not is_hurt)
                set_mending(decision, injury, clean=whole)
            if whole >= injury.rules.sessions and not lost(self.tables, decision.state, injury.actor, injury.score):
                clear_injury(decision, injury, "the session is over")
            else:
                self.check(decision, injury)
        if hurt:
            decision.emit(HurtScoresSet(()))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        # Players know what their own characters have lost, but not those of the Storyteller.
        resting = tuple(
            Choice(actor.id, actor.name)
            for actor in state.get(CAST).values()
            if (seat.is_gm or controls(seat, actor)) and _cannot_rest(self.tables, state, actor) is None
        )
        if resting:
            yield Offer(
                command=Rest(()),
                label="Rest",
                verb="recover",
                holes=(ManyHole("actors", "who", resting, least=1),),
                cites=self.cites("rest"),
                group="moment",
            )
        for actor in state.get(CAST).values() if seat.is_gm else ():
            if self._cannot_come_back(state, actor) is None:
                yield Offer(
                    command=ComeBack(actor.id),
                    **one_of_a_family("Bring … back", actor.name),
                    verb="recover",
                    target=Target("actor", actor.id),
                    cites=self.cites("come-back"),
                    group="gm",
                )
