"""Tests that another subsystem calls for, such as a run, a charge or an ambush, and reads the degree of afterwards."""

from __future__ import annotations

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import NOBODY, Actor, ActorId, actor_of, require_control
from fatetable.mechanics.encounters.state import Conflict, conflict_of
from fatetable.mechanics.encounters.turns import on_turn
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import effort_for
from fatetable.mechanics.rolls.procedure import declare_roll, new_roll_id
from fatetable.mechanics.rolls.state import ROLLS, Declaration, Roll, RollId, effort_id
from fatetable.mechanics.scenes.zones import NOWHERE, ZoneId
from fatetable.rulesets.skein.sheet import COMBAT_SKILL

CALLED = "called-test"
"""The action of a Test whose degree its caller uses, and which therefore leaves no Spin (SK-TEST-13)."""


def call_test(
    decision: Decision,
    rules: CheckRules,
    actor: Actor,
    trait: str,
    purpose: str,
    words: str,
    *,
    action: str = CALLED,
    difficulty: int | None = None,
    defender: ActorId = NOBODY,
    target: ActorId = NOBODY,
    zone: ZoneId = NOWHERE,
    about: str = "",
    border: tuple[ZoneId, ...] = (),
    takes_action: bool = True,
) -> RollId:
    """Declare the Test, against a number or opposed by `defender`."""
    roll = new_roll_id(decision)
    effort = effort_for(decision, rules, actor, effort_id(roll, 0), action, trait, (), words)
    declaration = Declaration(
        actor=actor.id,
        action=action,
        mode=purpose,
        trait=trait,
        description=words,
        target=target,
        zone=zone,
        words=about,
        border=border,
    )
    return declare_roll(
        decision,
        roll,
        declaration,
        effort,
        difficulty=difficulty,
        defender=defender,
        takes_action=takes_action,
    )


def called(decision: Decision, moment: object, purpose: str) -> Roll | None:
    """The Test of this purpose that has just ended, unless it was called off."""
    if not isinstance(moment, RollIsOver) or moment.was_cancelled:
        return None
    roll = decision.state.get(ROLLS).get(RollId(moment.roll))
    return roll if roll is not None and roll.declaration.mode == purpose and roll.margin is not None else None


def degree(roll: Roll) -> int:
    return roll.margin if roll.margin is not None else -1


def trait_for(actor: Actor, skill: str) -> str:
    """The skill; of a warband the one skill it uses for everything."""
    return COMBAT_SKILL if COMBAT_SKILL in actor.sheet.traits else skill


# -- whose turn it is ------------------------------------------------------------------------------------------------


def has_turn(state: State, actor: ActorId, *, with_action: bool = True) -> Refusal | None:
    """Refused unless a fight is running and it is this actor's turn."""
    conflict = conflict_of(state)
    if conflict is None:
        return Refusal("no-conflict", "There is no fight, and this is done in one.")
    refusal = on_turn(state, conflict, actor)
    if refusal is None and with_action and actor in conflict.acted:
        return Refusal("already-acted", "The action of this turn is spent.")
    return refusal


def on_their_turn(decision: Decision, actor_id: ActorId, *, with_action: bool = True) -> tuple[Actor, Conflict]:
    actor = actor_of(decision, actor_id)
    require_control(decision, actor)
    decision.require_allowed(has_turn(decision.state, actor.id, with_action=with_action))
    conflict = conflict_of(decision.state)
    assert conflict is not None
    return actor, conflict
