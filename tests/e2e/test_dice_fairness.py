"""Browsers stir the dice by themselves; people check them there, and keep a record that the program verifies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Locator, expect

from fatetable.adapters.cli.main import main
from tests.e2e.support.browsing import PHONE, WIDE, Visitor
from tests.e2e.support.driving import Group, Seat
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import go_on


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Serving]:
    """A server on which a second lasts as long as anywhere: nobody is passed over because the machine is busy."""
    running = Serving(tmp_path / "data")
    yield running
    running.kill()


@pytest.fixture
def seat(browser: Browser, patient: Serving) -> Iterator[Callable[..., Seat]]:
    visitors: list[Visitor] = []

    def sit_down(name: str, key: str, **settings: Any) -> Seat:
        visitors.append(Visitor(browser, patient.url, **settings))
        seat = Seat(visitors[-1], name)
        seat.sit_down(key)
        return seat

    yield sit_down
    for visitor in visitors:
        visitor.close()


def open_fairness(seat: Seat) -> Locator:
    tab = seat.page.get_by_role("tab", name="People")
    if tab.is_visible():
        # A tap would land on something else while the page moves.
        tab.evaluate("(tab) => tab.click()")
    else:
        seat.touch(seat.page.get_by_role("button", name="Show people and links"))
    summary = seat.page.get_by_text("Check dice fairness").locator("visible=true")
    seat.touch(summary)
    return seat.page.locator(".fairness").locator("visible=true")


def press(seat: Seat, place: Locator, name: str) -> Locator:
    seat.touch(place.get_by_role("button", name=name))
    return place.get_by_role("status")


def test_two_browsers_stir_the_dice_and_check_them(seat: Callable[..., Seat], patient: Serving, tmp_path: Path) -> None:
    opened = patient.open_table(scene="fight-on-the-quay")
    gm = seat("Maria", opened["key"], **WIDE)
    ana = seat("Ana", patient.join(opened["invitation"], "Ana", seat="ana")["key"], **WIDE)
    bo = seat("Bo", patient.join(opened["invitation"], "Bo", seat="bo")["key"], **PHONE)
    table = Group(gm, ana, bo)

    # Everybody sat down, and nobody pressed anything for it.
    place = open_fairness(ana)
    expect(place.locator("li").last).to_have_text("Dice stirred by Maria, Ana, Bo.")
    assert not [line for line in ana.log() if "stirred" in line], "it is no part of the story"
    status = press(ana, place, "Check the dice")
    expect(status).to_contain_text("No dice have been rolled yet.")
    expect(status).to_contain_text("this page added are in the record")
    ana.page.keyboard.press("Escape")

    wishes = {"Approach|How": "Flashy|Quick|Careful", "Target|Whom": "Gang"}
    table.play(
        lambda seat, glance: table.do(seat, go_on(glance), wishes),
        lambda: any("rolls [" in line for line in ana.log()),
    )
    place = open_fairness(ana)
    press(ana, place, "Stir the dice")
    expect(place.get_by_role("button", name="Stir the dice")).to_have_count(0)
    status = press(ana, place, "Check the dice")
    expect(status).to_contain_text("can be checked when play closes")
    expect(status).to_contain_text("Every roll was the next one")
    head = status.locator("code").first.inner_text()
    ana.visitor.check("dice-fairness-wide")

    with ana.page.expect_download() as saving:
        press(ana, place, "Save my record")
    record = tmp_path / "ana.log"
    saving.value.save_as(record)
    result = CliRunner().invoke(main, ["verify", str(record), "--head", head])
    assert result.exit_code == 0, result.output
    assert "It continues the head" in result.output

    narrow = open_fairness(bo)
    expect(press(bo, narrow, "Check the dice")).to_contain_text("can be checked when play closes")
    bo.visitor.check("dice-fairness-phone")

    # New dice: the secret is shown, and the pages stir the new ones by themselves.
    headers = {"authorization": f"Bearer {opened['key']}"}
    httpx.post(f"{patient.url}/api/dice/new", json={}, headers=headers, timeout=30).raise_for_status()
    expect(press(ana, place, "Check the dice")).to_contain_text("come from the sealed secret")
    ana.visitor.check("dice-fairness-told")
    for each in (gm, ana, bo):
        assert not each.visitor.faults
        expect(each.page.get_by_text("The dice are being stirred")).to_have_count(0)
