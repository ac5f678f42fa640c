"""The Skill Trapping Diagram: what the text says of it, and ways through it, checked against trying everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from fatetable.engine.errors import InvalidContent
from fatetable.rulesets.strange.book import Box, Line
from fatetable.rulesets.strange.ruleset import build
from fatetable.rulesets.strange.skills import Diagram, builds, diagram_of, line_price
from fatetable.rulesets.strange.tests.support.book import TABLES

DIAGRAM = diagram_of(TABLES.boxes, TABLES.lines)
PRICES = {box.id: box.price for box in TABLES.boxes}
PHYSICAL = ("resist-damage", "physical-force", "leap", "move", "skulk", "dodge", "strike", "parry", "examine")


def prices_by_trying_everything(diagram: Diagram, wanted: tuple[str, ...]) -> set[tuple[str, int]]:
    """Each start in one chain with its price, by the words of the rule and whatever way is taken among equal ones."""
    return {(start, price) for start in wanted for price in _tried(diagram, (start,), frozenset(), wanted)}


def _tried(diagram: Diagram, have: tuple[str, ...], paid: frozenset[str], wanted: tuple[str, ...]) -> Iterator[int]:
    left = [box for box in wanted if box not in have]
    if not left:
        yield 0
        return
    ways = [(box, *way) for box in left for start in have for way in _ways(diagram, start, box, paid)]
    nearest = min(price for _, price, _ in ways)
    for box, price, lines in ways:
        if price == nearest:
            for rest in _tried(diagram, (*have, box), paid | lines, wanted):
                yield min(price, 4) + rest


def _ways(
    diagram: Diagram, start: str, end: str, paid: frozenset[str], passed: frozenset[str] = frozenset()
) -> Iterator[tuple[int, frozenset[str]]]:
    """Every way between two boxes, with what its lines cost that are not paid for yet."""
    if start == end:
        yield 0, frozenset()
    for road in diagram.roads[start] if start != end else ():
        if road.to not in passed:
            for price, lines in _ways(diagram, road.to, end, paid, passed | {start}):
                yield price + (0 if road.line in paid else road.price), lines | {road.line}


@pytest.mark.rule("SF-BUILD-06", "SF-BUILD-03", "SF-BUILD-04", "SF-BUILD-05")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_all_cheapest_builds_are_those_that_trying_everything_finds(number: int) -> None:
    for wanted in combinations(PHYSICAL, number):
        (chain,) = builds(DIAGRAM, wanted)
        tried = prices_by_trying_everything(DIAGRAM, wanted)
        least = min(price for _, price in tried)
        assert {build.price for build in chain} == {least}, wanted
        assert {build.start for build in chain} == {start for start, price in tried if price == least}, wanted


@pytest.mark.rule("SF-BUILD-06")
def test_any_diagram_is_priced_as_trying_everything_would() -> None:
    chance = random.Random(7)
    for number in range(120):
        diagram, names = made_up(chance, loops=number % 2 * 3)
        wanted = tuple(chance.sample(names, 4))
        assert line_price(diagram, wanted) == min(price for _, price in prices_by_trying_everything(diagram, wanted))


def made_up(chance: random.Random, loops: int) -> tuple[Diagram, list[str]]:
    """Some boxes in a chain, with lines at random; those beyond a tree make loops."""
    names = [f"box-{number}" for number in range(7)]
    ends = [(chance.choice(names[:place]), name) for place, name in enumerate(names) if place]
    ends += [
        (one, other) for one, other in chance.sample(list(combinations(names, 2)), loops) if (one, other) not in ends
    ]
    lines = tuple(Line(one=one, other=other, style=chance.choice(("thin", "dotted", "thick"))) for one, other in ends)
    return diagram_of(tuple(Box(id=name, column=0, row=0) for name in names), lines), names


@pytest.mark.rule("SF-BUILD-06")
def test_of_ways_that_are_equally_long_the_one_that_helps_later_is_taken() -> None:
    """The far box may be reached past either of two others, and beyond one of them is the last."""
    boxes = tuple(Box(id=name, column=0, row=0) for name in ("near", "one", "other", "far", "last"))
    ends = (("near", "one"), ("near", "other"), ("one", "far"), ("other", "far"), ("other", "last"), ("near", "last"))
    dotted = tuple(
        Line(one=one, other=other, style="thin" if "last" not in (one, other) else "dotted") for one, other in ends
    )
    (chain,) = builds(diagram_of(boxes, dotted), ("near", "far", "last"))
    assert {build.price for build in chain} == {4}
    assert "near--last" in {line for build in chain for step in build.steps for line in step.crossed}


@pytest.mark.rule("SF-BUILD-06")
def test_a_thick_line_lights_up_although_it_costs_nothing() -> None:
    (chain,) = builds(DIAGRAM, ("hide", "skulk"))
    assert [step.crossed for build in chain for step in build.steps] == [("skulk--hide",), ("skulk--hide",)]


@pytest.mark.rule("SF-BUILD-06")
def test_the_best_start_makes_the_price_and_a_line_is_paid_for_once() -> None:
    wanted = ("climb", "dodge", "resist-damage")
    starts = dict(prices_by_trying_everything(DIAGRAM, wanted))
    assert starts == {"resist-damage": 5, "climb": 6, "dodge": 6}
    (chain,) = builds(DIAGRAM, wanted)
    assert [build.start for build in chain] == ["resist-damage"]
    assert chain[0].price == 5
    crossed = [line for step in chain[0].steps for line in step.crossed]
    assert len(crossed) == len(set(crossed)) == 6


@pytest.mark.rule("SF-BUILD-05", "SF-BUILD-04")
def test_a_way_of_five_points_costs_four_and_what_lies_between_is_skipped_free() -> None:
    (chain,) = builds(DIAGRAM, ("physical-force", "dexterity"))
    step = chain[0].steps[0]
    prices = {line.id: line.price for line in TABLES.lines}
    assert sum(prices[line] for line in step.crossed) == 5
    assert len(step.crossed) == 4
    assert step.price == 4


@pytest.mark.rule("SF-BUILD-05")
def test_a_far_box_pays_its_whole_way_even_if_only_four_were_paid() -> None:
    """Divine Luck: from Resist Damage to Dodge is six points, and Notice goes on from there."""
    (chain,) = builds(DIAGRAM, ("dodge", "notice", "resist-damage"))
    assert chain[0].price == 7


@pytest.mark.rule("SF-BUILD-03")
def test_lines_cost_one_two_or_nothing() -> None:
    assert {style: {line.price for line in TABLES.lines if line.style == style} for style in ("thin", "dotted")} == {
        "thin": {1},
        "dotted": {2},
    }
    assert line_price(DIAGRAM, ("hide", "skulk")) == 0
    assert line_price(DIAGRAM, ("move", "skulk")) == 1
    assert line_price(DIAGRAM, ("dodge", "parry")) == 2


@pytest.mark.rule("SF-BUILD-07")
def test_boxes_of_different_chains_cost_no_lines() -> None:
    assert line_price(DIAGRAM, ("languages", "environment", "move", "convince", "wealth", "craft")) == 0
    assert DIAGRAM.roads["languages"] == DIAGRAM.roads["environment"] == ()
    assert (PRICES["languages"], PRICES["environment"]) == (1, 1)


@pytest.mark.rule("SF-DIAG-01")
def test_the_diagram_has_what_the_text_says_of_it() -> None:
    stated = {
        **dict.fromkeys(("physical-force", "dexterity", "languages", "environment", "wealth", "esteem", "research"), 1),
        **dict.fromkeys(("move", "menace", "notice"), 1),
        **dict.fromkeys(("resist-damage", "stress-capacity physical", "shoot", "minions simple"), 2),
        "minions advanced": 4,
        "variable scene": 4,
        "variable session": 2,
    }
    assert {box: PRICES[box] for box in stated} == stated
    lines = {line.id: line.style for line in TABLES.lines}
    assert lines["networking--wealth"] == lines["networking--esteem"] == lines["information--research"] == "thin"
    assert lines["resist-damage--stress-capacity physical"] == "thin"
    assert lines["stress-capacity physical--physical-force"] == "dotted"
    path = ("physical-force--leap", "leap--move", "move--skulk", "skulk--dexterity")
    assert sorted(lines[line] for line in path) == ["dotted", "thin", "thin", "thin"]


@pytest.mark.rule("SF-DIAG-02")
def test_every_trapping_has_a_box_and_every_line_says_what_it_rests_on() -> None:
    assert {box.id for box in TABLES.boxes} == set(TABLES.wanted_boxes)
    assert len({(box.column, box.row) for box in TABLES.boxes}) == len(TABLES.boxes) == 49
    by_confidence = {line.confidence for line in TABLES.lines}
    assert by_confidence == {"stated", "inferred", "high", "medium", "low", "guess"}
    guesses = {line.id for line in TABLES.lines if line.confidence == "guess"}
    assert guesses == {"dexterity--security", "craft--repair", "minions simple--minions advanced"}


@pytest.mark.rule("SF-DIAG-02")
def test_the_diagram_has_no_loops() -> None:
    assert len(TABLES.lines) == len(TABLES.boxes) - len(set(DIAGRAM.chains.values()))


@pytest.mark.rule("SF-DIAG-02")
def test_a_table_that_owns_the_printed_diagram_can_enter_it() -> None:
    tables = {table.name: table for table in build({}).own_tables}
    boxes = tables["boxes"].read(tables["boxes"].example, TABLES.boxes)
    assert next(box.price for box in boxes if box.id == "shoot") == 1
    lines = tables["lines"].read(tables["lines"].example, TABLES.lines)
    assert line_price(diagram_of(boxes, lines), ("dexterity", "security")) == 2
    assert build({}, {name: tables[name].example for name in ("boxes", "lines")}).content


@pytest.mark.rule("SF-DIAG-02")
@pytest.mark.parametrize(
    ("table", "text", "message"),
    [
        ("boxes", 'replaces = true\n[[box]]\nid = "move"\ncolumn = 1\nrow = 1\n', "no box for"),
        ("boxes", '[[box]]\nid = "move"\nprice = -1\ncolumn = 1\nrow = 1\n', "less than nothing"),
        ("lines", '[[line]]\none = "move"\nother = "flying"\nstyle = "thin"\n', "'flying', which is no box"),
        ("lines", '[[line]]\none = "move"\nother = "move"\nstyle = "thin"\n', "from a box to itself"),
    ],
)
def test_a_diagram_of_ones_own_must_hang_together(table: str, text: str, message: str) -> None:
    with pytest.raises(InvalidContent, match=message):
        build({}, {table: text})
