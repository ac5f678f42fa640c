"""The end of a conflict: when it comes, and what of the fight outlasts it."""

from typing import Any

import pytest

from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.conflicts import (
    EndConflict,
    StartConflict,
)
from fatetable.mechanics.encounters.state import ENCOUNTER, EncounterEnded
from fatetable.mechanics.encounters.taking_sides import NEW_SIDE, ChangeSide, LeaveConflict
from fatetable.mechanics.harm.state import TAKEN_OUT
from fatetable.mechanics.points.accounts import owed_to, purse
from fatetable.mechanics.points.corrections import SetPoints
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EndScene, EnterScene
from fatetable.mechanics.scenes.sides import SIDES
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.fights import (
    ASSASSIN,
    BLANK,
    GANG,
    RETH,
    VELD,
    VOLTAIRE,
    absorb,
    declare,
    end_turn,
    knock_out,
    let_fall,
    parry,
    strike,
    ways_to_absorb,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.testing.events import first


def fight(*foes: str, **dials: Any) -> Game:
    """Reth, Voltaire, then the foes."""
    g = Game(foes=foes or ("Veld", "Gang of Thugs"), **dials)
    g.start_conflict(first="Reth")
    return g


@pytest.mark.rule("FAE-CONF-05")
def test_of_three_sides_two_have_to_be_out() -> None:
    g = fight()
    g.do("gm", ChangeSide(GANG, NEW_SIDE))
    knock_out(g, RETH, VELD)
    assert g.table.state.get(ENCOUNTER) is not None, "the gang fights on for itself"
    events = knock_out(g, VOLTAIRE, GANG)
    assert first(events, EncounterEnded).result == "The heroes win"


@pytest.mark.rule("FAE-CONF-05")
def test_who_leaves_without_giving_in_earns_nothing_and_counts_no_more() -> None:
    g = fight("Veld")
    points = g.points(VELD), g.points("pool")
    events = g.do("gm", LeaveConflict(VELD))
    assert first(events, EncounterEnded).result == "The heroes win"
    assert (g.points(VELD), g.points("pool")) == points
    assert not g.condition(VELD).out


@pytest.mark.rule("FAE-CONF-05")
def test_the_conflict_ends_as_soon_as_one_side_is_left() -> None:
    g = fight()
    knock_out(g, RETH, GANG)
    assert g.table.state.get(ENCOUNTER) is not None, "Veld is still in it"
    events = knock_out(g, VOLTAIRE, VELD)
    assert first(events, EncounterEnded).result == "The heroes win"
    assert g.table.state.get(ENCOUNTER) is None
    assert g.table.state.get(SIDES) == {}


@pytest.mark.rule("FAE-CONF-05")
def test_it_ends_whichever_side_it_is_that_is_left() -> None:
    g = fight("Veld")
    knock_out(g, VELD, RETH)
    events = knock_out(g, VELD, VOLTAIRE)
    assert first(events, EncounterEnded).result == "The opposition wins"


@pytest.mark.rule("FAE-CONF-05")
def test_some_may_be_taken_out_and_others_give_in() -> None:
    g = fight()
    knock_out(g, RETH, VELD)
    g.do("gm", GiveIn(GANG, "run"))
    events = g.answer("bo", "concession", "agree")
    assert first(events, EncounterEnded).result == "The heroes win"


@pytest.mark.rule("FAE-CONF-05")
def test_the_gm_may_end_it_at_the_close_of_an_exchange() -> None:
    g = fight("Veld")
    for actor in (RETH, VOLTAIRE, VELD):
        end_turn(g, actor)
    events = g.do("gm", EndConflict())
    assert first(events, EncounterEnded).result == "Both sides stop"
    assert g.table.state.get(ENCOUNTER) is None
    assert g.refused("gm", EndConflict()) == "exchange-running"


@pytest.mark.rule("FAE-CONF-07")
def test_the_scene_goes_on_after_the_conflict_as_it_was() -> None:
    g = fight("Veld")
    g.do("gm", PlaceAspect(words="Slick Wet Planks"))
    g.do("gm", SetPoints("pool", 1, "spent"))
    strike(g, VELD, RETH, 3)
    absorb(g, RETH, "box-1+mild", mild="Cracked Ribs")
    g.come_to(RETH)
    declare(g, RETH, VELD)
    parry(g, VELD)
    let_fall(g, 0)
    g.answer("ana", "name-boost", "name", words="Off Balance")
    knock_out(g, VOLTAIRE, VELD)
    assert g.table.state.get(ENCOUNTER) is None
    assert g.boxes("reth") == (True, False, False)
    assert set(g.condition("reth").marks) == {"mild"}
    assert len(g.card("Cracked Ribs").free) == 1
    assert g.has_card("Slick Wet Planks")
    assert g.has_card("Off Balance")
    assert g.points("pool") == 1
    assert g.condition("veld").out == TAKEN_OUT
    assert g.table.state.slices["scene"].is_open


@pytest.mark.rule("FAE-CONF-07")
def test_points_owed_between_players_wait_for_the_end_of_the_scene() -> None:
    g = Game()
    g.start_conflict(second_side=("voltaire",), first="Reth")
    declare(g, RETH, VOLTAIRE)
    parry(g, VOLTAIRE)
    g.throw("ana", BLANK, BLANK)
    nap = Invoke(
        roll=g.roll.id, effort=0, effect="bonus", aspect=g.card("*Yawn*").id, explanation="she blinks", party=RETH
    )
    g.do("ana", nap)
    g.everyone_passes()
    while prompt := next((p for p in g.prompts() if p.kind in ("trade", "absorb")), None):
        g.do(prompt.seats[0], next(o.command for o in g.offers(prompt.seats[0]) if o.group == "answer"))
    g.do("bo", GiveIn(VOLTAIRE, "he was right"))
    g.answer("ana", "concession", "agree")
    assert g.table.state.get(ENCOUNTER) is None
    points = g.table.state.slices["points"]
    assert (points[owed_to(VOLTAIRE)], points[purse(VOLTAIRE)]) == (1, 4), "the one for giving in is free now"
    g.do("gm", EndScene())
    assert g.points("voltaire") == 5


@pytest.mark.rule("FAE-CONF-07")
def test_a_second_conflict_in_the_scene_starts_with_the_boxes_as_they_are_and_without_those_who_are_out() -> None:
    g = fight()
    strike(g, VELD, RETH, 1)
    absorb(g, RETH, "box-1")
    knock_out(g, RETH, VELD)
    knock_out(g, VOLTAIRE, GANG)
    g.do("gm", AddOpponent(TABLES.sample("Steel Assassin")))
    g.do("gm", EnterScene(ASSASSIN))
    assert g.refused("gm", StartConflict("physical", (VELD,))) == "bad-sides", "she is out for the scene"
    g.start_conflict(second_side=(ASSASSIN,), first="Reth")
    assert set(g.conflict.actors) == {RETH, VOLTAIRE, ASSASSIN}
    assert (g.conflict.exchange, g.conflict.consequences) == (1, {})
    strike(g, ASSASSIN, RETH, 1)
    assert not any("box-1" in way for way in ways_to_absorb(g))


@pytest.mark.rule("FAE-CONF-07")
def test_a_scene_cannot_end_in_the_middle_of_a_conflict() -> None:
    g = fight("Veld")
    assert g.refused("gm", EndScene()) == "not-finished"
    knock_out(g, RETH, VELD)
    g.do("gm", EndScene())


@pytest.mark.rule("FAE-HARM-14")
@pytest.mark.parametrize("may_invoke", [False, True])
def test_whoever_gave_in_is_not_waited_for(may_invoke: bool) -> None:
    g = fight("Veld", out_may_invoke=may_invoke)
    g.come_to(VOLTAIRE)
    g.do("ana", GiveIn(RETH, "falls back"))
    g.answer("gm", "concession", "agree")
    declare(g, VOLTAIRE, VELD)
    parry(g, VELD)
    assert "ana" not in g.roll.waiting
    g.throw("bo", BLANK, BLANK)
    assert "bo" in g.roll.waiting
    assert "ana" not in g.roll.waiting
    g.everyone_passes()
    assert RETH not in g.actors_on_turn()
