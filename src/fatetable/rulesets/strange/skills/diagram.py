"""The Skill Trapping Diagram as a graph: what it costs to get from the trappings of a skill to the next ones.

It knows boxes and lines by their ids only; what boxes cost is not its business.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice

from msgspec import Struct

from fatetable.engine.identity import remembered
from fatetable.rulesets.strange.book import Box, Line

MOST_FOR_LINES = 4
"""What the lines to one new trapping cost at most (SF-BUILD-05)."""
MOST_TRIED = 1500
"""How many equal ways are tried in all, where lines make loops: enough to try each for a small skill."""
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

    def has_loops(self, box: str) -> bool:
        """Is there more than one way between boxes of the chain that this one is in?"""
        chain = [each for each in self.boxes if self.chains[each] == self.chains[box]]
        return sum(len(self.roads[each]) for each in chain) // 2 >= len(chain)


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
    # Where lines make no loop, all ways of the same length come to the same, and the first will do.
    most = max(1, MOST_TRIED // len(boxes) ** 2) if diagram.has_loops(boxes[0]) else 1
    found = [_outward(diagram, start, boxes, most) for start in boxes]
    least = min(build.price for build in found)
    return tuple(build for build in found if build.price == least)


def _outward(diagram: Diagram, start: str, wanted: tuple[str, ...], most: int) -> Build:
    """The nearest wanted box comes next, from anything reached so far; true sums decide, not those cut to four.

    Of equally near boxes and equally long ways every one is tried, and the `most` promising go on.
    """
    growing, left = {frozenset((start,)): (Build(start), _spread(diagram, {}, (start,)))}, len(wanted) - 1
    for _ in range(left):
        grown: dict[frozenset[str], tuple[Build, Mapping[str, int]]] = {}
        for reached, (build, sums) in growing.items():
            for step, way in islice(_steps(diagram, wanted, build, reached, sums), most):
                longer = Build(start, (*build.steps, step))
                known = grown.get(reached | way)
                if known is None or longer.price < known[0].price:
                    grown[reached | way] = longer, _spread(diagram, sums, way)
        best = sorted(grown.items(), key=lambda each: each[1][0].price)
        growing = dict(best[:most])
    return min((build for build, _ in growing.values()), key=lambda build: build.price)


def _steps(
    diagram: Diagram, wanted: Iterable[str], build: Build, reached: frozenset[str], sums: Mapping[str, int]
) -> Iterator[tuple[Step, frozenset[str]]]:
    """Every next step, with the boxes on its way: all of them belong to what has been reached then."""
    have = {build.start, *(step.box for step in build.steps)}
    left = [box for box in wanted if box not in have]
    nearest = min(sums[box] for box in left)
    for box in left:
        if sums[box] == nearest:
            for way, lines in _ways(diagram, reached, sums, box):
                yield Step(box, min(nearest, MOST_FOR_LINES), lines), way


def _ways(
    diagram: Diagram, reached: frozenset[str], sums: Mapping[str, int], box: str, passed: frozenset[str] = frozenset()
) -> Iterator[tuple[frozenset[str], tuple[str, ...]]]:
    """The shortest ways back from a box to what is reached, with the lines to pay for."""
    here = passed | {box}
    if box in reached:
        yield here, ()
        return
    for road in diagram.roads[box]:
        if road.to not in passed and sums[road.to] + road.price == sums[box]:
            for way, lines in _ways(diagram, reached, sums, road.to, here):
                yield way, (road.line, *lines)


def _spread(diagram: Diagram, sums: Mapping[str, int], reached: Iterable[str]) -> Mapping[str, int]:
    """How far every box is, now that these are reached too."""
    found = {**sums, **dict.fromkeys(reached, 0)}
    waiting = [(0, box) for box in reached]
    while waiting:
        sum_here, box = heapq.heappop(waiting)
        if sum_here > found[box]:
            continue
        for road in diagram.roads[box]:
            sum_there = sum_here + road.price
            if sum_there < found.get(road.to, sum_there + 1):
                found[road.to] = sum_there
                heapq.heappush(waiting, (sum_there, road.to))
    return found
