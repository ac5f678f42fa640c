"""A table that would rather not know the odds: nobody is told them, and nobody can switch them on."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.support.browsing import WIDE
from tests.e2e.support.driving import Group, Seat
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Table, Visit


def test_odds_are_switched_off_when_a_table_is_opened(visit: Visit) -> None:
    gm, bo = Seat(visit(**WIDE), "Maria"), Seat(visit(**WIDE), "Bo")
    page = gm.page
    page.goto("/")
    page.get_by_role("link", name=f"Play with friends: {QUAY.title}").click()
    page.get_by_label("Your name").fill(gm.name)
    page.locator("summary", has_text="Options").first.click()
    odds = page.get_by_role("group", name="Odds")
    expect(odds).not_to_contain_text("default")
    odds.get_by_label("No").check()
    gm.visitor.check("open-without-odds")
    page.get_by_role("button", name="Open the table").click()
    invitation = page.get_by_role("textbox", name="Invite the others").input_value()
    page.get_by_role("button", name="Go to the table").click()
    gm.arrive()
    bo.join(invitation, QUAY.characters["Bo"])
    Group(gm, bo).do(bo, "Attack", {"target": "Thugs", "with": "Flashy"})
    for seat in (gm, bo):
        expect(seat.page.locator("article.roll").first).to_be_visible()
        expect(seat.page.locator(".odds")).to_have_count(0)
        expect(seat.page.get_by_label("show odds")).to_have_count(0)


def test_odds_stand_beside_what_changes_a_roll_unless_they_are_switched_off(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, seats=("Bo",), by_hand=True)
    attack(table, table.gm, table.bo)
    for seat in table.seats:
        expect(seat.page.locator("article.roll .rows .odds").first).to_contain_text("%")
        expect(seat.page.get_by_label("show odds")).to_be_checked()


def attack(group: Group, gm: Seat, bo: Seat) -> None:
    group.do(bo, "Attack", {"target": "Thugs", "with": "Flashy", "how": "lunges"})
    group.do(gm, gm.look().answer("Defend"), {"how": "ducks"})
