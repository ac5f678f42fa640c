"""Ranks and parts of parts on the page, as a ruleset would ask for them: spent, added, moved, priced and finished."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.builder.phased_ruleset import procedure
from tests.e2e.builder.answering import built_with
from tests.e2e.support.browsing import PHONE, WIDE, Visitor
from tests.e2e.support.workbench import Workbench

Visit = Callable[..., Visitor]
SIZES = pytest.mark.parametrize(("size", "settings"), [("wide", WIDE), ("phone", PHONE)], ids=["wide", "phone"])


def take(bench: Workbench, opener: str, option: str) -> None:
    bench.page.get_by_role("button", name=opener).last.click()
    bench.page.get_by_role("dialog").get_by_role("button", name=option, exact=True).click()
    expect(bench.page.get_by_role("dialog")).to_have_count(0)


def level(bench: Workbench, name: str) -> Locator:
    return bench.page.get_by_role("region", name=name)


@SIZES
def test_a_history_of_phases_is_written_and_its_ranks_make_a_pyramid(
    visit: Visit, size: str, settings: dict[str, Any]
) -> None:
    bench = built_with(visit(**settings), procedure(2))
    bench.begin()
    bench.write("Name", "Sybil")
    bench.following()
    bench.write("What happened", "Raised by the healer of the village.")
    bench.write("Aspect", "Herbalist")
    for skill in ("Knife", "Healing", "Herb Lore", "Alertness"):
        take(bench, "Ranks: Something new", skill)
        expect(bench.page.get_by_role("button", name=f"Take a rank back from {skill}")).to_be_visible()
    expect(bench.page.get_by_role("group", name="Ranks").get_by_text("0 ranks left").first).to_be_visible()
    expect(bench.page.get_by_role("button", name="Ranks: Something new")).to_have_count(0)
    bench.visitor.check(f"builder-parts-first-phase-{size}")
    bench.following()
    bench.write("Aspect", "Gypsy")
    expect(bench.page.get_by_role("button", name="Take a rank back from Knife")).to_have_count(0)
    raised = bench.page.get_by_role("button", name="Raise Knife to Fair (+1)")
    raised.focus()
    bench.page.keyboard.press("Enter")
    expect(bench.page.get_by_role("button", name="Raise Knife to Good (+2)")).to_be_focused()
    expect(bench.page.get_by_role("status").filter(has_text="Knife is now Fair (+1). 3 ranks left")).to_be_attached()
    expect(level(bench, "Fair (+1)")).not_to_contain_text("below")
    bench.page.keyboard.press("Enter")
    expect(level(bench, "Good (+2)")).to_contain_text("needs 2 below, has 0")
    bench.visitor.check(f"builder-parts-unbalanced-{size}")
    bench.page.get_by_role("button", name="Take a rank back from Knife").click()
    bench.page.get_by_role("button", name="Raise Healing to Fair (+1)").click()
    for skill in ("Bluff", "Pickpocket"):
        take(bench, "Ranks: Something new", skill)
    expect(level(bench, "Fair (+1)").get_by_role("listitem")).to_have_count(2)
    expect(level(bench, "Average (+0)").get_by_role("listitem")).to_have_count(4)
    bench.visitor.check(f"builder-parts-second-phase-{size}")
    bench.finish()
    sheet = bench.finished("Sybil")
    bench.visitor.check(f"builder-parts-finished-{size}")
    assert [phase["name"] for phase in sheet["entries"]["phases"]] == ["Herbalist", "Gypsy"]
    assert sheet["entries"]["phases"][1]["numbers"] == {"knife": 1, "healing": 1, "bluff": 1, "pickpocket": 1}
    assert sheet["levels"] == {"herbalist": 1, "gypsy": 1}


@SIZES
def test_a_power_is_built_of_parts_with_a_price_and_moved_and_removed(
    visit: Visit, size: str, settings: dict[str, Any]
) -> None:
    bench = built_with(visit(**settings), procedure(0))
    page = bench.page
    bench.begin()
    bench.write("Name", "Robur")
    bench.following()
    page.get_by_role("button", name="Powers: Add Power").click()
    expect(page.get_by_role("textbox", name="Name", exact=True)).to_be_focused()
    bench.write("Name", "Claws")
    take(bench, "Trappings: Add Trapping", "Strike")
    page.get_by_label("Range").check()
    page.get_by_role("button", name="Drawbacks: Add Major drawback").click()
    expect(page.get_by_role("textbox", name="What it is")).to_be_focused()
    bench.write("What it is", "Only by night")
    page.locator("summary", has_text="Cost: 2").click()
    expect(page.locator("details.price")).to_contain_text("Strike: range+1")
    bench.visitor.check(f"builder-parts-power-{size}")
    page.get_by_role("button", name="Powers: Add Power").click()
    page.get_by_role("textbox", name="Name", exact=True).last.fill("Wings")
    take(bench, "Trappings: Add Trapping", "Languages")
    page.get_by_role("button", name="Move Wings up").click()
    expect(page.get_by_role("button", name="Move Wings down")).to_be_focused()
    expect(page.get_by_role("textbox", name="Name", exact=True).first).to_have_value("Wings")
    page.get_by_role("button", name="Remove Strike").click()
    expect(page.get_by_role("button", name="Trappings: Add Trapping").last).to_be_focused()
    bench.visitor.check(f"builder-parts-two-powers-{size}")
    bench.finish()
    powers = bench.finished("Robur")["entries"]["powers"]
    assert [(power["name"], power["numbers"]["rating"]) for power in powers] == [("Wings", 1), ("Claws", 1)]
    assert powers[0]["entries"]["trappings"] == [{"name": "languages", "kind": "trapping"}]
    assert powers[1]["entries"]["drawbacks"] == [{"name": "Only by night", "kind": "major"}]
