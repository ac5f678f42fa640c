"""A sound and a notification when it is one's turn: both off until wanted, and without a word about the game."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.support.browsing import PHONE, WIDE
from tests.e2e.support.driving import Seat
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Table, Visit

# A browser without a screen shows no notifications: this keeps what it is asked to show, and answers like a person who
# is asked for permission.
SYSTEM = """
window.system = { asked: 0, shown: [], closed: 0, sounds: 0, isHidden: false };
window.Notification = class {
  static permission = "default";
  static async requestPermission() {
    window.system.asked += 1;
    return (window.Notification.permission = ANSWER);
  }
  constructor(title, settings) { window.system.shown.push({ title, body: settings.body, tag: settings.tag }); }
  close() { window.system.closed += 1; }
};
Object.defineProperty(document, "visibilityState", { get: () => (window.system.isHidden ? "hidden" : "visible") });
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.system.sounds += 1; return start.apply(this, when); };
"""
HIDE = """(isHidden) => {
  window.system.isHidden = isHidden;
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def told(seat: Seat, what: str) -> object:
    return seat.page.evaluate(f"() => window.system.{what}")


def with_system(seat: Seat, answer: str) -> None:
    seat.visitor.context.add_init_script(SYSTEM.replace("ANSWER", f'"{answer}"'))
    seat.page.reload()
    seat.arrive()


def open_settings(seat: Seat) -> None:
    if seat.page.get_by_role("tab", name="People").is_visible():
        seat.page.get_by_role("tab", name="People").click()
    else:
        seat.page.get_by_role("button", name="Show people and links").click()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_hidden_page_tells_once_that_it_is_ones_turn(visit: Visit, server: Serving, size: dict[str, object]) -> None:
    table = Table(visit, QUAY, server=server, Ana=size)
    ana, bo = table.ana, table.bo
    with_system(ana, "granted")
    assert told(ana, "asked") == 0, "nobody is asked before they want notifications"
    open_settings(ana)
    wanted = ana.page.get_by_role("checkbox", name="Show a notification")
    expect(wanted).not_to_be_checked()
    expect(ana.page.get_by_role("checkbox", name="Play a sound")).not_to_be_checked()
    ana.page.get_by_role("checkbox", name="Play a sound").check()
    wanted.check()
    assert told(ana, "asked") == 1
    ana.visitor.check("turn-settings")
    ana.page.keyboard.press("Escape")

    ana.page.evaluate(HIDE, True)
    table.do(bo, "Pass")
    ana.page.wait_for_function("() => window.system.shown.length > 0")
    assert told(ana, "shown") == [{"title": "Fatetable", "body": "It is your turn.", "tag": "turn"}]
    ana.page.wait_for_function("() => window.system.sounds > 0")
    ana.page.evaluate(HIDE, False)
    assert told(ana, "closed") == 1, "it goes away when the page is seen"


def test_a_page_in_sight_and_one_that_was_never_asked_show_nothing(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server)
    ana, bo = table.ana, table.bo
    for seat in (ana, bo):
        with_system(seat, "granted")
    open_settings(ana)
    ana.page.get_by_role("checkbox", name="Show a notification").check()
    ana.page.keyboard.press("Escape")
    bo.page.evaluate(HIDE, True)
    table.do(bo, "Pass")
    expect(ana.bar.get_by_role("button", name="Attack", exact=True)).to_be_visible()
    for seat in (ana, bo):
        assert told(seat, "shown") == []
        assert told(seat, "sounds") == 0
    assert told(bo, "asked") == 0


def test_a_browser_that_refuses_is_told_of_in_one_sentence(visit: Visit, server: Serving) -> None:
    ana = Table(visit, QUAY, server=server, seats=("Ana",)).ana
    with_system(ana, "denied")
    open_settings(ana)
    wanted = ana.page.get_by_role("checkbox", name="Show a notification")
    wanted.click()
    expect(ana.dialog.get_by_role("alert")).to_have_text("This browser does not let this page show notifications.")
    expect(wanted).not_to_be_checked()
    ana.visitor.check("turn-settings-refused")
