"""Who acts when: by Quick or Careful, ties by the GM, NPCs together or singly, mooks by their lists, newcomers last."""

from typing import Any

import msgspec
import pytest

from fatetable.engine.prompts import Answer
from fatetable.engine.seats import AddSeat
from fatetable.mechanics.cast import Actor, ActorId
from fatetable.mechanics.casting import AddOpponent
from fatetable.mechanics.conflicts import (
    ActFirstNow,
    BeginConflict,
    EndTurn,
    JoinConflict,
    NextExchange,
    StartConflict,
)
from fatetable.mechanics.encounters import Place, conflict_of
from fatetable.mechanics.features import uses_left
from fatetable.mechanics.ranking import RankActor
from fatetable.mechanics.scenes import EndScene, EndSession, EnterScene, LeaveScene, StartSession
from fatetable.mechanics.sheets import Sheet
from fatetable.rulesets.fae.dials import Dials
from fatetable.rulesets.fae.mook_checks import TURN_NUMBERS
from fatetable.rulesets.fae.sheet_checks import problems
from fatetable.rulesets.fae.tables import tables
from fatetable.rulesets.fae.tests.fights import (
    ASSASSIN,
    BULLY,
    GANG,
    RETH,
    SHARK,
    VELD,
    VOLTAIRE,
    actor_in,
    conflict_in,
    end_turn,
    knock_out,
    on_the_move,
)
from fatetable.rulesets.fae.tests.playing import Game
from fatetable.rulesets.fae.traits import turn_value

ABIGAIL = ActorId("abigail-zhao")
DRAW = "Quick on the Draw"
EVERYONE = ("Veld", "Gang of Thugs")


def with_third(name: str | Sheet = "Abigail Zhao", *foes: str, **dials: Any) -> Game:
    """A third player, cy, plays Abigail (Quick 1, Careful 0)."""
    g = Game(foes=foes or ("Veld",), scene=False, **dials)
    g.do("gm", AddSeat("Cy", "player"))
    g.bring("cy", name)
    g.start_scene()
    return g


def fast(name: str, **ratings: int) -> Sheet:
    """A foe with approaches like Veld's, but for these."""
    veld = tables().sample("Veld")
    return msgspec.structs.replace(veld, name=name, traits={**veld.traits, **ratings})


def drawing(name: str) -> Sheet:
    stunt = next(stunt.feature for stunt in tables().stunts if stunt.feature.name == DRAW)
    return msgspec.structs.replace(tables().sample(name), features=(stunt,))


def order(g: Game) -> list[tuple[tuple[ActorId, ...], int]]:
    return [(place.actors, place.value) for place in conflict_in(g).order]


def set_up(g: Game, kind: str = "physical", *others: ActorId) -> None:
    """Start a conflict against these, or all NPCs, and leave its order open."""
    foes = others or tuple(actor.id for actor in g.table.state.slices["cast"].values() if not actor.is_pc)
    g.do("gm", StartConflict(kind, foes))


def break_ties(g: Game, *first: str) -> None:
    """Answer each question who goes first with the first name on this list that is among the answers."""
    while prompt := g.prompt("tie"):
        named = [option.id for name in first for option in prompt.options if name in option.label]
        g.answer("gm", "tie", named[0])


# -- approaches --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-TURN-01")
def test_in_a_physical_conflict_the_highest_quick_goes_first() -> None:
    g = with_third()
    set_up(g, "physical")
    break_ties(g, "Reth", "Veld")
    assert order(g) == [((RETH,), 2), ((VOLTAIRE,), 2), ((VELD,), 1), ((ABIGAIL,), 1)]


@pytest.mark.rule("FAE-TURN-02")
def test_in_a_mental_conflict_the_highest_careful_goes_first() -> None:
    g = with_third()
    set_up(g, "mental")
    break_ties(g, "Reth")
    assert order(g) == [((RETH,), 2), ((VELD,), 2), ((VOLTAIRE,), 1), ((ABIGAIL,), 0)]


@pytest.mark.rule("FAE-TURN-07", "FAE-CONF-02")
def test_the_order_takes_no_dice_and_stays_the_same_in_every_exchange() -> None:
    g = with_third()
    set_up(g)
    break_ties(g, "Voltaire", "Veld")
    g.do("gm", BeginConflict())
    fixed = order(g)
    for exchange in (1, 2, 3):
        taken = []
        assert conflict_in(g).exchange == exchange
        while waiting := on_the_move(g):
            taken.append(waiting[0])
            end_turn(g, waiting[0])
        assert taken == [VOLTAIRE, RETH, VELD, ABIGAIL]
        g.do("gm", NextExchange())
        assert order(g) == fixed


