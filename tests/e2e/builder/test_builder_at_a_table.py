"""The builder above a table: what it makes goes into the offer that asked for it, waivers and all."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.browsing import PHONE, WIDE, Visitor
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import open_panel

Visit = Callable[..., Visitor]


def sit_down(visitor: Visitor, key: str) -> Page:
    visitor.page.goto(f"/#seat={key}")
    expect(visitor.page.get_by_role("heading", name="Before the first scene")).to_be_visible()
    if visitor.page.get_by_role("tab", name="Me").is_visible():
        visitor.page.get_by_role("tab", name="Me").click()
    expect(visitor.page.get_by_role("heading", name="What you can do")).to_be_visible()
    return visitor.page


def build_for(page: Page, offer: str, *, is_at_once: bool = False) -> Locator:
    """Opens an offer's form anywhere on the table, and the builder from it unless that opens at once."""
    tab = page.get_by_role("tab", name="Me")
    if tab.is_visible():
        tab.click()
    button = page.get_by_role("button", name=offer).locator("visible=true").first
    folded = page.locator("details:not([open]) > summary", has_text="At the table")
    if not button.is_visible() and folded.is_visible():
        folded.click()
    if not button.is_visible():
        open_panel(page, "Opponents")
    button.click()
    if not is_at_once:
        page.get_by_role("dialog").get_by_role("button", name="Build or import one").click()
    window = page.get_by_role("dialog", name="Build a character")
    expect(window.get_by_role("button", name="Blank sheet")).to_be_visible()
    return window


def test_a_player_on_a_phone_brings_a_character_they_built(visit: Visit, server: Serving) -> None:
    opened = server.open_table()
    seated = server.join(opened["invitation"], "Ana")
    visitor = visit(**PHONE)
    page = sit_down(visitor, seated["key"])
    window = build_for(page, "Bring a character")
    window.get_by_role("button", name="Reth").click()
    visitor.check("builder-at-table-phone")
    window.get_by_role("button", name="Bring it to the table").locator("visible=true").first.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text("Suncaller of the Andral Desert").first).to_be_attached()


def test_a_waiver_a_player_asks_for_is_put_to_the_game_master(visit: Visit, server: Serving) -> None:
    opened = server.open_table()
    seated = server.join(opened["invitation"], "Ana")
    player = visit(**WIDE)
    page = sit_down(player, seated["key"])
    window = build_for(page, "Bring a character")
    window.get_by_role("button", name="Reth").click()
    window.get_by_role("textbox", name="Trouble").fill("")
    window.get_by_role("button", name="Ask GM to allow: The character has no trouble.").click()
    expect(window.get_by_role("heading", name="Waived 1")).to_be_visible()
    player.check("builder-waiver")
    window.get_by_role("button", name="Bring it to the table").locator("visible=true").first.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    master = sit_down(visit(**WIDE), opened["key"])
    master.get_by_role("button", name="Answer: Ana brings Reth. Agree?").click()
    expect(master.get_by_text("The character has no trouble. The GM has waived this.").first).to_be_visible()


def test_the_game_master_builds_an_opponent_in_a_minute(visit: Visit, server: Serving) -> None:
    opened = server.open_table()
    visitor = visit(**WIDE)
    page = sit_down(visitor, opened["key"])
    window = build_for(page, "Add a new opponent", is_at_once=True)
    expect(window.get_by_role("radio", name="Player character")).to_have_count(0)
    window.get_by_role("radio", name="Mook", exact=True).check()
    window.get_by_role("button", name="Blank sheet").click()
    window.get_by_text("All at once").click()
    window.get_by_role("textbox", name="Name").fill("Dock Bully")
    window.get_by_role("textbox", name="Aspect", exact=True).fill("Larger Than the Door")
    window.get_by_role("textbox", name="Skilled at, entry 1").fill("Shoving")
    window.get_by_role("textbox", name="Bad at, entry 1").fill("Thinking")
    window.get_by_role("checkbox", name="Bad at everything else too").check()
    visitor.check("builder-opponent")
    window.get_by_role("button", name="Bring it to the table").locator("visible=true").first.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text("Dock Bully").first).to_be_attached()
