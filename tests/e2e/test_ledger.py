"""Everybody's fate points tell where they came from, to a mouse, to the keyboard and to a thumb."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.browsing import PHONE
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Table, Visit


def coin(page: Page, name: str) -> Locator:
    coins = page.get_by_role("button", name=re.compile(rf"fate points? of {name}: show ledger"))
    return coins.locator("visible=true").first


def test_the_coins_of_others_and_of_the_pool_show_their_ledger(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, Ana=PHONE)
    page = table.bo.page
    ledgers = page.get_by_role("region", name="Fate points of")
    for name in ("Reth", "Maria"):
        coin(page, name).hover()
        expect(page.get_by_role("region", name=f"Fate points of {name}")).to_contain_text("the bank →")
        expect(page.get_by_role("region", name=f"Fate points of {name}")).to_be_in_viewport()
        table.bo.visitor.check(f"ledger-of-{name.lower()}")
        page.mouse.move(2, 600)
        expect(ledgers).to_have_count(0)
    coin(page, "Reth").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("region", name="Fate points of Reth")).to_be_visible()
    page.keyboard.press("Escape")
    expect(ledgers).to_have_count(0)

    phone = table.ana.page
    phone.get_by_role("tab", name="People").tap()
    coin(phone, "Voltaire").tap()
    expect(phone.get_by_role("region", name="Fate points of Voltaire")).to_be_in_viewport()
    table.ana.visitor.check("ledger-on-a-phone")
    coin(phone, "Voltaire").tap()
    expect(phone.get_by_role("region", name="Fate points of")).to_have_count(0)