# -- ties --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-TURN-03")
def test_the_gm_is_asked_about_a_tie_and_the_conflict_waits_for_the_answer() -> None:
    g = Game(foes=("Veld",))
    set_up(g)
    prompt = g.prompt("tie")
    assert prompt is not None
    assert prompt.seats == ("@gm",)
    assert [option.label for option in prompt.options] == ["Reth", "Voltaire"]
    assert prompt.cites == ("FAE-TURN-03",)
    assert g.refused("gm", BeginConflict()) == "questions-open"
    assert g.offers("gm", BeginConflict) == ()
    assert g.refused("ana", Answer(prompt.id, "0")) == "not-asked"
    g.answer("gm", "tie", "1")
    assert order(g)[0] == ((VOLTAIRE,), 2)
    assert g.offers("ana", BeginConflict) == ()
    (begin,) = g.offers("gm", BeginConflict)
    g.do("gm", begin.command)


@pytest.mark.rule("FAE-TURN-03")
def test_three_who_are_equally_fast_are_put_in_order_one_after_the_other() -> None:
    abigail = tables().sample("Abigail Zhao")
    quick = msgspec.structs.replace(abigail, traits={**abigail.traits, "quick": 2, "clever": 1})
    g = with_third(quick)
    set_up(g)
    break_ties(g, "Abigail", "Reth")
    assert [actors for actors, _ in order(g)] == [(ABIGAIL,), (RETH,), (VOLTAIRE,), (VELD,)]
    g = with_third(quick)
    set_up(g)
    break_ties(g, "Voltaire", "Abigail")
    assert [actors for actors, _ in order(g)] == [(VOLTAIRE,), (ABIGAIL,), (RETH,), (VELD,)]


@pytest.mark.rule("FAE-TURN-03")
def test_two_ties_are_two_questions() -> None:
    g = with_third()
    set_up(g)
    assert [len(prompt.options) for prompt in g.prompts()] == [2, 2]
    break_ties(g, "Voltaire", "Abigail")
    assert [actors for actors, _ in order(g)] == [(VOLTAIRE,), (RETH,), (ABIGAIL,), (VELD,)]


# -- NPCs --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-TURN-04")
def test_npcs_act_together_at_the_place_of_the_most_advantageous_of_them() -> None:
    g = Game(foes=EVERYONE)
    set_up(g)
    break_ties(g, "Voltaire")
    assert order(g) == [((VOLTAIRE,), 2), ((RETH,), 2), ((VELD, GANG), 1)]
    g.do("gm", BeginConflict())
    end_turn(g, VOLTAIRE)
    end_turn(g, RETH)
    assert set(on_the_move(g)) == {VELD, GANG}, "the GM picks who of them goes first"
    end_turn(g, GANG)
    assert on_the_move(g) == (VELD,)
    end_turn(g, VELD)
    assert on_the_move(g) == ()


@pytest.mark.rule("FAE-TURN-04")
def test_the_best_of_them_is_not_always_the_first_named() -> None:
    g = Game(scene=False)
    g.do("gm", AddOpponent(tables().sample("Gang of Thugs")))
    g.do("gm", AddOpponent(fast("Whip", quick=5)))
    g.start_scene()
    set_up(g)
    assert order(g)[0] == ((GANG, ActorId("whip")), 5)


@pytest.mark.rule("FAE-TURN-04", "FAE-CONF-04")
def test_while_the_gm_has_several_to_choose_from_nobody_else_may_push_in() -> None:
    g = Game(scene=False)
    g.do("gm", AddOpponent(fast("Whip", quick=5)))
    g.do("gm", AddOpponent(tables().sample("Gang of Thugs")))
    g.start_scene()
    g.start_conflict(first="Reth")
    assert set(on_the_move(g)) == {ActorId("whip"), GANG}
    assert g.refused("ana", EndTurn(RETH)) == "not-your-turn"


@pytest.mark.rule("FAE-TURN-05")
def test_npcs_act_singly_if_the_table_says_so() -> None:
    g = Game(foes=EVERYONE, npc_order="individual")
    set_up(g)
    break_ties(g, "Reth")
    assert order(g) == [((RETH,), 2), ((VOLTAIRE,), 2), ((VELD,), 1), ((GANG,), 0)]


