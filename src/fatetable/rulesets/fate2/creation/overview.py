"""What people are told before they make characters, and the aspects that are suggested to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fatetable.engine.offers import Choice
from fatetable.rulesets.fate2.book import KINDS_OF_ASPECTS, Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import slot_of, starting_points


def overview(tables: Tables, dials: Dials) -> Iterator[str]:
    """The rules of the campaign in a few sentences (F2-CHAR-02)."""
    phases, ranks = dials.creation_phases, dials.ranks_per_phase
    levels = _many(dials.levels_per_phase, "aspect")
    whole = "a life of one phase" if phases == 1 else f"a life of {phases} phases"
    yield f"Make {whole}, each with {levels} and {_many(ranks, 'rank')} of skills or extras."
    yield _SHAPES[dials.skill_structure]
    yield f"You begin with {_many(starting_points(tables, dials), 'fate point')}."
    yield f"An aspect can be {', '.join(KINDS_OF_ASPECTS.values())}."
    yield f"Skills of this campaign: {skills_by_category(tables)}."


_SHAPES = {
    "pyramid": "At the end of each phase every skill above Average stands on one skill more a level below.",
    "column": "At the end of each phase every skill above Average stands on one a level below.",
}


def skills_by_category(tables: Tables) -> str:
    """How many skills there are of each kind: most of what the game is about (F2-SKL-20)."""
    counted = Counter(skill.category for skill in tables.skills)
    return ", ".join(f"{category} {number}" for category, number in counted.most_common())


def suggestions(tables: Tables, held: tuple[str, ...]) -> tuple[Choice, ...]:
    """Aspects one has, which would rise, and those of the book (F2-ASP-02)."""
    known = {slot_of(name) for name in held}
    rising = (Choice(name, f"{name}: once more") for name in held)
    return (*rising, *(row.suggestion for row in tables.aspects if slot_of(row.name) not in known))


def _many(number: int, name: str) -> str:
    return f"1 {name}" if number == 1 else f"{number} {name}s"
