"""Somebody at a table in their browser: sees what the page asks of them, presses what it offers, fills in its forms.

Knows the page and no game: which button is right is decided by whoever drives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.e2e.browsing import Visitor

# Keeps, beside the page, what its socket sent and heard, so that a test knows when something has arrived; and cuts the
# line when a test wants it cut.
EAR = """
window.line = { sent: [], answers: {}, seq: 0, sockets: [], isDown: false, isCutAfterSending: false };
window.WebSocket = class extends WebSocket {
  constructor(...address) {
    super(...address);
    window.line.sockets.push(this);
    if (window.line.isDown) this.close();
    this.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.t === "patch") window.line.seq = Math.max(window.line.seq, message.seq);
      if (message.t === "done" || message.t === "refused") window.line.answers[message.id] = message;
    });
  }
  send(text) {
    const message = JSON.parse(text);
    if (message.t === "do" && !window.line.sent.includes(message.id)) window.line.sent.push(message.id);
    super.send(text);
    if (message.t === "do" && window.line.isCutAfterSending) {
      window.line.isCutAfterSending = false;
      this.close();
    }
  }
};
"""

LOOK = """() => {
  const words = (node) => node ? node.innerText.replace(/\\s+/g, " ").trim() : "";
  const bar = document.querySelector("section.bar:not(.soft)");
  const listed = [...(bar ? bar.querySelectorAll("button") : [])].filter((each) => !each.closest("form, .which, ol"));
  const label = (button) => words(button.querySelector("span") || button).replace(/…$/, "");
  const told = (kind) => listed.filter((each) => each.matches(kind) && !each.disabled).map(label).filter(Boolean);
  return {
    question: words(bar && (bar.querySelector(".question") || bar.querySelector(".trouble"))),
    answers: told(":not(.link, .quiet)"),
    more: told(".quiet"),
    waits: words(document.querySelector(".quiet-line")),
    is_coming: Boolean(bar) && listed.every((each) => each.matches(".link, .quiet")),
  };
}"""

ANSWERED = """() => window.line.sent.every((id) => id in window.line.answers)
  && window.line.answers[window.line.sent.at(-1)]"""
SENT_OR_ASKS = """(n) => (window.line.sent.length > n && "sent")
  || (document.querySelector("dialog[open] form, section.bar form") && "asks")"""
MINE = "Waiting on you"
PATIENCE = 5_000
"""Milliseconds that something to be pressed may take to hold still."""


class Glance(Struct, frozen=True):
    """What the bar above the table says: what is asked of this seat, what it may answer, or whom all wait for."""

    question: str
    answers: tuple[str, ...]
    more: tuple[str, ...]
    waits: str
    is_coming: bool

    @property
    def asks(self) -> bool:
        return bool(self.answers)

    def answer(self, *patterns: str) -> str:
        """The first answer that fits the first pattern any answer fits."""
        for pattern in patterns:
            for answer in self.answers:
                if re.search(pattern, answer):
                    return answer
        raise AssertionError(f"none of {patterns} is among {self.answers} ({self.question})")


class Refused(Exception):
    """The table did not do what was pressed."""


class Gone(Exception):
    """What was to be pressed is no longer there: the table has moved on."""


Wishes = Mapping[str, str]
"""By a pattern for the label of a field, what to put there or a pattern for what to choose."""


class Seat:
    """One person, their browser, and the page of their seat."""

    def __init__(self, visitor: Visitor, name: str) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self.name = name
        self.stale = 0
        self.has_touch = bool(visitor.page.evaluate("() => matchMedia('(pointer: coarse)').matches"))
        visitor.context.add_init_script(EAR)

    # -- arriving ----------------------------------------------------------------------------------------------------

    def open_scene(self, title: str) -> str:
        """From the lobby to a ready-made scene; what is returned is the link for the others."""
        self.page.goto("/")
        self.page.get_by_role("link", name=f"Play this scene: {title}").click()
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Open the table").click()
        invitation = self.page.get_by_role("textbox", name="Invite the others").input_value()
        self.page.get_by_role("button", name="Go to the table").click()
        self.arrive()
        return invitation

    def join(self, invitation: str, place: str) -> None:
        """Follows the link and takes the place that is called so."""
        self.page.goto(invitation)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("radio", name=place).check()
        self.page.get_by_role("button", name="Sit down").click()
        self.arrive()

    def sit_down(self, key: str) -> None:
        """Follows a link to this seat."""
        self.page.goto(f"/#seat={key}")
        self.arrive()

    def arrive(self) -> None:
        expect(self.page.locator("section.bar, .quiet-line").first).to_be_visible()

    # -- looking -----------------------------------------------------------------------------------------------------

    def look(self) -> Glance:
        told: dict[str, Any] = self.page.evaluate(LOOK)
        glance = Glance(
            question=told["question"],
            answers=tuple(told["answers"]),
            more=tuple(told["more"]),
            waits=told["waits"],
            is_coming=told["is_coming"],
        )
        if glance.is_coming or glance.waits.startswith(MINE):
            # Whoever is asked is told so first; what they may answer comes a moment later.
            expect(self.bar.locator("button:not(.link, .quiet, :disabled)").first).to_be_visible()
            return self.look()
        return glance

    @property
    def bar(self) -> Locator:
        return self.page.locator("section.bar:not(.soft)")

    @property
    def next(self) -> Locator:
        """What one may do while nobody is waited for."""
        return self.page.locator("section.bar.soft")

    @property
    def dialog(self) -> Locator:
        return self.page.locator("dialog[open]").last

    @property
    def seq(self) -> int:
        return int(self.page.evaluate("() => window.line.seq"))

    def log(self) -> list[str]:
        lines: list[str] = self.page.locator("#log ol > li").evaluate_all(
            "(lines) => lines.map((line) => line.innerText.replace(/\\s+/g, ' ').trim())"
        )
        return lines

    # -- doing -------------------------------------------------------------------------------------------------------

    def press(self, label: str, wishes: Wishes | None = None, *, within: Locator | None = None) -> int:
        """Presses an offer and fills in what it asks for; the position the table is at afterwards."""
        place = within or self.bar
        return self.press_button(labelled(place, label), wishes)

    def press_listed(self, label: str, wishes: Wishes | None = None) -> int:
        """Presses an offer that stands in the list of all one can do, in whichever group it is."""
        tab = self.page.get_by_role("tab", name="Me")
        if tab.is_visible():
            self.touch(tab)
        menu = self.page.locator("#me .panel").filter(has=self.page.get_by_role("heading", name="What you can do"))
        button = menu.locator("button").filter(has_text=re.compile(label, re.IGNORECASE)).first
        button.wait_for(state="attached")
        folded = button.locator("xpath=ancestor::details[not(@open)]/summary")
        if folded.count():
            self.touch(folded)
        return self.press_button(button, wishes)

    def press_button(self, button: Locator, wishes: Wishes | None = None) -> int:
        sent = self.page.evaluate("() => window.line.sent.length")
        self.touch(button)
        if self.page.wait_for_function(SENT_OR_ASKS, arg=sent).json_value() == "asks":
            form = self.page.locator("dialog[open] form, section.bar form").last
            fill(form, wishes or {})
            self.submit(form)
        return self.answered()

    def touch(self, button: Locator) -> None:
        """With the mouse, or with a thumb where there is none."""
        try:
            if self.has_touch:
                button.tap(timeout=PATIENCE)
            else:
                button.click(timeout=PATIENCE)
        except TimeoutError:
            if button.count():
                raise
            raise Gone(f"{button} went away before it could be pressed") from None

    def submit(self, form: Locator) -> None:
        id = form.get_attribute("id")
        self.touch(self.page.locator(f"button[type=submit][form={id}], form#{id} button[type=submit]").first)
        problem = form.locator(".problem")
        if problem.count():
            raise AssertionError(f"the form says: {problem.first.inner_text()}")

    def answered(self) -> int:
        """Waits until the table has answered everything; raises what it refused."""
        last = self.page.wait_for_function(ANSWERED).json_value()
        if last["t"] == "refused":
            raise Refused(f"{last['code']}: {last['message']}")
        return int(last["seq"])

    def catch_up(self, seq: int) -> None:
        self.page.wait_for_function("(seq) => window.line.seq >= seq", arg=seq)


def labelled(place: Locator, label: str) -> Locator:
    """The button of an offer; its price and its odds may stand on it as well."""
    return place.locator("button").filter(has_text=label).locator("visible=true").first


HOLES = ".hole, fieldset:not(.hole fieldset)"
ASKED = f"""(form) => [...form.querySelectorAll("{HOLES}")].map((hole) => {{
  const fields = hole.querySelectorAll("textarea, input:not([type=search])");
  return {{
    label: (hole.querySelector("label, legend")?.innerText ?? "").trim(),
    kind: fields.length ? fields[0].getAttribute("type") ?? "text" : "",
    value: fields[0]?.value ?? "",
    least: fields[0]?.getAttribute("min") ?? "0",
    options: [...hole.querySelectorAll("label:has(input)")].map((each) => each.innerText),
    is_chosen: [...fields].some((each) => each.checked),
    must_choose: /choose [1-9]/.test(hole.innerText),
  }};
}})"""
"""All that a form asks for, in one look."""


def fill(form: Locator, wishes: Wishes) -> None:
    """Fills what is empty and needed, as wished for or with whatever is there to be chosen."""
    for at, asked in enumerate(form.evaluate(ASKED)):
        label, kind = asked["label"], asked["kind"]
        wish = next((words for pattern, words in wishes.items() if re.search(pattern, label, re.IGNORECASE)), "")
        hole = form.locator(HOLES).nth(at)
        if kind in ("radio", "checkbox"):
            choose(hole, asked, wish)
        elif kind and (wish or (not asked["value"] and "if you like" not in label)):
            words = asked["least"] if kind == "number" else wish or "as one does"
            hole.locator("textarea, input:not([type=search])").first.fill(words)


def choose(hole: Locator, asked: Mapping[str, Any], wish: str) -> None:
    wished = [at for at, option in enumerate(asked["options"]) if wish and re.search(wish, option)]
    if wished:
        hole.locator("label:has(input)").nth(wished[0]).locator("input").check()
    elif (asked["kind"] == "radio" or asked["must_choose"]) and not asked["is_chosen"]:
        hole.locator(f"input[type={asked['kind']}]").first.check()


Decide = Callable[[Seat, Glance], None]


class Group:
    """Everybody at one table; whoever is asked decides, one after the other, until nobody is or something holds."""

    def __init__(self, *seats: Seat) -> None:
        self.seats = seats

    def together(self, seq: int) -> None:
        for seat in self.seats:
            seat.catch_up(seq)

    def do(self, seat: Seat, label: str, wishes: Wishes | None = None, *, within: Locator | None = None) -> None:
        """Presses something in sight of all; that it was stale is forgiven only if it goes away by itself."""
        try:
            self.together(seat.press(label, wishes, within=within))
        except Gone:
            seat.stale += 1
        except Refused as refusal:
            place = within or seat.bar
            expect(labelled(place, label), str(refusal)).to_have_count(0)
            seat.stale += 1
            for note in seat.page.locator(".toast .close").all():
                note.click()

    def play(self, decide: Decide, until: Callable[[], bool], most: int = 400) -> None:
        for _ in range(most):
            if until():
                return
            asked = next(((seat, glance) for seat in self.seats if (glance := seat.look()).asks), None)
            assert asked is not None, f"the table waits for nobody: {[seat.look() for seat in self.seats]}"
            decide(*asked)
        raise AssertionError(f"no end after {most} decisions")
