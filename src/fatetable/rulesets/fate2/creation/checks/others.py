"""What can be wrong with characters without phases: bare aspects and minions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fatetable.mechanics.characters.ranks import RankRules
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import BARE, MINOR

HIGHEST = 20


def bare_problems(tables: Tables, _dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    """A minor character is nothing but its aspects, so it needs one (F2-GM-02)."""
    entries = sheet.entries.get(BARE, ())
    if sheet.kind == MINOR and not any(entry.name.strip() for entry in entries):
        message = "There is no aspect."
        yield Problem("error", "aspect-missing", f"entries.{BARE}", message, "Give one.", ("F2-GM-02",))
    for place, entry in enumerate(entries):
        level = entry.numbers.get("level", 1)
        if not 0 < level <= HIGHEST:
            where = f"entries.{BARE}.{place}.numbers.level"
            yield Problem("error", "wrong-level", where, f"Levels go from 1 to {HIGHEST}.", "", ("F2-GM-02",))
    if sheet.kind == MINOR:
        yield from _advice(tables, sheet.levels)


def _advice(tables: Tables, levels: Mapping[str, int]) -> Iterator[Problem]:
    """A pyramid of aspects is suggested, and few of them: bare aspects outdo characters with as many (F2-GM-02)."""
    rules = RankRules(start=0, bottom=1)
    for gap in rules.gaps(levels):
        message = f"{gap.number} at {tables.ladder.word(gap.level)} would look right on {gap.needed} a level below."
        yield Problem("advice", "aspects-no-pyramid", f"entries.{BARE}", message, "", ("F2-GM-02",))
    if sum(levels.values()) >= tables.figures.bare.noticeable:
        message = "With so many levels bare aspects outdo heroes; phases would suit somebody so important."
        yield Problem("advice", "many-aspects", f"entries.{BARE}", message, "", ("F2-GM-02",))
