"""Contests: everybody rolls for the same goal, exchange by exchange, until one has enough victories."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import EVERYONE, GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, ManyHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_blocked
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import SITUATION, new_card, place
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    address_of,
    controls,
    name_of,
    require_control,
)
from fatetable.mechanics.encounters.state import (
    Contest,
    EncounterEnded,
    EncounterSet,
    contest_of,
    encounter_running,
)
from fatetable.mechanics.moments import EffortSentBack, RollIsOver
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import (
    effort_for,
    effort_options,
    feature_sets,
    features_of,
    in_place_of,
    which_features,
)
from fatetable.mechanics.rolls.procedure import StageHandler, cancel_roll, declare_roll, new_roll_id
from fatetable.mechanics.rolls.state import (
    ROLLS,
    Declaration,
    Effort,
    EffortChanged,
    EffortId,
    Roll,
    RollId,
    RollOver,
    RollSettled,
    a_roll_is_open,
    effort_id,
    open_rolls,
    unsettled,
)
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.state import SCENE

UNNAMED_TWIST = "Twist"


class StartContest(Command, frozen=True, tag="start-contest"):
    goal: str
    actors: tuple[ActorId, ...]


class Contend(Command, frozen=True, kw_only=True, tag="contend"):
    """One participant's effort for this exchange."""

    actor: ActorId
    trait: str
    description: str
    features: tuple[str, ...] = ()


class EndContest(Command, frozen=True, tag="end-contest"):
    """The game master breaks it off, without a winner."""

    reason: str


class VictoriesFor(Protocol):
    """How many victories an outcome is worth."""

    def __call__(self, outcome: str, /) -> int: ...


class ContestTwist(PromptContext, frozen=True, tag="twist"):
    roll: RollId


class ContendAgain(PromptContext, frozen=True, tag="contend"):
    """The game master wants the effort with this number described differently."""

    roll: RollId
    effort: int
    actor: ActorId


class DropOut(Command, frozen=True, tag="drop-out"):
    """A contestant gives up; the last one left wins."""

    actor: ActorId


