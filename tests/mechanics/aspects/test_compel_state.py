"""The fold of compels on the table."""

from __future__ import annotations

from fatetable.engine.messages import SeatId
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.aspects.compel_state import COMPELS, Compel, CompelClosed, CompelOffered, CompelReworded
from tests.mechanics.small_game import RETH, SmallGame


def test_a_compel_is_offered_reworded_and_closed() -> None:
    g = SmallGame()
    compel = Compel(id="c1", by=SeatId("gm"), target=RETH, aspect=AspectId("a"), kind="event", text="She falls.")
    g.tell(CompelOffered(compel))
    assert g.state.get(COMPELS) == {"c1": compel}
    g.tell(CompelReworded("c1", "She slips.", 1))
    assert (g.state.get(COMPELS)["c1"].text, g.state.get(COMPELS)["c1"].round) == ("She slips.", 1)
    g.tell(CompelReworded("c2", "Nobody falls.", 1))
    assert [*g.state.get(COMPELS)] == ["c1"]
    g.tell(CompelClosed("c1", "refused"))
    assert g.state.get(COMPELS) == {}
