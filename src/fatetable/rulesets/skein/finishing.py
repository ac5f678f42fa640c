"""A sheet of Skein tidied up: names as in the lists, blanks left out, and what follows from the rest worked out.

Knows nothing about whether the sheet is allowed.
"""

from __future__ import annotations

import msgspec

from fatetable.mechanics.sheets import Sheet
from fatetable.rulesets.skein.figures import (
    PEOPLE,
    SCORES,
    natural_absorption,
    natural_damage,
    refresh_of,
    single_stress,
    stress,
    twins,
)
from fatetable.rulesets.skein.skills import skill_of, trait_of
from fatetable.rulesets.skein.stunts import recomposed
from fatetable.rulesets.skein.tables import tables


def finish(sheet: Sheet) -> Sheet:
    """The sheet tidied: names as in the lists, blanks left out, what follows from the rest worked out."""
    named = msgspec.structs.replace(
        sheet,
        name=sheet.name.strip(),
        description=sheet.description.strip(),
        aspects={slot: phrase.strip() for slot, phrase in sheet.aspects.items() if phrase.strip()},
        traits={trait_of(t): rating for t, rating in sheet.traits.items() if rating or not _is_lack(sheet, t)},
        features=recomposed(sheet.features),
        lists=_tidy_lists(sheet),
        texts={name: text.strip() for name, text in sheet.texts.items() if text.strip()},
    )
    taught = {trait: named.traits[twin] for trait, twin in twins(named).items() if twin in named.traits}
    whole = msgspec.structs.replace(named, traits=_in_order({**named.traits, **taught}))
    return msgspec.structs.replace(whole, numbers={**whole.numbers, **_worked_out(whole)})


def _is_lack(sheet: Sheet, trait: str) -> bool:
    """A warband or an army may be rated at 0, and whoever is ruined has Wealth 0; else 0 is a skill somebody lacks."""
    skill = skill_of(trait)
    return sheet.kind in (*PEOPLE, "animal") and not (skill is not None and skill.is_compulsory)


def _tidy_lists(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    tidy = {name: tuple(entry.strip() for entry in entries if entry.strip()) for name, entries in sheet.lists.items()}
    return {name: entries for name, entries in tidy.items() if entries}


def _in_order(traits: dict[str, int]) -> dict[str, int]:
    """The best first, and equals in the order of the list."""
    places = {skill.id: place for place, skill in enumerate(tables().skills)}

    def key(item: tuple[str, int]) -> tuple[int, int, str]:
        trait, rating = item
        return -rating, places.get(trait.partition(" [")[0], len(places)), trait

    return dict(sorted(traits.items(), key=key))


def _worked_out(sheet: Sheet) -> dict[str, int]:
    if sheet.kind == "animal":
        return {
            "stress": single_stress(sheet),
            "absorption": natural_absorption(sheet),
            "damage": natural_damage(sheet),
        }
    if sheet.kind not in PEOPLE:
        return {}
    refresh = {"refresh": refresh_of(sheet)} if sheet.kind == "hero" else {}
    return {**{score: stress(sheet, score) for score in SCORES}, **refresh}
