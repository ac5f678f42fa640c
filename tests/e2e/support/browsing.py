"""A real browser at a real server, and what every page is held to: no errors, nothing that axe finds fault with."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

ROOT = Path(__file__).parents[3]
CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""Waits until what has changed is on the screen."""
SHOTS = os.environ.get("FATETABLE_SHOTS", "")
"""A folder for pictures of every page; none are taken without it."""


@contextmanager
def running_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


class Visitor:
    """One person's browser; `faults` collects what their pages complain about."""

    def __init__(self, browser: Browser, url: str, **settings: Any) -> None:
        # A service worker would answer what tests hold back or look at; its own tests allow it.
        wishes = {"reduced_motion": "reduce", "service_workers": "block", **settings}
        self.context: BrowserContext = browser.new_context(base_url=url, **wishes)
        self.context.set_default_timeout(15_000)
        self.faults: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)

    def close(self) -> None:
        self.context.close()

    def picture(self, name: str) -> None:
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            # What is fixed to the window would otherwise be drawn where the window was scrolled to.
            self.page.evaluate("() => window.scrollTo(0, 0)")
            self.page.screenshot(
                path=str(Path(SHOTS, f"{name}.png")), full_page=not self.page.locator("dialog[open]").count()
            )

    def wear(self, colours: str) -> None:
        """Shows the page in light or in dark colours, as a system that wishes for them would."""
        self.page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
        expect(self.page.locator("html")).to_have_attribute("data-theme", colours)
        self.page.evaluate(DRAWN)

    def check(self, name: str) -> None:
        """The page as it is now is fit for everybody, and has complained about nothing.

        In dark colours where it is narrow and in light ones where it is wide; in both where pictures are wanted.
        """
        is_narrow = (self.page.viewport_size or {"width": 0})["width"] < 500
        for colours in ("dark", "light") if SHOTS else ("dark",) if is_narrow else ("light",):
            self.wear(colours)
            self.picture(f"{name}-{colours}")
            faults = faults_for_readers(self.page)
            assert not faults, f"{name}, {colours}: {faults}"
        self.wear("light")
        assert not self.faults, f"{name}: {self.faults}"


@cache
def _axe() -> str:
    return (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


# A window stands above all else; what is below it cannot be reached meanwhile.  Only what is wrong comes back: all
# that axe has to say about what is right is a hundred times as much.
FAULTS = """async () => {
  const place = document.querySelector("dialog[open]") ?? document;
  const found = await axe.run(place, { resultTypes: ["violations"], preload: false });
  return found.violations.flatMap((each) => each.nodes.map((node) =>
    `${each.id}: ${each.help}: ${node.html.slice(0, 160)} ${(node.failureSummary ?? "").slice(0, 300)}`));
}"""


def faults_for_readers(page: Page) -> list[str]:
    """What axe finds, one line for each element."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())
    faults: list[str] = page.evaluate(FAULTS)
    return faults
