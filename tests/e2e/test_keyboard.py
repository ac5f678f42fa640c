"""A player who has no mouse: sits down and plays a turn with Tab, arrows, Enter, letters, and with single keys."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct
from playwright.sync_api import Page, expect

from tests.e2e.support.browsing import SHOTS, WIDE
from tests.e2e.support.driving import Seat
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Table, Visit

FOCUSED = """async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const at = document.activeElement;
  const words = (node) => (node ? node.textContent.replace(/\\s+/g, " ").trim() : "");
  // A choice is outlined as a whole, not the small circle in it.
  const shown = [at, at.closest("label"), at.parentElement].filter(Boolean).some((each) => {
    const style = getComputedStyle(each);
    const isDrawn = each instanceof SVGElement && style.stroke !== "none" && parseFloat(style.strokeWidth) >= 2;
    return isDrawn || (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2);
  });
  const box = at.getBoundingClientRect();
  return {
    kind: at.getAttribute("role") || at.type || at.tagName.toLowerCase(),
    name: at.getAttribute("aria-label") || words(at.labels && at.labels[0]) || words(at),
    is_outlined: shown,
    is_in_sight: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
  };
}"""


class Focused(Struct, frozen=True):
    kind: str
    name: str
    is_outlined: bool
    is_in_sight: bool


class Keyboard:
    """Goes from control to control, and keeps the way that was taken."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.way: list[Focused] = []

    @property
    def focused(self) -> Focused:
        return Focused(**self.page.evaluate(FOCUSED))

    def step(self, key: str) -> Focused:
        self.page.keyboard.press(key)
        self.way.append(self.focused)
        return self.way[-1]

    def reach(self, name: str, kind: str = "", key: str = "Tab", most: int = 90) -> None:
        start = len(self.way)
        for _ in range(most):
            at = self.step(key)
            if name in at.name and kind in at.kind:
                return
        raise AssertionError(f"{name} cannot be reached: {[each.name for each in self.way[start:]]}")

    def press(self, key: str = "Enter") -> None:
        self.page.keyboard.press(key)

    def write(self, words: str) -> None:
        self.page.keyboard.type(words)


def test_a_seat_is_taken_with_the_keyboard_alone(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, seats=("Ana",))
    bo = Seat(visit(**WIDE), "Bo")
    keys = Keyboard(bo.page)
    bo.page.goto(table.invitation)
    expect(bo.page.get_by_role("radio", name="Voltaire")).to_be_checked()
    keys.reach("Your name", "text")
    keys.write("Bo")
    keys.reach("Voltaire", "radio")
    keys.reach("Join the table")
    keys.press()
    bo.arrive()
    expect(table.gm.page.get_by_role("button", name="Bo here")).to_be_visible()


def on_turn(visit: Visit, server: Serving) -> tuple[Table, Keyboard]:
    """Bo plays Voltaire, whose turn it is."""
    table = Table(visit, QUAY, server=server)
    expect(table.bo.bar.get_by_role("button", name="Attack", exact=True)).to_be_visible()
    return table, Keyboard(table.bo.page)


def test_a_turn_is_played_with_the_keyboard_alone(visit: Visit, server: Serving) -> None:
    table, keys = on_turn(visit, server)
    bo = table.bo
    assert keys.step("Tab").name == "Skip to the decision"
    keys.press()
    keys.reach("Attack", "button", most=2)
    keys.press()
    expect(bo.page.locator("section.bar.choosing")).to_be_visible()
    bo.visitor.check("choosing")
    keys.reach("Flashy", "button")
    keys.press()
    bo.answered()
    table.together()
    assert keys.focused.kind != "body", "focus stays on the page's own parts"
    log = table.gm.log()
    assert any("Attack" in line and "Flashy" in line for line in log)

    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        lines = "".join(f"{at.kind:10} {at.name[:100]}\n" for at in keys.way)
        Path(SHOTS, "keyboard.txt").write_text(lines, encoding="utf-8")
    assert [at for at in keys.way if at.kind != "body" and not at.is_outlined] == []
    assert [at for at in keys.way if at.kind != "body" and not at.is_in_sight] == []


def test_single_keys_press_what_the_bar_offers_and_go_to_parts_of_the_page(visit: Visit, server: Serving) -> None:
    table, keys = on_turn(visit, server)
    bo = table.bo
    page = bo.page
    dialog = page.get_by_role("dialog")
    for key, title in (("a", "Attack"), ("o", "Overcome")):
        keys.press(key)
        steps = page.locator("section.bar.choosing")
        expect(steps.locator(".question")).to_contain_text(re.compile(title, re.IGNORECASE))
        steps.locator("button.quiet").first.click()
        expect(steps).to_have_count(0)
    keys.press("l")
    expect(page.locator("#log")).to_be_focused()
    page.get_by_role("textbox", name="Say something").focus()
    keys.write("a cat")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("textbox", name="Say something")).to_have_value("a cat")
    page.locator("#log").focus()
    keys.press("j")
    expect(dialog).to_be_visible()
    keys.press("Escape")
    keys.press("?")
    expect(dialog.get_by_text("Create an advantage")).to_be_visible()
    bo.visitor.check("shortcuts")
    dialog.get_by_role("checkbox", name="Use shortcuts").uncheck()
    keys.press("Escape")
    keys.press("a")
    keys.press("l")
    expect(dialog).to_have_count(0)
