"""The scene being played, and what is prepared."""

from __future__ import annotations

from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.scenes.facts import ClaimFact
from fatetable.mechanics.scenes.premise import AgreeFrame
from fatetable.mechanics.view.blocks import SceneBlock
from tests.mechanics.small_game import SmallGame
from tests.mechanics.view.showing import shown


def test_the_scenario_is_for_the_game_master_and_the_rest_for_everybody() -> None:
    g = SmallGame().scene()
    g.do("gm", AgreeFrame("heist", "a moon"))
    g.do("gm", PlaceAspect(words="Fog"))
    g.do("gm", ClaimFact(g.card("Fog").id, "it is cold"))
    expected = SceneBlock(
        title="The Mill",
        number=1,
        session=1,
        is_open=True,
        facts=("Fog: it is cold",),
        genre="heist",
        setting="a moon",
    )
    assert shown(g, "ana", SceneBlock) == [expected]
    assert shown(g, "gm", SceneBlock)[0].scenario == ("The duke: a war",)
