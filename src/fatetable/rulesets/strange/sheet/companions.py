"""Companions: what a gift says of them, and the sheets they have at the table (SF-COMP-01 to SF-COMP-13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.strange.book import RULESET, CompanionRow, Tables
from fatetable.rulesets.strange.sheet.gear import EQUIPMENT, IMPACT, IMPROVEMENTS, THEME
from fatetable.rulesets.strange.sheet.person import GIFTS, gifts_of
from fatetable.rulesets.strange.sheet.skills import SKILLS

COMPANION = "companion"
"""A kind of gift, and the kind of actor that comes of it."""
MINION_GROUP = "minion-group"
"""The kind of actor that minions and duplicates are, all of one call together."""
GIFTS_OF_COMPANIONS = (EQUIPMENT, IMPACT, THEME)
QUALITY, STURDY, BOND, MODE = "quality", "sturdy", "bond", "communication"
"""Its quality; the types of stress it has one box more of; the aspects of its patron it shares; how the two talk."""
INDEPENDENT, KEEPING_UP, SUMMONABLE = "independent", "keeping-up", "summonable"
"""Numbers on its sheet that say what it was improved by."""


def improvements_of(tables: Tables, gift: Entry) -> Iterator[tuple[CompanionRow, Entry]]:
    """The improvements of a companion, with what is said of each."""
    for part in gift.entries.get(IMPROVEMENTS, ()):
        row = tables.companions.row(part.name)
        if row is not None:
            yield row, part


def worth(tables: Tables, gift: Entry, figure: Callable[[CompanionRow], int]) -> int:
    return sum(figure(row) for row, _ in improvements_of(tables, gift))


def quality_of(tables: Tables, gift: Entry) -> int:
    """SF-COMP-05."""
    numbers = [row.number for row in tables.companions.quality]
    return min(max(numbers), min(numbers) + worth(tables, gift, lambda row: row.quality))


def sturdy_in(tables: Tables, gift: Entry) -> tuple[str, ...]:
    """The types of stress it has one box more of: all of them, or as many as were chosen."""
    number, scopes = tables.companions.of_quality(quality_of(tables, gift)).sturdy, [row.id for row in tables.scopes]
    chosen = [scope for scope in gift.lists.get(STURDY, ()) if scope in scopes]
    return tuple(scopes) if number >= len(scopes) else tuple(chosen[:number])


def companion_sheets(tables: Tables, sheet: Sheet) -> tuple[Sheet, ...]:
    """The companions that somebody has, each as often as there are of it (SF-COMP-12)."""
    return tuple(
        each
        for gift in gifts_of(sheet)
        if gift.kind == COMPANION
        for each in _copies(tables, companion(tables, gift), gift)
    )


def _copies(tables: Tables, one: Sheet, gift: Entry) -> Iterator[Sheet]:
    yield one
    for number in range(worth(tables, gift, lambda row: row.copies)):
        yield msgspec.structs.replace(one, name=f"{one.name} {number + 2}")


def companion(tables: Tables, gift: Entry) -> Sheet:
    """The sheet of a companion, before anything is worked out from it."""
    said = {row.form: part for row, part in improvements_of(tables, gift)}
    words = [part.texts.get("text", "").strip() for row, part in improvements_of(tables, gift) if row.form == "aspect"]
    has = {row.id for row, _ in improvements_of(tables, gift)}
    mode = said["mode"].texts.get("text", "").strip() if "mode" in said else ""
    bond = said["bond"].lists.get("aspect", ()) if "bond" in said else ()
    return Sheet(
        ruleset=RULESET,
        name=gift.name.strip(),
        kind=COMPANION,
        description=gift.texts.get("text", "").strip(),
        aspects={f"aspect-{number}": text for number, text in enumerate(filter(None, words), start=1)},
        numbers={
            QUALITY: quality_of(tables, gift),
            **{name: 1 for name in (INDEPENDENT, KEEPING_UP, SUMMONABLE) if name in has},
        },
        lists={name: words for name, words in ((STURDY, sturdy_in(tables, gift)), (BOND, bond)) if words},
        texts={MODE: mode} if mode else {},
        entries={name: gift.entries[name] for name in (SKILLS, GIFTS) if gift.entries.get(name)},
    )
