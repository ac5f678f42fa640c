"""The outcomes of creating an advantage in each mode, and the free invocations that come of it."""

from __future__ import annotations

import pytest

from fatetable.engine.offers import ChoiceHole, TextHole
from fatetable.mechanics.aspects.cards import (
    BOOST,
    SITUATION,
    AspectPlaced,
    AspectRevealed,
    FreeInvokesSet,
)
from fatetable.mechanics.aspects.editing import PlaceAspect, RewordAspect
from fatetable.mechanics.aspects.lending import LendInvoke
from fatetable.mechanics.view.blocks import AspectCardsBlock, CardView
from fatetable.rulesets.fae.tests.support.moves import (
    GANG,
    RETH,
    VELD,
    VOLTAIRE,
    against,
    boosts,
    create,
    declare,
    overcome,
    resisted_by,
    settle,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import holders, invoking
from fatetable.testing.events import all_of, first


def cards_seen_by(g: Game, seat: str) -> list[CardView]:
    return [card for block in g.table.present(seat) if isinstance(block, AspectCardsBlock) for card in block.cards]


# -- new or discover: fail -------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CAA-03")
def test_a_failed_attempt_asks_the_game_master_who_may_say_nothing_comes_of_it() -> None:
    g = Game(foes=("Veld",))
    declare(g, create(words="Rough Terrain"))
    against(g, 4)
    settle(g, -1)
    prompt = g.prompt("opponent-gains")
    assert prompt is not None
    assert (prompt.seats, [option.id for option in prompt.options]) == (("@gm",), ["nothing", "gain"])
    assert g.last_roll.stage == "settled"
    g.answer("gm", "opponent-gains", "nothing")
    assert (g.has_card("Rough Terrain"), g.last_roll.stage, boosts(g)) == (False, "over", [])


@pytest.mark.rule("FAE-CAA-03")
def test_a_failed_aspect_may_exist_in_other_words_with_a_free_invocation_for_an_opponent() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    declare(g, create(words="Rough Terrain"))
    against(g, 4)
    settle(g, -2)
    prompt = g.prompt("opponent-gains")
    assert prompt is not None
    who, words = prompt.options[1].holes
    assert isinstance(who, ChoiceHole)
    assert isinstance(words, TextHole)
    assert {choice.value for choice in who.options} == {VELD, GANG}
    assert words.suggestion == "Rough Terrain"
    g.answer("gm", "opponent-gains", "gain", holder="veld", words="Rough Terrain the Thugs Know Well")
    card = g.card("Rough Terrain the Thugs Know Well")
    assert (card.kind, card.known_to, holders(card)) == (SITUATION, None, [VELD])
    assert not g.has_card("Rough Terrain")
    assert g.last_roll.stage == "over"


@pytest.mark.rule("FAE-CAA-03")
def test_the_one_who_failed_may_still_invoke_that_aspect_for_a_point_but_not_for_free() -> None:
    g = Game(foes=("Veld",))
    declare(g, create(words="Rough Terrain"))
    against(g, 4)
    settle(g, -1)
    g.answer("gm", "opponent-gains", "gain", holder="veld", words="Rough Terrain")
    free = g.card("Rough Terrain").free[0].id
    declare(g, overcome())
    against(g, 4)
    g.throw("ana", "0000")
    assert g.refused("ana", invoking(g, "bonus", "Rough Terrain", RETH, payment=free)) == "not-your-free-invoke"
    g.do("ana", invoking(g, "bonus", "Rough Terrain", RETH))
    assert (g.points("reth"), g.roll.margin_now()) == (2, 1)
    g.do("gm", invoking(g, "hinder", "Rough Terrain", payment=free))
    assert (g.points("pool"), g.roll.margin_now(), g.card("Rough Terrain").free) == (2, -1, ())


@pytest.mark.rule("FAE-CAA-03")
def test_whoever_defended_is_the_only_one_who_can_gain() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    declare(g, create(words="Tripped", target="veld"))
    resisted_by(g, "veld")
    settle(g, -1)
    prompt = g.prompt("opponent-gains")
    assert prompt is not None
    who = prompt.options[1].holes[0]
    assert isinstance(who, ChoiceHole)
    assert [choice.value for choice in who.options] == ["veld"]


@pytest.mark.rule("FAE-CAA-03")
@pytest.mark.parametrize("mode", ["new", "discover"])
def test_without_any_opponent_a_failed_attempt_comes_to_nothing(mode: str) -> None:
    g = Game()
    declare(g, create(words="Rough Terrain", mode=mode))
    if mode == "discover":
        g.answer("gm", "discover", "invent", words="Rough Terrain")
    against(g, 4)
    settle(g, -1)
    assert (g.prompts(), g.last_roll.stage) == ((), "over")
    assert not any(card.text == "Rough Terrain" for card in cards_seen_by(g, "ana"))


@pytest.mark.rule("FAE-CAA-03")
@pytest.mark.parametrize("option", ["nothing", "gain"])
def test_a_failed_search_finds_nothing_or_finds_it_for_an_opponent(option: str) -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    g.do("gm", PlaceAspect(words="Loose Floorboards", is_hidden=True))
    declare(g, create(mode="discover"))
    g.answer("gm", "discover", "hidden", aspect=g.card("Loose Floorboards").id)
    against(g, 4)
    settle(g, -3)
    if option == "nothing":
        g.answer("gm", "opponent-gains", "nothing")
        assert (g.card("Loose Floorboards").known_to, holders(g.card("Loose Floorboards"))) == (("@gm",), [])
        return
    events = g.answer("gm", "opponent-gains", "gain", holder="veld")
    assert first(events, AspectRevealed).card.text == "Loose Floorboards"
    assert holders(g.card("Loose Floorboards")) == [VELD]
    g.do("gm", RewordAspect(g.card("Loose Floorboards").id, "Floorboards Veld Loosened", "it favours her"))
    assert holders(g.card("Floorboards Veld Loosened")) == [VELD]


# -- new or discover: tie, succeed, style ----------------------------------------------------------------------------


@pytest.mark.rule("FAE-CAA-04")
def test_a_tie_makes_a_boost_and_no_aspect() -> None:
    g = Game()
    declare(g, create(words="Rope Bridge"))
    against(g, 2)
    settle(g, 0)
    (boost,) = boosts(g)
    assert (g.has_card("Rope Bridge"), boost.owner, boost.kind, holders(boost)) == (False, RETH, BOOST, [RETH])
    g.answer("ana", "name-boost", "name", words="Half a Bridge")
    declare(g, overcome())
    against(g, 4)
    g.throw("ana", "0000")
    g.do("ana", invoking(g, "bonus", "Half a Bridge", RETH, payment=boost.free[0].id))
    assert (g.points("reth"), g.roll.margin_now(), g.has_card("Half a Bridge")) == (3, 1, False)


@pytest.mark.rule("FAE-CAA-05")
def test_a_tied_search_counts_as_a_success() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    declare(g, create(mode="discover", target="veld"))
    g.answer("gm", "discover", "hidden", aspect=g.card("Must Not Lose Face").id)
    against(g, 2)
    events = settle(g, 0)
    assert first(events, AspectRevealed).card.text == "Must Not Lose Face"
    assert (holders(g.card("Must Not Lose Face")), boosts(g)) == ([RETH], [])


@pytest.mark.rule("FAE-CAA-06")
@pytest.mark.parametrize("margin", [1, 2])
def test_a_success_lays_the_aspect_before_everybody_with_one_free_invocation(margin: int) -> None:
    g = Game()
    declare(g, create(words="Rope Bridge"))
    against(g, 2)
    events = settle(g, margin)
    assert first(events, AspectPlaced).card.text == "Rope Bridge"
    assert holders(g.card("Rope Bridge")) == [RETH]
    for seat in ("ana", "bo", "gm"):
        assert [(card.text, card.free) for card in cards_seen_by(g, seat)] == [("Rope Bridge", ("Reth",))]


@pytest.mark.rule("FAE-CAA-06")
def test_a_successful_search_shows_the_aspect_to_everybody() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    g.do("gm", PlaceAspect(words="A Trapdoor", is_hidden=True))
    declare(g, create(mode="discover"))
    g.answer("gm", "discover", "hidden", aspect=g.card("A Trapdoor").id)
    against(g, 2)
    settle(g, 1)
    assert [(card.text, card.free) for card in cards_seen_by(g, "bo")] == [("A Trapdoor", ("Reth",))]


@pytest.mark.rule("FAE-CAA-06")
def test_the_one_free_invocation_is_used_by_its_holder_or_by_one_ally() -> None:
    g = Game()
    declare(g, create(words="Rope Bridge"))
    against(g, 2)
    settle(g, 1)
    free = g.card("Rope Bridge").free[0].id
    declare(g, overcome(VOLTAIRE, "quick"))
    against(g, 2)
    g.throw("bo", "0000")
    as_bo = invoking(g, "bonus", "Rope Bridge", VOLTAIRE, payment=free)
    assert g.refused("bo", as_bo) == "not-your-free-invoke"
    g.do("ana", LendInvoke(g.card("Rope Bridge").id, free, VOLTAIRE))
    g.do("bo", as_bo)
    assert (g.points("voltaire"), g.roll.margin_now(), g.card("Rope Bridge").free) == (3, 2, ())
    assert g.refused("ana", invoking(g, "aid", "Rope Bridge", RETH, payment=free)) == "no-free-invoke"


@pytest.mark.rule("FAE-CAA-07")
def test_style_gives_two_free_invocations_that_go_on_one_roll() -> None:
    g = Game()
    declare(g, create(words="Rope Bridge"))
    against(g, 0)
    settle(g, 3)
    assert holders(g.card("Rope Bridge")) == [RETH, RETH]
    declare(g, overcome())
    against(g, 4)
    g.throw("ana", "0000")
    for free in g.card("Rope Bridge").free:
        g.do("ana", invoking(g, "bonus", "Rope Bridge", RETH, payment=free.id))
    assert (g.points("reth"), g.roll.margin_now()) == (3, 3)
    assert g.refused("ana", invoking(g, "bonus", "Rope Bridge", RETH)) == "already-invoked"


@pytest.mark.rule("FAE-CAA-07")
def test_style_in_a_search_gives_two_free_invocations_too() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    declare(g, create(mode="discover", target="veld"))
    g.answer("gm", "discover", "hidden", aspect=g.card("Must Not Lose Face").id)
    against(g, 0)
    settle(g, 4)
    card = g.card("Must Not Lose Face")
    assert holders(card) == [RETH, RETH]
    assert len({free.source for free in card.free}) == 1


# -- a known aspect --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CAA-08")
@pytest.mark.parametrize("margin", [-1, -4])
def test_failing_to_get_more_out_of_an_aspect_changes_nothing_for_anybody(margin: int) -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Slick Wet Planks"))
    declare(g, create(aspect=g.card("Slick Wet Planks").id))
    against(g, 4)
    events = settle(g, margin)
    assert all_of(events, FreeInvokesSet) == ()
    assert (holders(g.card("Slick Wet Planks")), g.prompts(), g.last_roll.stage) == ([], (), "over")
    declare(g, overcome())
    against(g, 4)
    g.throw("ana", "0000")
    g.do("ana", invoking(g, "bonus", "Slick Wet Planks", RETH))
    assert g.points("reth") == 2


@pytest.mark.rule("FAE-CAA-09")
@pytest.mark.parametrize("margin", [0, 1, 2])
def test_a_tie_or_success_adds_one_free_invocation(margin: int) -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Slick Wet Planks"))
    declare(g, create(aspect=g.card("Slick Wet Planks").id))
    against(g, 2)
    settle(g, margin)
    assert (holders(g.card("Slick Wet Planks")), boosts(g)) == ([RETH], [])
    declare(g, overcome())
    against(g, 4)
    g.throw("ana", "0000")
    free = g.card("Slick Wet Planks").free[0].id
    g.do("ana", invoking(g, "bonus", "Slick Wet Planks", RETH, payment=free))
    assert (g.points("reth"), g.card("Slick Wet Planks").free) == (3, ())


@pytest.mark.rule("FAE-CAA-10")
def test_style_adds_two_free_invocations_that_go_on_one_roll_or_to_an_ally() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Slick Wet Planks"))
    card = g.card("Slick Wet Planks").id
    declare(g, create(aspect=card))
    against(g, 0)
    settle(g, 3)
    mine, yours = (free.id for free in g.card("Slick Wet Planks").free)
    g.do("ana", LendInvoke(card, yours, VOLTAIRE))
    declare(g, overcome())
    against(g, 4)
    g.throw("ana", "0000")
    g.do("ana", invoking(g, "bonus", "Slick Wet Planks", RETH, payment=mine))
    g.do("bo", invoking(g, "aid", "Slick Wet Planks", VOLTAIRE, payment=yours))
    assert g.roll.margin_now() == 3 + 2 + 2 - 4
