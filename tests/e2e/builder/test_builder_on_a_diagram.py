"""A part of a sheet that is built on a diagram: pressed, listed, priced line by line, and found where something is
missing.

The page is the real one; what it asks of the builder is answered by the server's own functions for a small diagram.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, expect

from fatetable.mechanics.characters.sheet import Problem, Sheet
from tests.builder.graph_ruleset import procedure
from tests.e2e.builder.answering import built_with
from tests.e2e.support.browsing import PHONE, WIDE, Visitor
from tests.e2e.support.workbench import Workbench

Visit = Callable[..., Visitor]
SIZES = pytest.mark.parametrize(("size", "settings"), [("wide", WIDE), ("phone", PHONE)], ids=["wide", "phone"])


def from_nobody(sheet: Sheet) -> tuple[Problem, ...]:
    missing = [place for place, kit in enumerate(sheet.entries.get("kits", ())) if not kit.texts.get("from")]
    return tuple(
        Problem("error", "from-nobody", f"entries.kits.{place}.texts.from", "It comes from nobody.")
        for place in missing
    )


def workbench(visitor: Visitor) -> Workbench:
    bench = built_with(visitor, msgspec.structs.replace(procedure(), problems=from_nobody))
    bench.begin()
    bench.write("Name", "Reth")
    return bench


def add(bench: Workbench, kit: str) -> None:
    bench.page.get_by_role("button", name="Kits: Add Kit").click()
    bench.page.get_by_role("dialog").get_by_role("button", name=kit).click()


def box(bench: Workbench, name: str) -> Locator:
    return bench.page.locator("dialog[open] [data-node]").filter(has_text=name)


@SIZES
def test_boxes_are_pressed_and_the_price_is_told_line_by_line(
    visit: Visit, size: str, settings: dict[str, Any]
) -> None:
    bench = workbench(visit(**settings))
    page = bench.page
    add(bench, "Make one yourself")
    window = page.get_by_role("dialog", name="Kit")
    box(bench, "Rope").click()
    expect(box(bench, "Rope")).to_have_attribute("aria-pressed", "true")
    box(bench, "Hook").hover()
    expect(window.get_by_text("Hook: adds 2: 1 for itself, 1 for the lines on the way.")).to_be_visible()
    expect(page.locator("line.way")).to_have_count(1)
    box(bench, "Hook").click()
    expect(page.locator("line.paid")).to_have_count(1)
    expect(window.locator("details.price")).to_contain_text("Rope to Hook+1")
    expect(window.locator("header")).to_contain_text("Weight")
    box(bench, "Lantern").click()
    box(bench, "Lantern").click()
    expect(box(bench, "Lantern")).to_contain_text("×2")
    bench.visitor.check(f"diagram-{size}")
    box(bench, "Rope").focus()
    page.keyboard.press("ArrowRight")
    expect(box(bench, "Hook")).to_be_focused()
    page.keyboard.press("Enter")
    expect(box(bench, "Hook")).to_have_attribute("aria-pressed", "false")
    window.get_by_role("button", name="Remove Lantern").first.click()
    expect(window.get_by_role("status").first).to_contain_text("Lantern removed.")
    window.get_by_label("Large").check(force=True)
    window.get_by_role("group", name="Rope").get_by_label("Long").check()
    window.get_by_role("group", name="Rope").get_by_role("button", name="Long: One more").click()
    window.get_by_role("button", name="Done", exact=True).click()
    expect(page.get_by_role("button", name="Kit: Open the diagram")).to_be_focused()
    expect(page.get_by_text("Rope, Lantern")).to_be_visible()
    expect(page.get_by_text("Large", exact=True).first).to_be_visible()


@SIZES
def test_the_same_is_done_in_a_list(visit: Visit, size: str, settings: dict[str, Any]) -> None:
    bench = workbench(visit(**settings))
    page = bench.page
    add(bench, "Make one yourself")
    page.get_by_label("List", exact=True).check(force=True)
    page.get_by_role("searchbox", name="Find in the list").fill("glows")
    page.get_by_role("dialog").get_by_role("button", name="Lantern +2").click()
    expect(page.get_by_role("button", name="Remove Lantern")).to_be_visible()
    page.get_by_role("searchbox", name="Find in the list").fill("")
    page.get_by_role("dialog").get_by_role("button", name="Rope +1").click()
    expect(page.get_by_role("button", name="Rope ✓")).to_have_attribute("aria-pressed", "true")
    bench.visitor.check(f"diagram-list-{size}")


def test_what_is_missing_is_found_in_the_window_of_its_part(visit: Visit) -> None:
    bench = workbench(visit(**WIDE))
    add(bench, "Climber")
    bench.page.get_by_role("dialog").get_by_role("button", name="Done", exact=True).click()
    bench.page.get_by_role("button", name="Fix").click()
    expect(bench.page.get_by_role("dialog", name="Climber").get_by_role("textbox", name="From whom")).to_be_focused()
    bench.page.keyboard.type("My aunt")
    bench.page.get_by_role("button", name="Done", exact=True).click()
    bench.finish()
    kit = bench.finished("Reth")["entries"]["kits"][0]
    assert (kit["name"], kit["texts"]) == ("Climber", {"from": "My aunt"})
