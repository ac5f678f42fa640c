"""Players who think little: they press what the bar offers, attack if they can, and never type.

All that is pressed is counted in the pages themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from playwright.sync_api import Page, TimeoutError

from tests.e2e.support.browsing import Visitor
from tests.e2e.support.driving import EAR

COUNTING = """
window.presses = 0;
// Every touch of the mouse or a finger, and every key but those that write a text.
window.addEventListener("pointerdown", () => window.presses++, true);
window.addEventListener("keydown", (event) => {
  const writes = event.key.length === 1 && event.target.matches?.("input, textarea");
  if (!writes && !event.repeat) window.presses++;
}, true);
"""

# Pages that stir the dice would make them other than the secret chosen for a test gives.
UNSTIRRED = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  const message = JSON.parse(text);
  if (message.t !== "do" || !["pledge-stir", "tell-stir"].includes(message.command.type)) return send.call(this, text);
  const answer = { t: "refused", id: message.id, code: "known-dice", message: "The dice of this table are known." };
  queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(answer) })));
};
"""

# What may be pressed next: in the form that is open, otherwise in the bar.  Each gets a number to be found by.
LOOK = """() => {
  const words = (node) => node ? node.innerText.replace(/\\s+/g, " ").trim() : "";
  const canBePressed = (each) => each.getClientRects().length > 0 && !each.disabled && each.ariaDisabled !== "true";
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const bar = document.querySelector("section.bar");
  const form = (dialog ?? bar)?.querySelector("form");
  let found = [];
  if (form) {
    const open = [...form.querySelectorAll("fieldset")].find((each) =>
      each.querySelector("input") && !each.querySelector("input:checked") && /choose [1-9]/.test(each.innerText) ||
      each.querySelector("input[type=radio]") && !each.querySelector("input:checked"));
    found = open ? [open.querySelector("input")]
      : [...document.querySelectorAll(`button[type=submit][form='${form.id}'], form#${form.id} button[type=submit]`)];
  } else if (bar) {
    const all = [...bar.querySelectorAll("button:not(.quiet, .link, [aria-pressed])")].filter(canBePressed);
    found = [...all.filter((each) => each.matches(".primary")), ...all.filter((each) => !each.matches(".primary"))];
  }
  document.querySelectorAll("[data-next]").forEach((each) => each.removeAttribute("data-next"));
  found.forEach((each, index) => each.setAttribute("data-next", index));
  const { sent, answers } = window.line;
  const place = bar?.parentElement;
  return {
    question: words(bar?.querySelector(".question")),
    isSoft: Boolean(bar?.matches(".soft")) && !form,
    isOptional: Boolean(bar?.matches(".optional")) && !dialog,
    labels: found.map((each) => words(each)),
    isWaiting: !sent.every((id) => id in answers),
    seat: words(document.querySelector("[data-eyes] .who")),
    presses: window.presses,
    top: Math.round(document.querySelector("main").getBoundingClientRect().top + scrollY),
    hasRoom: !place || (place.scrollWidth <= place.clientWidth && place.scrollHeight <= place.clientHeight + 1),
  };
}"""

# A press has had its effect: something was sent, or the page shows something else, such as a form, whose script may
# have to be loaded first.
SHOWN = """() => [
  window.line.sent.length,
  document.querySelectorAll("dialog[open], dialog[open] input:checked, .toast").length,
  document.querySelector("section.bar")?.innerText ?? "",
].join(" ")"""
HAS_CHANGED = f"(before) => ({SHOWN})() !== before"

PATIENCE = 2_000
"""Milliseconds that a button may take to hold still."""

LOOKS = 400
"""How often a table is looked at before it counts as stuck; a countdown may have to end."""

HAS_ACTED = re.compile(r"has acted|steps? left")
AIMS = (
    r"^Keep result",
    r"^Attack",
    r"^Clear the way",
    r"^Move to|\(\d+ steps?\)",
    r"^(Pass|End the turn)",
    r"^Begin the battle",
    r"[Hh]old back",
    r"^Go on",
)
"""What this player looks for; otherwise the first answer is as good as any."""


class Look(Struct, frozen=True):
    question: str
    isSoft: bool  # noqa: N815 (as the page says it)
    isOptional: bool  # noqa: N815
    labels: tuple[str, ...]
    isWaiting: bool  # noqa: N815
    seat: str
    presses: int
    top: int
    """Where the columns below the bar begin, in pixels."""
    hasRoom: bool  # noqa: N815
    """Is all of the bar to be seen without scrolling in it?"""

    @property
    def is_urgent(self) -> bool:
        """Is something on its way, or asked that others wait for?"""
        return self.isWaiting or bool(self.labels and not (self.isSoft or self.isOptional or self.is_turn))

    @property
    def is_turn(self) -> bool:
        return self.has_acted or self.question.startswith("What does ")

    @property
    def has_acted(self) -> bool:
        return HAS_ACTED.search(self.question) is not None


