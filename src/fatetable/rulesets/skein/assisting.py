"""Assisting: an ally makes a Test of their own, and what they achieve goes straight into somebody else's roll.

It is a manoeuvre whose Aspect is used at once and needs no words (SK-MAN-04); whether the help is relevant people say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import ChoiceHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.acting import effort_for, feature_sets
from fatetable.mechanics.cast import CAST, ActorId, actor_of, controls, name_of, require_control
from fatetable.mechanics.checks import CheckRules, Refusal, TurnRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.moments import DiceAreThrown, HelpGiven, RollIsDeclared, RollIsOver
from fatetable.mechanics.rolls import (
    ROLLS,
    Declaration,
    EffortId,
    Modifier,
    Roll,
    RollDeclared,
    RollId,
    change_effort,
    is_rolling,
    open_rolls,
    roll_of,
)
from fatetable.mechanics.scenes import is_present
from fatetable.mechanics.sides import are_allies
from fatetable.rulesets.skein.tables import tables

ASSIST = "assist"
"""The action of an assistant's Test, and the source of what it adds to the other roll."""
TOPIC = "assistance"


class Assist(Command, frozen=True, kw_only=True, tag="assist"):
    """Help with a roll whose dice have not fallen, by a Test of one's own."""

    roll: RollId
    actor: ActorId
    trait: str
    description: str
    features: tuple[str, ...] = ()


class Assistance(Struct, frozen=True):
    """Which side of which roll a Test is meant to help."""

    roll: RollId
    effort: int


Assistances: TypeAlias = Mapping[RollId, Assistance]
ASSISTANCES: Key[Assistances] = Key("assistances", dict[RollId, Assistance], {})


class AssistanceBegun(Event, frozen=True, tag="assistance-begun/1"):
    test: RollId
    assistance: Assistance


class AssistanceEnded(Event, frozen=True, tag="assistance-ended/1"):
    test: RollId


def _begun(found: Assistances, event: AssistanceBegun) -> Assistances:
    return {**found, event.test: event.assistance}


def _ended(found: Assistances, event: AssistanceEnded) -> Assistances:
    return {test: other for test, other in found.items() if test != event.test}


class Assisting(Struct, frozen=True, kw_only=True):
    """`cancel` calls a roll off: nobody can help with dice that lie on the table already."""

    rules: CheckRules
    turns: TurnRules
    cancel: Callable[[Decision, RollId, str], None]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="assisting",
            decides={Assist: self._assist},
            evolves=folds(ASSISTANCES, {AssistanceBegun: _begun, AssistanceEnded: _ended}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver, DiceAreThrown),
        )

    def _may_assist(self, state: State, roll: Roll, helper: ActorId) -> Refusal | None:
        index = max(roll.active, 0)
        if roll.stage_of(index) != "declared" or roll.is_contest or roll.id in state.get(ASSISTANCES):
            return Refusal("cannot-assist", "There is no roll here to help with before its dice.")
        if not are_allies(state, helper, roll.efforts[index].actor):
            return Refusal("not-an-ally", "Only an ally can help.")
        if not is_present(state, helper) or is_out(state, helper):
            return Refusal("not-there", "They are not there to help.")
        label = _label(state, helper)
        if is_rolling(state, helper) or any(m.label == label for m in roll.efforts[index].modifiers):
            return Refusal("already-in-it", "They take part in a roll already.")
        return self.turns.may_help(state, helper, roll, index)

    def _assist(self, decision: Decision, command: Assist) -> None:
        helped = roll_of(decision, command.roll)
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        refusal = self._may_assist(decision.state, helped, actor.id)
        if refusal is not None:
            raise decision.violation(refusal.code, refusal.message, TOPIC)
        test, index = RollId(decision.new_id("r")), max(helped.active, 0)
        effort = effort_for(
            decision,
            self.rules,
            actor,
            EffortId(f"{test}.0"),
            ASSIST,
            command.trait,
            command.features,
            command.description,
        )
        declaration = Declaration(
            actor=actor.id,
            action=ASSIST,
            trait=command.trait,
            description=effort.description,
            features=command.features,
            target=helped.efforts[index].actor,
        )
        roll = Roll(
            id=test,
            declaration=declaration,
            efforts=(effort,),
            difficulty=tables().rolling.figures.assist_difficulty,
            takes_action=False,  # The action is spent by helping, on whoever's turn that is.
            active=0,
        )
        decision.emit(RollDeclared(roll))
        decision.emit(AssistanceBegun(test, Assistance(helped.id, index)))
        decision.moment(RollIsDeclared(test))
        decision.moment(HelpGiven(actor.id))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case RollIsOver(roll_id) if assistance := decision.state.get(ASSISTANCES).get(RollId(roll_id)):
                decision.emit(AssistanceEnded(RollId(roll_id)))
                self._help(decision, decision.state.get(ROLLS)[RollId(roll_id)], assistance)
            case RollIsOver(roll_id):
                self._call_off(decision, lambda roll: roll.id == roll_id)
            case DiceAreThrown(actor):
                self._call_off(decision, lambda roll: roll.efforts[-1].actor == actor and bool(roll.efforts[-1].throws))
            case _:
                pass

    def _help(self, decision: Decision, test: Roll, assistance: Assistance) -> None:
        helped = decision.state.get(ROLLS).get(assistance.roll)
        is_success = test.margin is not None and test.margin >= 0
        if helped is None or not is_success or helped.stage_of(assistance.effort) != "declared":
            return
        bonus = tables().rolling.figures.assist_bonus
        more = Modifier(ASSIST, _label(decision.state, test.actor), bonus, decision.cites(TOPIC))
        modifiers = helped.efforts[assistance.effort].modifiers
        change_effort(decision, helped.id, assistance.effort, modifiers=(*modifiers, more))

    def _call_off(self, decision: Decision, is_it: Callable[[Roll], bool]) -> None:
        """Help that has not come to its own dice by now comes too late."""
        rolls = decision.state.get(ROLLS)
        for test, assistance in tuple(decision.state.get(ASSISTANCES).items()):
            helped = rolls.get(assistance.roll)
            if rolls[test].stage == "declared" and (helped is None or is_it(helped)):
                self.cancel(decision, test, "The help came too late.")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in open_rolls(state):
            for actor in state.get(CAST).values():
                if not controls(seat, actor) or self._may_assist(state, roll, actor.id) is not None:
                    continue
                effort = roll.efforts[max(roll.active, 0)]
                for features, traits, suffix in feature_sets(actor, self.rules, ASSIST):
                    yield Offer(
                        command=Assist(roll=roll.id, actor=actor.id, trait="", description="", features=features),
                        label=f"{actor.name}: assist {name_of(state, effort.actor)}{suffix}",
                        holes=(ChoiceHole("trait", "with", traits), TextHole("description", "how")),
                        cites=self.cites(TOPIC),
                        group="react",
                        changes=effort.id,
                    )


def _label(state: State, helper: ActorId) -> str:
    return f"help from {name_of(state, helper)}"
