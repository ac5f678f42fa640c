"""The builder's other ways: all at once, by keyboard, from files and into files, after a reload, and for a table."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Download, expect

from fatetable.builder.sheet_files import load_sheet
from tests.e2e.support.browsing import PHONE, WIDE, Visitor
from tests.e2e.support.workbench import Workbench

Visit = Callable[..., Visitor]


def test_a_draft_survives_a_reload_and_is_offered_before_a_new_one_replaces_it(visit: Visit) -> None:
    bench = Workbench(visit(**WIDE), "fae")
    bench.begin()
    bench.write("High concept", "Keeper of the Last Orchard")
    bench.step("Name and appearance")
    bench.write("Name", "Quill")
    bench.page.reload()
    expect(bench.page.get_by_role("textbox", name="Name")).to_have_value("Quill")
    bench.page.get_by_role("button", name="Start over").click()
    bench.page.get_by_role("button", name="Blank sheet").click()
    window = bench.page.get_by_role("dialog")
    expect(window).to_contain_text("The draft of Quill will be replaced")
    bench.visitor.check("builder-replace")
    window.get_by_role("button", name="Keep it").click()
    bench.page.get_by_role("button", name="Go on with Quill").click()
    bench.step("High concept and trouble")
    expect(bench.page.get_by_role("textbox", name="High concept")).to_have_value("Keeper of the Last Orchard")


@pytest.mark.parametrize("ruleset", ["fae", "skein"])
def test_a_ready_made_sheet_is_changed_all_at_once(visit: Visit, ruleset: str) -> None:
    bench = Workbench(visit(**WIDE), ruleset)
    bench.page.locator(".sample").first.click()
    bench.page.get_by_text("All at once").click()
    bench.write("Name", "Somebody Else")
    expect(bench.page.get_by_role("textbox", name="Name", exact=True)).to_have_count(1)
    bench.visitor.check(f"builder-{ruleset}-free")
    bench.finish()
    assert bench.finished("Somebody Else")["name"] == "Somebody Else"


def test_finishing_too_early_leads_to_what_is_missing(visit: Visit) -> None:
    for settings in (WIDE, PHONE):
        bench = Workbench(visit(**settings), "fae")
        bench.begin()
        bench.page.get_by_role("button", name="Finish").locator("visible=true").first.click()
        summary = bench.page.locator("[data-summary]").locator("visible=true")
        expect(summary).to_be_focused()
        expect(bench.page.get_by_role("status").filter(has_text="Not finished yet").first).to_be_visible()
        bench.visitor.faults = [fault for fault in bench.visitor.faults if "422" not in fault and "409" not in fault]
        bench.visitor.check(f"builder-too-early-{settings['viewport']['width']}")
        bench.page.get_by_role("button", name="Fix: The character has no name.").locator("visible=true").click()
        name = bench.page.get_by_role("textbox", name="Name")
        expect(name).to_be_focused()
        expect(name).to_have_attribute("aria-invalid", "true")
        name.fill("Bo")
        expect(name).to_have_attribute("aria-invalid", "false")


def test_every_problem_shows_the_text_of_its_rule(visit: Visit) -> None:
    bench = Workbench(visit(**WIDE), "fae")
    bench.begin()
    panel = bench.page.get_by_role("complementary", name="Still open")
    rules = panel.locator("summary")
    expect(rules.first).to_be_visible()
    for number in range(rules.count()):
        rules.nth(number).click()
        expect(panel.locator("details[open] p").nth(number)).not_to_be_empty()


def saved(download: Download, folder: Path) -> Path:
    place = folder / download.suggested_filename
    download.save_as(place)
    return place


def test_a_sheet_is_saved_printed_copied_and_read_again(visit: Visit, tmp_path: Path) -> None:
    visitor = visit(**WIDE)
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    bench = Workbench(visitor, "skein")
    bench.page.get_by_role("button", name="Mother Hesk").click()
    with bench.page.expect_download() as paper:
        bench.page.get_by_role("button", name="Print as PDF").click()
    assert saved(paper.value, tmp_path).read_bytes().startswith(b"%PDF-")
    assert paper.value.suggested_filename == "mother-hesk.pdf"
    bench.page.get_by_role("button", name="Copy as Markdown").click()
    expect(bench.page.get_by_text("Copied as Markdown.")).to_be_visible()
    assert bench.page.evaluate("() => navigator.clipboard.readText()").startswith("# Mother Hesk\n")
    with bench.page.expect_download() as file:
        bench.page.get_by_role("button", name="Save as file").click()
    place = saved(file.value, tmp_path)
    assert load_sheet(place, "skein").name == "Mother Hesk"
    again = Workbench(visit(**WIDE), "skein")
    again.page.locator("input[type=file]").set_input_files(place)
    expect(again.page.get_by_text("Everything was understood.")).to_be_visible()
    expect(again.page.get_by_role("textbox", name="Name")).to_have_value("Mother Hesk")


def test_a_character_of_another_tool_comes_with_a_report(visit: Visit, tmp_path: Path) -> None:
    bench = Workbench(visit(**WIDE), "fae")
    blocks = [
        {"label": "ASPECTS", "blocks": [{"type": "Text", "label": "HIGH CONCEPT", "value": "<b>Wizard</b> for Hire"}]},
        {"label": "APPROACHES", "blocks": [{"type": "Skill", "label": "CAREFUL", "value": "3"}]},
        {"label": "MORE", "blocks": [{"type": "Skill", "label": "COOKING", "value": "5"}]},
    ]
    place = tmp_path / "zird.fari.json"
    place.write_text(
        json.dumps({"fariType": "character", "name": "Zird &lt;img src=x&gt;", "pages": [{"sections": blocks}]})
    )
    bench.page.locator("input[type=file]").set_input_files(place)
    expect(bench.page.get_by_role("heading", name="Read from Fari")).to_be_visible()
    expect(bench.page.get_by_text('There is no trait called "COOKING" here')).to_be_visible()
    expect(bench.page.get_by_role("textbox", name="High concept")).to_have_value("Wizard for Hire")
    expect(bench.page.get_by_role("heading", name="Zird <img src=x>")).to_be_visible()
    assert bench.page.locator("main img").count() == 0
    bench.visitor.check("builder-report")


def test_a_file_that_is_no_character_is_refused_in_one_sentence(visit: Visit, tmp_path: Path) -> None:
    bench = Workbench(visit(**WIDE), "fae")
    place = tmp_path / "shopping.json"
    place.write_text("milk")
    bench.page.locator("input[type=file]").set_input_files(place)
    expect(bench.page.get_by_role("alert")).to_have_text("This file is not JSON, so no character can be read from it.")


def test_a_foe_is_built_with_the_keyboard_alone(visit: Visit) -> None:
    bench = Workbench(visit(**WIDE), "fae")
    keys = bench.page.keyboard

    def reach(name: str, role: str) -> None:
        """Presses Tab until the wanted control has the focus."""
        for _ in range(60):
            keys.press("Tab")
            focused = bench.page.evaluate(
                "() => [document.activeElement.type ?? '', document.activeElement.labels?.[0]?.textContent"
                " ?? document.activeElement.ariaLabel ?? '', document.activeElement.textContent]"
            )
            if focused[0] == role and name in f"{focused[1]} {focused[2]}":
                return
        raise AssertionError(f"{name} cannot be reached")

    expect(bench.page.get_by_role("button", name="Blank sheet")).to_be_visible()
    reach("Player character", "radio")
    for _ in range(2):
        keys.press("ArrowDown")
    reach("Blank sheet", "button")
    keys.press("Enter")
    expect(bench.steps).to_be_visible()
    reach("Name", "text")
    keys.type("Harbour Rat")
    reach("Aspect", "text")
    keys.type("Knows Every Drain")
    reach("Next: Skilled at", "button")
    keys.press("Enter")
    keys.press("Tab")
    keys.type("Biting")
    keys.press("Enter")
    keys.type("Hiding")
    bench.page.get_by_role("textbox", name="Bad at, entry 1").focus()
    keys.type("Daylight")
    reach("Next: How tough", "button")
    keys.press("Enter")
    reach("Stress boxes: One more", "button")
    keys.press("Enter")
    bench.visitor.check("builder-mook")
    reach("Finish", "button")
    keys.press("Enter")
    sheet = bench.finished("Harbour Rat")
    assert sheet["lists"] == {"skilled": ["Biting", "Hiding"], "bad": ["Daylight"]}
    assert sheet["numbers"]["boxes"] == 1


def test_the_focus_stays_where_the_pyramid_is_built(visit: Visit) -> None:
    bench = Workbench(visit(**WIDE), "skein")
    bench.begin("Player character")
    bench.step("Skills")
    bench.pick("Add at +5", "Awareness")
    expect(bench.page.get_by_role("button", name="Add at +4").first).to_be_focused()
    bench.page.get_by_role("button", name="Lower Awareness to +4").press("Enter")
    expect(bench.page.get_by_role("button", name="Raise Awareness to +5")).to_be_focused()
    bench.page.get_by_role("button", name="Remove Awareness").press("Enter")
    expect(bench.page.get_by_role("button", name="Add at +4").first).to_be_focused()


def test_a_finished_character_is_there_to_begin_with_next_time(visit: Visit) -> None:
    bench = Workbench(visit(**WIDE), "fae")
    bench.page.get_by_role("button", name="Reth").click()
    bench.finish()
    bench.finished("Reth")
    bench.page.get_by_role("dialog").get_by_role("button", name="Build another").click()
    expect(bench.page.get_by_role("heading", name="Made by you")).to_be_visible()
    bench.visitor.check("builder-made-by-you")
    bench.page.get_by_role("button", name="Forget Reth").click()
    expect(bench.page.get_by_role("heading", name="Made by you")).to_have_count(0)


def test_nothing_is_lost_when_the_server_cannot_be_reached(visit: Visit) -> None:
    bench = Workbench(visit(**WIDE), "fae")
    bench.begin()
    bench.visitor.context.set_offline(True)
    bench.write("High concept", "Last Train Driver")
    expect(bench.page.get_by_text("The server cannot be reached").first).to_be_visible()
    bench.visitor.context.set_offline(False)
    bench.page.reload()
    expect(bench.page.get_by_role("textbox", name="High concept")).to_have_value("Last Train Driver")
