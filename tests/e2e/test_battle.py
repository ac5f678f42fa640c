"""A battle between two armies, played in three browsers from the preliminaries to its aftermath."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.support.driving import Glance, Seat, labelled
from tests.e2e.support.tables import BATTLE, Table, Visit, go_on, open_panel

ONWARD = ("Begin the battle", "surrender", "Go on to", "Attack with the armies", "Hold back")
"""What is chosen before anything else: the preliminaries are kept short, and one turn of bloodshed is enough."""


def test_a_battle_is_played_to_its_aftermath(visit: Visit) -> None:
    table = Table(visit, BATTLE)
    gm, ana, bo = table.gm, table.ana, table.bo
    stages: list[str] = []
    activity: list[str] = []

    def decide(seat: Seat, glance: Glance) -> None:
        stages.append(glance.question)
        if seat is bo and glance.question.startswith("Heroes of Levy") and not activity:
            deed = bo.bar.locator("button").filter(has_not_text=re.compile("duel|hold back", re.IGNORECASE)).first
            activity.append(deed.inner_text())
            bo.press_button(deed)
            table.together()
            return
        answer = next((each for wish in ONWARD for each in glance.answers if wish in each), go_on(glance))
        table.do(seat, answer)

    def is_over() -> bool:
        return not gm.page.locator("section.battle").count()

    board = ana.page.get_by_role("region", name="Battle", exact=True)
    expect(board).to_contain_text("Levy of the Marches")
    expect(board).to_contain_text("led by Brannoc of the Ford")
    table.play(decide, is_over)
    assert "After the battle" in stages
    assert stages.count("The smaller army attacks") == stages.count("The larger army attacks") == 1
    log = ana.log()
    assert any(line.startswith("Mother Hesk rolls [") for line in log), activity
    assert any("surrender" in line for line in log)
    assert any("has won" in line for line in log)
    for name in ("Brannoc of the Ford", "Mother Hesk"):
        assert any(name in line and re.search(r"\b(vs|against)\b", line) for line in log), "everybody comes through it"
    expect(labelled(gm.next, "End the scene")).to_be_visible()
    panel = open_panel(gm.page, "Seats", ruleset=table.ruleset)
    expect(panel).to_contain_text("Ana")
    for seat in table.seats:
        assert "game master" not in seat.page.inner_text("body").lower(), "this game calls them something else"
    for seat in table.seats:
        assert seat.visitor.faults == []
