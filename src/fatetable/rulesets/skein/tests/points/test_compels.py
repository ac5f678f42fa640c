"""Compels: what the Storyteller and other players may offer, what refusing costs, and that they come first."""

from __future__ import annotations

import pytest

from fatetable.mechanics.aspects.compel_suggestions import SuggestCompel
from fatetable.mechanics.aspects.compels import OfferCompel, RefuseCompel
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.exchanges import EndTurn
from fatetable.mechanics.points.accounts import purse
from fatetable.mechanics.points.corrections import SetPoints
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.state import open_rolls
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.rulesets.skein.points.friends import JoinHeroes
from fatetable.rulesets.skein.tests.support.magicians import come_to
from fatetable.rulesets.skein.tests.support.playing import Game

BRANNOC, HESK = ActorId("brannoc-of-the-ford"), ActorId("mother-hesk")
OSRIC = ActorId("osric-the-reeve")
SLOW = "Slow to Anger, Slower to Forgive"


def compel(game: Game, target: ActorId, aspect: str, points: int = 1, *, takes_action: bool = False) -> OfferCompel:
    return OfferCompel(
        target=target,
        aspect=game.card(aspect).id,
        kind="decision",
        text="stays where they are",
        takes_action=takes_action,
        points=points,
    )


def refuse(game: Game, seat: str) -> None:
    (offer,) = game.offers(seat, RefuseCompel)
    game.do(seat, offer.command)


@pytest.mark.rule("SK-FP-06", "SK-FP-16", "SK-INTRO-05")
@pytest.mark.parametrize("points", [1, 2, 3])
def test_a_compel_of_the_storyteller_earns_what_was_offered_from_the_bank(points: int) -> None:
    game = Game()
    game.do("gm", compel(game, BRANNOC, SLOW, points))
    game.answer("ana", "compel", "accept")
    assert (game.points(BRANNOC), game.points("pool")) == (6 + points, 6)


@pytest.mark.rule("SK-FP-06", "SK-FP-16")
@pytest.mark.parametrize("points", [1, 2, 3])
def test_refusing_the_storyteller_costs_one_whatever_was_offered_and_the_pool_gains_nothing(points: int) -> None:
    game = Game()
    game.do("gm", compel(game, BRANNOC, SLOW, points))
    refuse(game, "ana")
    assert (game.points(BRANNOC), game.points("pool")) == (5, 6)


@pytest.mark.rule("SK-FP-06")
@pytest.mark.parametrize("points", [0, 4])
def test_nobody_offers_less_than_one_or_more_than_three(points: int) -> None:
    game = Game()
    assert game.refused("gm", compel(game, BRANNOC, SLOW, points)) == "bad-number"


@pytest.mark.rule("SK-FP-06")
def test_without_a_point_a_compel_of_the_storyteller_cannot_be_refused() -> None:
    game = Game()
    game.do("gm", SetPoints(purse(BRANNOC), 0, "as the tale goes"))
    game.do("gm", compel(game, BRANNOC, SLOW))
    assert not game.offers("ana", RefuseCompel)
    open_compel = game.prompt("compel")
    assert open_compel is not None
    assert game.refused("ana", RefuseCompel(str(open_compel.about["compel"]))) == "not-enough-fate-points"


@pytest.mark.rule("SK-FP-06")
def test_characters_are_compelled_by_aspects_of_their_own_alone() -> None:
    game = Game()
    game.do("gm", PlaceAspect(words="Slippery Stones"))
    assert game.refused("gm", compel(game, BRANNOC, "Slippery Stones")) == "not-compellable"
    assert game.refused("gm", compel(game, BRANNOC, "Every Root Owes Me a Favour")) == "not-compellable"
    suggestion = SuggestCompel(
        target=BRANNOC, aspect=game.card("Slippery Stones").id, kind="event", text="slips on the stones"
    )
    assert game.refused("bo", suggestion) == "not-compellable"


@pytest.mark.rule("SK-FP-13")
def test_nobody_earns_points_by_compelling_their_own_character() -> None:
    game = Game()
    assert game.refused("ana", compel(game, BRANNOC, SLOW)) == "not-compellable"
    assert {offer.command.target for offer in game.offers("ana", OfferCompel)} == {HESK}  # type: ignore[attr-defined]


@pytest.mark.rule("SK-FP-13")
def test_a_compel_between_players_passes_a_point_from_one_to_the_other_if_accepted() -> None:
    game = Game()
    game.do("bo", compel(game, BRANNOC, SLOW))
    game.answer("ana", "compel", "accept")
    assert (game.points(HESK), game.points(BRANNOC)) == (4, 7)


@pytest.mark.rule("SK-FP-13")
def test_refusing_a_player_costs_neither_of_them_anything_even_without_points() -> None:
    game = Game()
    game.do("gm", SetPoints(purse(BRANNOC), 0, "as the tale goes"))
    game.do("bo", compel(game, BRANNOC, SLOW))
    refuse(game, "ana")
    assert (game.points(HESK), game.points(BRANNOC)) == (5, 0)


