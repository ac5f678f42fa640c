"""Opposition in a few seconds: a short form in the game master's panel, a name, one press, and it is in the scene."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.support.browsing import PHONE
from tests.e2e.support.driving import Seat
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import BATTLE, QUAY, Scene, Table, Visit, open_panel


@pytest.mark.parametrize(("scene", "several"), [(QUAY, "Mook"), (BATTLE, "Minor character")], ids=["mooks", "people"])
def test_the_keyboard_alone_puts_opponents_on_the_table(
    visit: Visit, server: Serving, scene: Scene, several: str
) -> None:
    table = Table(visit, scene, server=server, seats=("Ana",))
    page = table.gm.page
    open_panel(page, "Opponents", ruleset=scene.ruleset)
    form = page.get_by_role("form", name="Quick NPC")
    expect(form.get_by_role("radio", name=several, exact=True)).to_be_checked()
    form.get_by_role("textbox", name="Name").focus()
    page.keyboard.type("Cellar Rat")
    form.get_by_role("spinbutton", name="Number").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(form.get_by_role("status")).to_have_text("Cellar Rat 1 and Cellar Rat 2 are in the scene.")
    expect(form.get_by_role("textbox", name="Name")).to_be_focused()
    table.gm.visitor.check(f"quick-opposition-{scene.ruleset}")
    seen = table.ana.page
    expect(seen.locator("#scene").get_by_text("Cellar Rat 2").first).to_be_attached()


def test_a_group_is_added_on_a_phone(visit: Visit, server: Serving) -> None:
    gm = Seat(visit(**PHONE), "Maria")
    gm.sit_down(server.open_table(ruleset="fae", scene=QUAY.name)["key"])
    open_panel(gm.page, "Opponents")
    form = gm.page.get_by_role("form", name="Quick NPC")
    gm.touch(form.get_by_role("radio", name="Group of mooks"))
    gm.visitor.check("quick-opposition-phone")
    form.get_by_role("textbox", name="Name").fill("Dock Gang")
    form.get_by_role("textbox", name="Good at (comma-separated)").fill("ganging up, shouting")
    gm.touch(form.get_by_role("button", name="Add to scene"))
    expect(form.get_by_role("status")).to_have_text("Dock Gang is in the scene.")
