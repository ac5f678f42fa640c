"""Who holds what: the loads at the table, and what each takes off the rolls of its holder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.errors import Refusal
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.book.ladder import signed
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.modifiers.menus import CIRCUMSTANCE
from fatetable.mechanics.rolls.actions import CREATE, DEFEND, OVERCOME
from fatetable.mechanics.rolls.check_rules import StandingModifiers
from fatetable.mechanics.rolls.state import Modifier
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.sheet import is_psychic, skill_rolled, trapping_behind

ANYTHING = (OVERCOME, CREATE, DEFEND, "block")
"""Actions of which nobody but the GM knows whether the body does them."""


class Held(Struct, frozen=True, omit_defaults=True):
    """A weight in words, and what it takes off physical actions; with one that `roots` nobody goes anywhere."""

    words: str
    less: int = 0
    roots: bool = False


HeldMap: TypeAlias = Mapping[ActorId, Held]
LOADS: Key[HeldMap] = Key("loads", dict[ActorId, Held], {})


class WeightTakenUp(Event, frozen=True, tag="weight-taken-up/1"):
    actor: ActorId
    held: Held


class WeightPutDown(Event, frozen=True, tag="weight-put-down/1"):
    actor: ActorId
    reason: str = ""


LOADS_EVOLVES = folds(LOADS, {WeightTakenUp: put("actor", "held"), WeightPutDown: drop("actor")})


def held_by(state: State, actor: ActorId) -> Held | None:
    return state.get(LOADS).get(actor)


def why_rooted(state: State, actor: Actor) -> Refusal | None:
    held = held_by(state, actor.id)
    if held is None or not held.roots:
        return None
    return Refusal("too-heavy", f"{actor.name} can hold {held.words}, but not move with it.", "lifting")


def load_notes(_: Tables, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    if held := held_by(state, actor.id):
        less = f", {signed(held.less)} to physical actions" if held.less else ""
        yield "Holds", f"{held.words}{less}"


def standing(tables: Tables, others: StandingModifiers) -> StandingModifiers:
    """SF-PFORCE-01: each step above what is carried freely takes one off all physical actions.

    Of an action that may be physical or not the GM says if it is not.
    """

    def with_loads(state: State, actor: Actor, action: str, trait: str) -> tuple[Modifier, ...]:
        held, found = held_by(state, actor.id), others(state, actor, action, trait)
        if held is None or not held.less or not _is_physical(tables, actor, action, trait):
            return found
        return (*found, Modifier(CIRCUMSTANCE, f"holds {held.words}", held.less, ("SF-PFORCE-01",)))

    return with_loads


def _is_physical(tables: Tables, actor: Actor, action: str, trait: str) -> bool:
    """What works by the mind asks nothing of the body (SF-EXT-02)."""
    if action in ANYTHING:
        return True
    used = trapping_behind(trait) or action.partition(" ")[0]
    is_of_the_mind = is_psychic(skill_rolled(tables, actor.sheet, trait), used)
    return tables.has_trapping(used) and tables.trapping(used).is_bodily and not is_of_the_mind