@pytest.mark.rule("SK-FP-13")
def test_a_player_needs_a_point_in_hand_and_offers_no_more_than_one() -> None:
    game = Game()
    assert game.refused("bo", compel(game, BRANNOC, SLOW, 2)) == "bad-number"
    game.do("gm", SetPoints(purse(HESK), 0, "as the tale goes"))
    assert game.refused("bo", compel(game, BRANNOC, SLOW)) == "not-enough-fate-points"
    assert not game.offers("bo", OfferCompel)


@pytest.mark.rule("SK-FP-13", "SK-FP-16")
def test_a_players_accepted_compel_of_an_npc_is_paid_to_the_bank_and_the_pool_grows_by_one() -> None:
    game = Game(foes=("Osric the Reeve",))
    game.do("bo", compel(game, OSRIC, "Afraid of the Old Woods"))
    start = len(tuple(game.table.ledger()))
    game.answer("gm", "compel", "accept")
    moves = [(entry.source.partition(":")[0], entry.target) for entry in tuple(game.table.ledger())[start:]]
    assert moves == [("stake", "bank"), ("bank", "pool")]
    assert (game.points(HESK), game.points("pool")) == (4, 7)


@pytest.mark.rule("SK-FP-13")
def test_the_storyteller_refuses_a_player_for_nothing() -> None:
    game = Game(foes=("Osric the Reeve",))
    game.do("bo", compel(game, OSRIC, "Afraid of the Old Woods"))
    refuse(game, "gm")
    assert (game.points(HESK), game.points("pool")) == (5, 6)


@pytest.mark.rule("SK-FP-04")
def test_a_compelled_friend_of_the_heroes_earns_the_point_and_not_the_pool() -> None:
    game = Game(foes=("Osric the Reeve",))
    game.do("gm", JoinHeroes(OSRIC))
    game.do("bo", compel(game, OSRIC, "Afraid of the Old Woods"))
    game.answer("gm", "compel", "accept")
    assert (game.points(OSRIC), game.points("pool")) == (3 + 1, 6)


@pytest.mark.rule("SK-FP-16")
def test_the_storyteller_earns_nothing_by_compelling_their_own_people() -> None:
    game = Game(foes=("Osric the Reeve",))
    assert game.refused("gm", compel(game, OSRIC, "Afraid of the Old Woods")) == "not-compellable"


def declared(game: Game) -> None:
    game.do("ana", Overcome(actor=BRANNOC, trait="strength", description="climbs the wall"))
    game.answer("gm", "opposition", "difficulty", value=4)


@pytest.mark.rule("SK-FP-07")
def test_a_compel_during_a_test_is_settled_before_its_dice() -> None:
    game = Game()
    declared(game)
    game.do("gm", compel(game, BRANNOC, SLOW))
    assert game.refused("ana", ThrowDice(game.roll.id), "0000") == "still-waiting"
    refuse(game, "ana")
    game.throw("ana", "0000")
    assert not tuple(open_rolls(game.table.state))


@pytest.mark.rule("SK-FP-07")
def test_a_compel_during_a_turn_is_settled_before_anything_else_in_it() -> None:
    game = Game(foes=("Gate Guard",))
    game.start_combat()
    come_to(game, BRANNOC)
    game.do("gm", compel(game, BRANNOC, SLOW))
    test = Overcome(actor=BRANNOC, trait="strength", description="bars the gate")
    for command in (test, EndTurn(BRANNOC)):
        assert game.refused("ana", command) == "not-finished"
    refuse(game, "ana")
    game.do("ana", test)


@pytest.mark.rule("SK-TEST-08")
@pytest.mark.parametrize("seat", ["gm", "bo"])
def test_an_accepted_compel_that_costs_the_action_means_the_test_never_happens(seat: str) -> None:
    game = Game()
    declared(game)
    game.do(seat, compel(game, BRANNOC, SLOW, takes_action=True))
    game.answer("ana", "compel", "accept")
    assert not tuple(open_rolls(game.table.state))


@pytest.mark.rule("SK-TEST-08")
def test_an_accepted_compel_that_only_changes_the_outcome_leaves_the_test_to_its_dice() -> None:
    game = Game()
    declared(game)
    game.do("gm", compel(game, BRANNOC, SLOW))
    game.answer("ana", "compel", "accept")
    game.throw("ana", "0000")
    assert not tuple(open_rolls(game.table.state))


@pytest.mark.rule("SK-TEST-08")
def test_once_the_dice_are_down_a_compel_is_too_late() -> None:
    game = Game()
    declared(game)
    game.do("ana", ThrowDice(game.roll.id), "0000")
    assert game.refused("gm", compel(game, BRANNOC, SLOW)) == "dice-are-down"
