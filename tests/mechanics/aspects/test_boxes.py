"""Aspects with levels: as many boxes as levels, ticked one by one, and open again at a moment."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.messages import GM, SeatId
from fatetable.engine.seats import SEATS
from fatetable.mechanics.aspects.boxes import Boxes
from fatetable.mechanics.aspects.cards import (
    ASPECTS,
    SITUATION,
    AspectCard,
    AspectId,
    BoxesSet,
    open_box_again,
    place,
    set_boxes,
    tick_box,
)
from fatetable.mechanics.aspects.editing import RemoveAspectNow
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.points.limited_uses import Break, CallBreak
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, StartScene, StartSession
from fatetable.mechanics.view.blocks_of_cards import card_view
from tests.mechanics.small_game import RETH, THUG, SmallGame, sheet

LEVELS: dict[str, Any] = {"aspects": {"motto": "Born to Run", "flaw": "Weak"}, "levels": {"motto": 2, "flaw": 3}}


def game(per: str = "session", *breaks: str) -> SmallGame:
    g = SmallGame(parts=(Boxes(per=per),), uses={"breaks": breaks})  # type: ignore[arg-type]
    g.bring("ana", "Reth", **LEVELS)
    g.do("gm", StartSession())
    g.do("gm", StartScene("The Mill", (RETH,)))
    return g


def boxes(g: SmallGame, text: str = "Born to Run") -> tuple[int, int]:
    card = g.card(text)
    return card.level, card.ticked


def ticked(g: SmallGame, text: str = "Born to Run") -> SmallGame:
    g.run(lambda decision: tick_box(decision, g.card(text)))
    return g


def test_an_aspect_comes_to_the_table_with_as_many_open_boxes_as_its_level() -> None:
    g = game()
    assert (boxes(g), boxes(g, "Weak")) == ((2, 0), (3, 0))
    assert g.card("Weak").open_boxes == 3
    g.do("gm", AddOpponent(sheet("Thug", "foe", aspects={"look": "Big"})))
    assert boxes(g, "Big") == (0, 0), "an aspect without a level has none"


def test_boxes_are_ticked_one_by_one_and_never_more_than_there_are() -> None:
    g = game()
    left = [ticked(g).card("Born to Run").open_boxes for _ in range(3)]
    assert left == [1, 0, 0]
    g.run(lambda decision: open_box_again(decision, g.card("Born to Run").id))
    assert boxes(g) == (2, 1)
    g.run(lambda decision: open_box_again(decision, AspectId("gone")))
    g.run(lambda decision: set_boxes(decision, g.card("Born to Run"), level=1, ticked=9))
    assert boxes(g) == (1, 1)


def test_nothing_is_told_where_nothing_changes() -> None:
    g = game()
    before = len(g.log)
    g.run(lambda decision: open_box_again(decision, g.card("Born to Run").id))
    g.run(lambda decision: set_boxes(decision, g.card("Born to Run"), ticked=0))
    assert len(g.log) == before


def test_boxes_of_a_card_that_is_gone_change_nothing() -> None:
    g = game()
    before = g.state.get(ASPECTS)
    g.tell(BoxesSet(AspectId("gone"), 2, 1))
    assert g.state.get(ASPECTS) == before


@pytest.mark.parametrize("per", ["scene", "session", "day", "rest", "story point"])
def test_boxes_open_again_at_the_moment_agreed_on_and_at_no_other(per: str) -> None:
    g = ticked(ticked(game(per, "day", "rest", "story point")), "Weak")
    opened: list[str] = []

    def look(moment: str) -> None:
        if g.card("Born to Run").ticked == 0:
            assert boxes(g, "Weak") == (3, 0), "all come back together"
            opened.append(moment)
            ticked(ticked(g), "Weak")

    pauses: tuple[Break, ...] = ("day", "rest", "story point")
    for pause in pauses:
        g.do("gm", CallBreak(pause))
        look(pause)
    g.do("gm", EndScene())
    look("scene")
    g.do("gm", EndSession())
    look("the end of a session")
    g.do("gm", StartSession())
    look("session")
    assert opened == [per]


def test_only_those_who_know_a_card_hear_of_its_boxes() -> None:
    g = game()
    trap = AspectCard(id=AspectId("trap"), text="A Trap", kind=SITUATION, known_to=(GM,), level=2)
    g.run(lambda decision: place(decision, trap))
    ticked(g, "A Trap")
    record = g.log[-1]
    assert isinstance(record.event, BoxesSet)
    assert record.to == (GM,)
    assert AspectId("trap") not in g.view("ana").get(ASPECTS)


def test_a_viewer_sees_levels_and_ticks() -> None:
    g = ticked(game(), "Weak")
    view = card_view(g.state, g.state.get(SEATS)[SeatId("ana")], g.card("Weak"))
    assert (view.level, view.ticked) == (3, 1)


def test_an_aspect_that_goes_takes_its_level_from_the_sheet() -> None:
    g = game()
    big: dict[str, Any] = {"aspects": {"look": "Big", "mood": "Cross"}, "levels": {"look": 2, "mood": 1}}
    g.do("gm", AddOpponent(sheet("Thug", "foe", **big)))
    g.do("gm", RemoveAspectNow(g.card("Big").id, "shrunk"))
    assert g.state.get(CAST)[THUG].sheet.levels == {"mood": 1}
