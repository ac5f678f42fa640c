"""From the lobby to the first roll and to the table, and what a game master prepares, press by press."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.costs.figures import count
from tests.e2e.costs.playing import COUNTING, SimplePlayer
from tests.e2e.support.browsing import WIDE
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Visit

WORDS_A_SECOND = 4


def presses(page: Page) -> int:
    return int(page.evaluate("() => window.presses"))


def test_somebody_alone_comes_from_the_lobby_to_their_first_roll(visit: Visit) -> None:
    player = SimplePlayer(visit(**WIDE), is_alone=True)
    page = player.page
    page.goto("/")
    page.get_by_role("button", name=f"Try it now: {QUAY.title}").click()
    page.locator("[data-eyes]").wait_for()
    # The card of a roll has dice once they have fallen.
    dice = page.locator("article.roll .dice").first
    words = 0
    for _ in range(400):
        if dice.count():
            break
        look = player.look()
        if player.act():
            words += len(" ".join((look.question, *look.labels)).split())
        page.wait_for_timeout(50)
    expect(dice).to_be_visible()
    count("Lobby → first roll, alone", presses(page))
    count("… and seconds of reading and pressing for it", presses(page) + round(words / WORDS_A_SECOND))


def test_newcomers_come_from_the_lobby_or_a_link_to_the_table(visit: Visit) -> None:
    gm, ana = visit(**WIDE), visit(**WIDE)
    for visitor in (gm, ana):
        visitor.context.add_init_script(COUNTING)
    page = gm.page
    page.goto("/")
    page.get_by_role("link", name=f"Play with friends: {QUAY.title}").click()
    page.get_by_label("Your name").click()
    page.keyboard.type("Maria")
    page.get_by_role("button", name="Open the table").click()
    invitation = page.get_by_role("textbox", name="Invite the others").input_value()
    page.get_by_role("button", name="Go to the table").click()
    page.locator("section.bar, .quiet-line").first.wait_for()
    count("Lobby → table, with others", presses(page))

    page = ana.page
    page.goto(invitation)
    page.get_by_label("Your name").click()
    page.keyboard.type("Ana")
    page.get_by_role("radio", name="Reth").click()
    page.get_by_role("button", name="Join the table").click()
    page.locator("section.bar, .quiet-line").first.wait_for()
    count("Invitation → table", presses(page))


def test_a_named_opponent_comes_into_a_scene(visit: Visit, server: Serving) -> None:
    gm = SimplePlayer(visit(**WIDE))
    page = gm.page
    gm.sit_down(server.open_table(ruleset="fae", scene=QUAY.name)["key"])
    before = presses(page)
    page.locator("#scene").get_by_role("button", name="Add opponent").click()
    ready = page.locator("[data-gm-tools] .ready").first
    name = ready.locator("b [aria-hidden]").inner_text()
    ready.click()
    here = page.get_by_role("region", name="Who is here")
    expect(here.get_by_role("button", name=name).first).to_be_visible()
    count("A named opponent into the scene", presses(page) - before)
