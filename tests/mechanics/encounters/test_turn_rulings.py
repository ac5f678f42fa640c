"""The game master rules how soon those act whose sheet does not say."""

from __future__ import annotations

from fatetable.mechanics.characters.cast import CAST, SheetChanged
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.taking_sides import JoinConflict
from fatetable.mechanics.encounters.turn_rulings import RankActor
from fatetable.mechanics.scenes.lifecycle import EnterScene
from fatetable.mechanics.scenes.sides import OPPOSITION
from tests.mechanics.small_game import RETH, THUG, SmallGame, sheet


def test_a_trait_puts_somebody_in_the_order() -> None:
    g = SmallGame().scene()
    assert g.refused("gm", RankActor(THUG, "speed")) == ("cannot-rank", "Thug takes part in no conflict.")
    g.do("gm", StartConflict("fight", (THUG,)))
    g.tell(SheetChanged(THUG, sheet("Thug", "foe", speed=8)))
    assert g.refused("gm", RankActor(RETH, "speed"))[1] == "Reth's place in the order follows from their sheet."
    assert g.refused("gm", RankActor(THUG, "charm"))[0] == "unknown-trait"
    g.do("gm", RankActor(THUG, "speed"))
    assert (g.conflict.actors[0], g.conflict.ranks) == (THUG, {THUG: 8})
    g.do("gm", BeginConflict())
    assert g.refused("gm", RankActor(THUG, "speed"))[1] == "Thug's place in the order is settled."


def test_a_newcomer_is_ranked_before_the_next_exchange() -> None:
    g = SmallGame().scene()
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    late = g.add("Boss", speed=5)
    assert late in g.state.get(CAST)
    g.do("gm", EnterScene(late))
    g.do("gm", JoinConflict(late, OPPOSITION))
    g.do("gm", RankActor(late, "speed"))
    assert g.conflict.ranks == {late: 5}
