"""The game master's tools: beside the table where there is room, in a sheet on a phone, and few presses from a deed."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.support.browsing import PHONE, WIDE
from tests.e2e.support.driving import Seat
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Visit, open_panel

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}


def sit_down(visit: Visit, server: Serving, settings: dict[str, Any]) -> Seat:
    gm = Seat(visit(**settings), "Maria")
    gm.sit_down(server.open_table(ruleset="fae", scene=QUAY.name)["key"])
    return gm


@pytest.mark.parametrize("settings", [WIDE, LAPTOP], ids=["wide", "laptop"])
def test_the_tools_leave_the_table_in_sight_and_usable(
    visit: Visit, server: Serving, settings: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    gm = sit_down(visit, server, settings)
    size = request.node.callspec.id
    tools = open_panel(gm.page)
    expect(gm.page.locator("dialog[open]")).to_have_count(0)
    for part in ("Scene", "People", "Opponents", "Prepared", "Corrections", "Seats"):
        tools.get_by_role("group").first.get_by_role("button", name=part, exact=True).click()
        gm.visitor.check(f"tools-{part.lower()}-{size}")
    scene, log = gm.page.locator("#scene"), gm.page.locator("#log")
    boxes = [place.bounding_box() for place in (tools, scene, log)]
    assert all(box is not None and box["width"] >= 280 for box in boxes)
    for left, right in pairwise(boxes):
        assert left is not None
        assert right is not None
        assert left["x"] + left["width"] <= right["x"]
    scene.get_by_role("button", name="Add aspect").click()
    expect(tools).to_be_visible()
    gm.page.get_by_role("textbox", name="New aspect").or_(scene.locator("form input").first).first.fill("Fog")
    gm.page.keyboard.press("Enter")
    gm.answered()
    expect(scene.get_by_text("Fog").first).to_be_visible()
    tools.get_by_role("button", name="Close").click()
    expect(tools).to_have_count(0)


@pytest.mark.parametrize("settings", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_named_opponent_is_in_the_scene_after_two_presses(
    visit: Visit, server: Serving, settings: dict[str, Any]
) -> None:
    gm = sit_down(visit, server, settings)
    gm.touch(gm.page.locator("#scene").get_by_role("button", name="Add opponent"))
    tools = gm.page.locator("[data-gm-tools]")
    name = tools.locator(".ready b [aria-hidden]").first.inner_text()
    gm.touch(tools.get_by_role("button", name=f"Add {name} to scene"))
    gm.answered()
    gm.visitor.check("tools-opponents-phone" if settings is PHONE else "tools-opponent-added")
    cast = gm.page.get_by_role("region", name="Who is here")
    expect(cast.get_by_role("button", name=re.compile(name), include_hidden=True).first).to_be_attached()


def test_what_may_be_done_to_several_is_one_row_with_a_choice(visit: Visit, server: Serving) -> None:
    gm = sit_down(visit, server, WIDE)
    tools = open_panel(gm.page, "Scene")
    chooser = tools.get_by_role("combobox").first
    names = chooser.locator("option").all_inner_texts()
    assert len(names) >= 3
    chooser.select_option(label=names[2])
    expect(tools.locator(".family").first.get_by_role("button")).to_contain_text(names[2])
