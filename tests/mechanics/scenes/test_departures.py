"""Characters leave the game for good, with everything that is theirs."""

from __future__ import annotations

from fatetable.engine.errors import Refusal
from fatetable.engine.messages import SeatId
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.aspects.lending import LendInvoke
from fatetable.mechanics.characters.cast import CAST, ActorId, pc_of
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.points.accounts import POINTS, purse
from fatetable.mechanics.scenes.departures import Departures, LeaveStory
from fatetable.mechanics.scenes.joining import AddOpponent, BringCharacter
from fatetable.mechanics.scenes.lifecycle import NOT_FINISHED, EndScene, LeaveScene
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame, sheet


def _in_encounters(state: State) -> Refusal | None:
    return NOT_FINISHED if state.get(ENCOUNTER) is not None else None


def game(*there: ActorId) -> SmallGame:
    """A game between scenes, or in a scene with some of them."""
    g = SmallGame(parts=(Departures(_in_encounters),)).scene()
    if not there:
        g.do("gm", EndScene())
    for actor in (RETH, VOLT, THUG) if there else ():
        if actor not in there:
            g.do("gm", LeaveScene(actor))
    return g


def test_a_player_retires_a_character_and_brings_another() -> None:
    g = game()
    g.do("ana", LeaveStory(RETH))
    assert RETH not in g.state.get(CAST)
    assert pc_of(g.state, SeatId("ana")) is None
    assert g.state.get(POINTS)[purse(RETH)] == 0
    assert not any(card.bearer == RETH for card in g.state.get(ASPECTS).values())
    g.do("ana", BringCharacter(sheet("Zird"), SeatId("ana")))


def test_the_game_master_dismisses_anybody_and_players_only_their_own() -> None:
    g = game()
    assert g.refused("ana", LeaveStory(VOLT))[0] == "not-yours"
    assert g.refused("ana", LeaveStory(THUG))[0] == "not-yours"
    g.do("gm", LeaveStory(THUG))
    g.do("gm", LeaveStory(VOLT))
    assert list(g.state.get(CAST).keys()) == [RETH]


def test_nobody_leaves_out_of_a_scene_or_in_the_middle_of_something() -> None:
    g = game(VOLT, THUG)
    assert g.refused("bo", LeaveStory(VOLT))[0] == "in-the-scene"
    g.do("gm", StartConflict("fight", (THUG,)))
    assert g.refused("ana", LeaveStory(RETH))[0] == "not-finished"
    g = game(VOLT, THUG)
    g.do("ana", LeaveStory(RETH))
    g = game(RETH, VOLT, THUG)
    g.do("gm", OfferCompel(target=RETH, aspect=g.card("Born to Run").id, kind="event", text="she runs"))
    g.do("gm", LeaveScene(RETH))
    assert g.refused("ana", LeaveStory(RETH)) == ("not-finished", "A compel on Reth is on the table; settle it first.")


def test_free_invocations_go_with_whom_they_were_earned_by_and_loans_end() -> None:
    g = game(RETH, VOLT)
    g.do("gm", PlaceAspect(words="Fog", free_uses=1, holder=RETH))
    g.do("gm", PlaceAspect(words="Mud", free_uses=1, holder=VOLT))
    g.do("bo", LendInvoke(g.card("Mud").id, g.card("Mud").free[0].id, RETH))
    g.do("gm", LeaveScene(RETH))
    g.do("ana", LeaveStory(RETH))
    assert g.card("Fog").free == ()
    assert [(free.holder, free.lent_to) for free in g.card("Mud").free] == [(VOLT, "")]


def test_somebody_hidden_leaves_unseen() -> None:
    g = game()
    g.do("gm", AddOpponent(sheet("Lurker", "foe"), is_hidden=True))
    lurker = next(actor.id for actor in g.state.get(CAST).values() if actor.name == "Lurker")
    before = g.view("ana")
    g.do("gm", LeaveStory(lurker))
    assert g.view("ana").slices == before.slices
    assert lurker not in g.state.get(CAST)
