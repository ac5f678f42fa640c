"""The page of a table with 5,000 lines in its log against the same page with a log that has just begun.

Three pages watch one table at the same time and get the same updates: messages, and rolls that are played with the
buttons of the page.  An update is one message of the server: the processor time of its script, until the page has
changed its document, as Chromium's trace gives it; layout and painting come later.
Other work on the machine does not count, except that it empties the processor's caches.
Run as a script it prints a table; nothing here passes or fails on a time.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

PROGRAM = Path(sys.executable).with_name("fatetable")
CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]
OPEN = ("commands", "requests", "tables", "visits")
LIMITS = [f"--limit={name}{burst}=1000000" for name in OPEN for burst in ("", "_burst")]
SCREEN: Any = {"width": 1440, "height": 900}

# Keeps the socket of the page, what it heard, and how far it is.  The page listens between the first and the last of
# these listeners, and has changed its document before the last one is called; the trace knows the processor time of
# both marks.
EAR = """
window.ear = { socket: null, seq: 0, lines: [] };
window.WebSocket = class extends WebSocket {
  constructor(...address) {
    super(...address);
    window.ear.socket = this;
    this.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.t === "patch") {
        window.ear.seq = Math.max(window.ear.seq, message.seq);
        window.ear.lines.push(...(message.log ?? []));
      }
      performance.mark("update begins");
    });
    setTimeout(() => this.addEventListener("message", () => performance.mark("update ends")));
  }
};
"""
# What has been played so far, over and over, as if it had all happened before: whole rolls with their cards, too.
LENGTHEN = """(wanted) => {
  const { socket, lines, seq } = window.ear;
  const real = lines.filter((line) => line.seq > 0);
  const log = Array.from({ length: wanted }, (_, at) => {
    const line = real[at % real.length];
    const round = Math.floor(at / real.length);
    return { ...line, seq: at - wanted, ...(line.of && { of: `${line.of} ${round}` }) };
  });
  socket.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ t: "patch", seq, log }) }));
}"""
# The first answer of the seat that is asked, as somebody would press who has nothing in mind.
PRESS = """() => {
  const bar = document.querySelector("section.bar");
  const kinds = ["button.primary", ".row button:not(.quiet)", "button:not(.quiet, .link)"];
  const button = kinds.map((kind) => bar?.querySelector(`${kind}:not(:disabled)`)).find(Boolean);
  button?.click();
  return Boolean(button);
}"""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))"
EARLIER = "() => document.querySelector('#log .panel > button')?.click()"
PER_PRESS = 300
ROUNDS = 40
SETTLED = 0.4
"""Seconds after which an update has been drawn."""


class Watcher:
    """A spectator's page."""

    def __init__(self, browser: Browser, url: str, key: str) -> None:
        self.page: Page = browser.new_context(base_url=url, viewport=SCREEN, service_workers="block").new_page()
        self.page.add_init_script(EAR)
        self.page.goto(f"/#seat={key}")
        self.page.locator("#log li.chunk").first.wait_for()

    @property
    def elements(self) -> int:
        return int(self.page.evaluate("() => document.querySelectorAll('*').length"))


def seat(browser: Browser, url: str, key: str) -> Page:
    page = browser.new_context(base_url=url, viewport=SCREEN, service_workers="block").new_page()
    page.add_init_script(EAR)
    page.goto(f"/#seat={key}")
    page.locator("#log li.chunk").first.wait_for()
    return page


def play(pages: list[Page], at_least: int) -> None:
    """Everybody presses on until so much has happened, or nobody has anything to press any more."""
    start = pages[0].evaluate("() => window.ear.seq")
    idle = 0
    while pages[0].evaluate("() => window.ear.seq") < start + at_least and idle < 60:
        idle = 0 if any(page.evaluate(PRESS) for page in pages) else idle + 1
        pages[0].wait_for_timeout(50)


def say(page: Page, words: str) -> None:
    page.locator("#log form input").fill(words)
    page.locator("#log form button").click()
    page.wait_for_function("() => document.querySelector('#log form input').value === ''")


def measured(browser: Browser, name: str, watchers: dict[str, Watcher], happens: Callable[[int], None]) -> None:
    browser.start_tracing(categories=["blink.user_timing"])
    for each, watcher in watchers.items():
        watcher.page.evaluate("(name) => void performance.mark(name)", each)
    for number in range(ROUNDS):
        happens(number)
        # Asking the pages whether they are done would be work for them, too.
        time.sleep(SETTLED)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    marks = sorted((event for event in events if event.get("cat") == "blink.user_timing"), key=lambda each: each["ts"])
    process = {mark["name"]: mark["pid"] for mark in marks}
    for each in watchers:
        own = [mark for mark in marks if mark["pid"] == process[each] and mark["name"].startswith("update")]
        taken = sorted(
            (after["tts"] - before["tts"]) / 1_000
            for before, after in pairwise(own)
            if (before["name"], after["name"]) == ("update begins", "update ends")
        )
        late = taken[int(len(taken) * 0.95)]
        print(f"{name:18} {each:28} {len(taken):8} {median(taken):8.1f} {late:6.1f} {taken[-1]:6.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=5_000)
    wanted = parser.parse_args()
    if not Path(CHROMIUM).exists():
        raise SystemExit("This needs Chromium; install it with: make browser")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        command = [str(PROGRAM), "serve", "--port", "0", "--data", data, "--limit", "second_ms=100", *LIMITS]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split()[4].rstrip("/")
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            run(browser, url, wanted.lines)
            browser.close()
        finally:
            server.terminate()
            server.wait()


def run(browser: Browser, url: str, lines: int) -> None:
    http = httpx.Client(base_url=url)

    def joined(name: str, **wish: str) -> str:
        answer = http.post("/api/join", json={"key": opened["invitation"], "name": name, **wish})
        return str(answer.raise_for_status().json()["key"])

    asked = {"ruleset": "fae", "scene": "fight-on-the-quay", "name": "Maria"}
    opened = http.post("/api/tables", json=asked).raise_for_status().json()
    keys = [opened["key"], joined("Ana", seat="ana"), joined("Bo", seat="bo")]
    watching = {
        name: joined(name, role="spectator")
        for name in ("a log that has just begun", f"{lines} lines", f"{lines} lines, all unfolded")
    }
    pages = [seat(browser, url, key) for key in keys]
    play(pages, 60)
    watchers = {name: Watcher(browser, url, key) for name, key in watching.items()}
    for name, watcher in watchers.items():
        if name.startswith(str(lines)):
            watcher.page.evaluate(LENGTHEN, lines)
            watcher.page.evaluate(DRAWN)
        for _ in range(lines // PER_PRESS if name.endswith("unfolded") else 0):
            watcher.page.evaluate(EARLIER)
            watcher.page.evaluate(DRAWN)
    for name, watcher in watchers.items():
        print(f"{name}: {watcher.elements} elements")
    print(f"\n{'milliseconds of processor':47}  updates   median   95 %   most")
    measured(browser, "a message", watchers, lambda number: say(pages[0], f"message {number}"))
    measured(browser, "a step of a fight", watchers, lambda _: play(pages, 1))


if __name__ == "__main__":
    main()
