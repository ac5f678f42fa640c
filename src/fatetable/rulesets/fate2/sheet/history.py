"""What a life is made of: phases, each with its aspects and the ranks it brings."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.mechanics.characters.ranks import Ranks, Stretch
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet.kinds import HERO, SERVANT

PHASES = "phases"
EXTRAS = "extras"
ARCS = "arcs"
ODDITY = "oddity"
NOTHING = Entry()
WRITTEN_BY_GM = "written-by-gm"
PLOT_RANKS = 1


class Stage(Struct, frozen=True, kw_only=True):
    """One phase: its place on the sheet, what was filled in there, and how many ranks it brings."""

    where: str
    entry: Entry
    ranks: int
    number: int

    @property
    def for_skills(self) -> int:
        """What extras leave (F2-EXT-02, F2-EXT-24)."""
        return self.ranks - ranks_of_extras(self.entry)

    @property
    def stretch(self) -> Stretch:
        return Stretch(f"{self.where}.numbers", self.entry.numbers, self.for_skills)


def number_of_phases(dials: Dials, sheet: Sheet) -> int:
    """As many as the campaign has; of others than heroes as many as the GM says."""
    return dials.creation_phases if sheet.kind == HERO else sheet.numbers.get(PHASES, dials.creation_phases)


def stages(dials: Dials, sheet: Sheet) -> Iterator[Stage]:
    """Every phase of a life in its order, those that are still blank too."""
    filled = sheet.entries.get(PHASES, ())
    for place in range(number_of_phases(dials, sheet)):
        entry = filled[place] if place < len(filled) else NOTHING
        where = f"entries.{PHASES}.{place}"
        yield Stage(where=where, entry=entry, ranks=ranks_of_phase(dials, sheet), number=place + 1)


def ranks_of_phase(dials: Dials, sheet: Sheet) -> int:
    """Every phase of a servant whom the GM writes up is one of the plot, with a rank more (F2-EXT-13)."""
    by_gm = sheet.kind == SERVANT and bool(sheet.numbers.get(WRITTEN_BY_GM))
    return dials.ranks_per_phase + (PLOT_RANKS if by_gm else 0)


def arcs(sheet: Sheet) -> Iterator[Stage]:
    """What has come since creation: each arc with the ranks spent in it; one that has no name is not over."""
    for place, entry in enumerate(sheet.entries.get(ARCS, ())):
        where = f"entries.{ARCS}.{place}"
        yield Stage(where=where, entry=entry, ranks=ranks_spent(entry), number=place + 1)


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
