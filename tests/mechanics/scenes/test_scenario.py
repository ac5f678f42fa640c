"""What a scenario is about is the game master's note, and history once the next one begins."""

from __future__ import annotations

from fatetable.mechanics.scenes.lifecycle import EndSession, StartSession
from fatetable.mechanics.scenes.scenario import SCENARIO, NoteScenario, Scenario, Scenarios
from tests.mechanics.small_game import SmallGame, cites

NOTES = Scenarios(usual_sessions=(1, 2), cites=cites)


def test_the_note_is_for_the_game_master_alone() -> None:
    g = SmallGame()
    assert g.refused("gm", NoteScenario("The duke", "", "the town"))[0] == "no-words"
    g.do("gm", NoteScenario(" The duke", "a war", "the town"))
    assert g.state.get(SCENARIO) == Scenario(1, "The duke", "a war", "the town")
    assert g.view("ana").get(SCENARIO) == Scenario()
    assert NOTES.told(g.state) == ("The duke: a war", "At stake: the town")


def test_a_scenario_that_takes_long_is_remarked_on_and_ends_with_a_session() -> None:
    g = SmallGame()
    g.do("gm", NoteScenario("The duke", "a war", "the town"))
    for length in ("", "This scenario has taken 2 sessions; most take 1 to 2."):
        g.do("gm", StartSession())
        assert NOTES.length(g.state) == length
        g.do("gm", EndSession(scenario_ends=bool(length)))
    assert (NOTES.current(g.state), NOTES.told(g.state)) == (Scenario(), ())
