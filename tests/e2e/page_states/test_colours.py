"""The colours of outcomes: in every game and in both themes, success does not look like harm."""

from __future__ import annotations

import colorsys

import pytest

from tests.e2e.support.browsing import WIDE
from tests.e2e.support.driving import Seat
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import Visit

COLOUR = """(name) => {
  const place = document.body.appendChild(document.createElement("canvas"));
  const brush = place.getContext("2d");
  place.style.color = `var(--${name})`;
  brush.fillStyle = getComputedStyle(place).color;
  brush.fillRect(0, 0, 1, 1);
  place.remove();
  return [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3);
}"""
STYLED = """(used) => {
  const rules = [...document.styleSheets].flatMap((each) => [...each.cssRules]);
  return rules.some((rule) => new RegExp(used).test(rule.cssText));
}"""
USED = r"\.success[^}]*--tone:\s*var\(--success\)"


def hue(seat: Seat, name: str) -> float:
    """The hue of a colour of the page as it is drawn, from 0 to 360: red is 0, green 120."""
    red, green, blue = seat.page.evaluate(COLOUR, name)
    return colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)[0] * 360


def apart(one: float, other: float) -> float:
    return min(abs(one - other), 360 - abs(one - other))


@pytest.mark.parametrize(("ruleset", "scene"), [("fae", "fight-on-the-quay"), ("skein", "stand-at-the-ford")])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_success_is_never_in_the_colour_of_harm(
    visit: Visit, server: Serving, ruleset: str, scene: str, theme: str
) -> None:
    seat = Seat(visit(**WIDE), "Maria")
    seat.sit_down(server.open_table(ruleset=ruleset, scene=scene)["key"])
    seat.visitor.wear(theme)
    seat.page.wait_for_function("() => document.documentElement.style.getPropertyValue('--accent-hue') !== ''")
    success = hue(seat, "success")
    assert 100 < success < 180, "success is green"
    for harm in ("bad", "failure", "foe"):
        assert apart(success, hue(seat, harm)) > 60, harm
    accent = hue(seat, "accent")
    assert success != accent
    # A card of a roll takes its colour from its outcome; the log comes on demand, and its styles with it.
    seat.page.wait_for_function(STYLED, arg=USED)
