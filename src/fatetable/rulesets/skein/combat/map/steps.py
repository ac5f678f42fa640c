"""How far somebody has walked in this turn of a fight, and how far they may still walk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.encounters.state import Conflict, conflict_of
from fatetable.mechanics.encounters.turns import on_turn
from fatetable.mechanics.scenes.zones import NOWHERE, ZoneId, place_of
from fatetable.rulesets.skein.book import ExtraZones, Tables
from fatetable.rulesets.skein.combat.stances import stance_of
from fatetable.rulesets.skein.sheet import all_effects


class Steps(Struct, frozen=True, omit_defaults=True):
    """What somebody has walked this turn: free steps used, further ones won and used, zones entered.

    `is_after` says that the free move came after the action; it is not split (SK-CBT-04).
    """

    exchange: int
    free: int = 0
    won: int = 0
    used: int = 0
    zones: int = 0
    won_zones: int = 0
    is_after: bool = False
    has_run: bool = False
    entered: ZoneId = NOWHERE


Walks: TypeAlias = Mapping[ActorId, Steps]
WALKS: Key[Walks] = Key("walks", dict[ActorId, Steps], {})


class StepsTaken(Event, frozen=True, tag="steps-taken/1"):
    actor: ActorId
    steps: Steps


class WalksForgotten(Event, frozen=True, tag="walks-forgotten/1"):
    pass


STEPS_EVOLVES = folds(WALKS, {StepsTaken: put("actor", "steps"), WalksForgotten: lambda _, __: {}})


def steps_of(state: State, actor: ActorId) -> Steps:
    conflict = conflict_of(state)
    exchange = conflict.exchange if conflict else 0
    found = state.get(WALKS).get(actor)
    return found if found is not None and found.exchange == exchange else Steps(exchange)


def has_moved(state: State, actor: ActorId) -> bool:
    steps = steps_of(state, actor)
    return steps.free + steps.used > 0


def _more_zones(tables: Tables, actor: Actor) -> int:
    return sum(effect.zones for _, effect in all_effects(tables, actor.sheet) if isinstance(effect, ExtraZones))


def _free(tables: Tables, conflict: Conflict, actor: Actor, steps: Steps) -> int:
    """What is left of the free move: one zone, two for the swift (SK-CBT-04, SK-STUNT-55)."""
    is_split = steps.free > 0 and actor.id in conflict.acted and not steps.is_after and not steps.has_run
    return 0 if is_split else tables.combat.figures.free_zones + _more_zones(tables, actor) - steps.free


def steps_left(tables: Tables, state: State, conflict: Conflict, actor: Actor) -> int:
    if stance_of(state, actor.id) == "defensive":
        return 0
    steps = steps_of(state, actor.id)
    return _free(tables, conflict, actor, steps) + steps.won - steps.used


def steps_now(tables: Tables, state: State, actor: ActorId) -> int | None:
    """How many steps somebody may still take, while it is their turn in a fight on a map."""
    conflict = conflict_of(state)
    if conflict is None or place_of(state, actor) == NOWHERE or on_turn(state, conflict, actor) is not None:
        return None
    return max(0, steps_left(tables, state, conflict, state.get(CAST)[actor]))


def zones_left(tables: Tables, state: State, conflict: Conflict, actor: Actor, *, after: int = 0) -> int:
    """How many zones may still be entered: three a turn in all, two of them by running (SK-CBT-05, SK-CBT-06).

    `after` is how many steps are spent on something else before.
    """
    figures = tables.combat.figures
    steps = _spent(tables, conflict, actor, steps_of(state, actor.id), after)
    in_all = figures.most_zones + _more_zones(tables, actor) - steps.zones
    by_running = min(steps.won - steps.used, figures.most_extra_zones - steps.won_zones)
    return min(in_all, _free(tables, conflict, actor, steps) + by_running)


def _spent(
    tables: Tables, conflict: Conflict, actor: Actor, steps: Steps, number: int, zone: ZoneId = NOWHERE
) -> Steps:
    free = min(number, max(0, _free(tables, conflict, actor, steps)))
    won = number - free
    return msgspec.structs.replace(
        steps,
        free=steps.free + free,
        used=steps.used + won,
        zones=steps.zones + bool(zone),
        won_zones=steps.won_zones + (bool(zone) and won > 0),
        is_after=steps.is_after or (free > 0 and actor.id in conflict.acted),
        entered=zone or steps.entered,
    )


def spend_steps(tables: Tables, decision: Decision, actor: Actor, number: int, *, zone: ZoneId = NOWHERE) -> None:
    """Use up steps, free ones first; with a zone, by entering it."""
    conflict = conflict_of(decision.state)
    if conflict is None or number == 0:
        return
    steps = steps_of(decision.state, actor.id)
    decision.emit(StepsTaken(actor.id, _spent(tables, conflict, actor, steps, number, zone)))
