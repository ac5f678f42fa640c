"""Opponents in a few seconds: bare aspects, minions, and a whole character by the shorthand of the pyramid."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, TextHole
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.scenes.quick_opponents import LONGEST_LINE, QuickKind, QuickOpponent
from fatetable.rulesets.fate2.book import RULESET, Tables
from fatetable.rulesets.fate2.creation.checks.others import HIGHEST
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import (
    BARE,
    EXTRAS,
    MINION,
    MINOR,
    NAMED,
    PHASES,
    in_order,
    shorthand,
    worked_out,
)

MOST_AT_ONCE = 12
MOST_MINIONS = 30
MOST_LEVELS = 6
MOST_NAMED = 20
USUAL_BAND = 4
USUALLY = "combat"
_WITH_LEVEL = re.compile(r"(?P<name>.*?\S)\s+(?P<level>\d{1,2})")


def quick_foes(tables: Tables, dials: Dials) -> tuple[QuickKind, ...]:
    kinds = dict.fromkeys(skill.category for skill in tables.skills if in_order((skill,), ""))
    return (
        QuickKind(
            kind=MINOR,
            label="minor character",
            numbers=(1, MOST_AT_ONCE),
            asks=(
                NumberHole("fill", "level of that", 1, MOST_LEVELS, key="level", suggestions=tuple(_levels(tables))),
                TextHole("fill", "other aspects, with levels", optional=True, key="aspects", limit=LONGEST_LINE),
            ),
            make=partial(_minor, tables, dials),
            cites=("F2-GM-02",),
            usual={"level": 2, "aspects": ""},
        ),
        QuickKind(
            kind=MINION,
            label="minion",
            numbers=(1, MOST_MINIONS),
            asks=(),
            make=lambda wanted: tuple(Sheet(ruleset=RULESET, name=name, kind=MINION) for name in wanted.names()),
            cites=("F2-EXT-14",),
            usual_number=USUAL_BAND,
        ),
        QuickKind(
            kind=NAMED,
            label="character with skills",
            numbers=(1, MOST_AT_ONCE),
            asks=(
                ChoiceHole("fill", "best at", tuple(Choice(kind, f"{kind} skills") for kind in kinds), key="best"),
                NumberHole("fill", "phases", 1, len(tables.spreads), key="phases"),
                TextHole("fill", "other aspects", optional=True, key="aspects", limit=LONGEST_LINE),
            ),
            make=partial(_named, tables, dials),
            cites=("F2-PYR-12",),
            usual={
                "best": USUALLY if USUALLY in kinds else next(iter(kinds), ""),
                "phases": min(dials.creation_phases, len(tables.spreads)),
                "aspects": "",
            },
        ),
    )


def _levels(tables: Tables) -> Iterator[Choice]:
    return (Choice(str(level), tables.ladder.label(level)) for level in range(1, MOST_LEVELS + 1))


def _minor(tables: Tables, dials: Dials, wanted: QuickOpponent) -> tuple[Sheet, ...]:
    """What it is called is its best aspect (F2-GM-02)."""
    entries = (_aspect(wanted.name, int(str(wanted.fill["level"]))), *map(_written, wanted.entries("aspects")))
    return tuple(
        worked_out(tables, dials, Sheet(ruleset=RULESET, name=name, kind=MINOR, entries={BARE: entries[:MOST_NAMED]}))
        for name in wanted.names()
    )


def _written(words: str) -> Entry:
    """An aspect with its level behind it, as in "Horseman 2"."""
    found = _WITH_LEVEL.fullmatch(words)
    return _aspect(found["name"], min(max(1, int(found["level"])), HIGHEST)) if found else _aspect(words, 1)


def _aspect(name: str, level: int) -> Entry:
    return Entry(name=name, numbers={"level": level})


def _named(tables: Tables, dials: Dials, wanted: QuickOpponent) -> tuple[Sheet, ...]:
    """As many phases as asked for, and the aspects in turn."""
    number = int(str(wanted.fill["phases"]))
    learnt = shorthand(tables, dials, in_order(tables.skills, str(wanted.fill["best"])), number)
    names = (wanted.name, *wanted.entries("aspects"))
    each = dials.levels_per_phase
    phases = tuple(
        Entry(
            name=names[place * each % len(names)],
            numbers=spent,
            lists={"aspects": tuple(names[(place * each + more) % len(names)] for more in range(1, each))}
            if each > 1
            else {},
            entries=_friends(dials.ranks_per_phase - sum(spent.values())),
        )
        for place, spent in enumerate(learnt)
    )
    sheets = (
        Sheet(ruleset=RULESET, name=name, kind=NAMED, numbers={PHASES: number}, entries={PHASES: phases})
        for name in wanted.names()
    )
    return tuple(worked_out(tables, dials, sheet) for sheet in sheets)


def _friends(left: int) -> dict[str, tuple[Entry, ...]]:
    """Ranks that no skill takes go into people one knows."""
    friends = Entry(name="Old Friends", kind="contact", lists={"aspects": ("Helps Where They Can",) * left})
    return {EXTRAS: (friends,)} if left else {}
