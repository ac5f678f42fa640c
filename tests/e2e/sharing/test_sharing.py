"""Links that others can open: whom the game master can invite, by copying or by camera, and who only watches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from fatetable.adapters.qr_code import squares
from fatetable.adapters.server.addresses import own_addresses
from tests.e2e.support.browsing import PHONE, WIDE, Visitor
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Visit, open_panel

ONLY_HERE = "Only this computer can open this link."
PUBLIC = "https://tables.example.org"


@contextmanager
def hosting(browser: Browser, data: Path, *settings: str) -> Iterator[Visitor]:
    """The game master's browser at a server with these settings."""
    server = Serving(data, *settings)
    visitor = Visitor(browser, server.url, **WIDE)
    try:
        yield visitor
    finally:
        visitor.close()
        server.kill()


def open_table(page: Page) -> Locator:
    """Opens a table, and returns the field with the invitation."""
    page.goto("/#/open/fae")
    page.get_by_label("Your name").fill("Maria")
    page.get_by_role("button", name="Open the table").click()
    return page.get_by_role("textbox", name="Invite the others")


def squares_of(code: Locator) -> tuple[str, ...]:
    """The squares that a code shows, as a camera sees them."""
    size = int((code.get_attribute("viewBox") or "").split()[2]) - 8
    dark: set[tuple[int, int]] = set()
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", code.locator("path").get_attribute("d") or ""):
        dark |= {(int(x) - 4 + step, int(y) - 4) for step in range(int(width))}
    return tuple("".join("1" if (x, y) in dark else "0" for x in range(size)) for y in range(size))


def test_a_game_master_on_loopback_reads_that_nobody_else_can_come(visit: Visit) -> None:
    visitor = visit(**WIDE)
    page = visitor.page
    expect(open_table(page)).to_have_value(re.compile(r"^http://127\.0\.0\.1:\d+/#join="))
    expect(page.get_by_text(ONLY_HERE)).to_have_count(1)
    expect(page.get_by_role("button", name="Show QR code")).to_have_count(0)
    visitor.check("sharing-loopback")
    page.get_by_role("button", name="Go to the table").click()
    expect(page.get_by_text(ONLY_HERE).first).to_be_visible()


def test_links_carry_the_public_address_and_are_shown_as_codes(browser: Browser, tmp_path: Path) -> None:
    with hosting(browser, tmp_path / "data", "--public-url", PUBLIC) as visitor:
        page = visitor.page
        invitation = open_table(page)
        expect(invitation).to_have_value(re.compile(rf"^{re.escape(PUBLIC)}/#join="))
        page.get_by_role("button", name="Show QR code").first.click()
        code = page.get_by_role("img", name="QR code")
        expect(code).to_be_visible()
        assert squares_of(code) == squares(invitation.input_value())
        expect(page.get_by_text(ONLY_HERE)).to_have_count(0)
        visitor.check("sharing-code")
        page.get_by_role("button", name="Hide QR code").click()
        expect(code).to_have_count(0)


def test_on_the_network_an_invitation_leads_others_to_the_table(browser: Browser, tmp_path: Path) -> None:
    with hosting(browser, tmp_path / "data", "--lan") as gm:
        invitation = open_table(gm.page)
        if not (own := own_addresses()):
            expect(gm.page.get_by_text(ONLY_HERE)).to_be_visible()
            return
        expect(invitation).to_have_value(re.compile(rf"^http://{re.escape(own[0])}:\d+/#join="))
        guest = Visitor(browser, "about:blank", **PHONE)
        guest.page.goto(invitation.input_value())
        guest.page.get_by_label("Your name").fill("Ana")
        guest.page.get_by_role("button", name="Join the table").click()
        expect(guest.page.get_by_role("tab", name="People")).to_be_visible()
        # The page of a guest knows by itself where it was opened.
        assert guest.page.evaluate("() => fetch('/api/reach').then((told) => told.json())") == {
            "public_url": "",
            "network": [],
            "open_tables": "anyone",
        }
        guest.close()


def test_a_link_for_spectators_leads_to_watching_and_to_nothing_else(visit: Visit, server: Serving) -> None:
    opened = server.open_table(ruleset=QUAY.ruleset, scene=QUAY.name)
    gm, phone = visit(**WIDE), visit(**PHONE)
    gm.page.goto(f"/#seat={opened['key']}")
    panel = open_panel(gm.page, "Seats")
    panel.get_by_role("button", name="Invite spectators", exact=True).click()
    link = panel.get_by_role("textbox", name=re.compile("^Invite spectators"))
    expect(link).to_have_value(re.compile("/#join="))
    gm.check("sharing-spectators")
    phone.page.goto(link.input_value())
    expect(phone.page.get_by_text("This link is view only.")).to_be_visible()
    expect(phone.page.get_by_role("radio")).to_have_count(0)
    phone.check("watching")
    phone.page.get_by_role("button", name="Watch", exact=True).click()
    expect(phone.page.get_by_role("heading", name="The quay", level=1)).to_be_visible()
    expect(panel.locator("li").filter(has_text="Spectator").filter(has_text="spectator")).to_be_visible()
    # After a reload the panel still has the link.
    gm.page.reload()
    expect(open_panel(gm.page, "Seats").get_by_role("textbox", name=re.compile("^Invite spectators"))).to_have_value(
        link.input_value()
    )
