"""What the table plays, and a question if the group has an unusual size."""

from __future__ import annotations

from fatetable.mechanics.scenes.lifecycle import EndSession, StartSession
from fatetable.mechanics.scenes.premise import FRAME, AgreeFrame, Frame, UnusualGroupSize
from tests.mechanics.small_game import SmallGame


def test_the_table_agrees_on_genre_and_setting() -> None:
    g = SmallGame()
    assert g.refused("ana", AgreeFrame("heist", "a moon"))[0] == "gm-only"
    assert g.refused("gm", AgreeFrame("heist", " "))[0] == "no-words"
    g.do("gm", AgreeFrame(" heist ", "a moon"))
    assert g.state.get(FRAME) == Frame("heist", "a moon")
    assert [offer.label for offer in g.offers("gm", AgreeFrame)] == ["Change the genre"]


def test_a_usual_number_of_people_is_not_asked_about() -> None:
    g = SmallGame()
    g.do("gm", StartSession())
    assert not g.has_prompts()


def test_an_unusual_number_is_asked_about_until_it_is_fine() -> None:
    g = SmallGame({"gm": "gm"})
    for _ in range(2):
        g.do("gm", StartSession())
        asked = g.prompt(UnusualGroupSize)
        assert asked.question == "Play with 1? The game is meant for 2 to 4 people with the Keeper."
        assert asked.read(UnusualGroupSize).number == 1
        g.do("gm", EndSession())
    g.answer("gm", UnusualGroupSize, "play")
    assert g.state.get(FRAME).fine_with == (1,)
    g.do("gm", StartSession())
    assert not g.has_prompts()
