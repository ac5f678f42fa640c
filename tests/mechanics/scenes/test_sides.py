"""Who is with whom, in an encounter and outside one."""

from __future__ import annotations

from fatetable.mechanics.scenes.sides import HEROES, OPPOSITION, SidesNamed, are_allies, side_of
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame


def test_players_characters_stand_together_unless_sides_are_named() -> None:
    g = SmallGame().scene()
    assert [side_of(g.state, actor) for actor in (RETH, VOLT, THUG)] == [HEROES, HEROES, OPPOSITION]
    g.tell(SidesNamed({RETH: "red", THUG: "red", VOLT: "blue"}))
    assert are_allies(g.state, RETH, THUG)
    assert not are_allies(g.state, RETH, VOLT)
    assert not are_allies(g.state, RETH, RETH), "nobody is their own ally"
    g.tell(SidesNamed({}))
    assert are_allies(g.state, RETH, VOLT)
