"""All blocks of a viewer: the most urgent first, and unchanged ones the same objects."""

from __future__ import annotations

from fatetable.engine.messages import SeatId
from fatetable.engine.recollection import Recollection
from fatetable.engine.seats import SEATS
from fatetable.mechanics.aspects.editing import PlaceAspect, SuggestAspect
from fatetable.mechanics.scenes.prepared import PREPARED, PreparedId, PreparedScene
from fatetable.mechanics.view.blocks import (
    AspectCardsBlock,
    PointsBlock,
    PreparedBlock,
    PromptBlock,
    SceneBlock,
    SheetBlock,
)
from fatetable.mechanics.view.ownership import ONLOOKER
from tests.mechanics.small_game import SmallGame
from tests.mechanics.view.showing import PRESENTING

GM_SEAT = SeatId("gm")


def test_blocks_come_in_order_and_own_sheets_first() -> None:
    g = SmallGame().scene()
    g.do("gm", PlaceAspect(words="Fog"))
    g.do("ana", SuggestAspect("Rain"))
    scene = PreparedScene(id=PreparedId("d1"), title="Next")
    state = g.state.put(PREPARED, {scene.id: scene}, g.state.seq)
    blocks = PRESENTING.present(state, state.get(SEATS)[GM_SEAT])
    assert [type(block) for block in blocks] == [
        PromptBlock,
        SceneBlock,
        AspectCardsBlock,
        *(SheetBlock,) * 3,
        PointsBlock,
        PreparedBlock,
    ]
    assert [block.name for block in blocks if isinstance(block, SheetBlock)] == ["Thug", "Reth", "Volt"]


def test_what_did_not_change_stays_the_same_object() -> None:
    g = SmallGame().scene()
    seat, recollection = g.state.get(SEATS)[GM_SEAT], Recollection()
    before = PRESENTING.present(g.state, seat, recollection)
    g.do("gm", PlaceAspect(words="Fog"))
    after = PRESENTING.present(g.state, seat, recollection)
    assert [block for block in after if not any(block is other for other in before)] == [
        block for block in after if isinstance(block, AspectCardsBlock)
    ]


def test_an_onlookers_blocks_become_those_of_a_seat() -> None:
    g = SmallGame().scene()
    g.do("gm", PlaceAspect(words="Fog"))
    ana = g.state.get(SEATS)[SeatId("ana")]
    shared = PRESENTING.present(g.view("ana"), ONLOOKER)
    assert PRESENTING.personal(g.view("ana"), ana, shared) == PRESENTING.present(g.view("ana"), ana)
