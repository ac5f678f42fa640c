"""The wound track (F2-WND-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from fatetable.engine.identity import remembered
from fatetable.mechanics.harm.rows import Rows, WoundRow
from fatetable.mechanics.harm.wounds import WoundRules
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import KINDS, ORGANISATION


@remembered(limit=64)
def harm_rules(tables: Tables, dials: Dials) -> Mapping[str, WoundRules]:
    """By kind of actor."""
    track: Rows = tuple(_track(tables, dials))
    people = WoundRules(rows=lambda _: track, overflows=dials.wound_overflow)
    # Organisations have a track only where the campaign gives them one (F2-ORG-16).
    none = WoundRules(rows=lambda _: (), overflows=False)
    return {**dict.fromkeys(KINDS, people), ORGANISATION: people if dials.organisation_wounds else none}


def _track(tables: Tables, dials: Dials) -> Iterator[WoundRow]:
    boxes = {"Clipped": dials.clipped_boxes, "Hurt": dials.hurt_boxes, "Injured": dials.injured_boxes}
    for row in tables.wounds:
        yield msgspec.structs.replace(row, boxes=boxes.get(row.name, row.boxes))
