"""The wound track (F2-WND-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.harm.penalties import penalties_now
from fatetable.mechanics.harm.rows import Rows, WoundRow
from fatetable.mechanics.harm.wounds import WoundRules
from fatetable.mechanics.rolls.check_rules import StandingModifiers
from fatetable.mechanics.rolls.state import Modifier
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import KINDS


def harm_rules(tables: Tables, dials: Dials) -> Mapping[str, WoundRules]:
    """By kind of actor."""
    track: Rows = tuple(_track(tables, dials))
    return dict.fromkeys(KINDS, WoundRules(rows=lambda _: track, overflows=dials.wound_overflow))


def standing(tables: Tables, dials: Dials) -> StandingModifiers:
    """What counts for a roll by itself: wounds (F2-WND-03 to F2-WND-06)."""
    harm = harm_rules(tables, dials)

    def penalties(state: State, actor: Actor, action: str, _trait: str) -> tuple[Modifier, ...]:
        return penalties_now(harm[actor.kind].rows(actor), state, actor, action)

    return penalties


def _track(tables: Tables, dials: Dials) -> Iterator[WoundRow]:
    boxes = {"Clipped": dials.clipped_boxes, "Hurt": dials.hurt_boxes, "Injured": dials.injured_boxes}
    for row in tables.wounds:
        yield msgspec.structs.replace(row, boxes=boxes.get(row.name, row.boxes))