@pytest.mark.rule("FAE-TURN-04", "FAE-TURN-05")
def test_sides_do_not_matter_for_the_order() -> None:
    g = Game(foes=EVERYONE)
    set_up(g, "physical", VELD)
    break_ties(g, "Reth")
    assert order(g)[-1] == ((VELD, GANG), 1), "the gang fights beside the heroes and still acts with the GM's others"


# -- nameless foes -----------------------------------------------------------------------------------------------


def value_of(name: str, kind: str) -> int:
    return turn_value(Actor(id=ActorId("x"), sheet=tables().sample(name)), kind)


@pytest.mark.rule("FAE-TURN-06")
@pytest.mark.parametrize(
    ("name", "physical", "mental"),
    [
        ("Cyclops House Bully", 0, 0),
        ("Steel Assassin", 2, 0),  # skilled at ambushing
        ("Sky Shark", 2, -2),  # skilled at flying; bad at all that is neither flying nor biting
        ("Gang of Thugs", 0, 0),
    ],
)
def test_the_book_s_mooks_act_by_what_they_are_skilled_or_bad_at(name: str, physical: int, mental: int) -> None:
    assert (value_of(name, "physical"), value_of(name, "mental")) == (physical, mental)


@pytest.mark.rule("FAE-TURN-06")
@pytest.mark.parametrize("kind", ["physical", "mental"])
@pytest.mark.parametrize(
    ("numbers", "value"),
    [({}, 0), ({"turn": 1}, 2), ({"turn": 0}, 0), ({"turn": -1}, -2), ({"catch-all": 1}, -2)],
)
def test_a_sheet_says_whether_anything_on_its_lists_makes_it_quick_or_slow(
    numbers: dict[str, int], value: int, kind: str
) -> None:
    named = {f"turn-{kind}" if name == "turn" else name: number for name, number in numbers.items()}
    sheet = msgspec.structs.replace(tables().sample("Cyclops House Bully"), numbers=named)
    assert turn_value(Actor(id=ActorId("x"), sheet=sheet), kind) == value
    assert not [problem for problem in problems(sheet, Dials()) if problem.severity == "error"]


@pytest.mark.rule("FAE-TURN-06")
@pytest.mark.parametrize("number", TURN_NUMBERS)
@pytest.mark.parametrize("value", [2, -2])
def test_a_sheet_says_it_as_one_nought_or_minus_one(number: str, value: int) -> None:
    sheet = msgspec.structs.replace(tables().sample("Gang of Thugs"), numbers={"size": 4, number: value})
    wrong = [problem for problem in problems(sheet, Dials()) if problem.severity == "error"]
    assert [(problem.code, problem.cites) for problem in wrong] == [("mook-turn", ("FAE-TURN-06",))]


@pytest.mark.rule("FAE-TURN-06")
def test_an_ambushing_assassin_is_as_fast_as_a_hero_with_quick_two() -> None:
    g = Game(foes=("Steel Assassin",))
    set_up(g)
    prompt = g.prompt("tie")
    assert prompt is not None
    assert len(prompt.options) == 3
    break_ties(g, "Steel Assassin", "Reth")
    assert order(g) == [((ASSASSIN,), 2), ((RETH,), 2), ((VOLTAIRE,), 2)]


@pytest.mark.rule("FAE-TURN-06", "FAE-TURN-03")
def test_while_the_order_is_made_the_gm_may_say_which_entry_of_a_mook_s_lists_fits() -> None:
    g = Game(foes=("Cyclops House Bully", "Veld"))
    set_up(g, "mental")
    break_ties(g, "Reth")
    assert order(g) == [((RETH,), 2), ((BULLY, VELD), 2), ((VOLTAIRE,), 1)]
    offers = {offer.command.actor: offer for offer in g.offers("gm", RankActor)}  # type: ignore[attr-defined]
    assert set(offers) == {BULLY}, "Veld has approaches"
    assert g.offers("ana", RankActor) == ()
    assert offers[BULLY].cites == ("FAE-TURN-06",)
    g.do("gm", offers[BULLY].fill(trait="bad-1"))
    assert conflict_in(g).ranks == {BULLY: -2}
    break_ties(g, "Reth")
    assert order(g)[1] == ((BULLY, VELD), 2), "the best of them still counts for all"
    assert g.refused("gm", RankActor(VELD, "quick")) == "cannot-rank"
    assert g.refused("gm", RankActor(BULLY, "quick")) == "unknown-trait"
    assert g.refused("ana", RankActor(BULLY, "bad-1")) == "gm-only"
    g.do("gm", BeginConflict())
    assert g.refused("gm", RankActor(BULLY, "skilled-1")) == "cannot-rank"
    assert g.offers("gm", RankActor) == ()


