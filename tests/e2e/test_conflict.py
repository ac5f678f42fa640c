"""Two players and a game master play a whole conflict in their browsers, from the lobby to the milestone after it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.driving import Glance, Seat, labelled
from tests.e2e.tables import QUAY, Table, Visit, go_on

TACTICS = {
    "Ana": {"Approach|How": "Forceful", "Target|Whom": "Gang"},
    "Bo": {"Approach|How": "Flashy", "Target|Whom": "Gang"},
    "Maria": {"Approach|How": "Quick|Ganging|Careful"},
}


def test_a_conflict_is_played_from_the_lobby_to_a_milestone(visit: Visit) -> None:
    table = Table(visit, QUAY)
    gm, ana, bo = table.gm, table.ana, table.bo
    assert bo.look().question == "What does Voltaire do?"
    assert gm.look().waits == "Waiting for Bo: Voltaire's turn"

    def is_over() -> bool:
        return not gm.page.locator("section.order").count()

    def decide(seat: Seat, glance: Glance) -> None:
        if seat is gm and "Next exchange" in glance.answers:
            surrender()
        else:
            table.do(seat, go_on(glance), TACTICS[seat.name])

    def surrender() -> None:
        """The fight has gone on for long enough: whoever still stands on the other side gives in."""
        table.together(gm.press_listed("give in", {"": "throws down the boat hook and runs"}))

    table.play(decide, is_over)
    assert any("One side is left." in line for line in ana.log())
    thrown = [line for line in ana.log() if "throws [" in line]
    assert len(thrown) >= 2
    assert ana.log() == bo.log(), "what is open to one player is open to the other"

    row, lines = table.move_on("End the scene")
    assert "The scene ends." in lines
    table.together(gm.press_button(labelled(row, "Do it")))
    expect(bo.page.get_by_role("heading", name="Between scenes")).to_be_visible()
    table.settle()
    row, lines = table.move_on("End the session")
    table.together(gm.press_button(labelled(row, "Do it")))
    table.do(gm, "A significant milestone")
    flashy = bo.page.locator("#me .trait", has_text="Flashy")
    expect(flashy).to_contain_text("+3")
    table.together(bo.press("Raise an approach", {"which": "Flashy"}, within=bo.next))
    expect(flashy).to_contain_text("+4")
    table.together(ana.press_listed("rename an aspect", {"wording": "Sun Over the Harbour"}))
    expect(gm.page.get_by_text("Sun Over the Harbour").first).to_be_visible()
    for seat in table.seats:
        assert seat.visitor.faults == []
