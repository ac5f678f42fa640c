"""What opens magic: aspects that have to be there before a skill or another aspect is bought (F2-MAG-02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from fatetable.mechanics.characters.ranks import together
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import PHASED, Stage, chosen_in, levels_of, skill_name, slot_of, whole_life


class Opening(Struct, frozen=True, kw_only=True):
    """One of these aspects, at this level, opens a skill, or so many levels of another aspect.

    Where it is bought `together`, the first rank of the skill belongs into a phase that brings the aspect.
    """

    by: tuple[str, ...]
    level: int = 1
    skill: str = ""
    aspect: str = ""
    together: bool = False
    cites: tuple[str, ...]


class Bound(Struct, frozen=True):
    """How many levels of an aspect there are."""

    aspect: str
    most: int
    cites: tuple[str, ...]


def opening_problems(
    tables: Tables, dials: Dials, sheet: Sheet, openings: Iterable[Opening], bounds: Iterable[Bound] = ()
) -> Iterator[Problem]:
    """What was bought before it was open, judged at the end of each phase."""
    if sheet.kind not in PHASED:
        return
    known, names, spent = tuple(openings), list[str](), dict[str, int]()
    for stage in whole_life(dials, sheet):
        names += chosen_in(stage.entry)
        levels = levels_of(names).levels
        for skill, ranks in stage.entry.numbers.items():
            ways = [opening for opening in known if opening.skill == skill]
            is_first = not spent.get(skill)
            if ranks > 0 and ways and not any(_is_open(opening, stage, levels, is_first) for opening in ways):
                where = f"{stage.where}.numbers.{skill}"
                yield _closed(where, skill_name(tables, skill), ways[0])
        spent = together((spent, stage.entry.numbers))
        for aspect in {slot_of(name): name for name in chosen_in(stage.entry) if name.strip()}.values():
            ways = [opening for opening in known if opening.aspect and slot_of(opening.aspect) == slot_of(aspect)]
            if ways and not any(_is_open(opening, stage, levels, is_first=False) for opening in ways):
                yield _closed(f"{stage.where}.name", aspect, ways[0])
    for bound in bounds:
        if sheet.levels.get(slot_of(bound.aspect), 0) > bound.most:
            message = f"There are {bound.most} levels of {bound.aspect}, and no more."
            yield Problem("error", "too-many-levels", "entries.phases", message, "Choose another aspect.", bound.cites)


def _is_open(opening: Opening, stage: Stage, levels: Mapping[str, int], is_first: bool) -> bool:
    here = levels_of(chosen_in(stage.entry)).levels if opening.together and is_first else levels
    return any(here.get(slot_of(aspect), 0) >= opening.level for aspect in opening.by)


def _closed(where: str, what: str, opening: Opening) -> Problem:
    by = " or ".join(opening.by)
    level = f" at level {opening.level}" if opening.level > 1 else ""
    when = " in the same phase" if opening.together else ""
    message = f"{what} is open to those with the aspect {by}{level}{when}."
    return Problem("error", "not-open", where, message, f"Choose {by} first.", opening.cites)
