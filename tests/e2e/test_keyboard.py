"""A player who has no mouse: follows the invitation, sits down, and plays a turn with Tab, arrows, Enter, letters."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct
from playwright.sync_api import Page, expect

from tests.e2e.browsing import SHOTS, WIDE
from tests.e2e.driving import Glance, Seat
from tests.e2e.serving import Serving
from tests.e2e.tables import QUAY, Table, Visit, go_on

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


def test_a_turn_is_played_with_the_keyboard_alone(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, seats=("Ana",))
    bo = Seat(visit(**WIDE), "Bo")
    keys = Keyboard(bo.page)
    bo.page.goto(table.invitation)
    expect(bo.page.get_by_role("radio", name="Voltaire")).to_be_checked()
    keys.reach("Your name", "text")
    keys.write("Bo")
    keys.reach("Voltaire", "radio")
    keys.reach("Sit down")
    keys.press()
    bo.arrive()
    table.seats = (*table.seats, bo)
    expect(bo.bar.get_by_role("button", name="Attack", exact=True)).to_be_visible()

    keys.reach("Attack", "button")
    keys.press()
    form = bo.page.get_by_role("dialog")
    expect(form).to_be_visible()
    keys.reach("(+", "radio")
    for _ in range(20):
        if "Flashy" in keys.focused.name:
            break
        keys.step("ArrowDown")
    assert form.get_by_role("radio", name="Flashy").is_checked()
    keys.reach("", "text")
    keys.write("leaps from a bollard")
    keys.reach("Do it", "submit")
    keys.press()
    expect(form).to_be_hidden()
    table.together(bo.answered())

    def others_decide(seat: Seat, glance: Glance) -> None:
        table.do(seat, go_on(glance))

    table.play(others_decide, lambda: bo.look().asks)
    keys.reach("Throw the dice", "button")
    keys.press()
    table.together(bo.answered())
    table.play(others_decide, lambda: bo.look().asks)
    # Whoever has pressed something in the bar finds what comes next right there.
    keys.reach("Nothing to add", "button", most=3)
    keys.press()
    table.together(bo.answered())
    log = table.gm.log()
    assert any("Attack" in line and "with Flashy" in line and "leaps from a bollard" in line for line in log)
    assert any(line.startswith("Voltaire throws [") for line in log)

    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        lines = "".join(f"{at.kind:10} {at.name[:100]}\n" for at in keys.way)
        Path(SHOTS, "keyboard.txt").write_text(lines, encoding="utf-8")
    assert [at for at in keys.way if at.kind != "body" and not at.is_outlined] == []
    assert [at for at in keys.way if at.kind != "body" and not at.is_in_sight] == []
