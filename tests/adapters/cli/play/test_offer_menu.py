"""Long lists of offers are put in order: under names, and what differs in a name only on one line."""

from typing import get_args

import pytest

from fatetable.adapters.cli.display.columns import in_columns
from fatetable.adapters.cli.play.offer_menu import TITLES, Menu, menu
from fatetable.engine.offers import OfferGroup
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.tabletop.playthroughs.ready_scenes import all_scenes, set_up
from fatetable.tabletop.table import Table


def table_of(scene: str) -> Table:
    return set_up(next(each for each in all_scenes(None) if each.name == scene), bytes(32))


def lines(found: Menu, title: str) -> list[str]:
    return [item.label for group in found.groups if group.title == title for _, item in group.items]


def test_what_one_character_may_do_stands_under_their_name() -> None:
    table = table_of("stand-at-the-ford")
    found = menu(table, "gm")
    first = found.groups[0]
    assert first.title == "Act: Hearth Guard"
    assert not any(item.label.startswith("Hearth Guard") for _, item in first.items)
    assert any(label.startswith("Cadfan Wolf-Banner: ") for label in lines(found, "Act"))


def test_house_keeping_that_differs_in_a_name_only_shares_a_line() -> None:
    table = table_of("stand-at-the-ford")
    items = [item for group in menu(table, "gm", "g").groups for _, item in group.items]
    place = next(item for item in items if item.label == "Place …")
    assert {"Mother Hesk", "Hearth Guard"} <= {variant.label for variant in place.variants}
    assert place.note == f"{len(place.variants)} to choose from"
    assert any(item.label == "Add …" for item in items)
    offers = [offer for offer in table.offers("gm") if offer.group == "gm"]
    shown = [variant.offer for item in items for variant in item.variants or (item,)]
    assert sorted(map(repr, shown)) == sorted(map(repr, offers)), "nothing is lost"


@pytest.mark.parametrize("tells", [True, False])
def test_the_odds_stand_beside_what_changes_a_roll_unless_the_table_would_rather_not_know(tells: bool) -> None:
    game = Game(odds=tells)
    game.do("ana", Overcome(actor=ActorId("reth"), trait="quick", description="over the wall"))
    game.answer("gm", "opposition", "difficulty", value=2)
    notes = [item.note for group in menu(game.table, "bo").groups for _, item in group.items]
    assert any("%" in note for note in notes) is tells


def test_an_answer_says_what_else_is_worth_knowing() -> None:
    game = Game(foes=("Veld",))
    game.start_conflict(first="Reth")
    game.do("ana", Attack(actor=ActorId("reth"), target=ActorId("veld"), trait="forceful", description="kicks"))
    game.defend("gm", "careful")
    game.throw("ana", "++00", "+000")
    game.everyone_passes()
    notes = {item.label: item.note for _, item in menu(game.table, "gm").groups[0].items}
    assert notes["Stress box 2"].startswith("leaves stress boxes 1 and 3")


def test_numbers_go_on_from_group_to_group() -> None:
    found = menu(table_of("stand-at-the-ford"), "gm")
    assert [number for group in found.groups for number, _ in group.items] == list(range(1, found.size + 1))


def test_long_lists_are_set_in_columns_and_short_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    assert in_columns(["one", "two"]) == ["one", "two"]
    many = [f"line {number:02}" for number in range(1, 11)]
    assert in_columns(many) == [
        "line 01  line 05  line 09",
        "line 02  line 06  line 10",
        "line 03  line 07",
        "line 04  line 08",
    ]
    monkeypatch.setenv("COLUMNS", "12")
    assert in_columns(many) == many
    monkeypatch.setenv("COLUMNS", "20")
    assert in_columns(["  1 longer than the terminal is"]) == ["  1 longer than the", "     terminal is"]


def test_every_group_of_offers_has_a_title() -> None:
    assert set(TITLES) == set(get_args(OfferGroup))
