"""Alone, at once: from the lobby to the first roll in a few presses, seeing through the eyes of every seat."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.support.browsing import LAPTOP, PHONE, WIDE, Visitor
from tests.e2e.support.driving import Seat
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY

Visit = Callable[..., Visitor]
MOST_PRESSES = 6


def try_now(page: Page, title: str = QUAY.title) -> None:
    page.goto("/")
    page.get_by_role("button", name=f"Try it now: {title}").click()
    expect(eyes(page, "Voltaire")).to_be_visible()


def eyes(page: Page, name: str = "") -> Locator:
    """The button that says whose eyes one sees through."""
    return page.get_by_role("button", name=re.compile(f"As {name}.*your seats"))


def skip_the_tour(page: Page) -> None:
    page.get_by_role("button", name="Skip the tour").click()
    expect(page.locator("[data-guide]")).to_have_count(0)


def rolled(page: Page) -> Locator:
    """The cards of rolls in the scene and in the log, where they may be folded."""
    return page.locator("article.roll")


def next_press(page: Page) -> Locator:
    """What is offered first: a button that sends what was chosen, or the first choice that is still open."""
    form = page.locator("dialog[open] form, section.bar form").last
    if form.count() and form.is_visible():
        open_choice = form.locator("fieldset:not(:has(input:checked))").locator("input[type=radio]").first
        if open_choice.count():
            return open_choice
        id = form.get_attribute("id")
        return page.locator(f"button[type=submit][form='{id}'], form#{id} button[type=submit]").first
    return page.locator("section.bar button.primary, section.bar button:not(.quiet, .link)").first


def test_the_first_roll_takes_few_presses(visit: Visit) -> None:
    """Trying takes one press, the page goes to whose turn it is by itself, and the tour need not be pressed away."""
    page = visit(**LAPTOP).page
    try_now(page)
    presses = 1
    bar = page.locator("section.bar")
    bar.get_by_role("button", name=re.compile("^(Attack|Overcome)")).first.click()
    presses += 1
    while not rolled(page).count() and presses < MOST_PRESSES:
        next_press(page).click()
        presses += 1
        page.wait_for_timeout(300)
    expect(rolled(page)).not_to_have_count(0)
    assert presses <= MOST_PRESSES


def test_the_page_shows_each_seat_its_own_and_follows_to_whoever_decides(visit: Visit) -> None:
    visitor = visit(**WIDE)
    page = visitor.page
    try_now(page)
    skip_the_tour(page)
    expect(page.get_by_text("Slip Knot")).to_have_count(0)
    visitor.check("alone")
    eyes(page).click()
    menu = page.get_by_role("menu")
    expect(menu.get_by_role("menuitemradio")).to_have_count(3)
    visitor.check("alone-menu")
    menu.get_by_role("menuitemcheckbox", name="Follow").click()
    menu.get_by_role("menuitemradio").first.click()
    expect(eyes(page, "GM")).to_be_focused()
    expect(page.get_by_text("Slip Knot").first).to_be_visible()
    page.reload()
    expect(eyes(page, "GM")).to_be_visible()
    eyes(page).press("Enter")
    expect(page.get_by_role("menuitemradio", checked=True)).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(eyes(page, "Voltaire")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Now as Voltaire")).to_be_visible()
    expect(page.get_by_text("Slip Knot")).to_have_count(0)


def test_the_tour_points_at_real_things_and_is_shown_once(visit: Visit) -> None:
    for name, settings in (("laptop", LAPTOP), ("phone", PHONE)):
        visitor = visit(**settings)
        page = visitor.page
        try_now(page)
        tour = page.get_by_role("dialog", name=re.compile("First roll, step"))
        expect(tour).to_be_focused()
        visitor.check(f"tour-{name}-1")
        tour.get_by_role("button", name="Next").click()
        expect(tour).to_contain_text("step 2 of 5")
        visitor.check(f"tour-{name}-2")
        tour.get_by_role("button", name="Next").click()
        expect(tour).to_contain_text("Attack")
        visitor.check(f"tour-{name}-3")
        page.keyboard.press("Escape")
        expect(tour).to_have_count(0)
        page.reload()
        expect(eyes(page)).to_be_visible()
        expect(page.locator("[data-guide]")).to_have_count(0)


def test_two_friends_play_a_scene_for_three(browser: Browser, tmp_path: Path) -> None:
    """Nobody takes the captain's seat: after a while the table goes on without it, and a roll goes through."""
    server = Serving(tmp_path / "data", "--limit=second_ms=20")
    try:
        play_with_two(browser, server)
    finally:
        server.kill()


def play_with_two(browser: Browser, server: Serving) -> None:
    opened = server.open_table(ruleset=QUAY.ruleset, scene=QUAY.name)
    key = server.join(opened["invitation"], "Ana", seat="ana")["key"]
    gm, ana = (Seat(Visitor(browser, server.url, **WIDE), name) for name in ("Maria", "Ana"))
    gm.sit_down(opened["key"])
    ana.sit_down(key)
    page = ana.page
    attack = page.locator("section.bar").get_by_role("button", name=re.compile("^(Attack|Overcome)")).first
    expect(attack).to_be_visible()
    attack.click()
    for _ in range(MOST_PRESSES):
        if rolled(page).count():
            break
        next_press(page).click()
        page.wait_for_timeout(300)
    expect(rolled(page)).not_to_have_count(0)
    expect(gm.page.get_by_text("Waiting for bo")).to_have_count(0)
    for seat in (gm, ana):
        seat.visitor.close()
