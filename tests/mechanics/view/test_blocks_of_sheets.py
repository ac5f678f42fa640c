"""The sheet of a character as its viewer knows it."""

from __future__ import annotations

from fatetable.engine.messages import SeatId
from fatetable.engine.seats import SEATS
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.harm.state import STRESS, Condition, ConditionSet, Slot
from fatetable.mechanics.view.blocks import CardView, SheetBlock, SlotView, TraitRow
from fatetable.mechanics.view.blocks_of_sheets import _slots, shown_actors
from fatetable.mechanics.view.tracks import TrackView
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame
from tests.mechanics.view.showing import shown


def test_a_trait_is_named_with_and_without_its_rating() -> None:
    reth = shown(SmallGame().scene(), "ana", SheetBlock)[0]
    assert reth.traits == (TraitRow("speed", "Speed (+3)", 3, "Great", "Speed"),)
    assert (reth.points, reth.refresh, reth.seat, reth.is_mine) == (3, 3, "ana", True)
    assert [card.text for card in reth.aspects] == ["Born to Run"]


def test_the_condition_is_shown() -> None:
    g = SmallGame().scene()
    tracks = {STRESS: (True, False), "composure": (False,)}
    g.tell(ConditionSet(RETH, Condition(tracks=tracks, out="taken-out")))
    reth = shown(g, "bo", SheetBlock)[1]
    assert (reth.name, reth.boxes, reth.out, reth.is_mine) == ("Reth", (True, False), "taken-out", False)
    assert reth.tracks == (TrackView("composure", (False,)),)


def test_players_see_no_figures_of_the_game_masters_people() -> None:
    thug = shown(SmallGame().scene(), "ana", SheetBlock)[2]
    assert (thug.name, thug.traits, thug.points) == ("Thug", (), None)


def test_own_sheets_come_first_and_then_players() -> None:
    g = SmallGame().scene()
    assert shown_actors(g.state, g.state.get(SEATS)[SeatId("bo")]) == (VOLT, RETH, THUG)
    assert shown_actors(g.state, g.state.get(SEATS)[SeatId("gm")]) == (THUG, RETH, VOLT)


def test_each_consequence_is_in_its_slot_and_those_above_the_limit_come_last() -> None:
    cut, bruise = (CardView(id=AspectId(text), text=text, kind="consequence") for text in ("Cut", "Bruise"))
    slots = tuple(_slots((Slot("mild", 2, ""), Slot("severe", 6, "")), [("severe", cut), ("severe", bruise)]))
    assert slots == (
        SlotView("mild", 2, ""),
        SlotView("severe", 6, "Cut", (), "Cut"),
        SlotView("severe", 0, "Bruise", (), "Bruise"),
    )
