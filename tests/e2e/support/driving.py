"""Somebody at a table in their browser: sees what the page asks of them, presses what it offers, fills in its forms.

Knows the page and no game: the caller decides which button is right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.e2e.support.browsing import Visitor

# Keeps, beside the page, what its socket sent and heard, so that a test knows when something has arrived; and cuts the
# line when a test wants it cut.
EAR = """
window.line = { sent: [], answers: {}, seq: 0, offered: 0, sockets: [], isDown: false, isCutAfterSending: false };
window.WebSocket = class extends WebSocket {
  constructor(...address) {
    super(...address);
    this.told = new Set();
    this.asked = new Set();
    window.line.sockets.push(this);
    if (window.line.isDown) this.close();
    this.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.t === "welcome") this.isWelcome = true;
      if (message.t === "odds") this.told.add(message.id);
      if (message.t === "patch") window.line.seq = Math.max(window.line.seq, message.seq);
      if (message.menu || message.same_menu) window.line.offered = message.seq;
      if (message.t === "done" || message.t === "refused") window.line.answers[message.id] = message;
    });
  }
  send(text) {
    const message = JSON.parse(text);
    // What a page sends by itself follows no press.
    const isPress = message.t === "do" && !["pledge-stir", "tell-stir"].includes(message.command.type);
    if (isPress && !window.line.sent.includes(message.id)) window.line.sent.push(message.id);
    super.send(text);
    if (isPress && window.line.isCutAfterSending) {
      window.line.isCutAfterSending = false;
      this.close();
    }
  }
};
"""

LOOK = """() => {
  const words = (node) => node ? node.innerText.replace(/\\s+/g, " ").trim() : "";
  const bar = document.querySelector("section.bar:not(.soft)");
  // What only chooses (a box of a track) is no answer yet.
  const isAnswer = (each) => !each.closest(".which, ol") && !each.matches("[aria-pressed]")
    && (!each.closest("form") || each.type === "submit");
  const listed = [...(bar ? bar.querySelectorAll("button") : [])].filter(isAnswer);
  const label = (button) => words(button.querySelector("span") || button).replace(/…$/, "");
  const told = (kind) => listed.filter((each) => each.matches(kind) && !each.disabled).map(label).filter(Boolean);
  return {
    question: words(bar && (bar.querySelector(".question") || bar.querySelector(".trouble"))),
    // What most people would press comes first.
    answers: [...told(".primary"), ...told(":not(.link, .quiet, .primary)")],
    more: told(".quiet"),
    waits: words(document.querySelector(".quiet-line")),
    is_coming: Boolean(bar) && listed.every((each) => each.matches(".link, .quiet")),
  };
}"""

# What was offered before the last command may no longer be there: the page waits for its offers as well.
ANSWERED = """() => {
  const { sent, answers, offered } = window.line;
  const last = answers[sent.at(-1)];
  return sent.every((id) => id in answers) && (last.t === "refused" || offered >= last.seq) && last;
}"""
# The server answers a question after it has sent whatever was done before; asked anew if the line was cut meanwhile.
CAUGHT_UP = """(id) => {
  const line = window.line.sockets.at(-1);
  if (!line.isWelcome || line.readyState !== WebSocket.OPEN) return false;
  if (!line.asked.has(id)) {
    line.asked.add(id);
    line.send(JSON.stringify({ t: "ask-odds", id, offers: [] }));
  }
  return line.told.has(id);
}"""
SENT = """() => {
  document.querySelectorAll(".toast").forEach((each) => each.setAttribute("data-old", ""));
  return window.line.sent.length;
}"""
SENT_OR_ASKS = """(n) => (window.line.sent.length > n && "sent")
  || (document.querySelector("dialog[open] form, section.bar form button[type=submit]") && "asks")
  || (document.querySelector("section.bar.choosing") && "chooses")
  || (document.querySelector(".toast:not([data-old])")?.innerText.includes("Too late") && "gone")"""
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
        self.looks = 0
        self.has_touch = bool(visitor.page.evaluate("() => matchMedia('(pointer: coarse)').matches"))
        visitor.context.add_init_script(EAR)

    # -- arriving ----------------------------------------------------------------------------------------------------

    def open_scene(self, title: str, *, lobby: str = "/") -> str:
        """From the lobby to a ready-made scene; what is returned is the link for the others."""
        self.page.goto(lobby)
        self.page.get_by_role("link", name=f"Play with friends: {title}").click()
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
        self.page.get_by_role("button", name="Join the table").click()
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
            # The page says first that they are asked; what they may answer comes a moment later.
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

    def log(self) -> list[str]:
        lines: list[str] = self.page.locator("#log ol .line").evaluate_all(
            "(lines) => lines.map((line) => [...line.childNodes].filter((each) => each.nodeName !== 'TIME')"
            ".map((each) => each.textContent).join('').replace(/\\s+/g, ' ').trim())"
        )
        return lines

    # -- doing -------------------------------------------------------------------------------------------------------

    def press(self, label: str, wishes: Wishes | None = None, *, within: Locator | None = None) -> None:
        """Presses an offer and fills in what it asks for."""
        place = within or self.bar
        self.press_button(labelled(place, label), wishes)

    def press_listed(self, label: str, wishes: Wishes | None = None) -> None:
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
        self.press_button(button, wishes)

    def press_button(self, button: Locator, wishes: Wishes | None = None) -> None:
        sent = self.page.evaluate(SENT)
        self.touch(button)
        follows = self._follows(sent, button)
        if follows == "chooses":
            follows = self._choose_in_bar(wishes or {}, sent)
        if follows == "gone":
            raise Gone(f"{button} was too late")
        if follows == "asks":
            form = self.page.locator("dialog[open] form, section.bar form").last
            fill(form, wishes or {})
            self.submit(form)
        self.answered()

    def _choose_in_bar(self, wishes: Wishes, sent: int) -> str:
        """Chooses target and trait with the buttons of the bar, or in a form if words are to be written."""
        steps = self.page.locator("section.bar.choosing")
        follows = "chooses"
        for _ in range(6):
            if follows != "chooses":
                break
            if "how" in wishes:
                self.touch(steps.locator("button.link"))
                self.page.locator("dialog[open] form").wait_for()
                return "asks"
            picks = steps.locator(".row button:not(.quiet)")
            words = re.compile("|".join(wishes.values()) or "^$")
            wished = picks.filter(has_text=words)
            self.touch(wished.first if wished.count() else picks.first)
            self.page.wait_for_timeout(60)
            follows = self._follows(sent, steps)
        return follows

    def _follows(self, sent: int, pressed: Locator) -> str:
        """What comes of a press: something was sent, or the page asks for more."""
        try:
            return str(self.page.wait_for_function(SENT_OR_ASKS, arg=sent).json_value())
        except TimeoutError:
            raise AssertionError(f"nothing followed when {self.name} pressed {pressed}: {self.look()}") from None

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

    def answered(self) -> None:
        """Waits until the table has answered everything; raises what it refused."""
        last = self.page.wait_for_function(ANSWERED).json_value()
        if last["t"] == "refused":
            raise Refused(f"{last['code']}: {last['message']}")

    def catch_up(self) -> None:
        """Wait until the page has been sent all that was done before."""
        self.looks += 1
        self.page.wait_for_function(CAUGHT_UP, arg=f"look-{self.looks}")


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
        elif kind and (wish or (not asked["value"] and "optional" not in label)):
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
    """Everybody at one table; people answer one after the other, until nobody is asked or a condition holds."""

    def __init__(self, *seats: Seat) -> None:
        self.seats = seats

    def together(self) -> None:
        for seat in self.seats:
            seat.catch_up()

    def do(self, seat: Seat, label: str, wishes: Wishes | None = None, *, within: Locator | None = None) -> None:
        """Presses something in sight of all; that it was stale is forgiven only if it goes away by itself."""
        try:
            seat.press(label, wishes, within=within)
            self.together()
        except Gone:
            seat.stale += 1
        except Refused as refusal:
            place = within or seat.bar
            expect(labelled(place, label), str(refusal)).to_have_count(0)
            seat.stale += 1
            for note in seat.page.locator(".toast .close").all():
                note.click()

    def _asked(self) -> tuple[Seat, Glance] | None:
        """Somebody who is asked; a countdown may have to end first."""
        for _ in range(40):
            if found := next(((seat, glance) for seat in self.seats if (glance := seat.look()).asks), None):
                return found
            self.seats[0].page.wait_for_timeout(100)
        return None

    def play(self, decide: Decide, until: Callable[[], bool], most: int = 400) -> None:
        for _ in range(most):
            if until():
                return
            asked = self._asked()
            assert asked is not None, f"the table waits for nobody: {[seat.look() for seat in self.seats]}"
            # Looking may have taken a while, in which a countdown ended.
            if until():
                return
            decide(*asked)
        raise AssertionError(f"no end after {most} decisions")
