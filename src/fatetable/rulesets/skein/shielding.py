"""Defending somebody else by magic: in their place, at a price, while the harm would still be theirs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, Price, TextHole
from fatetable.engine.prompts import Prompt, PromptWithdrawn, open_about
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.cast import Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.efforts import MakeDefence
from fatetable.mechanics.encounters import conflict_of
from fatetable.mechanics.moments import TurnLost
from fatetable.mechanics.rolls import EffortId, OppositionSet, Roll, RollId, open_rolls, roll_of
from fatetable.rulesets.skein.effects import AttackKind, DefendWith
from fatetable.rulesets.skein.rolling import defence_action
from fatetable.rulesets.skein.skills import skill_name, skill_of
from fatetable.rulesets.skein.spellwork import account_of, can_pay, is_there, pay, powers

POINT = "point"
ACTION = "action"


class ShieldOther(Command, frozen=True, kw_only=True, tag="shield-other"):
    """Answer an attack on somebody else; `pays` with a point, or with this turn's action."""

    roll: RollId
    actor: ActorId
    trait: str
    description: str
    pays: str = POINT


@remembered(limit=2048)
def shields(actor: Actor) -> tuple[tuple[str, tuple[AttackKind, ...], int, bool], ...]:
    """Each skill that shields others: against what, for how many points, and whether an action will do instead."""
    found: list[tuple[str, tuple[AttackKind, ...], int, bool]] = []
    for trait in actor.sheet.traits:
        skill = skill_of(trait)
        if skill is not None and skill.price_for_others is not None:
            found.append((trait, skill.defends, skill.price_for_others, False))
    for _, effect in powers(actor, DefendWith):
        assert isinstance(effect, DefendWith)
        if effect.price_for_others is not None and effect.skill in actor.sheet.traits:
            found.append((effect.skill, effect.against, effect.price_for_others, effect.action_for_others))
    return tuple(found)


class Shielding(Struct, frozen=True, kw_only=True):
    make_effort: MakeDefence
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(name="shielding others", decides={ShieldOther: self._shield}, offers=self._offers)

    def _asked(self, state: State, roll: Roll) -> Prompt | None:
        """The question to the victim how they defend themselves: only while it stands can somebody else do it."""
        return next((prompt for prompt in open_about(state, roll=roll.id) if prompt.kind == "defend"), None)

    def _skills(self, actor: Actor, roll: Roll) -> Mapping[str, tuple[int, bool]]:
        """Skills that shield others against this: for how many points, and whether an action will do instead."""
        kind = defence_action(roll).partition(":")[2]
        return {skill: (price, takes) for skill, kinds, price, takes in shields(actor) if kind in kinds}

    def _ways(self, state: State, roll: Roll, actor: Actor) -> Iterator[tuple[str, str, int]]:
        """Each skill and payment that somebody may shield the victim of a roll with."""
        if self._asked(state, roll) is None or actor.id in (roll.actor, roll.defender):
            return
        if not is_there(state, actor.id):
            return
        conflict = conflict_of(state)
        for skill, (price, takes_action) in self._skills(actor, roll).items():
            if can_pay(state, actor, price):
                yield skill, POINT, price
            has_action = conflict is not None and conflict.involves(actor.id) and actor.id not in conflict.acted
            if takes_action and has_action and conflict is not None and actor.id not in conflict.done:
                yield skill, ACTION, 0

    def _shield(self, decision: Decision, command: ShieldOther) -> None:
        roll = roll_of(decision, command.roll)
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        ways = {(skill, way): price for skill, way, price in self._ways(decision.state, roll, actor)}
        decision.require(
            (command.trait, command.pays) in ways,
            "cannot-shield",
            f"{actor.name} cannot shield anybody against this now.",
            "shield-others",
        )
        asked = self._asked(decision.state, roll)
        assert asked is not None
        effort = self.make_effort(
            decision, roll, actor, EffortId(f"{roll.id}.1"), command.trait, (), command.description
        )
        pay(decision, actor, ways[command.trait, command.pays], "shielded somebody")
        decision.emit(PromptWithdrawn(asked.id))
        decision.emit(OppositionSet(roll.id, effort=effort, defender=roll.defender))
        if command.pays == ACTION:
            decision.moment(TurnLost(actor.id))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        able = tuple(actor for actor in controlled(state, seat) if shields(actor))
        for roll in open_rolls(state) if able else ():
            for actor in able:
                for skill, way, price in self._ways(state, roll, actor):
                    cost = "" if way == POINT else " (takes the action)"
                    yield Offer(
                        command=ShieldOther(roll=roll.id, actor=actor.id, trait=skill, description="", pays=way),
                        label=f"{actor.name}: shield the victim with {skill_name(skill)}{cost}",
                        holes=(TextHole("description", "how"),),
                        price=Price(price, account_of(actor)) if way == POINT else None,
                        cites=self.cites("shield-others"),
                        group="react",
                    )
