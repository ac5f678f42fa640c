"""Two players and a game master play a whole conflict in their browsers, from the lobby to the milestone after it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.support.driving import Glance, Seat
from tests.e2e.support.tables import QUAY, Table, Visit, go_on

TACTICS = {
    "Ana": {"Approach|How": "Forceful", "Target|Whom": "Gang"},
    "Bo": {"Approach|How": "Flashy", "Target|Whom": "Gang"},
    "Maria": {"Approach|How": "Quick|Ganging|Careful"},
}


def test_a_conflict_is_played_from_the_lobby_to_a_milestone(visit: Visit) -> None:
    # The first turn is Voltaire's: a seat nobody has taken is passed over after two of this server's seconds.
    table = Table(visit, QUAY, seats=("Bo", "Ana"))
    gm, ana, bo = table.gm, table.ana, table.bo
    assert bo.look().question == "What does Voltaire do?"
    assert gm.look().waits == "Waiting for Bo: Voltaire's turn"

    decisions: list[str] = []

    def is_over() -> bool:
        return not gm.page.locator("section.order").count()

    def decide(seat: Seat, glance: Glance) -> None:
        decisions.append(glance.question)
        if seat is gm and glance.question.startswith("What does") and len(decisions) > 12:
            surrender()
        else:
            table.do(seat, go_on(glance), TACTICS[seat.name])

    def surrender() -> None:
        """The fight has gone on for long enough: the rest of the other side gives in."""
        gm.press_listed("concede", {"": "throws down the boat hook and runs"})
        table.together()

    table.play(decide, is_over)
    assert any("The heroes win." in line for line in ana.log())
    thrown = [line for line in ana.log() if "rolls [" in line]
    assert len(thrown) >= 2
    assert ana.log() == bo.log(), "what is open to one player is open to the other"

    row, lines = table.move_on("End the scene")
    assert "The scene ends." in lines
    gm.press_button(row.locator("button").first)
    table.together()
    expect(bo.page.get_by_role("heading", name="Between scenes")).to_be_visible()
    table.settle()
    row, lines = table.move_on("End the session")
    gm.press_button(row.locator("button").first)
    table.together()
    table.do(gm, "A significant milestone")
    flashy = bo.page.locator("#me .trait", has_text="Flashy")
    expect(flashy).to_contain_text("+3")
    bo.press("Raise an approach", {"which": "Flashy"}, within=bo.next)
    table.together()
    expect(flashy).to_contain_text("+4")
    ana.press_listed("rename an aspect", {"wording": "Sun Over the Harbour"})
    table.together()
    expect(gm.page.get_by_text("Sun Over the Harbour").first).to_be_visible()
    for seat in table.seats:
        assert seat.visitor.faults == []
