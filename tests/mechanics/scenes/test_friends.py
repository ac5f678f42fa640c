"""People of the game master who stand with the heroes."""

from __future__ import annotations

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.scenes.friends import Befriend, Friends
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.sides import OPPOSITION, SidesNamed, are_allies, side_taken
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame, cites, sheet


def game() -> SmallGame:
    return SmallGame(parts=(Friends(cites),)).scene()


def test_a_friend_is_on_the_heroes_side_until_taken_from_it() -> None:
    g = game()
    g.do("gm", Befriend(THUG))
    assert are_allies(g.state, RETH, THUG)
    assert g.refused("gm", Befriend(THUG))[0] == "no-change"
    g.do("gm", Befriend(THUG, is_friend=False))
    assert side_taken(g.state, THUG) == ""
    assert g.refused("gm", Befriend(THUG, is_friend=False))[0] == "no-change"


def test_in_an_encounter_the_sides_that_are_named_count() -> None:
    g = game()
    g.do("gm", Befriend(THUG))
    g.tell(SidesNamed({THUG: OPPOSITION}))
    assert not are_allies(g.state, RETH, THUG)
    g.tell(SidesNamed({}))
    g.do("gm", AddOpponent(sheet("Boss", "foe")))
    g.do("gm", StartConflict("fight", (THUG,)))
    assert g.refused("gm", Befriend(THUG, is_friend=False))[0] == "encounter-running"


def test_only_the_game_master_says_so_and_only_of_people_everybody_knows() -> None:
    g = game()
    assert g.refused("ana", Befriend(THUG))[0] == "gm-only"
    assert g.refused("gm", Befriend(VOLT))[0] == "not-yours"
    g.do("gm", AddOpponent(sheet("Lurker", "foe"), is_hidden=True))
    lurker = next(actor for actor in g.state.slices["cast"] if actor not in (RETH, VOLT, THUG))
    assert g.refused("gm", Befriend(ActorId(lurker)))[0] == "still-hidden"
