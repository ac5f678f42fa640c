"""Who acts when: by Quick or Careful, ties by the GM, NPCs together or singly, mooks by their lists."""

import msgspec
import pytest

from fatetable.engine.prompts import Answer
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.encounters.conflicts import BeginConflict
from fatetable.mechanics.encounters.exchanges import EndTurn, NextExchange
from fatetable.mechanics.encounters.turn_rulings import RankActor
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.rulesets.fae.creation.checks.mooks import TURN_NUMBERS
from fatetable.rulesets.fae.creation.checks.whole_sheet import problems
from fatetable.rulesets.fae.dials import Dials
from fatetable.rulesets.fae.sheet.approaches import turn_value
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.fights import (
    ASSASSIN,
    BULLY,
    GANG,
    RETH,
    VELD,
    VOLTAIRE,
    end_turn,
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
        assert g.conflict.exchange == exchange
        while waiting := g.actors_on_turn():
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
    abigail = TABLES.sample("Abigail Zhao")
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
    assert set(g.actors_on_turn()) == {VELD, GANG}, "the GM picks who of them goes first"
    end_turn(g, GANG)
    assert g.actors_on_turn() == (VELD,)
    end_turn(g, VELD)
    assert g.actors_on_turn() == ()


@pytest.mark.rule("FAE-TURN-04")
def test_the_best_of_them_is_not_always_the_first_named() -> None:
    g = Game(scene=False)
    g.do("gm", AddOpponent(TABLES.sample("Gang of Thugs")))
    g.do("gm", AddOpponent(fast("Whip", quick=5)))
    g.start_scene()
    set_up(g)
    assert order(g)[0] == ((GANG, ActorId("whip")), 5)


@pytest.mark.rule("FAE-TURN-04", "FAE-CONF-04")
def test_while_the_gm_has_several_to_choose_from_nobody_else_may_push_in() -> None:
    g = Game(scene=False)
    g.do("gm", AddOpponent(fast("Whip", quick=5)))
    g.do("gm", AddOpponent(TABLES.sample("Gang of Thugs")))
    g.start_scene()
    g.start_conflict(first="Reth")
    assert set(g.actors_on_turn()) == {ActorId("whip"), GANG}
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
    return turn_value(TABLES, Actor(id=ActorId("x"), sheet=TABLES.sample(name)), kind)


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
    sheet = msgspec.structs.replace(TABLES.sample("Cyclops House Bully"), numbers=named)
    assert turn_value(TABLES, Actor(id=ActorId("x"), sheet=sheet), kind) == value
    assert not [problem for problem in problems(TABLES, sheet, Dials()) if problem.severity == "error"]


@pytest.mark.rule("FAE-TURN-06")
@pytest.mark.parametrize("number", TURN_NUMBERS)
@pytest.mark.parametrize("value", [2, -2])
def test_a_sheet_says_it_as_one_nought_or_minus_one(number: str, value: int) -> None:
    sheet = msgspec.structs.replace(TABLES.sample("Gang of Thugs"), numbers={"size": 4, number: value})
    wrong = [problem for problem in problems(TABLES, sheet, Dials()) if problem.severity == "error"]
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
    assert g.conflict.ranks == {BULLY: -2}
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
    bully = TABLES.sample("Cyclops House Bully")
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
