"""One map for everybody: drawn in a few presses, seen with the same places and sizes on every screen."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.e2e.costs.figures import count
from tests.e2e.support.browsing import PHONE, WIDE, faults_for_readers
from tests.e2e.support.driving import Seat
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Table, Visit

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
PLACES = """() => Object.fromEntries([...document.querySelectorAll("g.field")].map((zone) => {
  const box = zone.querySelector("rect.zone");
  return [zone.dataset.zone, [zone.getAttribute("transform"), box.getAttribute("width"), box.getAttribute("height")]];
}))"""
"""Where each zone is on the map, and how large."""

Places = dict[str, list[str]]


def places(seat: Seat) -> Places:
    found: Places = seat.page.evaluate(PLACES)
    return found


def ground(seat: Seat) -> Locator:
    return seat.page.locator("svg.ground")


class Hand:
    """The game master's hand, which counts its presses: clicks, drags and Enter."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.presses = 0

    def click(self, name: str) -> None:
        self.seat.page.locator("#scene").get_by_role("button", name=name, exact=True).click()
        self.presses += 1

    def type(self, words: str) -> None:
        self.seat.page.keyboard.type(words)
        self.seat.page.keyboard.press("Enter")
        self.presses += 1

    def drag(self, left: float, top: float, right: float, bottom: float) -> None:
        """Drags across the map, from one share of its width and height to another."""
        box = ground(self.seat).bounding_box()
        assert box is not None
        mouse = self.seat.page.mouse
        mouse.move(box["x"] + box["width"] * left, box["y"] + box["height"] * top)
        mouse.down()
        mouse.move(box["x"] + box["width"] * right, box["y"] + box["height"] * bottom, steps=6)
        mouse.up()
        self.presses += 1


def test_two_aspects_and_three_zones_take_ten_presses_and_look_alike_everywhere(visit: Visit, server: Serving) -> None:
    opened = server.open_table(name="Maria")
    settings = {"Maria": WIDE, "Ana": WIDE, "Bo": LAPTOP, "Cy": PHONE}
    keys = [server.join(opened["invitation"], name)["key"] for name in ("Ana", "Bo", "Cy")]
    seats = [Seat(visit(**settings[name]), name) for name in settings]
    for seat, key in zip(seats, (opened["key"], *keys), strict=True):
        seat.sit_down(key)
    gm, ana, bo, cy = seats
    gm.press_listed("Start a session")
    gm.press_listed("Start a scene", {"title": "The night market"})

    hand = Hand(gm)
    hand.click("Add aspect")
    hand.type("Lanterns and Too Many People")
    hand.type("Slippery Planks")
    hand.click("Draw map")
    ground(gm).wait_for()
    hand.drag(0.05, 0.08, 0.35, 0.4)
    expect(gm.page.get_by_label("Name of the new zone")).to_be_focused()
    hand.type("Rooftops")
    gm.answered()
    first = ground(gm).get_attribute("viewBox")
    hand.drag(0.45, 0.1, 0.95, 0.38)
    hand.type("Tea stalls")
    gm.answered()
    hand.drag(0.3, 0.6, 0.6, 0.92)
    hand.type("")
    gm.answered()
    count("Two aspects and three zones", hand.presses)
    for seat in seats:
        seat.catch_up()
    assert ground(gm).get_attribute("viewBox") == first, "the view jumped"

    drawn = places(gm)
    assert list(drawn) == ["Rooftops", "Tea stalls", "Zone 1"]
    assert len({size for _, *sizes in drawn.values() for size in sizes}) > 2, "all zones have the same size"
    for seat in (ana, bo):
        expect(seat.page.locator("g.field")).to_have_count(3)
        assert places(seat) == drawn
    expect(cy.page.get_by_role("heading", name="Tea stalls")).to_be_visible()
    assert cy.page.locator("g.field").count() == 0
    cy.touch(cy.page.get_by_role("button", name="Map", exact=True))
    expect(cy.page.locator("g.field")).to_have_count(3)
    assert places(cy) == drawn
    expect(ana.page.locator("#scene")).to_contain_text("Slippery Planks")
    for seat, name in zip(seats, ("gm", "player-wide", "player-laptop", "player-phone"), strict=True):
        seat.visitor.picture(f"map-{name}")
        assert faults_for_readers(seat.page) == [], name
    gm.page.keyboard.press("Escape")
    expect(gm.page.get_by_role("button", name="Draw map")).to_have_attribute("aria-pressed", "false")
    assert [seat.visitor.faults for seat in seats] == [[], [], [], []]


def test_a_zone_has_a_menu_for_the_game_master_by_keyboard_too(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, seats=("Ana",))
    gm, ana = table.gm, table.ana
    name = next(iter(places_when_there(gm)))
    button = ground(gm).get_by_role("button", name=f"Change {name}", exact=True)
    button.focus()
    gm.page.keyboard.press("Enter")
    menu = gm.page.get_by_role("dialog", name=name, exact=True)
    expect(menu.get_by_label(f"Add aspect in {name}")).to_be_focused()
    gm.page.keyboard.type("Coiled Ropes")
    gm.page.keyboard.press("Enter")
    gm.answered()
    ana.catch_up()
    expect(ana.page.locator(f"g.field[data-zone='{name}']")).to_contain_text("Coiled Ropes")
    gm.visitor.picture("map-menu")
    assert faults_for_readers(gm.page) == []
    gm.page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(button).to_be_focused()
    button.press("Enter")
    gm.press(f"Rename {name}", {"name": "Wharf"}, within=menu)
    gm.answered()
    ana.catch_up()
    expect(ana.page.locator("g.field[data-zone='Wharf']")).to_be_visible()
    assert ground(ana).get_by_role("button", name="Change Wharf").count() == 0
    assert gm.visitor.faults == ana.visitor.faults == []


def places_when_there(seat: Seat) -> Places:
    seat.page.locator("g.field").first.wait_for()
    return places(seat)


def test_the_map_pans_and_zooms_by_keys_and_comes_back(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, seats=())
    gm = table.gm
    drawn = places_when_there(gm)
    first = ground(gm).get_attribute("viewBox")
    ground(gm).focus()
    gm.page.keyboard.press("+")
    gm.page.keyboard.press("ArrowRight")
    expect(ground(gm)).not_to_have_attribute("viewBox", str(first))
    gm.page.get_by_role("button", name="Reset view").click()
    expect(ground(gm)).to_have_attribute("viewBox", str(first))
    assert places(gm) == drawn
