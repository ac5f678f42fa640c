"""A battle between two armies, played in three browsers from the preliminaries to its aftermath."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.driving import Glance, Seat
from tests.e2e.tables import BATTLE, Table, Visit, go_on

ONWARD = ("^Let the battle begin", "^On to", "^Let the armies attack")


def test_a_battle_is_played_to_its_aftermath(visit: Visit) -> None:
    table = Table(visit, BATTLE)
    gm, ana = table.gm, table.ana
    stages: list[str] = []

    def decide(seat: Seat, glance: Glance) -> None:
        stages.append(glance.question)
        answer = go_on(glance)
        for pattern in ("surrender" if stages.count("Withdraw, surrender or fight on") > 1 else "^$", *ONWARD):
            answer = next((each for each in glance.answers if pattern.strip("^") in each), answer)
        table.do(seat, answer)

    def is_over() -> bool:
        return not gm.page.locator("section.battle").count()

    board = ana.page.get_by_role("region", name="Battle", exact=True)
    expect(board).to_contain_text("Levy of the Marches")
    expect(board).to_contain_text("led by Brannoc of the Ford")
    table.play(decide, is_over)
    assert "After the battle" in stages
