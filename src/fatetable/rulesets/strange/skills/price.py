"""What a skill costs in skill points, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.creation import Quote, QuoteLine
from fatetable.rulesets.strange.book import HeldTrapping, Tables
from fatetable.rulesets.strange.sheet import Skill, box_of
from fatetable.rulesets.strange.skills.diagram import Build, builds, diagram_of, line_price


def price_of(tables: Tables, skill: Skill) -> Quote:
    """Its rating, boxes, lines and extras, less its drawbacks as far as they are not worth more (SF-BUILD-09)."""
    added = tuple(_added(tables, skill))
    taken = tuple(_taken(tables, skill))
    lost = -(sum(line.amount for line in added) + sum(line.amount for line in taken))
    wasted = (QuoteLine("Drawbacks worth more than the trappings", lost, is_cut=True),) if lost > 0 else ()
    return Quote("Skill points", (QuoteLine("Rating", skill.rating), *added, *taken, *wasted))


def price_of_trappings(tables: Tables, skill: Skill) -> Quote:
    """What its trappings cost by themselves, and what each further one would add."""
    return Quote("Trappings", tuple(_added(tables, skill)), next_costs(tables, skill))


def trapping_cost(tables: Tables, skill: Skill) -> int:
    """What a skill costs beside its rating, as the book prints it for ready-made ones (SF-UNI-01, SF-STR-01)."""
    return price_of(tables, skill).total - skill.rating


def next_costs(tables: Tables, skill: Skill) -> dict[str, int]:
    """What each further box would add to the price, boxes and lines, as the skill is now."""
    diagram = diagram_of(tables.boxes, tables.lines)
    held = boxes_of(tables, skill)
    now = line_price(diagram, held)
    return {
        box.id: _box_price(tables, skill, box.id) + line_price(diagram, (*held, box.id)) - now
        for box in tables.boxes
        if box.repeats or box.id not in held
    }


def boxes_of(tables: Tables, skill: Skill) -> tuple[str, ...]:
    """The boxes of the diagram that a built skill has; a common one is not built (SF-BUILD-01)."""
    found = () if skill.kind == "common" else tuple(box_of(tables, held) for held in skill.bought)
    return tuple(box for box in found if tables.box(box) is not None)


def _added(tables: Tables, skill: Skill) -> Iterator[QuoteLine]:
    boxes = boxes_of(tables, skill)
    for box in boxes:
        price = _box_price(tables, skill, box)
        yield QuoteLine(name_of_box(tables, box), price, marks=(box,))
    for chain in builds(diagram_of(tables.boxes, tables.lines), boxes):
        # Of builds that cost the same, one that begins in a free box is the easiest to follow.
        yield from _lines(tables, min(chain, key=lambda build: _box_price(tables, skill, build.start) > 0))
    for held in skill.bought:
        yield from _extras(tables, held)


def _box_price(tables: Tables, skill: Skill, box_id: str) -> int:
    box = tables.box(box_id)
    return 0 if box is None or skill.kind in box.free_in else box.price


def _lines(tables: Tables, build: Build) -> Iterator[QuoteLine]:
    for step in build.steps:
        yield QuoteLine(f"Lines to {name_of_box(tables, step.box)}", step.price, marks=step.crossed)


def _extras(tables: Tables, held: HeldTrapping) -> Iterator[QuoteLine]:
    for extra_id in dict.fromkeys(held.extras):
        extra, times = tables.extra(extra_id), held.extras.count(extra_id)
        if extra is not None:
            often = f" x{times}" if times > 1 else ""
            yield QuoteLine(f"{extra.name}{often} on {name_of_box(tables, box_of(tables, held))}", extra.price * times)


def _taken(tables: Tables, skill: Skill) -> Iterator[QuoteLine]:
    for held in skill.drawbacks:
        drawback = tables.drawback(held.id)
        if drawback is not None:
            yield QuoteLine(drawback.name, -drawback.value)


def name_of_box(tables: Tables, box_id: str) -> str:
    """A trapping as people read it: "Stress Capacity [Health]".

    >>> from fatetable.rulesets.strange.book import read_tables
    >>> name_of_box(read_tables(), "stress-capacity physical")
    'Stress Capacity [Health]'
    """
    trapping, _, kind = box_id.partition(" ")
    name = tables.trapping(trapping).name if tables.has_trapping(trapping) else trapping
    if not kind:
        return name
    called = tables.track(kind) if trapping == "stress-capacity" else kind
    return f"{name} [{called.capitalize()}]"