@pytest.mark.rule("FAE-TURN-06")
def test_a_ruling_moves_a_mook_in_the_order_and_asks_about_new_ties() -> None:
    g = Game(foes=("Gang of Thugs",))
    set_up(g)
    break_ties(g, "Reth")
    g.do("gm", RankActor(GANG, "skilled-1"))
    prompt = g.prompt("tie")
    assert prompt is not None
    assert len(prompt.options) == 3, "the gang is now as fast as the two heroes"
    g.do("gm", RankActor(GANG, "other"))
    assert [len(prompt.options) for prompt in g.prompts()] == [2], "the outdated question is gone"
    break_ties(g, "Voltaire")
    assert order(g) == [((VOLTAIRE,), 2), ((RETH,), 2), ((GANG,), 0)]


@pytest.mark.rule("FAE-TURN-06")
def test_a_mook_that_is_bad_at_nothing_is_ranked_by_its_skills_or_not_at_all() -> None:
    g = Game(scene=False)
    bully = tables().sample("Cyclops House Bully")
    g.do("gm", AddOpponent(msgspec.structs.replace(bully, lists={"skilled": ("running",)})))
    g.start_scene()
    set_up(g)
    (offer,) = g.offers("gm", RankActor)
    choices = next(hole for hole in offer.holes if hole.field == "trait").options  # type: ignore[union-attr]
    assert [choice.value for choice in choices] == ["skilled-1", "other"]
    g.do("gm", offer.fill(trait="skilled-1"))
    break_ties(g, "Bully", "Reth")
    assert order(g)[0] == ((BULLY,), 2)


def test_there_is_nobody_to_rank_outside_a_conflict() -> None:
    g = Game(foes=("Gang of Thugs",))
    assert g.offers("gm", RankActor) == ()
    assert g.refused("gm", RankActor(GANG, "other")) == "cannot-rank"


# -- newcomers ---------------------------------------------------------------------------------------------------


def arrive(g: Game, sheet: Sheet, side: str = "opposition") -> ActorId:
    g.do("gm", AddOpponent(sheet))
    newcomer = ActorId(sheet.name.lower().replace(" ", "-"))
    g.do("gm", EnterScene(newcomer))
    g.do("gm", JoinConflict(newcomer, side))
    return newcomer


def next_exchange(g: Game) -> None:
    while waiting := on_the_move(g):
        end_turn(g, waiting[0])
    g.do("gm", NextExchange())


@pytest.mark.rule("FAE-TURN-07")
def test_newcomers_are_put_in_by_their_rating_at_the_next_exchange_behind_their_equals() -> None:
    g = Game(foes=("Veld",), npc_order="individual")
    g.start_conflict(first="Reth")
    arrive(g, fast("Whip", quick=2))
    arrive(g, fast("Slug", quick=0))
    arrive(g, tables().sample("Sky Shark"))
    assert [actors for actors, _ in order(g)] == [(RETH,), (VOLTAIRE,), (VELD,)], "not in this exchange"
    next_exchange(g)
    names = [actors[0] for actors, _ in order(g)]
    assert names == [RETH, VOLTAIRE, ActorId("whip"), SHARK, VELD, ActorId("slug")]
    assert conflict_in(g).newcomers == ()


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
    arrive(g, tables().sample("Gang of Thugs"))
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
    g.do("gm", AddOpponent(tables().sample("Gang of Thugs")))
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
    assert conflict_in(g).order[0] == Place((ABIGAIL,), 1, is_first=True)
    g.do("gm", BeginConflict())
    for _ in range(2):
        assert on_the_move(g) == (ABIGAIL,)
        next_exchange(g)
    arrive(g, fast("Whip", quick=5))
    next_exchange(g)
    assert on_the_move(g) == (ABIGAIL,), "also ahead of faster newcomers"


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
    actor = actor_in(g, ABIGAIL)
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
    stunt = next(stunt.feature for stunt in tables().stunts if stunt.feature.name == DRAW)
    g.do("gm", AddOpponent(msgspec.structs.replace(tables().sample("Veld"), features=(stunt,))))
    g.do("gm", AddOpponent(tables().sample("Gang of Thugs")))
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
