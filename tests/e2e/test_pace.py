"""How many presses a deed takes at the usual pace, counted in real browsers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.e2e.support.browsing import WIDE, Visitor
from tests.e2e.support.driving import Seat
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Table

SHORT = ("--limit", "second_ms=20")
"""Countdowns are over at once."""


@pytest.fixture
def table(browser: Browser, tmp_path: Path) -> Iterator[Table]:
    server = Serving(tmp_path / "data", *SHORT)
    visitors: list[Visitor] = []

    def visit(**settings: object) -> Visitor:
        visitors.append(Visitor(browser, server.url, **(settings or WIDE)))
        return visitors[-1]

    yield Table(visit, QUAY, server=server)
    for visitor in visitors:
        visitor.close()
    server.kill()


def come_to(table: Table, wanted: Seat) -> None:
    """The others pass until it is this player's turn."""
    for _ in range(6):
        table.together()
        acting = next(seat for seat in table.seats if seat.page.locator("section.bar", has_text="Your turn").count())
        if acting is wanted:
            return
        acting.press("Pass")
        table.together()
    raise AssertionError(f"{wanted.name} never gets a turn")


class Presses:
    """Presses buttons of the bar and counts them."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, seat: Seat, label: str) -> None:
        self.press(seat.page.locator("section.bar button").filter(has_text=label).first)

    def press(self, button: Locator) -> None:
        self.count += 1
        button.click()


def test_an_overcome_takes_two_presses_and_one_of_the_game_master(table: Table) -> None:
    press = Presses()
    bo, gm = table.bo, table.gm
    come_to(table, bo)
    press(bo, "Overcome")
    bo.visitor.check("choosing-a-trait")
    press(bo, "Flashy")
    difficulty = gm.page.get_by_role("list", name="What each difficulty would mean").locator("button").first
    expect(difficulty).to_be_visible()
    gm.visitor.check("choosing-a-difficulty")
    press.press(difficulty)
    card = bo.page.locator("article.roll").first
    expect(card.locator(".dice").first).to_be_visible()
    assert press.count == 3
    for seat in table.seats:
        assert not seat.page.locator("dialog[open]").count()


def test_an_attack_on_the_only_gang_in_reach_takes_two_presses(table: Table) -> None:
    press = Presses()
    bo = table.bo
    come_to(table, bo)
    press(bo, "Attack")
    press(bo, "Flashy")
    expect(bo.page.locator("article.roll").first.locator(".dice")).to_have_count(2)
    assert press.count == 2
    assert not bo.visitor.faults
