"""Characters built in a browser, from the first field to the finished sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.support.browsing import PHONE, WIDE, Visitor
from tests.e2e.support.workbench import Workbench

Visit = Callable[..., Visitor]

SIZES = pytest.mark.parametrize(
    ("size", "settings"),
    [("wide", WIDE), ("phone", PHONE)],
    ids=["wide", "phone"],
)


@SIZES
def test_a_fate_accelerated_hero_is_built_step_by_step(visit: Visit, size: str, settings: dict[str, Any]) -> None:
    bench = Workbench(visit(**settings), "fae")
    expect(bench.page.get_by_role("button", name="Reth")).to_be_visible()
    bench.visitor.check(f"builder-fae-start-{size}")
    bench.begin()
    bench.write("High concept", "Lamplighter of the Drowned Quarter")
    bench.write("Trouble", "Owes the Tide a Favour")
    bench.visitor.check(f"builder-fae-concept-{size}")
    bench.following()
    bench.write("Third aspect", "Every Canal Is a Street")
    bench.following()
    bench.write("Name", "Wick")
    bench.write("Appearance", "Soot to the elbows, a pole twice her height.")
    bench.following()
    ratings = {"Careful": "Good", "Clever": "Fair", "Quick": "Fair", "Flashy": "Average", "Sneaky": "Average"}
    for trait, rating in {**ratings, "Forceful": "Mediocre"}.items():
        bench.rate(trait, rating)
    bench.visitor.check(f"builder-fae-approaches-{size}")
    bench.following()
    bench.following()
    bench.page.get_by_role("button", name="Compose your own").click()
    bench.page.get_by_role("dialog").get_by_role("button", name="+2 with one approach").click()
    window = bench.page.get_by_role("dialog")
    window.get_by_role("button", name="Take it").click()
    expect(window.get_by_role("textbox", name="Name of the stunt")).to_be_focused()
    window.get_by_role("textbox", name="Name of the stunt").fill("Cat-Eyed")
    window.get_by_role("textbox", name="Because I").fill("have worked by night since I was six")
    window.get_by_role("combobox", name="Approach").select_option("careful")
    window.get_by_role("combobox", name="Action").select_option("overcome")
    window.get_by_role("textbox", name="when …").fill("it is dark")
    expect(window.get_by_role("figure")).to_contain_text("I get +2 when I Carefully overcome when it is dark")
    bench.visitor.check(f"builder-fae-compose-{size}")
    window.get_by_role("button", name="Take it").click()
    expect(bench.page.get_by_role("button", name="Remove Cat-Eyed")).to_be_visible()
    bench.visitor.check(f"builder-fae-stunts-{size}")
    bench.finish()
    sheet = bench.finished("Wick")
    bench.visitor.check(f"builder-fae-finished-{size}")
    assert sheet["aspects"]["high-concept"] == "Lamplighter of the Drowned Quarter"
    assert sheet["traits"] == {"careful": 3, "clever": 2, "flashy": 1, "forceful": 0, "quick": 2, "sneaky": 1}
    assert sheet["features"][0]["effects"][0]["amount"] == 2
    assert sheet["numbers"] == {"refresh": 3}


SKILLS = {
    "+5": ["Survival"],
    "+4": ["Awareness", "Missile Combat"],
    "+3": ["Stealth", "Agility", "Strength"],
    "+2": ["Brawling", "Willpower", "Investigation", "Melee Combat"],
    "+1": ["Wealth", "Charm", "Riding", "Healing"],
}
STUNTS = ("Jack of All Trades", "Cutting Retort", "Elegant")


def build_skein_hero(bench: Workbench, check: Callable[[str], None]) -> None:
    bench.begin("Player character")
    bench.write("Name", "Asta of the Fells")
    for title, aspect in (
        ("Tale: Beginnings", "Raised Above the Snow Line"),
        ("Tale: What did you do at", "I Held the Pass Till Morning"),
        ("Tale: What made you a hero", "The Wolves Know My Name"),
        ("Tale: Significant events", "Sworn Sister to the Ferryman"),
    ):
        bench.following()
        expect(bench.page.get_by_role("heading", name=title).first).to_be_visible()
        bench.write("The tale", "It was a hard winter.")
        bench.write("The Aspect drawn from it", aspect)
    bench.write("Companions, entry 1", "Brannoc")
    check("tale")
    bench.step("One more Aspect")
    bench.write("Free Aspect", "A Bow Older Than the Kingdom")
    bench.step("Skills")
    for level, skills in SKILLS.items():
        for skill in skills:
            bench.pick(f"Add at {level}", skill)
            expect(bench.page.get_by_role("button", name=f"Remove {skill}", exact=True)).to_be_visible()
    bench.pick("Add at +1", "Lore")
    bench.page.get_by_role("dialog").get_by_role("combobox").fill("Weather")
    bench.page.get_by_role("dialog").get_by_role("button", name="Take it").click()
    check("skills")
    bench.step("Stunts")
    for stunt in STUNTS:
        bench.pick("Choose from the list", stunt)
    for style in ("hunting bow", "two daggers"):
        bench.pick("Choose from the list", "Fighting Style")
        window = bench.page.get_by_role("dialog")
        window.get_by_role("textbox", name="The weapon or way").fill(style)
        skill = "Missile Combat" if style == "hunting bow" else "Melee Combat"
        window.get_by_role("radio", name=skill).check()
        window.get_by_role("radio", name="offensive", exact=True).check()
        window.get_by_role("button", name="Take it").click()
    check("stunts")
    bench.step("Belongings")
    bench.pick("Gear of the occupation: Choose", "Dagger")
    bench.pick("Further items: Choose", "Healing Kit")
    check("belongings")


@SIZES
def test_a_skein_hero_is_built_step_by_step(visit: Visit, size: str, settings: dict[str, Any]) -> None:
    bench = Workbench(visit(**settings), "skein")
    build_skein_hero(bench, lambda moment: bench.visitor.check(f"builder-skein-{moment}-{size}"))
    bench.finish()
    sheet = bench.finished("Asta of the Fells")
    bench.visitor.check(f"builder-skein-finished-{size}")
    assert sorted(sheet["traits"].values(), reverse=True) == [5, 4, 4, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1]
    assert sheet["traits"]["lore [Weather]"] == 1
    assert len(sheet["features"]) == 5
    assert sheet["aspects"]["free"] == "A Bow Older Than the Kingdom"
