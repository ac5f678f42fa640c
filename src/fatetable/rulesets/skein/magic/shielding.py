"""Shielding: defending somebody else by magic, for a point or an action; a hit still harms the victim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, Price, Target, TextHole
from fatetable.engine.prompts import Prompt, PromptWithdrawn, kind_of, open_about
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.moments import TurnLost
from fatetable.mechanics.rolls.opposition import DefenceToChoose, Opposition
from fatetable.mechanics.rolls.state import OppositionSet, Roll, RollId, effort_id, open_rolls, roll_of
from fatetable.mechanics.scenes.presence import is_active
from fatetable.rulesets.skein.book import AttackKind, DefendWith, Tables
from fatetable.rulesets.skein.points import account_of, can_pay, pay
from fatetable.rulesets.skein.rolls import defence_to
from fatetable.rulesets.skein.sheet import powers, skill_name, skill_of

POINT = "point"
ACTION = "action"
TOPIC = "shield-others"
NO_SHIELD = "cannot-shield"


class ShieldOther(Command, frozen=True, kw_only=True, tag="shield-other"):
    """Answer an attack on somebody else; `pays` with a point, or with this turn's action."""

    roll: RollId
    actor: ActorId
    trait: str
    description: str
    pays: str = POINT


@remembered(limit=2048)
def shields(tables: Tables, actor: Actor) -> tuple[tuple[str, tuple[AttackKind, ...], int, bool], ...]:
    """Each skill that shields others: against what, for how many points, and whether an action will do instead."""
    found: list[tuple[str, tuple[AttackKind, ...], int, bool]] = []
    for trait in actor.sheet.traits:
        skill = skill_of(tables, trait)
        if skill is not None and skill.price_for_others is not None:
            found.append((trait, skill.defends, skill.price_for_others, False))
    for _, effect in powers(tables, actor, DefendWith):
        assert isinstance(effect, DefendWith)
        if effect.price_for_others is not None and effect.skill in actor.sheet.traits:
            found.append((effect.skill, effect.against, effect.price_for_others, effect.action_for_others))
    return tuple(found)


class Shielding(Struct, frozen=True, kw_only=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(name="shielding others", decides={ShieldOther: self._shield}, offers=self._offers)

    def _asked(self, state: State, roll: Roll) -> Prompt | None:
        """The question to the victim how they defend; somebody else may do so only while it is open."""
        return next(
            (prompt for prompt in open_about(state, roll=roll.id) if prompt.kind == kind_of(DefenceToChoose)), None
        )

    def _skills(self, actor: Actor, roll: Roll) -> Mapping[str, tuple[int, bool]]:
        """Skills that shield others against this: for how many points, and whether an action will do instead."""
        kind = defence_to(self.tables, roll).against
        return {skill: (price, takes) for skill, kinds, price, takes in shields(self.tables, actor) if kind in kinds}

    def _ways(self, state: State, roll: Roll, actor: Actor) -> Iterator[tuple[str, str, int]]:
        """Each skill and payment that somebody may shield the victim of a roll with."""
        if self._cannot_step_in(state, roll, actor) is not None:
            return
        conflict = conflict_of(state)
        for skill, (price, takes_action) in self._skills(actor, roll).items():
            if can_pay(state, actor, price):
                yield skill, POINT, price
            has_action = conflict is not None and conflict.involves(actor.id) and actor.id not in conflict.acted
            if takes_action and has_action and conflict is not None and actor.id not in conflict.done:
                yield skill, ACTION, 0

    def _cannot_step_in(self, state: State, roll: Roll, actor: Actor) -> Refusal | None:
        if self._asked(state, roll) is None:
            return Refusal(NO_SHIELD, "Nobody is choosing a defence against this, so nobody can be shielded.", TOPIC)
        if actor.id in (roll.actor, roll.defender):
            return Refusal(NO_SHIELD, f"{actor.name} is in this roll, and can only shield somebody else.", TOPIC)
        if not is_active(state, actor.id):
            return Refusal(NO_SHIELD, f"{actor.name} has to be in the scene for that, and not out of it.", TOPIC)
        return None

    def _no_such_way(self, roll: Roll, actor: Actor, command: ShieldOther) -> Refusal:
        skills = self._skills(actor, roll)
        if command.trait not in skills:
            return Refusal(NO_SHIELD, f"{actor.name} has no such magic that shields others against this.", TOPIC)
        if command.pays == POINT:
            return Refusal(NO_SHIELD, f"There is no Fate Point for {actor.name} to spend on it.", TOPIC)
        return Refusal(NO_SHIELD, f"{actor.name} has no action left, or cannot pay for it with an action.", TOPIC)

    def _shield(self, decision: Decision, command: ShieldOther) -> None:
        roll = roll_of(decision, command.roll)
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_step_in(decision.state, roll, actor))
        ways = {(skill, way): price for skill, way, price in self._ways(decision.state, roll, actor)}
        if (command.trait, command.pays) not in ways:
            decision.require_allowed(self._no_such_way(roll, actor, command))
        asked = self._asked(decision.state, roll)
        assert asked is not None
        effort = decision.service(Opposition).defences.effort(
            decision, roll, actor, effort_id(roll.id, 1), command.trait, (), command.description
        )
        pay(decision, actor, ways[command.trait, command.pays], "shielded somebody")
        decision.emit(PromptWithdrawn(asked.id))
        decision.emit(OppositionSet(roll.id, effort=effort, defender=roll.defender))
        if command.pays == ACTION:
            decision.moment(TurnLost(actor.id))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        able = tuple(actor for actor in controlled(state, seat) if shields(self.tables, actor))
        for roll in open_rolls(state) if able else ():
            for actor in able:
                for skill, way, price in self._ways(state, roll, actor):
                    cost = "" if way == POINT else "uses your action"
                    yield Offer(
                        command=ShieldOther(roll=roll.id, actor=actor.id, trait=skill, description="", pays=way),
                        actor=actor.id,
                        label=f"shield the victim with {skill_name(self.tables, skill)}{f' ({cost})' if cost else ''}",
                        verb="defend",
                        target=Target("roll", roll.id),
                        cost=cost,
                        holes=(TextHole("description", "how?", is_description=True),),
                        price=Price(price, account_of(actor)) if way == POINT else None,
                        cites=self.cites(TOPIC),
                        group="react",
                    )
