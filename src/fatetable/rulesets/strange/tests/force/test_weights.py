"""The table of weights: what the book tells of it, and tables of a campaign's own."""

from __future__ import annotations

import pytest

from fatetable.engine.errors import InvalidContent
from fatetable.rulesets.strange.book.weights import Weight, WeightRow, weight_problems
from fatetable.rulesets.strange.ruleset import build
from fatetable.rulesets.strange.tests.support.book import TABLES

TOLD = {
    (0, -1): "50 lb",
    (0, 0): "150 lb",
    (0, 3): "300 lb",
    (0, 5): "400 lb",
    (0, 8): "800 lb",
    (1, 0): "400 lb",
    (1, 5): "1,500 lb",
    (2, 5): "32 tons",
}
"""What the text says of the table that is missing, by tier and rating."""


def weight(tier: int, rating: int) -> Weight:
    return next(each for each in TABLES.weighed.column(tier) if each.rating == rating)


@pytest.mark.rule("SF-PFORCE-02")
@pytest.mark.parametrize(("place", "label"), list(TOLD.items()))
def test_what_the_text_tells_is_in_the_table_and_marked_as_told(place: tuple[int, int], label: str) -> None:
    assert weight(*place).label == label
    assert {(tier, row.rating) for row in TABLES.weights for tier in row.from_text} == set(TOLD)


@pytest.mark.rule("SF-PFORCE-02")
def test_a_factor_belongs_to_a_row_on_every_tier() -> None:
    assert [weight(tier, 5).factor for tier in range(5)] == [3] * 5
    assert [weight(tier, -1).factor for tier in range(5)] == [1] * 5
    factors = [row.factor for row in TABLES.weights]
    assert factors == sorted(factors)


@pytest.mark.rule("SF-PFORCE-02")
def test_each_tier_begins_where_it_says_and_the_heaviest_is_its_last_entry() -> None:
    assert [TABLES.weighed.column(tier)[0].rating for tier in range(5)] == [-4, -1, -1, -1, -1]
    assert TABLES.weighed.column(0)[-1].label == "800 lb"
    assert [weight(tier, 0).label for tier in range(5)] == ["150 lb", "400 lb", "6 tons", "50 tons", "1,000 tons"]


OWN = "replaces = true\n" + "".join(
    f"[[weight]]\nrating = {rating}\nfactor = 2\npounds = [{rating + 20}, {rating + 30}]\n"
    f"tons = [{rating + 1}, {rating + 9}, {rating + 30}]\n"
    for rating in range(3)
)


@pytest.mark.rule("SF-PFORCE-02")
def test_a_campaign_may_bring_the_table_it_owns() -> None:
    assert build({}, {"weights": OWN}).content == {"weights": OWN}
    with pytest.raises(InvalidContent, match="weights rise with the rating"):
        build({}, {"weights": OWN.replace("[20, 30]", "[90, 30]")})
    with pytest.raises(InvalidContent, match="tier 4"):
        build({}, {"weights": "[[weight]]\nrating = 9\nfactor = 4\npounds = [900, 5000]\ntons = [90, 1400, 1]\n"})


@pytest.mark.rule("SF-PFORCE-02")
def test_rows_stand_in_order_and_each_once() -> None:
    rows = tuple(WeightRow(rating=rating, factor=1, pounds=(10, 20), tons=(1, 2, 3)) for rating in (1, 0))
    assert [each.split(",")[0] for each in weight_problems(rows)][:2] == [
        "the rows of the weights stand from the lowest rating to the highest",
        "weights rise with the rating",
    ]
