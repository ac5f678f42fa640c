"""What somebody does in the builder, in the words of the page."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.support.browsing import Visitor


class Workbench:
    """What somebody does in the builder."""

    def __init__(self, visitor: Visitor, ruleset: str) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self.page.goto(f"/#/build/{ruleset}")

    def begin(self, kind: str = "") -> None:
        if kind:
            self.page.get_by_role("radio", name=kind, exact=True).check()
        self.page.get_by_role("button", name="Blank sheet").click()
        expect(self.steps).to_be_visible()

    @property
    def steps(self) -> Locator:
        return self.page.get_by_role("navigation", name="Steps")

    def step(self, title: str) -> None:
        self.steps.get_by_role("button", name=title).click()
        expect(self.page.get_by_role("heading", name=title, level=2).first).to_be_focused()

    def following(self) -> None:
        self.page.get_by_role("button", name="Next: ").click()

    def write(self, label: str, words: str) -> None:
        self.page.get_by_role("textbox", name=label).first.fill(words)

    def pick(self, opener: str, option: str) -> None:
        self.page.get_by_role("button", name=opener).first.click()
        window = self.page.get_by_role("dialog")
        window.get_by_role("searchbox").fill(option)
        window.get_by_role("button", name=option).first.click()

    def rate(self, trait: str, rating: str) -> None:
        group = self.page.get_by_role("group", name=trait)
        group.get_by_role("radio", name=rating).check(force=True)

    def finish(self) -> None:
        self.page.get_by_role("button", name="Finish").locator("visible=true").last.click()

    def finished(self, name: str) -> dict[str, Any]:
        expect(self.page.get_by_role("dialog").get_by_role("heading", name=f"{name} is ready")).to_be_visible()
        kept = json.loads(self.page.evaluate("() => localStorage.getItem('fatetable.characters')"))
        sheet: dict[str, Any] = kept[0]["sheet"]
        return sheet
