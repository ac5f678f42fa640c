"""What about a skill can be raised later: its rating, its tier, and with a higher rating a benefit more (SF-BEN-02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.sheet import BENEFITS, RATING, SKILLS, TIER, possible_benefits, skill_of
from fatetable.rulesets.strange.skills import name_of_box


class Raise(NamedTuple):
    key: str
    label: str
    sheet: Sheet


def raises_of(tables: Tables, sheet: Sheet) -> Iterator[Raise]:
    """Every raise there is; which can be paid for the budgets say."""
    for number, entry in enumerate(sheet.entries.get(SKILLS, ())):
        for key, label, raised in _raised(tables, entry):
            entries = sheet.entries[SKILLS]
            skills = (*entries[:number], raised, *entries[number + 1 :])
            changed = msgspec.structs.replace(sheet, entries={**sheet.entries, SKILLS: skills})
            yield Raise(f"{number} {key}", f"{entry.name}: {label}", changed)


def _raised(tables: Tables, entry: Entry) -> Iterator[tuple[str, str, Entry]]:
    skill = skill_of(tables, entry)
    if skill.rating < tables.figures.ratings.highest:
        raised = {**entry.numbers, RATING: skill.rating + 1}
        yield RATING, tables.ladder.label(skill.rating + 1), msgspec.structs.replace(entry, numbers=raised)
    if skill.tier + 1 < len(tables.tiers):
        raised = {**entry.numbers, TIER: skill.tier + 1}
        yield TIER, tables.tiers[skill.tier + 1].name, msgspec.structs.replace(entry, numbers=raised)
    if len(skill.benefits) < skill.rating:
        for box in possible_benefits(tables, skill.trappings, skill.tier):
            if box not in skill.benefits:
                lists = {**entry.lists, BENEFITS: (*skill.benefits, box)}
                named = f"benefit of {name_of_box(tables, box)}"
                yield f"{BENEFITS} {box}", named, msgspec.structs.replace(entry, lists=lists)
