"""What counts for a roll and nobody can work out is claimed from a menu, each kind once, and may be disallowed."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.offers import ChoiceHole
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.modifiers.claims import (
    CLAIMS,
    Claiming,
    ClaimModifier,
    with_claims,
)
from fatetable.mechanics.modifiers.menus import Menu, MenuRow
from fatetable.mechanics.rolls.comparing.reading import one_against_each
from fatetable.mechanics.rolls.effort_rulings import Disallow
from fatetable.mechanics.rolls.procedure import cancel_roll
from fatetable.mechanics.rolls.state import Comparison, Roll, effort_id
from tests.mechanics.rolling_game import RULES, attack_reth, rolling, the_roll, throw
from tests.mechanics.small_game import RETH, THUG, SmallGame, cites

HEIGHT = MenuRow(family="position", name="superior position", amount=1)
COVER = MenuRow(family="position", name="excellent position", amount=2)
MORE = MenuRow(family="numbers", name="outnumbering", amount=1, per_opponent=True)
BEHIND = MenuRow(family="flank", name="flanking", amount=1, per_opponent=True)
AROUND = MenuRow(family="surround", name="surrounding", amount=1, per_opponent=True)
MENU = (HEIGHT, COVER, MORE, BEHIND, AROUND)
FIGHTING = msgspec.structs.replace(
    RULES, compare=lambda state, roll: with_claims(state, roll, one_against_each(state, roll))
)


def menu(state: State, roll: Roll, index: int) -> Menu:
    return MENU if roll.declaration.target else ()


def fight(*dice: str) -> SmallGame:
    g = rolling(*dice, rules=FIGHTING, extra=(Claiming(menu=menu, cites=cites),)).scene()
    attack_reth(g)
    return g


def claim(g: SmallGame, name: str, effort: int = 0, against: str = "", seat: str = "gm") -> None:
    g.do(seat, ClaimModifier(roll=the_roll(g).id, effort=effort, modifier=name, against=ActorId(against)))


def amounts(g: SmallGame, index: int = 0) -> dict[str, int]:
    return {each.label: each.amount for each in the_roll(g).efforts[index].modifiers if each.source == "claim"}


def test_of_each_family_the_one_counts_that_was_claimed_last() -> None:
    g = fight()
    claim(g, HEIGHT.name)
    assert amounts(g) == {"superior position": 1}
    claim(g, COVER.name)
    assert amounts(g) == {"excellent position": 2}


def test_surrounding_adds_to_flanking_and_to_outnumbering_against_that_opponent_alone() -> None:
    """F2-MOD-02 to F2-MOD-04: normally +3 in all."""
    g = fight()
    for row in (MORE, BEHIND, AROUND):
        claim(g, row.name, against=RETH)
    assert amounts(g) == {}
    roll = the_roll(g)
    (pair,) = FIGHTING.compare(g.state, roll)
    assert sum(each.amount for each in pair.modifiers) == 3
    assert pair.opposing == ()
    # Somebody else who defends in the same roll is met without it.
    third = msgspec.structs.replace(roll.efforts[1], id=effort_id(roll.id, 2), actor=ActorId("volt"))
    crowd = msgspec.structs.replace(roll, efforts=(*roll.efforts, third))
    first, second = FIGHTING.compare(g.state, crowd)
    assert (len(first.modifiers), second) == (3, Comparison(other=2))


def test_it_counts_in_the_result_and_for_whoever_answers_too() -> None:
    g = fight("0000", "0000")
    claim(g, MORE.name, against=RETH)
    claim(g, BEHIND.name, effort=1, against=THUG, seat="ana")
    (pair,) = FIGHTING.compare(g.state, the_roll(g))
    assert ([each.label for each in pair.modifiers], [each.label for each in pair.opposing]) == (
        ["outnumbering"],
        ["flanking"],
    )
    claim(g, HEIGHT.name)
    throw(g, "gm")
    roll = the_roll(g)
    # The thug has speed 1 and Reth speed 3.
    assert FIGHTING.difference(g.state, roll, pair) == (1 + 1 + 1) - (3 + 1)


def test_a_claim_against_one_opponent_takes_the_place_of_the_same_against_them_only() -> None:
    g = fight()
    claim(g, MORE.name, against=RETH)
    claim(g, MORE.name, against=RETH)
    assert len(g.state.get(CLAIMS)[the_roll(g).id]) == 1


def test_the_game_master_disallows_a_claim_of_either_sort() -> None:
    g = fight()
    claim(g, HEIGHT.name)
    claim(g, MORE.name, against=RETH)
    offered = {msgspec.to_builtins(offer.command)["feature"] for offer in g.offers("gm", Disallow)}
    assert offered == {"superior position", "outnumbering"}
    for name in sorted(offered):
        g.do("gm", Disallow(the_roll(g).id, 0, name))
    assert (amounts(g), g.state.get(CLAIMS)) == ({}, {})
    assert g.refused("gm", Disallow(the_roll(g).id, 0, HEIGHT.name))[0] == "not-claimed"


def test_what_was_claimed_is_forgotten_with_the_roll() -> None:
    g = fight()
    claim(g, MORE.name, against=RETH)
    roll = the_roll(g)
    g.run(lambda decision: cancel_roll(decision, roll.id, "peace"))
    assert g.state.get(CLAIMS) == {}


@pytest.mark.parametrize(
    ("seat", "command", "code"),
    [
        ("ana", {}, "not-yours"),
        ("gm", {"modifier": "magic"}, "no-such-modifier"),
        ("gm", {"against": RETH}, "bad-target"),
        ("gm", {"modifier": MORE.name}, "bad-target"),
        ("gm", {"modifier": MORE.name, "against": THUG}, "bad-target"),
        ("gm", {"effort": 5}, "no-such-effort"),
    ],
)
def test_what_nobody_could_mean_is_refused(seat: str, command: dict[str, object], code: str) -> None:
    g = fight()
    usual = {"roll": the_roll(g).id, "effort": 0, "modifier": HEIGHT.name}
    assert g.refused(seat, ClaimModifier(**{**usual, **command}))[0] == code  # type: ignore[arg-type]


def test_it_is_claimed_before_the_dice_by_whose_roll_it_is_or_by_the_game_master() -> None:
    g = fight("0000", "0000")
    mine = [offer for offer in g.offers("ana", ClaimModifier) if isinstance(offer.holes[0], ChoiceHole)]
    assert {offer.actor for offer in mine} == {RETH}
    assert [[choice.value for choice in offer.holes[0].options] for offer in mine] == [  # type: ignore[union-attr]
        [HEIGHT.name, COVER.name],
        [MORE.name, BEHIND.name, AROUND.name],
    ]
    assert len(g.offers("gm", ClaimModifier)) == 4
    assert g.offers("bo", ClaimModifier) == ()
    throw(g, "gm")
    assert g.offers("gm", ClaimModifier) == ()
    command = ClaimModifier(roll=the_roll(g).id, effort=0, modifier=HEIGHT.name)
    assert g.refused("gm", command)[0] == "dice-are-down"
