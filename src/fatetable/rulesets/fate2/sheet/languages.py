"""Languages: how many somebody speaks and reads, how well, and what that does to what they say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.sheet.skills import skill_name, skill_of

LISTS: Mapping[str, str] = {"languages": "Languages spoken", "scripts": "Languages written"}
"""What a sheet lists, besides one's own language, which nobody pays for."""


def numbers_of_languages(tables: Tables, sheet: Sheet) -> dict[str, int]:
    """How many languages somebody has of each list: one for each rank over Mediocre (F2-SKL-05)."""
    start = tables.figures.skills.start
    found = dict.fromkeys(LISTS, 0)
    for trait, rating in sheet.traits.items():
        skill = skill_of(tables, trait)
        if skill is not None and skill.gives in found:
            found[skill.gives] += max(0, rating - start)
    return found


def fluency(tables: Tables, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Each language that is a skill of its own, and how its owner sounds in it (F2-SKL-06)."""
    words = tables.figures.languages.fluency
    for trait, rating in sheet.traits.items():
        skill = skill_of(tables, trait)
        if skill is not None and skill.gives == "fluency" and rating >= 0:
            yield skill_name(tables, trait), words[min(rating, len(words) - 1)]
