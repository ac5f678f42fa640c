"""Tests that something else calls for: a run, a charge, an ambush.  Whoever called reads the degree when it is over.

What comes of them is not known here.
"""

from __future__ import annotations

from fatetable.engine.decision import Decision
from fatetable.engine.state import State
from fatetable.mechanics.acting import effort_for
from fatetable.mechanics.cast import NOBODY, Actor, ActorId, actor_of, require_control
from fatetable.mechanics.checks import CheckRules, Refusal
from fatetable.mechanics.encounters import Conflict, conflict_of
from fatetable.mechanics.moments import RollIsDeclared, RollIsOver
from fatetable.mechanics.rolls import ROLLS, Declaration, EffortId, Roll, RollDeclared, RollId
from fatetable.mechanics.turns import on_turn
from fatetable.mechanics.zones import NOWHERE, ZoneId
from fatetable.rulesets.skein.skills import COMBAT_SKILL

CALLED = "called-test"
"""A Test whose degree serves whoever called for it, and therefore leaves no Spin (SK-TEST-13)."""


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
    takes_action: bool = True,
) -> RollId:
    """Lay the Test on the table: against a number, or for `defender` to answer."""
    roll = RollId(decision.new_id("r"))
    effort = effort_for(decision, rules, actor, EffortId(f"{roll}.0"), action, trait, (), words)
    declaration = Declaration(
        actor=actor.id,
        action=action,
        mode=purpose,
        trait=trait,
        description=words,
        target=target,
        zone=zone,
        words=about,
    )
    laid = Roll(
        id=roll,
        declaration=declaration,
        efforts=(effort,),
        difficulty=difficulty,
        defender=defender,
        takes_action=takes_action,
        active=0,
    )
    decision.emit(RollDeclared(laid))
    decision.moment(RollIsDeclared(roll))
    return roll


def called(decision: Decision, moment: object, purpose: str) -> Roll | None:
    """The Test of this purpose that is over with this moment; one that was called off is none."""
    if not isinstance(moment, RollIsOver) or moment.was_cancelled:
        return None
    roll = decision.state.get(ROLLS).get(RollId(moment.roll))
    return roll if roll is not None and roll.declaration.mode == purpose and roll.margin is not None else None


def degree(roll: Roll) -> int:
    return roll.margin if roll.margin is not None else -1


def trait_for(actor: Actor, skill: str) -> str:
    """The skill, or the one skill that a warband has for everything."""
    return COMBAT_SKILL if COMBAT_SKILL in actor.sheet.traits else skill


# -- whose turn it is ------------------------------------------------------------------------------------------------


def has_turn(state: State, actor: ActorId, *, with_action: bool = True) -> Refusal | None:
    """Is a fight on, and is it this actor's turn in it?"""
    conflict = conflict_of(state)
    if conflict is None:
        return Refusal("no-conflict", "There is no fight.")
    refusal = on_turn(state, conflict, actor)
    if refusal is None and with_action and actor in conflict.acted:
        return Refusal("already-acted", "The action of this turn is spent.")
    return refusal


def on_their_turn(decision: Decision, actor_id: ActorId, *, with_action: bool = True) -> tuple[Actor, Conflict]:
    actor = actor_of(decision, actor_id)
    require_control(decision, actor)
    refusal = has_turn(decision.state, actor.id, with_action=with_action)
    if refusal is not None:
        raise decision.violation(refusal.code, refusal.message)
    conflict = conflict_of(decision.state)
    assert conflict is not None
    return actor, conflict
