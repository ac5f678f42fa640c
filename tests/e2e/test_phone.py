"""A player on a phone: one thumb accepts a compel and absorbs a hit."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.e2e.support.browsing import DRAWN, LAPTOP, PHONE
from tests.e2e.support.driving import Glance, Seat, labelled
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Table, Visit, go_on

THUMB = 44
"""The least height, in pixels, of what a thumb has to hit."""


def within_reach(button: Locator) -> bool:
    """On the screen without scrolling, and large enough."""
    box = button.bounding_box()
    room = button.page.viewport_size
    if box is None or room is None:
        return False
    is_across = box["x"] >= 0 and box["x"] + box["width"] <= room["width"]
    is_down = box["y"] >= 0 and box["y"] + box["height"] <= room["height"]
    return is_across and is_down and box["height"] >= THUMB


def test_a_player_on_a_phone_accepts_a_compel_and_absorbs_a_hit(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, Ana=PHONE)
    gm, ana, bo = table.gm, table.ana, table.bo
    points = ana.page.locator("#me .coin")
    expect(points).to_have_text("3")

    gm.press_listed("compel Reth", {"": "The sun finds the powder kegs before he does."})
    table.together()
    asked = ana.look()
    expect(ana.bar.get_by_text("The sun finds the powder kegs")).to_be_in_viewport()
    expect(bo.page.get_by_role("region", name="Compel of Reth")).to_be_visible()
    accept = asked.answer("[Aa]ccept", "[Gg]ive way", "[Tt]ake")
    assert within_reach(labelled(ana.bar, accept))
    ana.visitor.check("phone-compel")
    table.do(ana, accept)
    expect(points).to_have_text("4")
    expect(bo.page.get_by_role("region", name="Compel of Reth")).to_be_hidden()

    def decide(seat: Seat, glance: Glance) -> None:
        if seat is not gm and glance.question.startswith("What does"):
            seat.press_listed(r"\b(pass|end the turn)\b")
            table.together()
        else:
            table.do(seat, go_on(glance), {"": r"\(\+0\)|Reth|^a heavy blow$"})

    table.play(decide, lambda: "is hit for" in ana.look().question)
    hit = ana.look()
    assert within_reach(labelled(ana.bar, hit.answers[0]))
    ana.visitor.check("phone-hit")
    free = ana.page.locator("section.bar .box:not(.on)").count()
    table.do(ana, hit.answer("stress box"))
    expect(ana.page.locator("#me .box.on, #me [aria-label*=checked]").first).to_be_attached()
    assert free
    assert any("Reth marks stress box" in line for line in bo.log())
    ana.visitor.check("phone-after")


def test_what_waits_for_a_player_on_a_phone_is_always_in_sight(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, seats=("Ana",), Ana=PHONE)
    gm, ana = table.gm, table.ana
    ana.touch(ana.page.get_by_role("tab", name="Log"))
    ana.page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    gm.press_listed("compel Reth", {"": "The sun finds the powder kegs before he does."})
    table.together()
    expect(ana.bar.get_by_text("The sun finds the powder kegs")).to_be_in_viewport()
    assert within_reach(labelled(ana.bar, ana.look().answer("Accept")))
    # What is last on the page can be read above the bar.
    ana.page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    last = ana.page.locator("#log li, #log summary").locator("visible=true").last.bounding_box()
    bar = ana.bar.bounding_box()
    assert last
    assert bar
    assert last["y"] + last["height"] <= bar["y"]


def test_a_player_who_has_scrolled_away_is_led_back_to_what_waits_for_them(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, seats=("Ana",), Ana=LAPTOP)
    gm, ana = table.gm, table.ana
    back = ana.page.get_by_role("button", name="Waiting on you")
    # The page grows while the map and the sheet arrive: only then can the bar be scrolled out of sight.
    ana.page.wait_for_function(
        "() => { scrollTo(0, document.body.scrollHeight);"
        " return document.querySelector('#decision').getBoundingClientRect().bottom < 0; }"
    )
    expect(back).to_have_count(0)
    gm.press_listed("compel Reth", {"": "The sun finds the powder kegs before he does."})
    table.together()
    ana.touch(back)
    expect(ana.bar.get_by_text("The sun finds the powder kegs")).to_be_in_viewport()
    expect(back).to_have_count(0)


def test_a_press_scrolls_nothing(visit: Visit, server: Serving) -> None:
    """What was pressed is gone afterwards, and so is its focus; the page stays where it was."""
    table = Table(visit, QUAY, server=server, seats=("Bo",), Bo=LAPTOP, Maria=LAPTOP)
    gm, bo = table.gm, table.bo
    for seat in (gm, bo):
        expect(seat.page.locator("#scene .map")).to_be_visible()
        can_scroll = seat.page.evaluate("() => document.documentElement.scrollHeight > innerHeight")
        assert can_scroll, seat.name
    bo.press("Overcome")
    table.together()
    gm.press("Fair")
    table.together()
    for seat in (gm, bo):
        seat.page.evaluate(DRAWN)
        assert seat.page.evaluate("() => scrollY") == 0, seat.name


def test_what_is_suggested_in_place_of_a_compel_is_read_by_everybody(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, Ana=PHONE)
    gm, ana, bo = table.gm, table.ana, table.bo
    gm.press_listed("compel Reth", {"": "The sun finds the powder kegs before he does."})
    table.together()
    ana.look()
    table.do(ana, "Suggest something else", {"": "A spark finds one keg."})
    gm.look()
    expect(gm.bar.get_by_text("A spark finds one keg.")).to_be_visible()
    expect(bo.page.get_by_role("region", name="Compel of Reth")).to_contain_text("A spark finds one keg.")
    ana.visitor.check("phone-haggling")
