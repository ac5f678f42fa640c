"""Wealth, purchases, Treasures and sales in play."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.time.passing import PassTime
from fatetable.rulesets.skein.possessions.signature_items import TakeAway
from fatetable.rulesets.skein.possessions.trading import ERRANDS, HENCHMEN, Buy, Sell
from fatetable.rulesets.skein.possessions.wealth import (
    LOST,
    TREASURES,
    ChangeWealth,
    GrantTreasure,
    Treasure,
    wealth_of,
)
from fatetable.rulesets.skein.rolls.spin import SPIN
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.playing import Game

BRANNOC, HESK = ActorId("brannoc-of-the-ford"), ActorId("mother-hesk")


def game(wealth: int = 2, **dials: Any) -> Game:
    """Brannoc has so much Wealth."""
    found = Game(**dials)
    found.do("gm", ChangeWealth(actor=BRANNOC, level=wealth, reason="so it begins"))
    return found


def sheet(found: Game, actor: ActorId = BRANNOC) -> Sheet:
    return found.table.state.get(CAST)[actor].sheet


def gear(found: Game, actor: ActorId = BRANNOC) -> tuple[str, ...]:
    return sheet(found, actor).lists.get("gear", ())


def wealth(found: Game) -> int:
    return wealth_of(TABLES, found.table.state.get(CAST)[BRANNOC])


def options(found: Game, kind: str = "purchase") -> tuple[str, ...]:
    prompt = found.prompt(kind)
    assert prompt is not None
    return tuple(option.id for option in prompt.options)


def buy(found: Game, item: str, ruling: str, dice: str = "", **more: object) -> None:
    found.do("ana", msgspec.structs.replace(Buy(actor=BRANNOC, item=item), **more))
    found.answer("gm", "purchase", ruling)
    if dice:
        found.throw("ana", dice)


@pytest.mark.rule("SK-WEALTH-02", "SK-WEALTH-04")
def test_the_cost_is_the_difficulty_and_success_leaves_wealth_as_it_is() -> None:
    found = game(2)
    found.do("ana", Buy(actor=BRANNOC, item="Broad sword"))
    found.answer("gm", "purchase", "test")
    assert found.roll.difficulty == 3
    assert found.roll.efforts[0].total == 2
    found.throw("ana", "+000")
    assert gear(found) == ("Broad sword",)
    assert wealth(found) == 2
    assert not found.table.state.get(ERRANDS)


@pytest.mark.rule("SK-WEALTH-04", "SK-WEALTH-01")
def test_a_failure_lowers_wealth_but_what_wealth_covers_is_bought() -> None:
    found = game(2)
    buy(found, "Short sword", "test", "-000")
    assert wealth(found) == 1
    assert gear(found) == ("Short sword",)


@pytest.mark.rule("SK-WEALTH-04")
def test_a_failure_at_something_dearer_than_wealth_brings_nothing() -> None:
    found = game(2)
    buy(found, "Broad sword", "test", "0000")
    assert wealth(found) == 1
    assert gear(found) == ()


@pytest.mark.rule("SK-WEALTH-04")
def test_one_may_try_again_with_what_is_left() -> None:
    found = game(1)
    buy(found, "Broad sword", "test", "0000")
    assert wealth(found) == 0
    assert found.refused("ana", Buy(actor=BRANNOC, item="Broad sword")) == "no-wealth"


@pytest.mark.rule("SK-TEST-13")
def test_a_purchase_won_by_three_leaves_spin() -> None:
    found = game(2)
    buy(found, "Dagger", "test", "++00")
    assert found.table.state.get(SPIN) == (BRANNOC,)


@pytest.mark.rule("SK-WEALTH-06")
@pytest.mark.parametrize(
    ("level", "item", "is_routine"),
    [
        (2, "Cheap Clothes", True),
        (1, "Cheap Clothes", True),
        (3, "Dagger", True),
        (2, "Dagger", False),
        (3, "Short sword", False),
        (4, "Short sword", True),
        (4, "Broad sword", False),
        (5, "Broad sword", True),
    ],
)
def test_what_costs_at_least_one_less_than_wealth_takes_a_test(level: int, item: str, is_routine: bool) -> None:
    found = game(level)
    found.do("ana", Buy(actor=BRANNOC, item=item))
    assert ("routine" in options(found)) is is_routine
    assert "test" in options(found)  # It may be rare here, whatever it costs.


@pytest.mark.rule("SK-WEALTH-06")
def test_a_routine_purchase_is_simply_made() -> None:
    found = game(5)
    buy(found, "Dagger", "routine")
    assert gear(found) == ("Dagger",)


@pytest.mark.rule("SK-WEALTH-06")
@pytest.mark.parametrize("recipient", [HESK, HENCHMEN])
def test_equipping_others_always_takes_a_test(recipient: str) -> None:
    found = game(5)
    found.do("ana", Buy(actor=BRANNOC, item="Dagger", recipient=recipient))
    assert options(found) == ("test", "no")
    found.answer("gm", "purchase", "test")
    found.throw("ana", "0000")
    assert gear(found) == ()
    assert gear(found, HESK) == (("Dagger",) if recipient == HESK else ())


@pytest.mark.rule("SK-WEALTH-03", "SK-WEALTH-06")
def test_without_wealth_only_what_costs_nothing_is_to_be_had() -> None:
    found = game(0)
    assert found.refused("ana", Buy(actor=BRANNOC, item="Dagger")) == "no-wealth"
    assert found.refused("ana", Buy(actor=BRANNOC, item="Staff", recipient=HESK)) == "no-wealth"
    offered = found.offers("ana", Buy)
    assert len(offered) == 1
    items = {choice.value for choice in offered[0].holes[0].options}  # type: ignore[union-attr]
    assert "Staff" in items
    assert "Dagger" not in items
    found.do("ana", Buy(actor=BRANNOC, item="Staff"))
    assert options(found) == ("routine", "no")
    found.answer("gm", "purchase", "routine")
    assert gear(found) == ("Staff",)


@pytest.mark.rule("SK-WEALTH-01", "SK-SKILL-38")
def test_the_story_makes_people_richer_and_poorer() -> None:
    found = game(2)
    buy(found, "Broad sword", "test", "----")
    found.do("gm", ChangeWealth(actor=BRANNOC, level=4, reason="a grant of land"))
    assert wealth(found) == 4
    assert not found.table.state.get(LOST)
    assert found.refused("ana", ChangeWealth(actor=BRANNOC, level=8, reason="I wish")) == "gm-only"
    assert found.refused("gm", ChangeWealth(actor=BRANNOC, level=9, reason="a dragon's hoard")) == "bad-number"


@pytest.mark.rule("SK-WEALTH-05")
def test_lost_wealth_comes_back_together_after_a_few_months_if_the_storyteller_agrees() -> None:
    found = game(3)
    buy(found, "Chain Mail", "test", "----")
    buy(found, "Chain Mail", "test", "----")
    assert wealth(found) == 1
    found.do("gm", PassTime("A month"))
    assert found.prompt("wealth-recovers") is None
    found.do("gm", PassTime("A few months"))
    found.answer("gm", "wealth-recovers", "no")
    assert wealth(found) == 1
    found.do("gm", PassTime("A month"))
    assert found.prompt("wealth-recovers") is None, "it is asked again after as long again"
    found.do("gm", PassTime("A season"))
    found.answer("gm", "wealth-recovers", "yes")
    assert wealth(found) == 3
    found.do("gm", PassTime("A year"))
    assert found.prompt("wealth-recovers") is None


@pytest.mark.rule("SK-WEALTH-05")
def test_wealth_recovers_by_the_time_since_the_last_loss_in_one_span_or_in_many() -> None:
    found = game(3)
    buy(found, "Chain Mail", "test", "----")
    for _ in range(2):
        found.do("gm", PassTime("A month"))
    buy(found, "Chain Mail", "test", "----")
    for _ in range(2):
        found.do("gm", PassTime("A month"))
        assert found.prompt("wealth-recovers") is None
    found.do("gm", PassTime("A month"))
    found.answer("gm", "wealth-recovers", "yes")
    assert wealth(found) == 3


# -- treasures -------------------------------------------------------------------------------------------------------


def treasures(found: Game) -> list[tuple[str, int]]:
    return [(each.name, each.value) for each in found.table.state.get(TREASURES).values()]


def with_treasures(*values: int, level: int = 2) -> Game:
    found = game(level)
    for value in values:
        found.do("gm", GrantTreasure(actor=BRANNOC, name=f"hoard of {value}", value=value))
    return found


def treasure_of(found: Game, value: int) -> Treasure:
    return next(each for each in found.table.state.get(TREASURES).values() if each.value == value)


@pytest.mark.rule("SK-WEALTH-07", "SK-WEALTH-03")
def test_a_treasure_pays_without_a_test_and_is_worth_less_afterwards() -> None:
    found = with_treasures(5, level=0)
    buy(found, "Broad sword", "pay", treasure=treasure_of(found, 5).id)
    assert gear(found) == ("Broad sword",)
    assert treasures(found) == [("hoard of 5", 2)]
    buy(found, "Short sword", "pay", treasure=treasure_of(found, 2).id)
    assert treasures(found) == []


@pytest.mark.rule("SK-WEALTH-07")
def test_treasures_are_worth_one_to_ten() -> None:
    found = game()
    for value in (0, 11):
        assert found.refused("gm", GrantTreasure(actor=BRANNOC, name="a hoard", value=value)) == "bad-number"


@pytest.mark.rule("SK-WEALTH-08", "SK-WEALTH-07")
def test_treasures_never_add_up() -> None:
    found = with_treasures(2, 2)
    small = treasure_of(found, 2)
    assert found.refused("ana", Buy(actor=BRANNOC, item="Broad sword", treasure=small.id)) == "treasure-too-small"
    dearer = Buy(actor=BRANNOC, item="Dagger", cost=3, treasure=small.id)
    assert found.refused("ana", dearer) == "treasure-too-small", "whatever other people pay for it"
    offers = [offer for offer in found.offers("ana", Buy) if offer.command.treasure == small.id]  # type: ignore[attr-defined]
    assert all("Broad sword" not in {c.value for c in getattr(offer.holes[0], "options", ())} for offer in offers)


def test_nobody_pays_with_a_treasure_of_others() -> None:
    found = game()
    found.do("gm", GrantTreasure(actor=HESK, name="a ring", value=3))
    ring = treasure_of(found, 3)
    assert found.refused("ana", Buy(actor=BRANNOC, item="Dagger", treasure=ring.id)) == "no-such-treasure"


@pytest.mark.rule("SK-WEALTH-09")
def test_a_sold_thing_brings_a_treasure_of_one_less_than_its_cost() -> None:
    found = game(5)
    buy(found, "Broad sword", "routine")
    found.do("ana", Sell(BRANNOC, "Broad sword"))
    found.answer("gm", "sale", "yes")
    assert gear(found) == ()
    assert [value for _, value in treasures(found)] == [2]


@pytest.mark.rule("SK-WEALTH-09")
def test_cheap_things_bring_nothing_and_buyers_are_not_always_found() -> None:
    found = game(5)
    buy(found, "Dagger", "routine")
    found.do("ana", Sell(BRANNOC, "Dagger"))
    found.answer("gm", "sale", "no")
    assert gear(found) == ("Dagger",)
    found.do("ana", Sell(BRANNOC, "Dagger"))
    found.answer("gm", "sale", "yes")
    assert gear(found) == ()
    assert treasures(found) == []
    assert found.refused("ana", Sell(BRANNOC, "Dagger")) == "not-owned"


@pytest.mark.rule("SK-WEALTH-09")
def test_what_is_gone_before_a_buyer_is_found_brings_nothing() -> None:
    found = game(5)
    buy(found, "Broad sword", "routine")
    found.do("ana", Sell(BRANNOC, "Broad sword"))
    found.do("gm", TakeAway(actor=BRANNOC, item="Broad sword", reason="thieves in the market"))
    found.answer("gm", "sale", "yes")
    assert treasures(found) == []


# -- what is bought --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-EQUIP-12")
def test_a_special_piece_costs_one_more_and_bears_an_aspect() -> None:
    found = game(5)
    found.do("ana", Buy(actor=BRANNOC, item="Broad sword", aspect="Drinker of Kings"))
    prompt = found.prompt("purchase")
    assert prompt is not None
    assert prompt.about["cost"] == 4
    found.answer("gm", "purchase", "test")
    found.throw("ana", "0000")
    assert gear(found) == ("Broad sword: Drinker of Kings",)
    card = found.card("Drinker of Kings")
    assert card.bearer == BRANNOC
    assert card.free == ()


@pytest.mark.rule("SK-EQUIP-12")
def test_a_very_special_piece_may_cost_more_still() -> None:
    found = game(5)
    found.do("ana", Buy(actor=BRANNOC, item="Broad sword", aspect="Drinker of Kings"))
    found.answer("gm", "purchase", "dearer", cost=7)
    found.answer("gm", "purchase", "test")
    assert found.roll.difficulty == 7
    found.throw("ana", "++00")
    assert gear(found) == ("Broad sword (cost 7): Drinker of Kings",)
    assert found.has_card("Drinker of Kings")


@pytest.mark.rule("SK-EQUIP-12")
def test_a_table_may_do_without_special_pieces() -> None:
    found = game(5, fine_items=False)
    special = Buy(actor=BRANNOC, item="Broad sword", aspect="Drinker of Kings")
    assert found.refused("ana", special) == "no-special-pieces"
    assert len(found.offers("ana", Buy)) == 2
    buy(found, "Ring: Drinker of Kings", "test", "0000", cost=3)
    assert gear(found) == ("Ring (cost 3)",)
    assert not found.has_card("Drinker of Kings")


@pytest.mark.rule("SK-EQUIP-12")
def test_the_aspect_goes_with_what_is_sold() -> None:
    found = game(6)
    buy(found, "Broad sword", "routine", aspect="Drinker of Kings")
    found.do("ana", Sell(BRANNOC, "Broad sword: Drinker of Kings"))
    found.answer("gm", "sale", "yes")
    assert not found.has_card("Drinker of Kings")
    assert [value for _, value in treasures(found)] == [3]


def test_services_are_used_on_the_spot() -> None:
    found = game(5)
    buy(found, "Healer", "routine")
    assert gear(found) == ()


def test_a_thing_of_another_kind_costs_what_the_table_agrees_on() -> None:
    found = game(5)
    buy(found, "A boat", "test", "0000", cost=4)
    assert gear(found) == ("A boat (cost 4)",)
    assert found.refused("ana", Buy(actor=BRANNOC, item="A boat")) == "bad-number"
    assert found.refused("ana", Buy(actor=BRANNOC, item="A boat", cost=11)) == "bad-number"
    special = Buy(actor=BRANNOC, item="A boat", cost=4, aspect="Never Sinks")
    assert found.refused("ana", special) == "no-special-pieces"
    found.do("ana", Buy(actor=BRANNOC, item="Broad sword", cost=1))
    prompt = found.prompt("purchase")
    assert prompt is not None
    assert prompt.about["cost"] == 3


def test_what_is_not_to_be_had_is_not_bought() -> None:
    found = game(5)
    buy(found, "Dagger", "no")
    assert gear(found) == ()
    found.do("ana", Buy(actor=BRANNOC, item="Dagger"))
    assert found.refused("ana", Sell(BRANNOC, "Shield")) == "one-at-a-time"


def test_nobody_trades_in_a_fight_nor_keeps_books_for_others() -> None:
    found = Game(foes=("Gate Guard",))
    assert found.refused("gm", Buy(actor=ActorId("gate-guard"), item="Dagger")) == "not-a-hero"
    found.start_combat()
    assert found.refused("ana", Buy(actor=BRANNOC, item="Dagger")) == "not-now"
    assert not found.offers("ana", Buy)


def test_every_offer_to_buy_is_accepted() -> None:
    found = with_treasures(3)
    offers = found.offers("ana", Buy)
    assert len(offers) == 6
    fills = {"item": "Dagger", "recipient": HESK, "aspect": "Old", "cost": 2}
    for offer in offers:
        wanted = {hole.field: fills[hole.field] for hole in offer.holes}
        found.do("ana", offer.fill(**wanted))
        found.answer("gm", "purchase", "no")