class Press(Struct, frozen=True):
    question: str
    label: str


class SimplePlayer:
    """One person at one page; `is_alone` where no clock runs and nobody else answers what is optional."""

    def __init__(self, visitor: Visitor, *, is_alone: bool = False) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self.is_alone = is_alone
        self.done: list[Press] = []
        self.tops: set[int] = set()
        """Where the columns began at each look."""
        visitor.context.add_init_script(UNSTIRRED + EAR + COUNTING)

    def sit_down(self, key: str) -> None:
        self.page.goto(f"/#seat={key}")
        self.page.locator("section.bar, .quiet-line").first.wait_for()

    @property
    def presses(self) -> int:
        return int(self.page.evaluate("() => window.presses"))

    def look(self) -> Look:
        told: dict[str, Any] = self.page.evaluate(LOOK)
        look = Look(**{**told, "labels": tuple(told["labels"])})
        self.tops.add(look.top)
        assert look.hasRoom, f"the bar does not fit: {look}"
        return look

    def choice(self, look: Look) -> int | None:
        """Which of the buttons to press; none if there is nothing to press, or nothing that needs pressing."""
        if look.isOptional and not self.is_alone:
            return None
        if look.isSoft or look.isWaiting or not look.labels or (look.has_acted and not self.is_alone):
            return None
        aims = ("^End the turn",) if look.has_acted else AIMS
        for aim in aims:
            for index, label in enumerate(look.labels):
                if re.search(aim, label):
                    return index
        return 0

    def press(self, look: Look, index: int) -> bool:
        """False if it went away before it could be pressed, because the table has moved on."""
        button = self.page.locator(f"[data-next='{index}']")
        before = self.page.evaluate(SHOWN)
        try:
            button.click(timeout=PATIENCE)
            self.page.wait_for_function(HAS_CHANGED, arg=before)
        except TimeoutError:
            if button.count():
                raise
            return False
        self.done.append(Press(look.question, look.labels[index]))
        return True

    def press_label(self, pattern: str) -> None:
        """Presses what fits the pattern, as soon as the bar offers it."""
        for _ in range(LOOKS):
            look = self.look()
            found = [index for index, label in enumerate(look.labels) if re.search(pattern, label)]
            if found and self.press(look, found[0]):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{pattern!r} is not offered: {self.look()}")

    def act(self) -> bool:
        """Presses one button, if this player is asked anything."""
        look = self.look()
        index = self.choice(look)
        if index is None:
            return False
        return self.press(look, index)


class PlayedTable:
    """Everybody at one table; the first seat is the game master's."""

    def __init__(self, visitors: Mapping[str, Visitor], keys: Mapping[str, str]) -> None:
        self.players = {seat: SimplePlayer(visitor) for seat, visitor in visitors.items()}
        self.done: list[Press] = []
        """What was pressed, by everybody, in order."""
        for seat, player in self.players.items():
            player.done = self.done
            player.sit_down(keys[seat])

    @property
    def presses(self) -> int:
        return sum(player.presses for player in self.players.values())

    @property
    def moved(self) -> dict[str, set[int]]:
        """At whose page what is below the bar has moved."""
        return {seat: player.tops for seat, player in self.players.items() if len(player.tops) > 1}

    @property
    def is_quiet(self) -> bool:
        """Is nobody asked anything but what to do in their turn?"""
        looks = [player.look() for player in self.players.values()]
        return not any(
            look.isWaiting or (look.labels and not (look.isSoft or look.isOptional or look.is_turn)) for look in looks
        )

    def wait_until(self, holds: Callable[[], bool]) -> None:
        for _ in range(LOOKS):
            if holds():
                return
            next(iter(self.players.values())).page.wait_for_timeout(50)
        raise AssertionError(f"the table waits for nobody: {[player.look() for player in self.players.values()]}")

    def play(self, is_over: Callable[[], bool], most: int) -> None:
        """Everybody presses what they are asked, one after the other."""
        start = self.presses
        while not is_over():
            assert self.presses - start <= most, "no end"
            self.wait_until(lambda: is_over() or any(player.act() for player in self.players.values()))
