"""The picture behind a scene: the game master's to choose, hidden while the scene is only prepared."""

from __future__ import annotations

import pytest

from fatetable.mechanics.images import NO_IMAGE, ImageId
from fatetable.mechanics.scenes.backgrounds import Backgrounds, SetBackground
from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene
from fatetable.mechanics.scenes.prepared import PREPARED, BringIn, PreparedId, PreparedScenes, PrepareScene
from fatetable.mechanics.scenes.state import SCENE
from tests.mechanics.small_game import RETH, SmallGame, cites

MILL = ImageId("cd" * 32)


def game() -> SmallGame:
    g = SmallGame()
    prepared = PreparedScenes(scenes=g.scenes, aspects=g.editing, zones=g.zones, joining=g.joining, cites=cites)
    return SmallGame(parts=(Backgrounds(), prepared)).scene()


def test_everybody_sees_the_picture_until_the_next_scene() -> None:
    g = game()
    g.do("gm", SetBackground(MILL))
    assert [g.view(seat).get(SCENE).background for seat in ("gm", "ana")] == [MILL, MILL]
    g.do("gm", EndScene())
    g.do("gm", StartScene("The Road", (RETH,)))
    assert g.state.get(SCENE).background == NO_IMAGE


def test_a_picture_can_be_taken_away() -> None:
    g = game()
    g.do("gm", SetBackground(MILL))
    g.do("gm", SetBackground(NO_IMAGE))
    assert g.view("ana").get(SCENE).background == NO_IMAGE


@pytest.mark.parametrize(
    ("seat", "command", "code"),
    [
        ("ana", SetBackground(MILL), "gm-only"),
        ("gm", SetBackground(NO_IMAGE), "no-change"),
        ("gm", SetBackground(ImageId("mill.svg")), "no-such-image"),
        ("gm", SetBackground(MILL, PreparedId("d99")), "not-prepared"),
    ],
)
def test_what_is_refused(seat: str, command: SetBackground, code: str) -> None:
    assert game().refused(seat, command)[0] == code


def test_without_a_scene_there_is_nothing_to_put_it_behind() -> None:
    g = game()
    g.do("gm", EndScene())
    assert g.refused("gm", SetBackground(MILL))[0] == "no-scene"


def test_the_picture_of_a_prepared_scene_is_told_when_it_is_brought_in() -> None:
    g = game()
    g.do("gm", PrepareScene("The Vault"))
    (vault,) = g.state.get(PREPARED)
    g.do("gm", SetBackground(MILL, vault))
    assert g.view("gm").get(PREPARED)[vault].background == MILL
    assert MILL not in str(g.view("ana")), "a player is not told of it"
    g.do("gm", EndScene())
    g.do("gm", BringIn(vault, (RETH,)))
    assert g.view("ana").get(SCENE).background == MILL
