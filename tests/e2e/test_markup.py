"""Whatever people write stays what they wrote: no field of the page turns words into markup or into a program."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.e2e.support.browsing import WIDE
from tests.e2e.support.driving import Glance, Refused, Seat, fill
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Table, Visit, go_on, open_panel

MARKUP = '<img src=x onerror="window.wasRun=1"><b>!</b>'
FOR_ALL = {"": MARKUP}
NAMES = re.compile(r"(: .*|Reth|Voltaire|Gang of Thugs|Veld|Deck|Gangplank|Quay)('s)?")
IS_CLEAN = """() => !window.wasRun && !document.querySelector("img, iframe, object, [onerror]")
  && [...document.querySelectorAll("b")].every((each) => each.innerText !== "!")"""


def own_list(seat: Seat) -> Locator:
    seat.page.evaluate("() => document.querySelectorAll('#me details').forEach((each) => (each.open = true))")
    return seat.page.locator("#me")


def panel(part: str) -> Callable[[Seat], Locator]:
    def opened(seat: Seat) -> Locator:
        return open_panel(seat.page, part)

    return opened


def fill_in_everything(seat: Seat, list_of_offers: Callable[[Seat], Locator]) -> int:
    """Does everything on a list that has a field for words, with markup in all of them; how many there were."""
    written = 0
    labels = [words.strip() for words in list_of_offers(seat).locator(".offer .words").all_inner_texts()]
    seat.page.keyboard.press("Escape")
    # What is the same but for a name is tried once.
    kinds = {
        NAMES.sub("", label): label.rstrip("…") for label in labels if label.endswith("…") and "concede" not in label
    }
    for label in kinds.values():
        button = list_of_offers(seat).locator(".offer").filter(has_text=label).first
        if not button.count():
            seat.page.keyboard.press("Escape")
            continue
        button.click()
        form = seat.page.locator("dialog[open] form")
        form.wait_for()
        is_whole_sheet = seat.page.get_by_role("button", name="Build one")
        if not form.locator("textarea, input[type=text]").count() or is_whole_sheet.count():
            seat.page.keyboard.press("Escape")
            continue
        fill(form, FOR_ALL)
        seat.submit(form)
        try:
            seat.answered()
            written += 1
        except Refused:
            seat.page.locator(".toast .close").last.click()
    return written


def test_markup_in_every_field_of_a_table_stays_text(visit: Visit, server: Serving) -> None:
    names = {"Maria": f"M {MARKUP[:30]}", "Ana": f"A {MARKUP[:30]}"}
    table = Table(visit, QUAY, server=server, names=names)
    gm, ana, bo = table.gm, table.ana, table.bo
    ana.page.get_by_role("textbox", name="Say something").fill(MARKUP)
    ana.page.get_by_role("button", name="Say", exact=True).click()
    ana.answered()
    table.together()
    expect(bo.page.locator("#log").get_by_text(MARKUP).first).to_be_visible()

    def decide(seat: Seat, glance: Glance) -> None:
        table.do(seat, go_on(glance), FOR_ALL)

    table.play(decide, lambda: "Reth's turn." in gm.log())
    assert fill_in_everything(gm, panel("Scene")) >= 3
    assert fill_in_everything(gm, panel("Corrections")) >= 2
    assert fill_in_everything(gm, own_list) >= 2
    assert fill_in_everything(ana, own_list) >= 1
    stranger = Seat(visit(**WIDE), MARKUP[:40])
    stranger.join(table.invitation, "Watch")
    for seat in (*table.seats, stranger):
        assert seat.page.evaluate(IS_CLEAN)
        expect(seat.page.get_by_text(MARKUP).first).to_be_attached()
        if seat.page.get_by_role("button", name="Show people and links").is_visible():
            seat.page.get_by_role("button", name="Show people and links").click()
            assert seat.page.evaluate(IS_CLEAN)
        seat.page.goto("/")
        expect(seat.page.get_by_role("heading", name="Your tables")).to_be_visible()
        assert seat.page.evaluate(IS_CLEAN)


def test_markup_in_the_name_of_a_table_stays_text(visit: Visit) -> None:
    gm = Seat(visit(**WIDE), MARKUP[:40])
    gm.page.goto("/#/open")
    gm.page.get_by_label("Your name").fill(MARKUP[:40])
    gm.page.get_by_label("Name of the table").fill(MARKUP)
    gm.page.get_by_role("button", name="Open the table").click()
    invitation = gm.page.get_by_role("textbox", name="Invite the others").input_value()
    gm.page.get_by_role("button", name="Go to the table").click()
    expect(gm.page.get_by_role("heading", name=MARKUP)).to_be_visible()
    guest = Seat(visit(**WIDE), "Guest")
    guest.page.goto(invitation)
    expect(guest.page.get_by_role("heading", name=MARKUP)).to_be_visible()
    for seat in (gm, guest):
        assert seat.page.evaluate(IS_CLEAN)
        assert MARKUP in seat.page.title() or seat is guest