class Contests(Struct, frozen=True, kw_only=True):
    """The best total of an exchange scores; enough victories win.  A tie for the best brings a twist instead."""

    victories: int
    action: str
    rules: CheckRules
    scores: VictoriesFor
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="contests",
            decides={StartContest: self._start, Contend: self._contend, DropOut: self._drop_out, EndContest: self._end},
            answers={ContestTwist: self._twisted, ContendAgain: self._contended_again},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver, EffortSentBack),
        )

    def _cannot_start(self, state: State) -> Refusal | None:
        if not state.get(SCENE).is_open:
            return Refusal("encounter-running", "A contest needs a scene.")
        return encounter_running(state) or unsettled(state, "encounter-running")

    def _able(self, state: State) -> tuple[Actor, ...]:
        cast = state.get(CAST)
        return tuple(cast[actor] for actor in state.get(SCENE).present if is_active(state, actor))

    def _start(self, decision: Decision, command: StartContest) -> None:
        decision.require_gm()
        decision.require_allowed(self._cannot_start(decision.state))
        able = {actor.id for actor in self._able(decision.state)}
        decision.require(
            len(set(command.actors)) >= 2 and set(command.actors) <= able,
            "bad-sides",
            "A contest needs two or more participants who are there.",
        )
        decision.require_described(command.goal, "no-goal", "Say what the contest is about.")
        tally = dict.fromkeys(command.actors, 0)
        decision.emit(EncounterSet(Contest(goal=command.goal.strip(), tally=tally, exchange=1), "A contest begins"))

    # -- one exchange --------------------------------------------------------------------------------------------

    def _cannot_contend(self, state: State, actor: Actor) -> Refusal | None:
        contest = contest_of(state)
        if contest is None or actor.id not in contest.tally:
            return Refusal("cannot-contend", f"{actor.name} takes part in no contest.")
        roll = state.get(ROLLS).get(contest.roll)
        if roll is not None and roll.stage != "over" and actor.id in {effort.actor for effort in roll.efforts}:
            return Refusal("cannot-contend", f"{actor.name} has entered this exchange already.")
        is_open = roll is None or roll.stage in ("declared", "over")
        others = any(other.id != contest.roll for other in open_rolls(state))
        if contest.winner:
            return Refusal("cannot-contend", "The contest is won; nobody has to roll in it any more.")
        if not is_open or is_blocked(state) or others:
            return Refusal("cannot-contend", "A roll or a question is still open; settle it before the next exchange.")
        return None

    def _contend(self, decision: Decision, command: Contend) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_contend(decision.state, actor))
        contest = contest_of(decision.state)
        assert contest is not None
        roll = decision.state.get(ROLLS).get(contest.roll)
        if roll is None or roll.stage == "over":
            self._open_roll(decision, contest, actor, command)
            return
        number = len(roll.efforts)
        effort = self._effort(
            decision, actor, effort_id(roll.id, number), command.trait, command.features, command.description
        )
        decision.emit(EffortChanged(roll.id, number, effort))

    def _open_roll(self, decision: Decision, contest: Contest, actor: Actor, command: Contend) -> None:
        roll_id = new_roll_id(decision)
        effort = self._effort(
            decision, actor, effort_id(roll_id, 0), command.trait, command.features, command.description
        )
        declaration = Declaration(
            actor=actor.id,
            action=self.action,
            mode="contest",
            trait=command.trait,
            description=command.description.strip(),
            features=command.features,
        )
        declare_roll(decision, roll_id, declaration, effort, is_contest=True, announce=False)
        decision.emit(EncounterSet(msgspec.structs.replace(contest, roll=roll_id)))

    def _cannot_drop_out(self, state: State, actor: Actor) -> Refusal | None:
        contest = contest_of(state)
        if contest is None or actor.id not in contest.tally or contest.winner:
            return Refusal("cannot-contend", f"{actor.name} takes part in no contest.")
        roll = state.get(ROLLS).get(contest.roll)
        if roll is not None and roll.stage != "over" and actor.id in {effort.actor for effort in roll.efforts}:
            return Refusal("cannot-contend", f"{actor.name} has entered this exchange already.")
        if (roll is not None and roll.stage not in ("declared", "over")) or is_blocked(state):
            return Refusal("cannot-contend", "A roll or a question is still open; settle it first.")
        return None

    def _drop_out(self, decision: Decision, command: DropOut) -> None:
        actor = actor_of(decision, command.actor)
        if not decision.seat.is_gm:
            require_control(decision, actor)
        decision.require_allowed(self._cannot_drop_out(decision.state, actor))
        contest = contest_of(decision.state)
        assert contest is not None
        tally = {other: won for other, won in contest.tally.items() if other != actor.id}
        decision.emit(EncounterSet(msgspec.structs.replace(contest, tally=tally), f"{actor.name} drops out"))
        if len(tally) == 1:
            if contest.roll and decision.state.get(ROLLS)[contest.roll].stage != "over":
                cancel_roll(decision, contest.roll, f"{actor.name} drops out.")
            decision.emit(EncounterEnded(f"{name_of(decision.state, next(iter(tally)))} wins: {contest.goal}"))

    def _effort(
        self, decision: Decision, actor: Actor, effort: EffortId, trait: str, features: tuple[str, ...], words: str
    ) -> Effort:
        return effort_for(decision, self.rules, actor, effort, self.action, trait, features, words)

    def _ask_again(self, decision: Decision, roll: Roll, index: int, objection: str) -> None:
        """The game master wants one side's effort described differently."""
        actor = decision.state.get(CAST)[roll.efforts[index].actor]
        ask(
            decision,
            ContendAgain(roll.id, index, actor.id),
            address_of(decision.state, actor.id),
            f"How else does {actor.name} compete?",
            effort_options("contend", "Compete", feature_sets(actor, self.rules, self.action)),
            detail=f"({objection})",
            cites=decision.cites("approach-veto"),
            secret_to=EVERYONE if actor.has_player else (GM,),
            hides_question=False,
        )

    def _contended_again(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        again = prompt.read(ContendAgain)
        old = decision.state.get(ROLLS)[again.roll].efforts[again.effort]
        actor = decision.state.get(CAST)[old.actor]
        features = features_of(answer, "contend", feature_sets(actor, self.rules, self.action))
        new = self._effort(decision, actor, old.id, answer.text("trait"), features, answer.text("description"))
        decision.emit(EffortChanged(again.roll, again.effort, in_place_of(old, new)))

    def settle(self, decision: Decision, roll_id: RollId, proceed: StageHandler) -> None:
        """Intercepts the settling of a contest's roll: the best total scores."""
        roll = decision.state.get(ROLLS)[roll_id]
        if not roll.is_contest:
            proceed(decision, roll_id)
            return
        contest = contest_of(decision.state)
        assert contest is not None
        places = range(len(roll.efforts))
        totals = [self.rules.total(decision.state, roll, place) for place in places]
        results = [total - effort.hindrance for total, effort in zip(totals, roll.efforts, strict=True)]
        first, second = sorted(places, key=lambda place: -results[place])[:2]
        best, total, margin = roll.efforts[first], totals[first], results[first] - results[second]
        outcome = self.rules.bands.outcome(margin)
        decision.emit(RollSettled(roll_id, margin=margin, outcome=outcome, total=total, against=total - margin))
        if margin == 0:
            ask(
                decision,
                ContestTwist(roll_id),
                (GM,),
                "A tie. What twist happens?",
                (Option("twist", "Add the twist", (TextHole("fill", "aspect", key="words", is_description=True),)),),
                cites=decision.cites("contest-tie"),
            )
            return
        won = contest.tally[best.actor] + self.scores(outcome)
        tally = {**contest.tally, best.actor: won}
        winner = best.actor if won >= self.victories else NOBODY
        news = f"{name_of(decision.state, best.actor)} takes the exchange"
        decision.emit(EncounterSet(msgspec.structs.replace(contest, tally=tally, winner=winner), news))
        self._close(decision, roll_id)

    def _twisted(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        place(decision, new_card(decision, answer.text("words") or UNNAMED_TWIST, SITUATION))
        self._close(decision, prompt.read(ContestTwist).roll)

    def _close(self, decision: Decision, roll_id: RollId) -> None:
        decision.emit(RollOver(roll_id))
        contest = contest_of(decision.state)
        assert contest is not None
        if contest.winner:
            decision.emit(EncounterEnded(f"{name_of(decision.state, contest.winner)} wins: {contest.goal}"))
        else:
            fresh = msgspec.structs.replace(contest, exchange=contest.exchange + 1, roll=RollId(""), advantages_by=())
            decision.emit(EncounterSet(fresh, f"Exchange {fresh.exchange}"))
        decision.moment(RollIsOver(roll_id))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, EffortSentBack):
            roll = decision.state.get(ROLLS)[RollId(moment.roll)]
            self._ask_again(decision, roll, moment.effort, moment.reason)
            return
        contest = contest_of(decision.state)
        if not isinstance(moment, RollIsOver) or contest is None or moment.was_cancelled:
            return
        roll = decision.state.get(ROLLS)[RollId(moment.roll)]
        if not roll.is_contest:
            by = (*contest.advantages_by, roll.actor)
            decision.emit(EncounterSet(msgspec.structs.replace(contest, advantages_by=by)))

    def _end(self, decision: Decision, command: EndContest) -> None:
        decision.require_gm()
        decision.require_allowed(self._cannot_end(decision.state))
        decision.require_described(command.reason, "no-reason", "Say why it ends.")
        decision.emit(EncounterEnded(command.reason.strip()))

    def _cannot_end(self, state: State) -> Refusal | None:
        if contest_of(state) is None:
            return Refusal("cannot-end", "There is no contest to end.")
        if a_roll_is_open(state) or is_blocked(state):
            return Refusal("cannot-end", "A roll or a question is still open; settle it before the contest ends.")
        return None

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        contest = contest_of(state)
        if contest is None:
            if not seat.is_gm or self._cannot_start(state) is not None:
                return
            able = tuple(Choice(actor.id, actor.name) for actor in self._able(state))
            if len(able) > 1:
                yield Offer(
                    command=StartContest("", ()),
                    label="Start a contest",
                    verb="start",
                    holes=(TextHole("goal", "goal", is_description=True), ManyHole("actors", "who", able, least=2)),
                    cites=self.cites("contest"),
                    group="moment",
                )
            return
        if seat.is_gm and self._cannot_end(state) is None:
            yield Offer(
                command=EndContest(""),
                label="End the contest",
                verb="end",
                holes=(TextHole("reason", "reason", is_description=True),),
                cites=self.cites("contest"),
                group="moment",
            )
        for actor in state.get(CAST).values():
            if actor.id in contest.tally and (seat.is_gm or controls(seat, actor)):
                yield from self._drop_out_offers(state, actor)
            if not controls(seat, actor) or self._cannot_contend(state, actor) is not None:
                continue
            for features, traits, suffix in feature_sets(actor, self.rules, self.action):
                holes: tuple[Hole, ...] = (
                    ChoiceHole("trait", "with", traits),
                    TextHole("description", "how?", is_description=True),
                )
                yield which_features(
                    Offer(
                        command=Contend(actor=actor.id, trait="", description="", features=features),
                        actor=actor.id,
                        label=f"compete{suffix}",
                        verb="overcome",
                        holes=holes,
                        cites=self.cites("contest"),
                        group="act",
                    )
                )

    def _drop_out_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        if self._cannot_drop_out(state, actor) is None:
            yield Offer(
                command=DropOut(actor.id),
                actor=actor.id,
                label="drop out of the contest",
                verb="concede",
                cites=self.cites("contest"),
                group="react",
            )


def has_all_sides(state: State, roll: Roll) -> bool:
    """Is everything there that the dice are compared with: the opposition, or everybody's effort in a contest?"""
    if not roll.is_contest:
        return roll.has_opposition
    contest = contest_of(state)
    return contest is not None and {effort.actor for effort in roll.efforts} == set(contest.tally)
