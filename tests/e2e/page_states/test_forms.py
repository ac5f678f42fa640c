"""The forms of all that is offered: each kind of form is opened once, and is fit for everybody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.support.browsing import WIDE
from tests.e2e.support.driving import ASKED, Seat
from tests.e2e.support.looking import look_over
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import Visit, open_panel

PARTS = ("Scene", "People", "Opponents", "Prepared", "Corrections", "Seats")
UNFOLD = "() => document.querySelectorAll('details').forEach((each) => (each.open = true))"
OPENS_A_FORM = "button.offer:has(.words > span)"
"""An offer in a list; its label ends with three dots if there is something to fill in."""


def labels(place: Locator) -> list[str]:
    return [" ".join(each.split()) for each in place.locator(OPENS_A_FORM).locator("visible=true").all_inner_texts()]


def forms(seat: Seat, part: str, ruleset: str) -> Iterator[tuple[str, str]]:
    """Opens one form after the other; its title, and what kinds of fields it has."""

    def unfolded() -> Locator:
        # A narrow screen, which may be looked at in between, closes the tools for a form.
        place = open_panel(seat.page, part, ruleset=ruleset) if part else seat.page.locator("#me")
        seat.page.evaluate(UNFOLD)
        return place

    for at in range(len(labels(unfolded()))):
        button = unfolded().locator(OPENS_A_FORM).locator("visible=true").nth(at)
        title = " ".join(button.inner_text().split())
        button.click()
        form = seat.page.locator("dialog[open] form")
        expect(form).to_be_visible()
        asked = form.evaluate(ASKED)
        kinds = sorted({f"{each['kind']} {bool(each['options'])} {each['must_choose']}" for each in asked})
        yield title, "; ".join(kinds)
        seat.page.keyboard.press("Escape")
        expect(form).to_have_count(0)


@pytest.mark.parametrize(
    ("ruleset", "scene", "player"),
    [("fae", "fight-on-the-quay", "bo"), ("skein", "stand-at-the-ford", "ana")],
)
def test_every_kind_of_form_is_fit_for_everybody(
    visit: Visit, server: Serving, ruleset: str, scene: str, player: str
) -> None:
    opened = server.open_table(ruleset=ruleset, scene=scene)
    gm, ana = Seat(visit(**WIDE), "Maria"), Seat(visit(**WIDE), "Ana")
    gm.sit_down(opened["key"])
    ana.sit_down(server.join(opened["invitation"], "Ana", seat=player)["key"])
    seen: set[str] = set()
    for seat, places in ((ana, ("",)), (gm, ("", *PARTS))):
        for part in places:
            for title, kinds in forms(seat, part, ruleset):
                if kinds not in seen:
                    seen.add(kinds)
                    look_over(seat.visitor, f"form-{ruleset}-{title[:30].lower().replace(' ', '-')}")
    assert len(seen) > 5, seen
