"""Assistance: an ally makes a Test of their own, and success adds a bonus to somebody else's roll.

It is a manoeuvre whose Aspect is used at once and needs no words (SK-MAN-04).  People judge whether the help fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import ChoiceHole, Offer, RollSide, Target, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import OfferedWhile, Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import ActorId, actor_of, controlled, name_of, require_control
from fatetable.mechanics.encounters.turns import TurnRules
from fatetable.mechanics.moments import DiceAreThrown, HelpGiven, RollIsOver
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import effort_for, feature_sets, which_features
from fatetable.mechanics.rolls.procedure import announce_roll, cancel_roll, declare_roll, new_roll_id
from fatetable.mechanics.rolls.state import (
    ROLLS,
    Declaration,
    Modifier,
    Roll,
    RollId,
    a_roll_is_declared,
    change_effort,
    effort_id,
    is_rolling,
    roll_of,
    rolls_at,
)
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.sides import are_allies
from fatetable.rulesets.skein.book import Tables

ASSIST = "assist"
"""The action of an assistant's Test, and the source of what it adds to the other roll."""
TOPIC = "assistance"


class Assist(Command, frozen=True, kw_only=True, tag="assist"):
    """Help with a roll before its dice, by a Test of the helper."""

    roll: RollId
    actor: ActorId
    trait: str
    description: str
    features: tuple[str, ...] = ()


class AssistedSide(Struct, frozen=True):
    """Which side of which roll a Test is meant to help."""

    roll: RollId
    effort: int


Assistances: TypeAlias = Mapping[RollId, AssistedSide]
ASSISTANCES: Key[Assistances] = Key("assistances", dict[RollId, AssistedSide], {})


class AssistanceBegun(Event, frozen=True, tag="assistance-begun/1"):
    test: RollId
    assistance: AssistedSide


class AssistanceEnded(Event, frozen=True, tag="assistance-ended/1"):
    test: RollId


class Assistance(Struct, frozen=True, kw_only=True):
    tables: Tables
    rules: CheckRules
    turns: TurnRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="assisting",
            decides={Assist: self._assist},
            evolves=folds(ASSISTANCES, {AssistanceBegun: put("test", "assistance"), AssistanceEnded: drop("test")}),
            offers=OfferedWhile(a_roll_is_declared, self._offers),
            on_moment=self._on_moment,
            moments=(RollIsOver, DiceAreThrown),
        )

    def _may_assist(self, state: State, roll: Roll, helper: ActorId) -> Refusal | None:
        index = max(roll.active, 0)
        if roll.stage_of(index) != "declared" or roll.is_contest or roll.id in state.get(ASSISTANCES):
            message = "Help comes before the dice of a roll, and neither in a contest nor with help itself."
            return Refusal("cannot-assist", message, TOPIC)
        if not are_allies(state, helper, roll.efforts[index].actor):
            return Refusal("not-an-ally", "Only an ally can help.", TOPIC)
        if not is_active(state, helper):
            return Refusal("not-there", "They are not there to help.", TOPIC)
        label = _label(state, helper)
        if is_rolling(state, helper) or any(m.label == label for m in roll.efforts[index].modifiers):
            return Refusal("already-in-it", "They take part in a roll already.", TOPIC)
        refusal = self.turns.may_help(state, helper, roll, index)
        return None if refusal is None else msgspec.structs.replace(refusal, topic=TOPIC)

    def _assist(self, decision: Decision, command: Assist) -> None:
        helped = roll_of(decision, command.roll)
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._may_assist(decision.state, helped, actor.id))
        test, index = new_roll_id(decision), max(helped.active, 0)
        effort = effort_for(
            decision,
            self.rules,
            actor,
            effort_id(test, 0),
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
        declare_roll(
            decision,
            test,
            declaration,
            effort,
            difficulty=self.tables.rolling.figures.assist_difficulty,
            takes_action=False,  # Helping spends the action, also on the turn of somebody else.
            announce=False,
        )
        decision.emit(AssistanceBegun(test, AssistedSide(helped.id, index)))
        announce_roll(decision, test)
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

    def _help(self, decision: Decision, test: Roll, assistance: AssistedSide) -> None:
        helped = decision.state.get(ROLLS).get(assistance.roll)
        is_success = test.margin is not None and test.margin >= 0
        if helped is None or not is_success or helped.stage_of(assistance.effort) != "declared":
            return
        bonus = self.tables.rolling.figures.assist_bonus
        more = Modifier(ASSIST, _label(decision.state, test.actor), bonus, decision.cites(TOPIC))
        modifiers = helped.efforts[assistance.effort].modifiers
        change_effort(decision, helped.id, assistance.effort, modifiers=(*modifiers, more))

    def _call_off(self, decision: Decision, is_it: Callable[[Roll], bool]) -> None:
        """Call off help whose own dice have not been thrown in time."""
        rolls = decision.state.get(ROLLS)
        for test, assistance in tuple(decision.state.get(ASSISTANCES).items()):
            helped = rolls.get(assistance.roll)
            if rolls[test].stage == "declared" and (helped is None or is_it(helped)):
                cancel_roll(decision, test, "The help came too late.")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in rolls_at(state, "declared"):
            for actor in controlled(state, seat):
                if self._may_assist(state, roll, actor.id) is not None:
                    continue
                side = max(roll.active, 0)
                helped = name_of(state, roll.efforts[side].actor)
                for features, traits, suffix in feature_sets(actor, self.rules, ASSIST):
                    yield which_features(
                        Offer(
                            command=Assist(roll=roll.id, actor=actor.id, trait="", description="", features=features),
                            label=f"assist {helped}{suffix}",
                            actor=actor.id,
                            verb="help",
                            target=Target("roll", roll.id),
                            holes=(
                                ChoiceHole("trait", "with", traits),
                                TextHole("description", "how?", is_description=True),
                            ),
                            cites=self.cites(TOPIC),
                            group="react",
                            changes=RollSide(roll.id, side),
                        )
                    )


def _label(state: State, helper: ActorId) -> str:
    return f"help from {name_of(state, helper)}"
