"""What changes the order of a conflict: newcomers, who come last among their equals, and Quick on the Draw."""

from typing import Any

import msgspec
import pytest

from fatetable.engine.seats import AddSeat
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.conflicts import BeginConflict
from fatetable.mechanics.encounters.exchanges import NextExchange
from fatetable.mechanics.encounters.state import Place, conflict_of
from fatetable.mechanics.encounters.taking_sides import JoinConflict
from fatetable.mechanics.encounters.turn_order import ActFirstNow
from fatetable.mechanics.encounters.turn_rulings import RankActor
from fatetable.mechanics.rolls.feature_uses import uses_left
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, EnterScene, LeaveScene, StartSession
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.fights import (
    GANG,
    RETH,
    SHARK,
    VELD,
    VOLTAIRE,
    end_turn,
    knock_out,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.turn_order import (
    ABIGAIL,
    EVERYONE,
    break_ties,
    fast,
    order,
    set_up,
    with_third,
)

DRAW = "Quick on the Draw"


def drawing(name: str) -> Sheet:
    stunt = next(stunt.feature for stunt in TABLES.stunts if stunt.feature.name == DRAW)
    return msgspec.structs.replace(TABLES.sample(name), features=(stunt,))


# -- newcomers ---------------------------------------------------------------------------------------------------


def arrive(g: Game, sheet: Sheet, side: str = "opposition") -> ActorId:
    g.do("gm", AddOpponent(sheet))
    newcomer = ActorId(sheet.name.lower().replace(" ", "-"))
    g.do("gm", EnterScene(newcomer))
    g.do("gm", JoinConflict(newcomer, side))
    return newcomer


def next_exchange(g: Game) -> None:
    while waiting := g.actors_on_turn():
        end_turn(g, waiting[0])
    g.do("gm", NextExchange())


@pytest.mark.rule("FAE-TURN-07")
def test_newcomers_are_put_in_by_their_rating_at_the_next_exchange_behind_their_equals() -> None:
    g = Game(foes=("Veld",), npc_order="individual")
    g.start_conflict(first="Reth")
    arrive(g, fast("Whip", quick=2))
    arrive(g, fast("Slug", quick=0))
    arrive(g, TABLES.sample("Sky Shark"))
    assert [actors for actors, _ in order(g)] == [(RETH,), (VOLTAIRE,), (VELD,)], "not in this exchange"
    next_exchange(g)
    names = [actors[0] for actors, _ in order(g)]
    assert names == [RETH, VOLTAIRE, ActorId("whip"), SHARK, VELD, ActorId("slug")]
    assert g.conflict.newcomers == ()


@pytest.mark.rule("FAE-TURN-07", "FAE-TURN-04")
@pytest.mark.parametrize("foes", [("Veld",), EVERYONE])
def test_a_newcomer_of_the_gm_joins_the_others_where_they_act_together(foes: tuple[str, ...]) -> None:
    g = Game(foes=foes)
    g.start_conflict(first="Reth")
    arrive(g, fast("Whip", quick=5))
    arrive(g, fast("Slug", quick=0))
    next_exchange(g)
    here = (VELD, GANG) if len(foes) > 1 else (VELD,)
    assert order(g)[-1] == ((*here, ActorId("whip"), ActorId("slug")), 1)


@pytest.mark.rule("FAE-TURN-07", "FAE-TURN-04")
def test_newcomers_join_the_gm_s_others_also_when_those_act_first_and_heroes_do_not() -> None:
    g = Game(scene=False)
    g.do("gm", AddOpponent(fast("Whip", quick=5)))
    g.start_scene()
    g.start_conflict(first="Reth")
    arrive(g, fast("Slug", quick=0))
    g.do("gm", AddSeat("Cy", "player"))
    g.bring("cy", "Abigail Zhao")
    g.do("gm", EnterScene(ABIGAIL))
    g.do("gm", JoinConflict(ABIGAIL, "heroes"))
    next_exchange(g)
    whip, slug = ActorId("whip"), ActorId("slug")
    assert order(g) == [((whip, slug), 5), ((RETH,), 2), ((VOLTAIRE,), 2), ((ABIGAIL,), 1)]


@pytest.mark.rule("FAE-TURN-07", "FAE-TURN-04")
def test_where_the_gm_had_nobody_in_the_conflict_newcomers_form_a_place_of_their_own() -> None:
    g = Game()
    g.start_conflict(second_side=("voltaire",), first="Reth")
    arrive(g, fast("Whip", quick=1))
    arrive(g, fast("Slug", quick=0))
    next_exchange(g)
    assert order(g) == [((RETH,), 2), ((VOLTAIRE,), 2), ((ActorId("whip"), ActorId("slug")), 1)]


@pytest.mark.rule("FAE-TURN-06", "FAE-TURN-07")
def test_a_mook_that_comes_later_is_ranked_before_it_is_put_in() -> None:
    g = Game(foes=("Veld",), npc_order="individual")
    g.start_conflict(first="Reth")
    arrive(g, TABLES.sample("Gang of Thugs"))
    before = order(g)
    g.do("gm", RankActor(GANG, "skilled-1"))
    assert order(g) == before
    assert g.prompt("tie") is None
    next_exchange(g)
    assert ((GANG,), 2) in order(g)
    assert g.refused("gm", RankActor(GANG, "bad-1")) == "cannot-rank"


@pytest.mark.rule("FAE-TURN-07")
def test_who_joins_must_be_there_able_and_not_in_it_yet() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", AddOpponent(TABLES.sample("Gang of Thugs")))
    assert g.refused("gm", JoinConflict(GANG, "opposition")) == "no-conflict"
    g.start_conflict(second_side=("veld",), first="Reth")
    assert g.refused("gm", JoinConflict(GANG, "opposition")) == "cannot-join", "not in the scene"
    g.do("gm", EnterScene(GANG))
    assert g.refused("gm", JoinConflict(GANG, "audience")) == "bad-sides"
    assert g.refused("gm", JoinConflict(VELD, "opposition")) == "cannot-join"
    assert g.refused("ana", JoinConflict(GANG, "heroes")) == "gm-only"
    offer = next(o for o in g.offers("gm", JoinConflict))
    g.do("gm", offer.fill(side="opposition"))
    assert g.refused("gm", JoinConflict(GANG, "opposition")) == "cannot-join"
    assert g.offers("gm", JoinConflict) == ()
    knock_out(g, RETH, VELD)
    assert conflict_of(g.table.state) is not None, "the newcomer keeps the other side in it"


# -- Quick on the Draw -------------------------------------------------------------------------------------------


def draws(name: str = "Abigail Zhao", **dials: Any) -> Game:
    """Abigail, the slowest of the heroes, has Quick on the Draw."""
    return with_third(drawing(name), "Veld", "Gang of Thugs", **dials)


@pytest.mark.rule("FAE-STUNT-06", "FAE-TURN-07")
def test_quick_on_the_draw_puts_its_owner_first_in_every_exchange_of_the_conflict() -> None:
    g = draws()
    set_up(g)
    offer = next(o for o in g.offers("cy", ActFirstNow))
    assert offer.cites == ("FAE-STUNT-06",)
    g.do("cy", offer.command)
    break_ties(g, "Reth")
    assert g.conflict.order[0] == Place((ABIGAIL,), 1, is_first=True)
    g.do("gm", BeginConflict())
    for _ in range(2):
        assert g.actors_on_turn() == (ABIGAIL,)
        next_exchange(g)
    arrive(g, fast("Whip", quick=5))
    next_exchange(g)
    assert g.actors_on_turn() == (ABIGAIL,), "also ahead of faster newcomers"


@pytest.mark.rule("FAE-STUNT-06")
def test_quick_on_the_draw_is_ahead_of_faster_npcs() -> None:
    g = Game(scene=False)
    g.do("gm", AddSeat("Cy", "player"))
    g.bring("cy", drawing("Abigail Zhao"))
    g.do("gm", AddOpponent(fast("Whip", quick=5)))
    g.start_scene()
    set_up(g)
    assert order(g)[0] == ((ActorId("whip"),), 5)
    g.do("cy", ActFirstNow(ABIGAIL, DRAW))
    assert [actors for actors, _ in order(g)][:2] == [(ABIGAIL,), (ActorId("whip"),)]


@pytest.mark.rule("FAE-STUNT-06")
def test_quick_on_the_draw_is_for_physical_conflicts_and_only_while_the_order_is_made() -> None:
    g = draws()
    assert g.refused("cy", ActFirstNow(ABIGAIL, DRAW)) == "cannot-act-first"
    set_up(g, "mental")
    assert g.refused("cy", ActFirstNow(ABIGAIL, DRAW)) == "cannot-act-first"
    assert g.offers("cy", ActFirstNow) == ()

    g = draws()
    g.do("gm", LeaveScene(ABIGAIL))
    set_up(g)
    assert g.refused("cy", ActFirstNow(ABIGAIL, DRAW)) == "cannot-act-first", "she is somewhere else"

    g = draws()
    set_up(g)
    assert g.refused("ana", ActFirstNow(ABIGAIL, DRAW)) == "not-yours"
    assert g.refused("ana", ActFirstNow(RETH, "Stance of the Defiant Sun")) == "cannot-act-first"
    assert g.refused("ana", ActFirstNow(RETH, DRAW)) == "cannot-act-first", "he has no such stunt"
    break_ties(g, "Reth", "Veld")
    g.do("gm", BeginConflict())
    assert g.refused("cy", ActFirstNow(ABIGAIL, DRAW)) == "cannot-act-first"


@pytest.mark.rule("FAE-STUNT-06", "FAE-STUNT-04")
def test_the_use_is_spent_when_declared_and_back_in_the_next_session() -> None:
    g = draws()
    set_up(g)
    g.do("cy", ActFirstNow(ABIGAIL, DRAW))
    actor = g.actor(ABIGAIL)
    stunt = actor.sheet.feature(DRAW)
    assert stunt is not None
    assert uses_left(g.table.state, actor, stunt) == 0
    assert g.refused("cy", ActFirstNow(ABIGAIL, DRAW)) == "cannot-act-first"
    break_ties(g, "Reth", "Veld")
    g.do("gm", BeginConflict())
    knock_out(g, ABIGAIL, VELD)
    knock_out(g, RETH, GANG)
    g.do("gm", EndScene())
    g.do("gm", EndSession())
    g.answer("gm", "milestone", "none")
    g.do("gm", StartSession())
    assert uses_left(g.table.state, actor, stunt) == 1


@pytest.mark.rule("FAE-STUNT-06", "FAE-TURN-01", "FAE-TURN-03")
def test_two_who_draw_quickly_are_ordered_between_themselves() -> None:
    g = Game(foes=("Veld",), scene=False)
    for seat, name in (("cy", "Abigail Zhao"), ("di", "Bethesda Flushing, PhD")):
        g.do("gm", AddSeat(seat, "player"))
        g.bring(seat, drawing(name))
    bethesda = ActorId("bethesda-flushing-phd")
    g.start_scene()
    set_up(g)
    g.do("cy", ActFirstNow(ABIGAIL, DRAW))
    g.do("di", ActFirstNow(bethesda, DRAW))
    assert len(g.prompts()) == 2, "both have Quick 1, and Reth and Voltaire both Quick 2"
    break_ties(g, "Bethesda", "Voltaire")
    assert [actors for actors, _ in order(g)] == [(bethesda,), (ABIGAIL,), (VOLTAIRE,), (RETH,), (VELD,)]


@pytest.mark.rule("FAE-STUNT-06", "FAE-TURN-04")
def test_an_npc_who_draws_quickly_leaves_the_place_it_shares() -> None:
    g = Game(scene=False)
    stunt = next(stunt.feature for stunt in TABLES.stunts if stunt.feature.name == DRAW)
    g.do("gm", AddOpponent(msgspec.structs.replace(TABLES.sample("Veld"), features=(stunt,))))
    g.do("gm", AddOpponent(TABLES.sample("Gang of Thugs")))
    g.start_scene()
    set_up(g)
    g.do("gm", ActFirstNow(VELD, DRAW))
    break_ties(g, "Reth")
    assert [actors for actors, _ in order(g)] == [(VELD,), (RETH,), (VOLTAIRE,), (GANG,)]
    g.do("gm", RankActor(GANG, "bad-1"))
    break_ties(g, "Reth")
    assert [actors for actors, _ in order(g)] == [(VELD,), (RETH,), (VOLTAIRE,), (GANG,)]
    assert order(g)[-1][1] == -2
    g.do("gm", BeginConflict())
    arrive(g, fast("Slug", quick=0))
    next_exchange(g)
    assert [actors for actors, _ in order(g)] == [(VELD,), (RETH,), (VOLTAIRE,), (GANG, ActorId("slug"))]
