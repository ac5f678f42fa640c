"""What the rules work out from a sheet: skills, aspects with their levels, fate points to begin with."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fatetable.mechanics.characters.ranks import together
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet.aspects import aspects_of, levels_of
from fatetable.rulesets.fate2.sheet.history import all_ranks, whole_life
from fatetable.rulesets.fate2.sheet.kinds import MINION, MINOR
from fatetable.rulesets.fate2.sheet.skills import rank_rules

BARE = "aspects"
"""The list of parts that a character has who is nothing but aspects."""


def worked_out(tables: Tables, dials: Dials, sheet: Sheet) -> Sheet:
    """The sheet with everything that follows from its history; skills stand from the best down (F2-CHAR-10)."""
    names = tuple(_names(dials, sheet))
    found = levels_of(names)
    ranks = {} if sheet.kind in (MINOR, MINION) else together(all_ranks(dials, sheet))
    ratings = rank_rules(tables, dials, ranks).ratings(ranks)
    ordered = sorted(ratings.items(), key=lambda held: (-held[1], held[0]))
    return msgspec.structs.replace(sheet, traits=dict(ordered), aspects=found.aspects, levels=found.levels)


def _names(dials: Dials, sheet: Sheet) -> Iterator[str]:
    """Every level of an aspect, by the name of the aspect."""
    if sheet.kind in (MINOR, MINION):
        for entry in sheet.entries.get(BARE, ()):
            yield from (entry.name,) * max(0, min(entry.numbers.get("level", 1), 20))
        return
    for stage in whole_life(dials, sheet):
        yield from aspects_of(stage.entry)


def starting_points(tables: Tables, dials: Dials) -> int:
    """Half the phases of the campaign, rounded up, unless the GM says otherwise (F2-CHAR-07)."""
    if isinstance(dials.fate_points, int):
        return dials.fate_points
    return -(-dials.creation_phases // tables.figures.phases.members_per_point)
