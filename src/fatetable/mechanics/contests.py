"""Contests: everybody rolls for the same goal, exchange by exchange, until one has enough victories."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import EVERYONE, GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, ManyHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, is_blocked
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects import SITUATION, new_card, place
from fatetable.mechanics.cast import (
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
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.efforts import FeatureSets, MakeEffort, effort_options, features_of, in_place_of
from fatetable.mechanics.encounters import ENCOUNTER, Contest, EncounterEnded, EncounterSet, contest_of
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls import (
    ROLLS,
    Declaration,
    EffortChanged,
    EffortId,
    Roll,
    RollDeclared,
    RollId,
    RollOver,
    RollSettled,
    a_roll_is_open,
    open_rolls,
)
from fatetable.mechanics.scenes import SCENE


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


class Contests(Struct, frozen=True, kw_only=True):
    """The best total of an exchange scores; enough victories win.  A tie for the best brings a twist instead."""

    victories: int
    action: str
    rules: CheckRules
    scores: Callable[[str], int]
    make_effort: MakeEffort
    feature_sets: FeatureSets
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="contests",
            decides={StartContest: self._start, Contend: self._contend, EndContest: self._end},
            answers={"twist": self._twisted, "contend": self._contended_again},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def _cannot_start(self, state: State) -> bool:
        return (
            not state.get(SCENE).is_open
            or state.get(ENCOUNTER) is not None
            or a_roll_is_open(state)
            or is_blocked(state)
        )

    def _able(self, state: State) -> tuple[Actor, ...]:
        cast = state.get(CAST)
        return tuple(cast[actor] for actor in state.get(SCENE).present if not is_out(state, actor))

    def _start(self, decision: Decision, command: StartContest) -> None:
        decision.require_gm()
        decision.require(
            not self._cannot_start(decision.state), "encounter-running", "Something else is still under way."
        )
        able = {actor.id for actor in self._able(decision.state)}
        decision.require(
            len(set(command.actors)) >= 2 and set(command.actors) <= able,
            "bad-sides",
            "A contest needs two or more participants who are there.",
        )
        decision.require(bool(command.goal.strip()), "no-goal", "Say what the contest is about.")
        tally = dict.fromkeys(command.actors, 0)
        decision.emit(EncounterSet(Contest(goal=command.goal.strip(), tally=tally, exchange=1), "A contest begins"))

    # -- one exchange --------------------------------------------------------------------------------------------

    def _may_contend(self, state: State, contest: Contest, actor: ActorId) -> bool:
        roll = state.get(ROLLS).get(contest.roll)
        entered = {effort.actor for effort in roll.efforts} if roll and roll.stage != "over" else set()
        is_open = roll is None or roll.stage in ("declared", "over")
        return (
            actor in contest.tally
            and actor not in entered
            and is_open
            and not contest.winner
            and not is_blocked(state)
            and not any(other.id != contest.roll for other in open_rolls(state))
        )

    def _contend(self, decision: Decision, command: Contend) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        contest = contest_of(decision.state)
        if contest is None or not self._may_contend(decision.state, contest, actor.id):
            raise decision.violation("cannot-contend", f"{actor.name} has no roll to make in a contest now.")
        roll = decision.state.get(ROLLS).get(contest.roll)
        if roll is None or roll.stage == "over":
            self._open_roll(decision, contest, actor, command)
            return
        number = len(roll.efforts)
        effort = self.make_effort(
            decision, actor, EffortId(f"{roll.id}.{number}"), command.trait, command.features, command.description
        )
        decision.emit(EffortChanged(roll.id, number, effort))

    def _open_roll(self, decision: Decision, contest: Contest, actor: Actor, command: Contend) -> None:
        roll_id = RollId(decision.new_id("r"))
        effort = self.make_effort(
            decision, actor, EffortId(f"{roll_id}.0"), command.trait, command.features, command.description
        )
        declaration = Declaration(
            actor=actor.id,
            action=self.action,
            mode="contest",
            trait=command.trait,
            description=command.description.strip(),
            features=command.features,
        )
        decision.emit(RollDeclared(Roll(id=roll_id, declaration=declaration, efforts=(effort,), is_contest=True)))
        decision.emit(EncounterSet(msgspec.structs.replace(contest, roll=roll_id)))

    def contend_again(self, decision: Decision, roll: Roll, index: int, objection: str) -> None:
        """The game master wants one side's effort described differently."""
        actor = decision.state.get(CAST)[roll.efforts[index].actor]
        ask(
            decision,
            "contend",
            address_of(decision.state, actor.id),
            f"How else does {actor.name} compete? ({objection})",
            effort_options("contend", "Compete", self.feature_sets(actor)),
            about={"roll": roll.id, "effort": index, "actor": actor.id},
            cites=decision.cites("approach-veto"),
            secret_to=EVERYONE if actor.is_pc else (GM,),
            hides_question=False,
        )

    def _contended_again(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll_id, index = RollId(str(prompt.about["roll"])), int(prompt.about["effort"])
        old = decision.state.get(ROLLS)[roll_id].efforts[index]
        actor = decision.state.get(CAST)[old.actor]
        features = features_of(answer, self.feature_sets(actor))
        new = self.make_effort(decision, actor, old.id, answer.text("trait"), features, answer.text("description"))
        decision.emit(EffortChanged(roll_id, index, in_place_of(old, new)))

    def is_complete(self, state: State, roll: Roll) -> bool:
        """Has everybody who takes part in this roll declared?"""
        if not roll.is_contest:
            return roll.has_opposition
        contest = contest_of(state)
        return contest is not None and {effort.actor for effort in roll.efforts} == set(contest.tally)

    def settle(self, decision: Decision, roll_id: RollId) -> None:
        contest = contest_of(decision.state)
        roll = decision.state.get(ROLLS)[roll_id]
        assert contest is not None
        ranked = sorted(roll.efforts, key=lambda effort: effort.hindrance - effort.total)
        best, second = ranked[0], ranked[1]
        margin = (best.total - best.hindrance) - (second.total - second.hindrance)
        outcome = self.rules.bands.outcome(margin)
        decision.emit(
            RollSettled(roll_id, margin=margin, outcome=outcome, total=best.total, against=best.total - margin)
        )
        if margin == 0:
            ask(
                decision,
                "twist",
                (GM,),
                "A tie: nobody scores, and something unexpected happens. What?",
                (Option("twist", "A twist", (TextHole("fill", "new situation aspect", key="words"),)),),
                about={"roll": roll_id},
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
        place(decision, new_card(decision, answer.text("words"), SITUATION))
        self._close(decision, RollId(str(prompt.about["roll"])))

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
        contest = contest_of(decision.state)
        if not isinstance(moment, RollIsOver) or contest is None or moment.was_cancelled:
            return
        roll = decision.state.get(ROLLS)[RollId(moment.roll)]
        if not roll.is_contest:
            by = (*contest.advantages_by, roll.actor)
            decision.emit(EncounterSet(msgspec.structs.replace(contest, advantages_by=by)))

    def _end(self, decision: Decision, command: EndContest) -> None:
        decision.require_gm()
        contest = contest_of(decision.state)
        if contest is None or a_roll_is_open(decision.state) or is_blocked(decision.state):
            raise decision.violation("cannot-end", "There is no contest that could be broken off now.")
        decision.require(bool(command.reason.strip()), "no-reason", "Say why it ends.")
        decision.emit(EncounterEnded(command.reason.strip()))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        contest = contest_of(state)
        if contest is None:
            able = tuple(Choice(actor.id, actor.name) for actor in self._able(state))
            if seat.is_gm and len(able) > 1 and not self._cannot_start(state):
                yield Offer(
                    command=StartContest("", ()),
                    label="Start a contest",
                    holes=(TextHole("goal", "what it is about"), ManyHole("actors", "who competes", able, least=2)),
                    cites=self.cites("contest"),
                    group="moment",
                )
            return
        if seat.is_gm and not a_roll_is_open(state) and not is_blocked(state):
            yield Offer(
                command=EndContest(""),
                label="Break off the contest",
                holes=(TextHole("reason", "reason"),),
                cites=self.cites("contest"),
                group="moment",
            )
        for actor in state.get(CAST).values():
            if not controls(seat, actor) or not self._may_contend(state, contest, actor.id):
                continue
            for features, traits, suffix in self.feature_sets(actor):
                holes: tuple[Hole, ...] = (ChoiceHole("trait", "with", traits), TextHole("description", "how"))
                yield Offer(
                    command=Contend(actor=actor.id, trait="", description="", features=features),
                    label=f"{actor.name}: compete{suffix}",
                    holes=holes,
                    cites=self.cites("contest"),
                    group="act",
                )
