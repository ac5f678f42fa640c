"""What can be wrong where creation has a structure: places one cannot come to, aspects and skills not offered there."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.creation.structure import Opening
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import chosen_in, skill_of

CITES = {
    "geographic": ("F2-OPT-14", "F2-OPT-15"),
    "pursuit": ("F2-OPT-14", "F2-OPT-16"),
    "career": ("F2-OPT-14", "F2-OPT-17"),
}


def structure_problems(tables: Tables, dials: Dials, found: tuple[Opening, ...]) -> Iterator[Problem]:
    """`found` is what each phase offers."""
    yield from _way_problems(dials, found)
    yield from _window_problems(tables, dials, found)
    yield from _skill_problems(tables, dials, found)


def _way_problems(dials: Dials, found: tuple[Opening, ...]) -> Iterator[Problem]:
    """In each phase somebody is in one place or pursuit, and can come there."""
    if dials.creation_structure == "career":
        return
    for each in found:
        if each.stage.kind == "phase" and each.way is None:
            names = ", ".join(way.name for way in each.ways) or "nothing"
            message = f"Phase {each.stage.number} is spent in one of: {names}."
            where = f"{each.stage.where}.lists.way"
            yield Problem("error", "wrong-way", where, message, "Choose one.", CITES[dials.creation_structure])


def _window_problems(tables: Tables, dials: Dials, found: tuple[Opening, ...]) -> Iterator[Problem]:
    """Aspects that no way offers, beyond the windows of opportunity that there are (F2-OPT-20)."""
    closed = windows_taken(tables, dials, found)
    for each, name in closed[most_windows(dials, closed) :]:
        message = f"{name} is not offered in phase {each.stage.number}."
        fix = f"Choose one of: {', '.join(each.aspects)}." if each.aspects else "Choose what one is born with."
        cites = (*CITES[dials.creation_structure], "F2-OPT-20")
        yield Problem("error", "aspect-not-offered", f"{each.stage.where}.name", message, fix, cites)


def windows_taken(tables: Tables, dials: Dials, found: tuple[Opening, ...]) -> list[tuple[Opening, str]]:
    return [
        (each, name)
        for each in found
        for name in chosen_in(each.stage.entry)
        if name.strip() and not each.has_aspect(tables, dials, name)
    ]


def most_windows(dials: Dials, closed: list[tuple[Opening, str]]) -> int:
    return dials.windows if isinstance(dials.windows, int) else len(closed)


def _skill_problems(tables: Tables, dials: Dials, found: tuple[Opening, ...]) -> Iterator[Problem]:
    for each in found:
        for trait, ranks in each.stage.entry.numbers.items():
            skill = skill_of(tables, trait)
            if ranks > 0 and not each.has_skill(skill):
                message = f"{skill.name if skill else trait} cannot be learnt in phase {each.stage.number}."
                where = f"{each.stage.where}.numbers.{trait[:60]}"
                cites = CITES[dials.creation_structure]
                yield Problem("error", "skill-not-offered", where, message, "Spend the rank otherwise.", cites)
