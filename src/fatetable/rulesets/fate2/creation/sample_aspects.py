"""Which aspects a ready-made character takes in a campaign: its own where they are offered, and others that fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from fatetable.mechanics.characters.sheet import Entry
from fatetable.rulesets.fate2.book import SampleRow, Tables, Way
from fatetable.rulesets.fate2.creation.structure import Opening, Past, opening, ways_open
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import Stage, slot_of


class Wish(Struct, frozen=True):
    """What a ready-made character would like to be; `row` is of one that is played."""

    tables: Tables
    dials: Dials
    row: SampleRow
    is_hero: bool

    def opening(self, past: Past, place: int) -> Opening:
        """What a phase offers: the place or pursuit of the wished aspect, if one can come there."""
        stage = Stage(where="", entry=Entry(), ranks=0, number=place + 1)
        ways = tuple(ways_open(self.tables, self.dials, past)) if self.is_hero else ()
        return opening(self.dials, stage, past, ways, self._way(ways, past, place))

    def _way(self, ways: tuple[Way, ...], past: Past, place: int) -> Way | None:
        if self.dials.creation_structure == "career" or not ways:
            return None
        wanted = slot_of(self._own(place))
        offering = (way for way in ways if wanted in {slot_of(name) for name in way.offers})
        staying = (way for way in ways if past.ways[-1:] == (way.name,))
        return next(offering, None) or next(staying, None) or ways[0]

    def aspects(self, here: Opening, place: int) -> tuple[str, ...]:
        """As many as a phase brings: the wished ones first, and none above the cap."""
        held = Counter(slot_of(name) for name in here.past.names)
        taken: list[str] = []
        for step in range(self.dials.levels_per_phase):
            name = next(each for each in self._fitting(here, place + step) if held[slot_of(each)] < self._cap)
            held[slot_of(name)] += 1
            taken.append(name)
        return tuple(taken)

    def _fitting(self, here: Opening, place: int) -> Iterator[str]:
        planned = self.tables.phase(here.stage.number)
        if self.is_hero and planned.must:
            yield from planned.plot
        is_open = self.dials.creation_structure == "open" or not self.is_hero
        own = [self._own(place + step) for step in range(len(self.row.phases))]
        yield from (name for name in own if is_open or here.has_aspect(self.tables, self.dials, name))
        yield from here.aspects
        yield from (row.name for row in self.tables.aspects if is_open or row.is_inborn)
        # A short list may be used up; then people simply remember more.
        yield from (f"Memory {number}" for number in range(1, 1000))

    def _own(self, place: int) -> str:
        return self.row.phases[place % len(self.row.phases)].aspect

    @property
    def _cap(self) -> int:
        phases, levels = self.dials.creation_phases, self.dials.creation_phases * self.dials.levels_per_phase
        match self.dials.aspect_cap if self.is_hero else "none":
            case "third-of-phases":
                return -(-phases // 3)
            case "half-of-phases":
                return max(1, phases // 2)
            case "fixed":
                return self.dials.aspect_cap_number
            case "half-of-levels":
                return max(1, levels // 2)
            case "best-skill":
                return 1
            case _:
                return 1000
