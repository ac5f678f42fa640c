"""What minions can do: scopes, skills, or copies of their caller's skills, and which of them a tier raises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

import msgspec
from msgspec import Struct

from fatetable.mechanics.characters.sheet import SIZE, Entry, Sheet
from fatetable.rulesets.strange.book import RULESET, HeldTrapping, MinionRow, Tables
from fatetable.rulesets.strange.sheet import (
    BENEFITS,
    DUPLICATES,
    MINION_GROUP,
    MINIONS,
    QUALITY,
    RATING,
    SIMPLE,
    SKILLS,
    TIER,
    possible_benefits,
    skill_entry,
    skill_of,
    skills_of,
)

STAYING = "stays"
"""The number on the sheet of minions that stay when a scene ends."""


class Kin(Struct, frozen=True):
    """What minions of one form are made of: `names` of what they may have, for each rating from the best down."""

    ratings: tuple[int, ...]
    names: tuple[tuple[str, ...], ...]

    @property
    def is_possible(self) -> bool:
        """Is there another name for each place?  What fits a rating fits all below it."""
        return all(len(names) > place for place, names in enumerate(self.names))


def kin(tables: Tables, sheet: Sheet, form: str, row: MinionRow) -> Kin:
    """What there is to choose for minions of a quality (SF-MINIONS-03, SF-MINIONS-04, SF-MINIONS-07)."""
    if form == DUPLICATES:
        return Kin(row.simple, tuple(_copied(tables, sheet, rating) for rating in row.simple))
    if form == SIMPLE:
        return Kin(row.simple, (tuple(scope.id for scope in tables.minions.scope),) * len(row.simple))
    return Kin(row.advanced, (tuple(skill.name for skill in tables.skills),) * len(row.advanced))


def _copied(tables: Tables, sheet: Sheet, rating: int) -> tuple[str, ...]:
    """Only what their caller has at least as high, and nothing that makes duplicates."""
    able = (skill for skill in skills_of(tables, sheet) if skill.rating >= rating)
    return tuple(skill.name for skill in able if not skill.has(MINIONS, DUPLICATES))


def chosen(names: Sequence[Sequence[str]], wanted: Sequence[str]) -> tuple[str, ...]:
    """One name for each place, as wanted; what is taken already gives way to the first that is left.

    >>> chosen([["a", "b", "c"]] * 3, ["b", "b", "a"])
    ('b', 'a', 'c')
    """
    found: list[str] = []
    for options, name in zip_longest(names, wanted[: len(names)]):
        left = [each for each in options if each not in found]
        found.append(name if name in left else left[0])
    return tuple(found)


def minion_sheet(
    tables: Tables,
    caller: Sheet,
    form: str,
    row: MinionRow,
    names: Sequence[str],
    tiers: Mapping[int, int],
    *,
    name: str,
    number: int,
    stays: bool = False,
) -> Sheet:
    """A group of so many; `tiers` are those that the places of some scopes or skills are raised to (SF-MINIONS-06)."""
    ratings = kin(tables, caller, form, row).ratings
    return Sheet(
        ruleset=RULESET,
        name=name,
        kind=MINION_GROUP,
        numbers={QUALITY: row.number, SIZE: number, **({STAYING: 1} if stays else {})},
        lists={"scopes": tuple(names)} if form == SIMPLE else {},
        entries={
            SKILLS: tuple(
                _entry(tables, caller, form, each, rating, tiers.get(place, 0))
                for place, (each, rating) in enumerate(zip(names, ratings, strict=True))
            )
        },
    )


def _entry(tables: Tables, caller: Sheet, form: str, name: str, rating: int, tier: int) -> Entry:
    if form == DUPLICATES:
        return _copy(tables, caller, name, rating, tier)
    if form == SIMPLE:
        held = tuple(_of_scope(tables, name))
        benefits = possible_benefits(tables, held, tier)[:rating]
        return skill_entry(tables, name.capitalize(), rating, tier, *held, kind="unique", benefits=benefits)
    entry = skill_entry(tables, name, rating, tier)
    return _with_benefits(tables, entry, rating, tier)


def _of_scope(tables: Tables, scope: str) -> Iterator[HeldTrapping]:
    row = next(row for row in tables.minions.scope if row.id == scope)
    yield from (HeldTrapping(id=trapping) for trapping in row.trappings)
    yield HeldTrapping(id="initiative", of=scope)


def _copy(tables: Tables, caller: Sheet, name: str, rating: int, tier: int) -> Entry:
    """A skill of the caller's, no higher than theirs, and Mundane unless a benefit raises it."""
    own = next(entry for entry in caller.entries.get(SKILLS, ()) if entry.name == name)
    numbers = {**own.numbers, RATING: rating, TIER: min(tier, own.numbers.get(TIER, 0))}
    copy = msgspec.structs.replace(own, numbers=numbers, lists={**own.lists, BENEFITS: ()})
    return _with_benefits(tables, copy, rating, numbers[TIER])


def _with_benefits(tables: Tables, entry: Entry, rating: int, tier: int) -> Entry:
    benefits = possible_benefits(tables, skill_of(tables, entry).trappings, tier)[:rating]
    return msgspec.structs.replace(entry, lists={**entry.lists, BENEFITS: benefits})
