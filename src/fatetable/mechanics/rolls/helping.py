"""Helping: an ally gives up their action and the roll gets a bonus."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Offer, RollSide, Target, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, asked_about
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import ActorId, actor_of, controlled, name_of, require_control
from fatetable.mechanics.encounters.turns import TurnRules
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.moments import HelpGiven
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import (
    ROLLS,
    HelpersChanged,
    Modifier,
    Roll,
    RollId,
    a_roll_is_declared,
    change_effort,
    roll_of,
    rolls_at,
)
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.sides import are_allies


class Help(Command, frozen=True, kw_only=True, tag="help"):
    """`effort` is 0 for the acting side of a roll, 1 for the opposing one."""

    roll: RollId
    effort: int
    actor: ActorId
    description: str


def help_label(state: State, helper: ActorId) -> str:
    return f"help from {name_of(state, helper)}"


def add_helper(decision: Decision, rules: CheckRules, roll_id: RollId, index: int, helper: ActorId) -> None:
    roll = decision.state.get(ROLLS)[roll_id]
    effort = roll.efforts[index]
    more = Modifier("help", help_label(decision.state, helper), rules.help_bonus, decision.cites("help"))
    decision.emit(HelpersChanged(roll_id, {**roll.helpers, helper: index}))
    change_effort(decision, roll_id, index, modifiers=(*effort.modifiers, more))
    decision.moment(HelpGiven(helper))


def drop_helper(decision: Decision, roll_id: RollId, helper: ActorId) -> None:
    """The help is gone before the dice have fallen."""
    roll = decision.state.get(ROLLS)[roll_id]
    index = roll.helpers[helper]
    label = help_label(decision.state, helper)
    kept = list(roll.efforts[index].modifiers)
    kept.remove(next(modifier for modifier in kept if (modifier.source, modifier.label) == ("help", label)))
    decision.emit(HelpersChanged(roll_id, {other: i for other, i in roll.helpers.items() if other != helper}))
    change_effort(decision, roll_id, index, modifiers=tuple(kept))


def helpers_of(roll: Roll, index: int) -> int:
    return sum(effort == index for effort in roll.helpers.values())


class HelperToRule(PromptContext, frozen=True, tag="helper"):
    """More than usual want to help."""

    roll: RollId
    effort: int
    helper: ActorId


def take_help(
    decision: Decision, rules: CheckRules, roll_id: RollId, index: int, helper: ActorId, how: str = ""
) -> None:
    """As many as usual may simply help; the game master decides whether there is room for more."""
    if helpers_of(decision.state.get(ROLLS)[roll_id], index) < rules.helpers:
        add_helper(decision, rules, roll_id, index, helper)
        return
    ask(
        decision,
        HelperToRule(roll_id, index, helper),
        (GM,),
        f"{name_of(decision.state, helper)} wants to help too. Allow it?",
        (Option("yes", "Allow help"), Option("no", "Refuse help")),
        detail=how,
        cites=decision.cites("help-limit"),
    )


class Helping(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    turns: TurnRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="helping",
            decides={Help: self._help},
            answers={HelperToRule: self._helper_ruled},
            offers=OfferedWhile(a_roll_is_declared, self._offers),
        )

    def _may_help(self, state: State, roll: Roll, index: int, helper: ActorId) -> Refusal | None:
        if roll.stage != "declared":
            return Refusal("dice-are-down", "Help is declared before the dice fall.")
        if not 0 <= index < len(roll.efforts) or not are_allies(state, helper, roll.efforts[index].actor):
            return Refusal("not-an-ally", "Only an ally can help.")
        taking_part = {effort.actor for effort in roll.efforts} | {roll.defender}
        if helper in taking_part or helper in roll.helpers:
            return Refusal("already-in-it", "They take part in this roll already.")
        if not is_active(state, helper):
            return Refusal("not-there", "They are not there to help.")
        questions = asked_about(state, "roll", roll.id)
        if any(about.get("helper") == helper for about in questions):
            return Refusal("already-in-it", "They have offered their help already.")
        if any("interposing" in about and about.get("actor") == helper for about in questions):
            return Refusal("already-in-it", "The table is voting on whether they step in.")
        return self.turns.may_help(state, helper, roll, index)

    def _help(self, decision: Decision, command: Help) -> None:
        roll = roll_of(decision, command.roll)
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._may_help(decision.state, roll, command.effort, actor.id), "help")
        decision.require_described(command.description, "no-description", "Say how your character helps.")
        take_help(decision, self.rules, roll.id, command.effort, actor.id, command.description.strip())

    def _helper_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(HelperToRule)
        if answer.option == "yes" and not is_out(decision.state, asked.helper):
            add_helper(decision, self.rules, asked.roll, asked.effort, asked.helper)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in rolls_at(state, "declared"):
            for actor in controlled(state, seat):
                for index, effort in enumerate(roll.efforts):
                    if self._may_help(state, roll, index, actor.id) is None:
                        yield Offer(
                            command=Help(roll=roll.id, effort=index, actor=actor.id, description=""),
                            label=f"help {name_of(state, effort.actor)} (+{self.rules.help_bonus})",
                            actor=actor.id,
                            verb="help",
                            target=Target("roll", roll.id),
                            holes=(TextHole("description", "how?", is_description=True),),
                            cites=self.cites("help"),
                            group="react",
                            changes=RollSide(roll.id, index),
                        )
