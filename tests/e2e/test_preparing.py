"""A game master prepares a scene, drags it onto the table, and draws on its map; a player sees what they may."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.e2e.support.browsing import WIDE, faults_for_readers
from tests.e2e.support.driving import Seat
from tests.e2e.support.tables import Visit, open_panel


def sit_down(visit: Visit) -> tuple[Seat, Seat]:
    """The game master and a player at a table with nothing on it, in its first session."""
    gm, ana = Seat(visit(**WIDE), "Maria"), Seat(visit(**WIDE), "Ana")
    gm.page.goto("/#/open")
    gm.page.get_by_label("Your name").fill(gm.name)
    gm.page.get_by_role("button", name="Open the table").click()
    invitation = gm.page.get_by_role("textbox", name="Invite the others").input_value()
    gm.page.get_by_role("button", name="Go to the table").click()
    gm.arrive()
    ana.page.goto(invitation)
    ana.page.get_by_label("Your name").fill(ana.name)
    ana.page.get_by_role("button", name="Join the table").click()
    ana.arrive()
    ana.press("Bring a character", {"character": "."}, within=ana.page.locator("#me"))
    gm.press_listed("Start a session")
    return gm, ana


def open_drawer(gm: Seat) -> None:
    open_panel(gm.page, "Prepared")


def prepare(gm: Seat) -> None:
    """A mill with two zones everybody may see, a hidden one, and an aspect of either kind."""
    open_drawer(gm)
    drawer = gm.page.locator("[data-gm-tools]")
    gm.press("Prepare a scene", {"title": "The old mill"}, within=drawer)
    gm.press("Add zone", {"name": "Yard"}, within=drawer)
    gm.press("Add zone", {"name": "Loft", "next to": "Yard"}, within=drawer)
    gm.press("Add zone", {"name": "Cellar", "next to": "Yard", "hidden": "Hidden"}, within=drawer)
    gm.press("Add aspect", {"aspect": "Dust in the Air"}, within=drawer)
    gm.press("Add aspect", {"aspect": "Rotten Ladder", "where": "Loft", "hidden": "Hidden"}, within=drawer)
    expect(drawer.get_by_text("Rotten Ladder")).to_be_visible()


def middle(of: Locator) -> tuple[float, float]:
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(gm: Seat, start: tuple[float, float], end: tuple[float, float]) -> None:
    gm.page.mouse.move(*start)
    gm.page.mouse.down()
    gm.page.mouse.move(*end, steps=8)
    gm.page.mouse.up()


def zone(seat: Seat, name: str) -> Locator:
    return seat.page.locator("g.field").filter(has_text=name)


def same_places(one: Seat, other: Seat, *names: str) -> None:
    """Both have these zones drawn in the same places."""
    for name in names:
        expect(zone(one, name)).to_have_attribute("transform", re.compile("translate"))
        expect(zone(other, name)).to_have_attribute("transform", str(zone(one, name).get_attribute("transform")))


def fit(seat: Seat, moment: str) -> None:
    seat.visitor.picture(moment)
    assert faults_for_readers(seat.page) == []


def test_a_prepared_scene_is_dragged_onto_the_table_and_drawn_on(visit: Visit) -> None:
    gm, ana = sit_down(visit)
    prepare(gm)
    fit(gm, "drawer")
    assert "The old mill" not in ana.page.content()

    drag(
        gm,
        middle(gm.page.locator("[data-gm-tools]").get_by_role("heading", name="The old mill")),
        middle(gm.page.locator("#scene")),
    )
    gm.answered()
    ana.catch_up()
    for seat in (gm, ana):
        expect(seat.page.locator("#scene").get_by_role("heading", name="The old mill")).to_be_visible()
    expect(zone(ana, "Loft")).to_be_visible()
    for secret in ("Cellar", "Rotten Ladder"):
        assert secret not in ana.page.content()
    expect(zone(gm, "Cellar")).to_be_visible()

    gm.page.get_by_role("button", name="Draw map").click()
    fit(gm, "drawing-the-map")
    box = gm.page.locator(".map svg[role=group]").bounding_box()
    assert box is not None
    corner = (box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.7)
    drag(gm, corner, (corner[0] + 130, corner[1] + 60))
    gm.page.get_by_label("Name of the new zone").fill("Mill pond")
    gm.page.keyboard.press("Enter")
    gm.answered()
    ana.catch_up()
    expect(zone(ana, "Mill pond")).to_be_visible()
    same_places(gm, ana, "Yard", "Loft", "Mill pond")
    # What may be drawn from a new zone is known a moment after the zone itself.
    expect(zone(gm, "Mill pond").locator(".handle .knob")).to_be_visible()
    drag(gm, middle(zone(gm, "Yard").locator(".handle .knob")), middle(zone(gm, "Mill pond").locator("rect.zone")))
    # They were joined when the pond was drawn beside the yard; a line drawn again changes that way.
    gm.press("Remove a way from Yard", within=gm.page.get_by_role("dialog", name="Between Yard and Mill pond"))
    expect(gm.page.locator("dialog[open]")).to_have_count(0)
    drag(gm, middle(zone(gm, "Yard").locator(".handle .knob")), middle(zone(gm, "Mill pond").locator("rect.zone")))
    gm.answered()
    ana.catch_up()
    expect(ana.page.locator("#log")).to_contain_text("No way leads from Yard to Mill pond any more.")
    expect(ana.page.locator("#log")).to_contain_text("The way between Yard and Mill pond is clear.")

    gm.page.locator(".map svg").get_by_role("button", name="Reveal Cellar").click()
    gm.answered()
    ana.catch_up()
    expect(zone(ana, "Cellar")).to_be_visible()
    same_places(gm, ana, "Yard", "Loft", "Mill pond", "Cellar")

    gm.page.locator(".map svg").get_by_role("button", name="Change Loft").click()
    gm.page.get_by_role("dialog", name="Loft").get_by_role("button", name="Hide Loft").click()
    gm.answered()
    ana.catch_up()
    expect(zone(ana, "Loft")).to_have_count(0)
    expect(zone(gm, "Loft")).to_contain_text("hidden")
    expect(gm.page.locator("#log")).to_contain_text("Loft is hidden from everybody else.")
    expect(ana.page.locator("#log")).not_to_contain_text("hidden")
    start = middle(zone(gm, "Mill pond").locator("rect.zone"))
    drag(gm, start, (start[0] - 60, start[1] + 30))
    gm.answered()
    same_places(gm, ana, "Yard", "Mill pond", "Cellar")
    drawn = zone(gm, "Mill pond").get_attribute("transform")
    gm.page.reload()
    expect(zone(gm, "Mill pond")).to_have_attribute("transform", str(drawn))
    assert gm.visitor.faults == ana.visitor.faults == []
