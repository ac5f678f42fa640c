"""What the rules work out from a sheet: skills, aspects with their levels, fate points to begin with."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fatetable.mechanics.characters.ranks import together
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet.aspects import aspects_of, levels_of, slot_of
from fatetable.rulesets.fate2.sheet.extras import GEAR, features_of, gear_aspects
from fatetable.rulesets.fate2.sheet.history import DESTINY, all_ranks, levels_turned, whole_life
from fatetable.rulesets.fate2.sheet.kinds import MINION, MINOR
from fatetable.rulesets.fate2.sheet.skills import rank_rules

BARE = "aspects"
"""The list of parts that a character has who is nothing but aspects."""


def worked_out(tables: Tables, dials: Dials, sheet: Sheet) -> Sheet:
    """The sheet with everything that follows from its history; skills stand from the best down (F2-CHAR-10)."""
    found = levels_of(_without_turned(sheet, tuple(_names(dials, sheet))))
    ranks = {} if sheet.kind in (MINOR, MINION) else together(all_ranks(dials, sheet))
    ratings = rank_rules(tables, dials, ranks).ratings(ranks)
    ordered = sorted(ratings.items(), key=lambda held: (-held[1], held[0]))
    gear = gear_aspects(tables, dials, sheet)
    return msgspec.structs.replace(
        sheet,
        traits=dict(ordered),
        aspects={**found.aspects, **gear.aspects},
        levels={**found.levels, **gear.levels},
        features=features_of(tables, dials, sheet, found),
    )


def own_slots(sheet: Sheet) -> tuple[str, ...]:
    """The aspects that are somebody's own, and not those of their things."""
    return tuple(slot for slot in sheet.aspects if not slot.startswith(GEAR))


def without_gear(sheet: Sheet) -> Sheet:
    """The sheet as if nobody had things with aspects."""
    own = own_slots(sheet)
    return msgspec.structs.replace(
        sheet,
        aspects={slot: sheet.aspects[slot] for slot in own},
        levels={slot: level for slot, level in sheet.levels.items() if slot in own},
    )


def _without_turned(sheet: Sheet, names: tuple[str, ...]) -> tuple[str, ...]:
    """A Destiny loses each level that has become something else (F2-OPT-11, F2-OPT-12, F2-OPT-13)."""
    turned = levels_turned(sheet)
    if not turned:
        return names
    kept: list[str] = []
    for name in names:
        if turned and slot_of(name) == slot_of(DESTINY):
            turned -= 1
        else:
            kept.append(name)
    return tuple(kept)


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
