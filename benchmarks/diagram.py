"""All cheapest builds over the trapping diagram of Strange Fate, for sets of every size that were not asked before.

Run as a script it prints a table; nothing here passes or fails on a time.  The builder asks once for each box that is
pressed, and `next` is what it shows beside: what every further box would add.
"""

import random
import time
from statistics import median

from fatetable.rulesets.strange.book import HeldTrapping, Line, Tables, read_tables
from fatetable.rulesets.strange.sheet import skill_entry, skill_of
from fatetable.rulesets.strange.skills import Diagram, builds, diagram_of, next_costs

SETS_OF_A_SIZE = 60
SIZES = (1, 2, 4, 8, 12, 16, 24, 32, 48)
MORE_LINES = 8


def with_loops(tables: Tables, chance: random.Random) -> Diagram:
    """The diagram with further lines, which make loops as a campaign's own may."""
    known = {frozenset((line.one, line.other)) for line in tables.lines}
    boxes = [box.id for box in tables.boxes]
    more: list[Line] = []
    while len(more) < MORE_LINES:
        one, other = chance.sample(boxes, 2)
        if frozenset((one, other)) not in known:
            known.add(frozenset((one, other)))
            more.append(Line(one=one, other=other, style="thin"))
    return diagram_of(tables.boxes, (*tables.lines, *more))


def timed(diagram: Diagram, wanted: tuple[str, ...]) -> float:
    begun = time.process_time()
    builds(diagram, wanted)
    return time.process_time() - begun


def timed_next(tables: Tables, wanted: tuple[str, ...]) -> float:
    parts = (HeldTrapping(id=box.partition(" ")[0], of=box.partition(" ")[2]) for box in wanted)
    skill = skill_of(tables, skill_entry(tables, "Timed", 3, 0, *parts, kind="strange"))
    begun = time.process_time()
    next_costs(tables, skill)
    return time.process_time() - begun


def main() -> None:
    tables, chance = read_tables(), random.Random(5)
    book, loops = diagram_of(tables.boxes, tables.lines), with_loops(tables, chance)
    boxes = [box.id for box in tables.boxes]
    print(f"{'boxes':>5} {'book, ms':>18} {'with loops, ms':>18} {'next, ms':>18}   median, most")
    for size in SIZES:
        sets = [tuple(chance.sample(boxes, size)) for _ in range(SETS_OF_A_SIZE)]
        columns = (
            [timed(book, wanted) for wanted in sets],
            [timed(loops, wanted) for wanted in sets],
            [timed_next(tables, wanted) for wanted in sets[:10]],
        )
        told = " ".join(f"{1000 * median(column):9.2f} {1000 * max(column):8.2f}" for column in columns)
        print(f"{size:>5} {told}")


if __name__ == "__main__":
    main()
