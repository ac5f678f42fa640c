"""Finishing a sheet of Skein: names as in the lists, blanks left out, derived figures filled in."""

from __future__ import annotations

import msgspec

from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.sheet import (
    PEOPLE,
    SCORES,
    natural_absorption,
    natural_damage,
    recomposed,
    refresh_of,
    single_stress,
    skill_of,
    stress,
    trait_of,
    twins,
)


def finish(tables: Tables, sheet: Sheet) -> Sheet:
    """The sheet with names as in the lists, blanks left out and derived figures filled in."""
    named = msgspec.structs.replace(
        sheet,
        name=sheet.name.strip(),
        description=sheet.description.strip(),
        aspects={slot: phrase.strip() for slot, phrase in sheet.aspects.items() if phrase.strip()},
        traits={
            trait_of(tables, t): rating
            for t, rating in sheet.traits.items()
            if rating or not _is_lack(tables, sheet, t)
        },
        features=recomposed(tables, sheet.features),
        lists=_tidy_lists(sheet),
        texts={name: text.strip() for name, text in sheet.texts.items() if text.strip()},
    )
    taught = {trait: named.traits[twin] for trait, twin in twins(tables, named).items() if twin in named.traits}
    whole = msgspec.structs.replace(named, traits=_in_order(tables, {**named.traits, **taught}))
    return msgspec.structs.replace(whole, numbers={**whole.numbers, **_worked_out(tables, whole)})


def _is_lack(tables: Tables, sheet: Sheet, trait: str) -> bool:
    """Warbands and armies may be rated at 0, and a ruined character has Wealth 0; else a skill at 0 is left out."""
    skill = skill_of(tables, trait)
    return sheet.kind in (*PEOPLE, "animal") and not (skill is not None and skill.is_compulsory)


def _tidy_lists(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    tidy = {name: tuple(entry.strip() for entry in entries if entry.strip()) for name, entries in sheet.lists.items()}
    return {name: entries for name, entries in tidy.items() if entries}


def _in_order(tables: Tables, traits: dict[str, int]) -> dict[str, int]:
    """The best first, and equals in the order of the list."""
    places = {skill.id: place for place, skill in enumerate(tables.skills)}

    def key(item: tuple[str, int]) -> tuple[int, int, str]:
        trait, rating = item
        return -rating, places.get(trait.partition(" [")[0], len(places)), trait

    return dict(sorted(traits.items(), key=key))


def _worked_out(tables: Tables, sheet: Sheet) -> dict[str, int]:
    if sheet.kind == "animal":
        return {
            "stress": single_stress(tables, sheet),
            "absorption": natural_absorption(tables, sheet),
            "damage": natural_damage(tables, sheet),
        }
    if sheet.kind not in PEOPLE:
        return {}
    refresh = {"refresh": refresh_of(tables, sheet)} if sheet.kind == "hero" else {}
    return {**{score: stress(tables, sheet, score) for score in SCORES}, **refresh}
