"""Who makes a Test that a procedure calls for: with what, and whether it is their turn."""

from __future__ import annotations

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, require_control
from fatetable.mechanics.encounters.state import Conflict, conflict_of
from fatetable.mechanics.encounters.turns import on_turn
from fatetable.rulesets.skein.sheet import COMBAT_SKILL


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
