"""The ready-made characters as sheets, as the options of a campaign allow them."""

from __future__ import annotations

import msgspec

from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.strange.book import RULESET, BuiltSkill, Hero, HeroSkill, HeroWard, Tables
from fatetable.rulesets.strange.creation.checks.budgets import points_left
from fatetable.rulesets.strange.creation.checks.whole_sheet import HERO, NPC
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import (
    ARCHETYPE,
    CONVICTION,
    FIXED_SLOTS,
    FREE_SLOTS,
    OBSESSION,
    SKILLS,
    TRADITION,
    WARDS,
    box_of,
    sample_entry,
    skill_entry,
)


def sample_characters(tables: Tables, dials: Dials) -> tuple[Sheet, ...]:
    """Heroes first, then opponents; where there are no common skills, each is a Unique one of the same name.

    Heroes have as many of them as the points go.
    """
    found = (
        *(_character(tables, row, HERO) for row in tables.heroes),
        *(_character(tables, row, NPC) for row in tables.opponents),
    )
    return found if dials.common_skills else tuple(_without_common_skills(tables, dials, sheet) for sheet in found)


def _character(tables: Tables, row: Hero, kind: str) -> Sheet:
    slots = (*FIXED_SLOTS, *FREE_SLOTS)
    chosen = {ARCHETYPE: row.archetype, TRADITION: row.tradition, OBSESSION: CONVICTION if row.tradition else ""}
    entries = {
        SKILLS: (*(_skill(tables, skill) for skill in row.skills), *(_built(tables, each) for each in row.built)),
        WARDS: tuple(_ward(tables, each) for each in row.wards),
    }
    return Sheet(
        ruleset=RULESET,
        name=row.name,
        kind=kind,
        description=row.description,
        aspects={slot: text for slot, text in zip(slots, row.aspects, strict=False) if text},
        lists={name: (word,) for name, word in chosen.items() if word},
        entries={name: found for name, found in entries.items() if found},
    )


def _built(tables: Tables, row: BuiltSkill) -> Entry:
    return skill_entry(tables, row.name, row.rating, row.tier, *row.trappings, kind=row.kind, drawbacks=row.drawbacks)


def _ward(tables: Tables, row: HeroWard) -> Entry:
    ward = next(each for each in tables.wards if each.id == row.id)
    return Entry(
        kind=f"broad {ward.form}" if ward.is_broad else ward.form,
        name=row.id,
        texts={"against": row.against} if row.against else {},
        lists={"scope": (row.scope,)} if row.scope else {},
    )


def _skill(tables: Tables, row: HeroSkill) -> Entry:
    sample = next((each for each in tables.samples if each.name == row.name), None)
    if sample is None:
        return skill_entry(tables, row.name, row.rating, row.tier or 0)
    more = msgspec.structs.replace(
        sample,
        tier=sample.tier if row.tier is None else row.tier,
        drawbacks=(*sample.drawbacks, *row.drawbacks),
    )
    entry = sample_entry(tables, more, row.rating)
    return msgspec.structs.replace(
        entry,
        numbers={**entry.numbers, **({"invention": 1} if row.invention else {})},
        texts={"tie": row.tie} if row.tie else {},
        lists={
            **({"ability": (row.ability,)} if row.ability else {}),
            **({"means": row.means} if row.means else {}),
        },
    )


def _without_common_skills(tables: Tables, dials: Dials, sheet: Sheet) -> Sheet:
    entries = list(sheet.entries[SKILLS])
    common = [place for place, entry in enumerate(entries) if entry.kind == "common"]
    for place in common:
        entries[place] = _as_unique(tables, entries[place])
    kept = _with_skills(sheet, entries)
    for place in reversed(common):
        if sheet.kind == HERO and points_left(tables, dials, kept) < 0:
            del entries[place]
            kept = _with_skills(sheet, entries)
    return kept


def _as_unique(tables: Tables, entry: Entry) -> Entry:
    """A Unique skill with the trappings of a common one, each once and without extras."""
    printed = next(skill for skill in tables.skills if skill.name == entry.name)
    trappings = {box_of(tables, held): msgspec.structs.replace(held, extras=()) for held in printed.trappings}
    return skill_entry(tables, entry.name, entry.numbers["rating"], 0, *trappings.values(), kind="unique")


def _with_skills(sheet: Sheet, entries: list[Entry]) -> Sheet:
    return msgspec.structs.replace(sheet, entries={**sheet.entries, SKILLS: tuple(entries)})
