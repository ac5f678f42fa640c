"""The Skill Trapping Diagram as a graph: what it costs to get from the trappings of a skill to the next ones.

It knows boxes and lines by their ids only; what boxes cost is not its business.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from fatetable.engine.identity import remembered
from fatetable.rulesets.strange.book import Box, Line

MOST_FOR_LINES = 4
"""What the lines to one new trapping cost at most (SF-BUILD-05)."""
_APART = "\n"


class Step(Struct, frozen=True):
    """One more trapping: the price of the way there, and the lines that are paid for with it."""

    box: str
    price: int
    crossed: tuple[str, ...]


class Build(Struct, frozen=True):
    """A way to put together the wanted boxes of one chain, from the box it starts in."""

    start: str
    steps: tuple[Step, ...] = ()

    @property
    def price(self) -> int:
        return sum(step.price for step in self.steps)


class Road(Struct, frozen=True):
    to: str
    price: int
    line: str


class Diagram(Struct, frozen=True):
    """`roads` lead from each box along each of its lines; `chains` says by number which boxes hang together."""

    boxes: tuple[str, ...]
    roads: Mapping[str, tuple[Road, ...]]
    chains: Mapping[str, int]

    def split(self, wanted: Collection[str]) -> tuple[tuple[str, ...], ...]:
        """The wanted boxes by the chain that they are in, in the order of the diagram."""
        found: dict[int, list[str]] = {}
        for box in self.boxes:
            if box in wanted:
                found.setdefault(self.chains[box], []).append(box)
        return tuple(tuple(boxes) for boxes in found.values())


@remembered(limit=16)
def diagram_of(boxes: tuple[Box, ...], lines: tuple[Line, ...]) -> Diagram:
    roads: dict[str, list[Road]] = {box.id: [] for box in boxes}
    for line in lines:
        roads[line.one].append(Road(line.other, line.price, line.id))
        roads[line.other].append(Road(line.one, line.price, line.id))
    return Diagram(
        boxes=tuple(roads),
        roads={box: tuple(found) for box, found in roads.items()},
        chains=_chains(roads),
    )


def _chains(roads: Mapping[str, Iterable[Road]]) -> dict[str, int]:
    chains: dict[str, int] = {}
    for number, first in enumerate(roads):
        waiting = [first]
        while waiting:
            box = waiting.pop()
            if box not in chains:
                chains[box] = number
                waiting += (road.to for road in roads[box])
    return chains


def builds(diagram: Diagram, wanted: Collection[str]) -> tuple[tuple[Build, ...], ...]:
    """For each chain with wanted boxes, all its cheapest builds, one for each box they can start in (SF-BUILD-06).

    >>> thin = Line(one="leap", other="move", style="thin")
    >>> small = diagram_of((Box(id="leap", column=0, row=0), Box(id="move", column=1, row=0)), (thin,))
    >>> [[(build.start, build.price) for build in chain] for chain in builds(small, {"leap", "move"})]
    [[('leap', 1), ('move', 1)]]
    """
    return tuple(_cheapest(diagram, _APART.join(boxes)) for boxes in diagram.split(wanted))


def line_price(diagram: Diagram, wanted: Collection[str]) -> int:
    """What all lines of a skill with these boxes cost."""
    return sum(chain[0].price for chain in builds(diagram, wanted))


@remembered(limit=4096, has_texts=True)
def _cheapest(diagram: Diagram, wanted: str) -> tuple[Build, ...]:
    """Texts are remembered by value, so the boxes are one text."""
    boxes = tuple(wanted.split(_APART))
    found = [_outward(diagram, start, boxes) for start in boxes]
    least = min(build.price for build in found)
    return tuple(build for build in found if build.price == least)


def _outward(diagram: Diagram, start: str, wanted: tuple[str, ...]) -> Build:
    """The nearest wanted box comes next, from anything reached so far; true sums decide, not those cut to four."""
    steps: list[Step] = []
    reach = _Reach(diagram, start)
    waiting = [box for box in wanted if box != start]
    while waiting:
        nearest = min(waiting, key=lambda box: reach.sums[box])
        waiting.remove(nearest)
        price = min(reach.sums[nearest], MOST_FOR_LINES)
        steps.append(Step(nearest, price, reach.pay_for(nearest)))
    return Build(start, tuple(steps))


class _Reach:
    """How far everything is from what has been reached; grows outward while lines are paid for."""

    def __init__(self, diagram: Diagram, start: str) -> None:
        self._diagram = diagram
        self.sums = {start: 0}
        self._back: dict[str, tuple[str, str]] = {}
        self._spread([start])

    def _spread(self, reached: Iterable[str]) -> None:
        """Shorten every way that begins in a box that is reached now."""
        waiting = [(0, box) for box in reached]
        while waiting:
            sum_here, box = heapq.heappop(waiting)
            if sum_here > self.sums[box]:
                continue
            for road in self._diagram.roads[box]:
                sum_there = sum_here + road.price
                if sum_there < self.sums.get(road.to, sum_there + 1):
                    self.sums[road.to] = sum_there
                    self._back[road.to] = (box, road.line)
                    heapq.heappush(waiting, (sum_there, road.to))

    def pay_for(self, box: str) -> tuple[str, ...]:
        """The lines on the way to a box that are paid for now; all of it belongs to what has been reached."""
        way, lines = [box], []
        while way[-1] in self._back:
            before, line = self._back.pop(way[-1])
            lines.append(line)
            way.append(before)
        for passed in way:
            self.sums[passed] = 0
        self._spread(way)
        return tuple(lines)
