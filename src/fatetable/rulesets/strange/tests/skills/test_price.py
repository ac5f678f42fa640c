"""What a skill costs, line by line."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.sheet import Entry
from fatetable.rulesets.strange.book import HeldDrawback, HeldTrapping
from fatetable.rulesets.strange.sheet import Skill, skill_entry, skill_of
from fatetable.rulesets.strange.skills import name_of_box, next_costs, price_of, trapping_cost
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.playing import held


def built(*trappings: str | HeldTrapping, kind: str = "strange", rating: int = 1, drawbacks: str = "") -> Skill:
    parts = (
        HeldTrapping(id=each.partition(" ")[0], of=each.partition(" ")[2]) if isinstance(each, str) else each
        for each in trappings
    )
    disadvantages = tuple(HeldDrawback(id=each) for each in drawbacks.split())
    return skill_of(TABLES, skill_entry(TABLES, "It", rating, 0, *parts, kind=kind, drawbacks=disadvantages))


def told(skill: Skill) -> list[tuple[str, int]]:
    return [(line.text, line.amount) for line in price_of(TABLES, skill).lines]


@pytest.mark.rule("SF-BUILD-01", "SF-SKILL-03")
@pytest.mark.parametrize("rating", [1, 2, 3, 4])
def test_a_common_skill_costs_its_rating_whatever_it_can_do(rating: int) -> None:
    for common in TABLES.skills:
        skill = skill_of(TABLES, Entry(name=common.name, kind="common", numbers={"rating": rating}))
        assert skill.trappings == common.trappings
        assert told(skill) == [("Rating", rating)]


@pytest.mark.rule("SF-BUILD-02")
def test_the_first_trapping_costs_its_box_alone() -> None:
    assert told(built("move")) == [("Rating", 1), ("Move", 1)]
    assert told(built("resist-damage")) == [("Rating", 1), ("Resist Damage", 2)]


@pytest.mark.rule("SF-BUILD-03", "SF-BUILD-09")
def test_the_professors_brute_form_costs_eight_for_its_trappings() -> None:
    brute = built("resist-damage", "stress-capacity physical", "physical-force", rating=3, drawbacks="minor-transform")
    assert told(brute) == [
        ("Rating", 3),
        ("Resist Damage", 2),
        ("Stress Capacity [Health]", 2),
        ("Physical Force", 1),
        ("Lines to Stress Capacity [Health]", 1),
        ("Lines to Physical Force", 2),
        ("Minor Transform", -1),
    ]
    assert price_of(TABLES, brute).total == 10


@pytest.mark.rule("SF-BUILD-08")
def test_information_and_networking_are_free_boxes_only_in_a_unique_skill() -> None:
    assert trapping_cost(TABLES, built("information", "networking", kind="unique")) == 0
    assert trapping_cost(TABLES, built("information", "networking", kind="strange")) == 2
    assert told(built("information", "research", kind="unique"))[1:] == [
        ("Information", 0),
        ("Research", 1),
        ("Lines to Research", 1),
    ]


@pytest.mark.rule("SF-BUILD-10", "SF-BUILD-09", "SF-DRAW-01")
def test_no_drawback_takes_anything_off_the_rating() -> None:
    flesh = built(
        held("disguise", "", "unusual"), rating=3, drawbacks="minor-focus major-charges minor-snag minor-snag"
    )
    assert told(flesh)[-1] == ("Drawbacks worth more than the trappings", 3)
    assert price_of(TABLES, flesh).total == 3


@pytest.mark.rule("SF-BUILD-11")
@pytest.mark.parametrize("rating", [1, 2, 3, 4])
def test_each_point_of_rating_costs_one_and_the_trappings_are_paid_once(rating: int) -> None:
    skill = built("strike", "shoot", "move", rating=rating, drawbacks="minor-snag")
    assert price_of(TABLES, skill).total == rating + 5


@pytest.mark.rule("SF-BUILD-12")
@pytest.mark.parametrize(
    ("trapping", "kinds", "price"),
    [
        ("initiative", ("physical", "mental", "social"), 6),
        ("stress-capacity", ("physical", "mental", "social"), 6),
        ("treatment", ("physical", "mental", "social"), 6),
        ("environment", ("urban", "wilderness", "sea"), 3),
        ("variable", ("scene", "session"), 6),
    ],
)
def test_each_scope_or_type_is_a_trapping_of_its_own(trapping: str, kinds: tuple[str, ...], price: int) -> None:
    skill = built(*(held(trapping, kind) for kind in kinds))
    assert trapping_cost(TABLES, skill) == price
    assert all(skill.has(trapping, kind) for kind in kinds)
    assert not built(held(trapping, kinds[0])).has(trapping, kinds[1])


@pytest.mark.rule("SF-EXT-01", "SF-EXT-15")
def test_extras_are_paid_for_on_each_trapping_and_range_as_often_as_it_is_taken() -> None:
    prices = {"psychic": 1, "range": 1, "spray": 1, "unusual": 1, "zone": 2}
    for extra, price in prices.items():
        assert trapping_cost(TABLES, built(held("strike", "", extra))) == 1 + price
    both = built(held("strike", "", "range", "range", "range", "zone"), held("shoot", "", "range"))
    assert told(both)[-3:] == [
        ("Range x3 on Strike", 3),
        ("Zone on Strike", 2),
        ("Range on Shoot", 1),
    ]


@pytest.mark.rule("SF-SKILL-12", "SF-BUILD-01", "SF-SKILL-08")
def test_extras_on_a_common_skill_come_on_top_and_its_drawbacks_take_off_no_more_than_them() -> None:
    parts = {"trappings": (Entry(kind="strike", lists={"extras": ("zone",)}),)}
    skill = skill_of(TABLES, Entry(name="Fisticuffs", kind="common", numbers={"rating": 3, "tier": 2}, entries=parts))
    assert told(skill) == [("Rating", 3), ("Zone on Strike", 2)]
    flawed = {**parts, "drawbacks": (Entry(name="major-snag"), Entry(name="minor-snag"))}
    skill = skill_of(TABLES, Entry(name="Fisticuffs", kind="common", numbers={"rating": 3, "tier": 2}, entries=flawed))
    assert price_of(TABLES, skill).total == 3


@pytest.mark.rule("SF-BUILD-09", "SF-REF-01")
def test_a_tier_costs_no_skill_points() -> None:
    entries = [skill_entry(TABLES, "It", 2, tier, HeldTrapping(id="move")) for tier in range(5)]
    assert {price_of(TABLES, skill_of(TABLES, entry)).total for entry in entries} == {3}


@pytest.mark.rule("SF-DRAW-01")
def test_minor_drawbacks_take_off_one_and_major_ones_two() -> None:
    values = {drawback.name: drawback.value for drawback in TABLES.drawbacks}
    assert values == {
        "Minor Complication": 1,
        "Major Complication": 2,
        "Conviction": 2,
        "Minor Charges": 1,
        "Major Charges": 2,
        "Minor Delay": 1,
        "Major Delay": 2,
        "Minor Focus": 1,
        "Major Focus": 2,
        "Minor Snag": 1,
        "Major Snag": 2,
        "Taxing": 2,
        "Minor Transform": 1,
        "Major Transform": 2,
        "Profane": 2,
    }
    for drawback in TABLES.drawbacks:
        assert trapping_cost(TABLES, built("shoot", "strike", drawbacks=drawback.id)) == 3 - drawback.value


@pytest.mark.rule("SF-BUILD-03", "SF-BUILD-02")
def test_what_each_further_box_would_add_is_told_beforehand() -> None:
    skill = built("move", "strike", kind="unique")
    added = next_costs(TABLES, skill)
    assert (added["leap"], added["shoot"], added["languages"], added["dexterity"]) == (2, 2, 1, 4)
    assert (added["information"], added["environment"]) == (0, 1)
    assert "move" not in added
    for box, price in added.items():
        trapping, _, kind = box.partition(" ")
        more = built("move", "strike", HeldTrapping(id=trapping, of=kind), kind="unique")
        assert trapping_cost(TABLES, more) - trapping_cost(TABLES, skill) == price, box


def test_what_a_line_of_a_price_pays_for_is_marked() -> None:
    lines = price_of(TABLES, built("dodge", "parry")).lines
    assert [line.marks for line in lines] == [(), ("dodge",), ("parry",), ("dodge--parry",)]
    assert name_of_box(TABLES, "initiative mental") == "Initiative [Mental]"
