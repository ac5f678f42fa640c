"""A playable character of Skein to change as a test needs it, and what is wrong with a sheet in short."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.skein.creation.checks.whole_sheet import problems
from fatetable.rulesets.skein.creation.completion import finish
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet.stunts import compose
from fatetable.rulesets.skein.tests.support.book import TABLES

SKILLS = {
    "stealth": 5,
    "agility": 4,
    "awareness": 4,
    "deception": 3,
    "survival": 3,
    "strength": 3,
    "missile-combat": 2,
    "willpower": 2,
    "empathy": 2,
    "wealth": 2,
    "charm": 1,
    "contacts": 1,
    "gaming": 1,
    "healing": 1,
    "lore [Old Roads]": 1,
}
"""One at 5, two at 4, three at 3, four at 2, five at 1."""

ASPECTS = {
    "tale-1": "Smuggler's Daughter",
    "tale-2": "I Swam the River at the Ford",
    "tale-3": "Knows Every Path Twice",
    "tale-4": "Owes Brannoc Her Life",
    "free": "Cannot Leave a Lock Alone",
}

PLAIN_STUNTS = ("jack-of-all-trades", "tough", "strong-willed", "cutting-retort", "elegant")

LISTS = {
    "companions": ("Brannoc",),
    "occupation": ("Dagger", "Lockpicks"),
    "items": ("Shortbow", "Leather Cuirass"),
}


def stunts(*taken: str | tuple[str, Mapping[str, str]]) -> tuple[Feature, ...]:
    """Stunts of the list by their ids, with choices where they have any."""
    return tuple(compose(TABLES, each, {}) if isinstance(each, str) else compose(TABLES, *each) for each in taken)


def hero(**changes: Any) -> Sheet:
    """A new character with nothing wrong about her."""
    sheet = Sheet(
        ruleset="skein",
        name="Merrin",
        aspects=ASPECTS,
        traits=SKILLS,
        features=stunts(*PLAIN_STUNTS),
        lists=LISTS,
        texts={"mother-tongue": "the speech of the river people"},
    )
    return finish(TABLES, msgspec.structs.replace(sheet, **changes))


def with_skills(**levels: int) -> Sheet:
    """The hero with some skills at other levels, which her pyramid may not bear; names have underscores here."""
    return hero(traits={**SKILLS, **{name.replace("_", "-"): level for name, level in levels.items()}})


def instead(skills: Mapping[str, str], traits: Mapping[str, int] = SKILLS) -> dict[str, int]:
    """The same levels, some of them in other skills."""
    return {skills.get(trait, trait): level for trait, level in traits.items()}


def npc(kind: str, **changes: Any) -> Sheet:
    return finish(TABLES, msgspec.structs.replace(Sheet(ruleset="skein", name="Somebody", kind=kind), **changes))


def codes(found: Iterable[Problem]) -> list[str]:
    return [problem.code for problem in found]


def error_codes(sheet: Sheet, dials: Dials | None = None) -> list[str]:
    return [problem.code for problem in problems(TABLES, sheet, dials or Dials()) if problem.severity == "error"]


def advice_codes(sheet: Sheet, dials: Dials | None = None) -> list[str]:
    return [problem.code for problem in problems(TABLES, sheet, dials or Dials()) if problem.severity == "advice"]
