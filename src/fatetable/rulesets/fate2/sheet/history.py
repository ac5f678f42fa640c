"""What a life is made of: phases, each with its aspects and the ranks it brings, and what has come since."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from fatetable.mechanics.characters.ranks import Ranks, Stretch
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet.aspects import chosen_in, slot_of
from fatetable.rulesets.fate2.sheet.kinds import HERO, SERVANT

PHASES = "phases"
EXTRAS = "extras"
ARCS = "arcs"
ODDITY = "oddity"
FREE = "free"
POTENTIAL = "potential"
MISSED = "missed"
DESTINY = "Destiny"
FULFILLED, GIVEN_UP = "fulfilled", "given-up"
"""Arcs that turned a level of Destiny into another aspect."""
NOTHING = Entry()
WRITTEN_BY_GM = "written-by-gm"
PLOT_RANKS = 1


class Stage(Struct, frozen=True, kw_only=True):
    """One phase: its place on the sheet, what was filled in there, and how many ranks it brings.

    `number` is that of the phase of the campaign.  A point of potential is a phase more within it, and `point` says
    which; a free aspect brings nothing but itself.
    """

    where: str
    entry: Entry
    ranks: int
    number: int
    point: int = 0
    kind: Literal["phase", "potential", "free", "arc"] = "phase"

    @property
    def title(self) -> str:
        if self.kind == "free":
            return f"Free aspect {self.point}"
        more = f", {self.point}" if self.point > 1 else ""
        return f"Phase {self.number}, by potential{more}" if self.point else f"Phase {self.number}"

    @property
    def for_skills(self) -> int:
        """What extras leave (F2-EXT-02, F2-EXT-24)."""
        return self.ranks - ranks_of_extras(self.entry)

    @property
    def stretch(self) -> Stretch:
        return Stretch(f"{self.where}.numbers", self.entry.numbers, self.for_skills)


def missed_phases(dials: Dials, sheet: Sheet) -> int:
    """How many phases of the campaign were over before somebody young came into it (F2-OPT-05)."""
    if sheet.kind != HERO or dials.potential != "missed-phases":
        return 0
    return max(0, min(sheet.numbers.get(MISSED, 0), dials.creation_phases - 1))


def number_of_phases(dials: Dials, sheet: Sheet) -> int:
    """As many as the campaign has, but those somebody missed; of others than heroes as many as the GM says."""
    if sheet.kind == HERO:
        return dials.creation_phases - missed_phases(dials, sheet)
    return sheet.numbers.get(PHASES, dials.creation_phases)


def points_of_potential(dials: Dials, sheet: Sheet) -> int:
    """A point for each missed phase, or as many as everybody has (F2-OPT-05, F2-OPT-07, F2-OPT-18)."""
    if sheet.kind != HERO or dials.potential == "none":
        return 0
    return missed_phases(dials, sheet) if dials.potential == "missed-phases" else dials.potential_points


def stages(dials: Dials, sheet: Sheet) -> Iterator[Stage]:
    """Every phase of a life in its order, those that are still blank too; free aspects come first."""
    is_hero = sheet.kind == HERO
    for place, entry in enumerate(sheet.entries.get(FREE, ()) if is_hero else ()):
        yield Stage(where=f"entries.{FREE}.{place}", entry=entry, ranks=0, number=0, point=place + 1, kind="free")
    filled, missed = sheet.entries.get(PHASES, ()), missed_phases(dials, sheet)
    for place in range(number_of_phases(dials, sheet)):
        entry = filled[place] if place < len(filled) else NOTHING
        where, number = f"entries.{PHASES}.{place}", place + missed + 1
        yield Stage(where=where, entry=entry, ranks=_ranks(dials, sheet, entry), number=number)
        if is_hero and dials.potential != "none":
            yield from _by_potential(dials, sheet, where, entry, number)


def _by_potential(dials: Dials, sheet: Sheet, where: str, entry: Entry, number: int) -> Iterator[Stage]:
    """Whole phases more that potential bought in this one (F2-OPT-06)."""
    for place, more in enumerate(entry.entries.get(POTENTIAL, ())):
        there = f"{where}.entries.{POTENTIAL}.{place}"
        ranks = _ranks(dials, sheet, more)
        yield Stage(where=there, entry=more, ranks=ranks, number=number, point=place + 1, kind="potential")


def _ranks(dials: Dials, sheet: Sheet, entry: Entry) -> int:
    """A Destiny brings none (F2-OPT-08)."""
    return 0 if has_destiny(dials, entry) else ranks_of_phase(dials, sheet)


def ranks_of_phase(dials: Dials, sheet: Sheet) -> int:
    """Every phase of a servant whom the GM writes up is one of the plot, with a rank more (F2-EXT-13)."""
    by_gm = sheet.kind == SERVANT and bool(sheet.numbers.get(WRITTEN_BY_GM))
    return dials.ranks_per_phase + (PLOT_RANKS if by_gm else 0)


def levels_turned(sheet: Sheet) -> int:
    """How many levels of Destiny have become other aspects since creation."""
    return sum(arc.kind in (FULFILLED, GIVEN_UP) for arc in sheet.entries.get(ARCS, ()))


def has_destiny(dials: Dials, entry: Entry) -> bool:
    return dials.destiny and slot_of(DESTINY) in (slot_of(name) for name in chosen_in(entry))


def arcs(sheet: Sheet) -> Iterator[Stage]:
    """What has come since creation: each arc with the ranks spent in it; one that has no name is not over."""
    for place, entry in enumerate(sheet.entries.get(ARCS, ())):
        where = f"entries.{ARCS}.{place}"
        yield Stage(where=where, entry=entry, ranks=ranks_spent(entry), number=place + 1, kind="arc")


def whole_life(dials: Dials, sheet: Sheet) -> Iterator[Stage]:
    """A whole life: the phases of creation, and the arcs after them."""
    yield from stages(dials, sheet)
    yield from arcs(sheet)


def ranks_spent(entry: Entry) -> int:
    return sum(entry.numbers.values()) + ranks_of_extras(entry)


def ranks_of_extras(entry: Entry) -> int:
    """What the extras of a phase cost together (F2-EXT-02)."""
    return sum(ranks_of_extra(extra) for extra in entry.entries.get(EXTRAS, ()))


def ranks_of_extra(extra: Entry) -> int:
    """A rank for each aspect, or as many as it says; a small oddity costs nothing (F2-EXT-07, F2-EXT-08)."""
    if extra.kind == ODDITY:
        return 0
    return max(1, extra.numbers.get("ranks", len(extra.lists.get("aspects", ()))))


def all_ranks(dials: Dials, sheet: Sheet) -> Iterator[Ranks]:
    return (stage.entry.numbers for stage in whole_life(dials, sheet))
