"""Every page and every moment at a table, wide and narrow, light and dark: fit for everybody, and worth looking at.

Tables are looked at in both widths and both sets of colours, and what is made of the same parts in one of these.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.support.browsing import WIDE, faults_for_readers
from tests.e2e.support.driving import Seat, labelled
from tests.e2e.support.looking import DARK, LIGHT, look_over
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Table, Visit, go_on, open_panel


def test_what_is_not_fit_for_everybody_is_noticed(visit: Visit) -> None:
    visitor = visit(**WIDE)
    visitor.page.goto("/")
    expect(visitor.page.get_by_role("heading", name="Ready-made scenes")).to_be_visible()
    visitor.page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
    assert [fault.split(":")[0] for fault in faults_for_readers(visitor.page)] == ["button-name"]


def test_the_way_to_a_table_looks_well(visit: Visit) -> None:
    visitor = visit(**WIDE)
    page = visitor.page
    page.goto("/")
    expect(page.get_by_role("heading", name="Ready-made scenes")).to_be_visible()
    page.get_by_text("Licences and thanks").click()
    look_over(visitor, "lobby")
    page.get_by_role("link", name="Play with friends: A fight on the quay").click()
    expect(page.get_by_role("button", name="Open the table")).to_be_enabled()
    look_over(visitor, "open-scene", (DARK,))
    page.goto("/#/open")
    page.get_by_role("button", name="Open the table").click()
    page.locator("summary", has_text=re.compile("^\\s*Options")).first.click()
    page.locator("summary", has_text="All options").first.click()
    look_over(visitor, "open-table")
    page.get_by_role("button", name="the rule").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look_over(visitor, "rule", (DARK,))
    page.keyboard.press("Escape")
    page.get_by_label("Your name").fill("Maria")
    page.get_by_role("button", name="Open the table").click()
    invitation = page.get_by_role("textbox", name="Invite the others").input_value()
    look_over(visitor, "opened")
    page.get_by_role("button", name="Go to the table").click()
    expect(page.get_by_role("heading", name="Before the first scene")).to_be_visible()
    middle = page.locator("#scene")
    expect(middle.get_by_role("textbox", name="Invite the others")).to_have_value(invitation)
    for offered in ("Start a session", "Prepare a scene"):
        expect(middle.get_by_role("button", name=offered)).to_be_visible()
    look_over(visitor, "bare-table", tabs=("Scene", "Me", "Log", "People"))
    guest = visit(**WIDE)
    guest.page.goto(invitation)
    guest.page.get_by_role("button", name="Join the table").click()
    look_over(guest, "join")
    guest.page.goto("/#/nowhere")
    look_over(guest, "nowhere", (LIGHT,))
    page.goto("/")
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    look_over(visitor, "lobby-again", (DARK,))


def dialogs_of_a_player(seat: Seat) -> None:
    page = seat.page
    opened: dict[str, Callable[[], None]] = {
        "character": lambda: page.locator("section.order").get_by_role("button", name="Veld").click(),
        "around": lambda: page.get_by_role("button", name="Show people and links").click(),
    }
    for name, press in opened.items():
        press()
        expect(seat.dialog).to_be_visible()
        look_over(seat.visitor, f"dialog-{name}", (DARK,))
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Look up a rule").first.click()
    page.get_by_role("searchbox", name="A word or two from the rules").fill("taken out")
    expect(seat.dialog.locator("li").first).to_be_visible()
    look_over(seat.visitor, "rules-search", (DARK,))
    page.keyboard.press("Escape")


def panel_of_the_game_master(seat: Seat) -> None:
    page = seat.page
    tools = open_panel(page)
    for part in ("People", "Scene", "Opponents", "Prepared", "Corrections", "Seats"):
        tools.get_by_role("button", name=part, exact=True).click()
        if part == "Seats":
            tools.get_by_role("button", name="Play as").first.click()
        look_over(seat.visitor, f"panel-{part.lower().replace(' ', '-')}", (LIGHT,))
        if part == "Seats":
            tools.get_by_role("button", name="Stop playing as").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo to here").nth(3).click()
    look_over(seat.visitor, "rewinding", (DARK,))
    page.keyboard.press("Escape")


def test_a_table_looks_well_to_everybody_at_it(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server)
    gm, bo = table.gm, table.bo
    watcher = Seat(visit(**WIDE), "Wanda")
    watcher.join(table.invitation, "Watch")
    look_over(gm.visitor, "table-gm", tabs=("Scene", "Me", "Log", "People"))
    look_over(bo.visitor, "table-player", tabs=("Scene", "Me", "Log", "People"))
    look_over(watcher.visitor, "table-spectator", (LIGHT,))
    dialogs_of_a_player(bo)
    panel_of_the_game_master(gm)


def test_the_moments_of_a_conflict_look_well(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, by_hand=True)
    gm, ana, bo = table.gm, table.ana, table.bo
    gm.press_listed("compel Reth", {"": "The sun finds the powder kegs before he does."})
    table.together()
    ana.look()
    look_over(ana.visitor, "compel")
    look_over(bo.visitor, "compel-others", (DARK,))
    table.do(ana, ana.look().answer("Accept"))
    table.do(bo, "Attack", {"how": "leaps from a bollard", "approach": "Flashy"})
    gm.look()
    labelled(gm.bar, "Defend").click()
    look_over(gm.visitor, "defend")
    gm.bar.get_by_role("button", name="Cancel").click()
    table.play(lambda seat, glance: table.do(seat, go_on(glance)), lambda: "Roll the dice" in bo.look().answers)
    look_over(bo.visitor, "roll-before-the-dice", (LIGHT,))
    table.do(bo, "Roll the dice")
    bo.look()
    bo.page.locator(".roll.open .why summary").click()
    look_over(bo.visitor, "roll-open", tabs=("Scene",))
    look_over(gm.visitor, "roll-open-gm", (LIGHT,))


@pytest.mark.parametrize(
    ("ruleset", "scene"),
    [
        ("fae", "race-for-the-satchel"),
        ("fae", "storm-above-the-sea"),
        ("skein", "stand-at-the-ford"),
        ("skein", "wrestling-at-the-fair"),
        ("skein", "battle-of-the-marches"),
    ],
)
def test_other_scenes_look_well(visit: Visit, server: Serving, ruleset: str, scene: str) -> None:
    opened = server.open_table(ruleset=ruleset, scene=scene)
    gm, ana = Seat(visit(**WIDE), "Maria"), Seat(visit(**WIDE), "Ana")
    gm.sit_down(opened["key"])
    ana.sit_down(server.join(opened["invitation"], "Ana", seat="ana")["key"])
    look_over(gm.visitor, f"{scene}-gm", (LIGHT,))
    look_over(ana.visitor, f"{scene}-player", (DARK,), tabs=("Scene", "Me"))
