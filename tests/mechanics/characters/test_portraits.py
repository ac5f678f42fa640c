"""Who may choose a portrait, and who is told of it."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.cast import CAST, ActorId, PortraitSet
from fatetable.mechanics.characters.portraits import Portraits, SetPortrait
from fatetable.mechanics.images import NO_IMAGE, ImageId
from fatetable.mechanics.scenes.joining import RevealActor
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame, only

FACE = ImageId("ab" * 32)


def game() -> SmallGame:
    return SmallGame(parts=(Portraits(),)).scene()


@pytest.mark.parametrize(("seat", "actor"), [("ana", RETH), ("gm", RETH), ("gm", THUG)])
def test_a_player_and_the_game_master_choose_a_portrait_and_everybody_sees_it(seat: str, actor: ActorId) -> None:
    g = game()
    g.do(seat, SetPortrait(actor, FACE))
    assert [g.view(viewer).get(CAST)[actor].portrait for viewer in ("gm", "ana", "bo")] == [FACE] * 3
    g.do(seat, SetPortrait(actor, NO_IMAGE))
    assert g.view("bo").get(CAST)[actor].portrait == NO_IMAGE


@pytest.mark.parametrize(
    ("actor", "image", "code"),
    [
        (VOLT, FACE, "not-yours"),
        (THUG, FACE, "not-yours"),
        (ActorId("nobody"), FACE, "unknown-actor"),
        (RETH, ImageId("../../etc/passwd"), "no-such-image"),
        (RETH, ImageId("AB" * 32), "no-such-image"),
        (RETH, NO_IMAGE, "no-change"),
    ],
)
def test_a_player_is_refused(actor: ActorId, image: ImageId, code: str) -> None:
    assert game().refused("ana", SetPortrait(actor, image))[0] == code


def test_the_portrait_of_somebody_hidden_is_told_when_they_are_revealed() -> None:
    g = game()
    g.add("Spy", is_hidden=True)
    (spy,) = (actor.id for actor in g.state.get(CAST).values() if actor.is_hidden)
    assert g.refused("ana", SetPortrait(spy, FACE))[0] == "unknown-actor"
    told = g.do("gm", SetPortrait(spy, FACE))
    assert only(told, PortraitSet).actor == spy
    assert FACE not in str(g.view("ana")), "a player is not told of it"
    assert g.view("gm").get(CAST)[spy].portrait == FACE
    g.do("gm", RevealActor(spy))
    assert g.view("ana").get(CAST)[spy].portrait == FACE
