"""Dice that nobody in the game throws: chance against somebody."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.messages import SeatId
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.cast import NOBODY
from fatetable.mechanics.dice.notation import DiceGroup, Groups
from fatetable.mechanics.modifiers.claims import Claiming, ClaimModifier
from fatetable.mechanics.modifiers.menus import MenuRow
from fatetable.mechanics.rolls.actions import DEFEND, Overcome
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.opposing.dice_of_chance import DiceOfChance
from fatetable.mechanics.rolls.opposition import OppositionToChoose
from fatetable.mechanics.rolls.own_dice import EnterDice, OwnDiceChoice, RollOwnDice, missing_dice
from fatetable.mechanics.rolls.state import Comparison, Roll
from fatetable.mechanics.rolls.throwing import CorrectTotal
from fatetable.mechanics.view.blocks_of_rolls import roll_blocks
from tests.mechanics.rolling_game import RULES, everybody_passes, invoke, rolling, the_roll, throw
from tests.mechanics.rolls.comparing.sixes import D6
from tests.mechanics.small_game import RETH, SmallGame, cites

LADDER = Ladder.of({1: "Fair", 2: "Good", 3: "Great"})
CHANCE = DiceOfChance(ladder=LADDER, lowest=-2, highest=8, action=DEFEND)
ROPE = MenuRow(name="a rope", amount=1, family="tools")


def against_chance(*dice: str, rules: Any = RULES, level: int = 2, **options: Any) -> SmallGame:
    """Reth, who has speed 3, runs against chance."""
    g = rolling(*dice, rules=rules, other_ways=(CHANCE,), **options).scene()
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs"))
    g.answer("gm", OppositionToChoose, "chance", level=level)
    return g


def test_chance_throws_dice_from_the_level_of_the_difficulty() -> None:
    g = against_chance("0000", "+++0")
    roll = throw(g)
    chance = roll.efforts[1]
    assert (chance.actor, chance.fixed, chance.dice) == (NOBODY, 2, 3)
    roll = everybody_passes(g)
    assert (roll.margin, roll.outcome, roll.stage) == (-2, "fail", "settled")


def test_nobody_changes_the_dice_of_chance() -> None:
    g = against_chance("0000", "++++")
    throw(g)
    assert g.refused("gm", invoke(g, g.card("Born to Run"), effort=1, effect="bonus", party=NOBODY))[0] == "wrong-side"
    assert g.refused("ana", invoke(g, g.card("Born to Run"), effort=1, effect="against"))[0] == "wrong-side"


def test_chance_is_not_asked_to_describe_anything_and_claims_nothing() -> None:
    claiming = Claiming(menu=lambda *_: (ROPE,), cites=cites)
    g = against_chance("0000", "0000", extra=(claiming,))
    roll = the_roll(g)
    assert g.refused("gm", SendBack(roll.id, "how?", 1))[0] == "no-such-effort"
    claim = ClaimModifier(roll=roll.id, effort=1, modifier=ROPE.name)
    assert g.refused("ana", claim)[0] == "not-yours"
    g.do("gm", claim)
    assert the_roll(g).efforts[1].fixed == 3, "the game master may say what makes it harder"


def test_the_game_master_throws_real_dice_for_nobody() -> None:
    g = against_chance("0000", extra=(OwnDiceChoice(RULES),))
    g.do("gm", RollOwnDice(True))
    enter = EnterDice(the_roll(g).id, 1, {"1": "+", "2": "+", "3": "+", "4": "+"})
    assert g.refused("ana", enter)[0] == "no-dice-to-enter"
    everybody_passes(g)
    g.do("gm", enter)
    assert the_roll(g).efforts[1].dice == 4


def test_everybody_reads_whose_dice_they_are() -> None:
    g = against_chance("0000", "++00")
    throw(g)
    (block,) = roll_blocks(g.state, g.state.get(SEATS)[SeatId("ana")], RULES, LADDER)
    assert [side.name for side in block.sides] == ["Reth", "chance"]
    labels = [offer.label for offer in g.offers("gm") if isinstance(offer.command, CorrectTotal)]
    assert "Correct chance's total" in labels


@pytest.mark.parametrize("level", [-2, 3])
def test_the_level_counts_for_what_it_is(level: int) -> None:
    g = against_chance("0000", "0000", level=level)
    throw(g)
    assert the_roll(g).margin_now() == 3 - level


def test_real_dice_are_asked_for_again_if_others_are_thrown_since_they_were_entered() -> None:
    def pool(_: State, roll: Roll, index: int, __: Comparison) -> Groups:
        return (DiceGroup((D6,) * roll.efforts[index].fixed),)

    many = msgspec.structs.replace(RULES, pool=pool)
    g = against_chance(rules=many, extra=(OwnDiceChoice(many), Claiming(menu=lambda *_: (ROPE,), cites=cites)))
    g.do("ana", RollOwnDice(True))
    g.do("gm", RollOwnDice(True))
    roll = the_roll(g)
    everybody_passes(g)
    g.do("gm", EnterDice(roll.id, 1, {"1": "6", "2": "5"}))
    assert missing_dice(g.state, the_roll(g)) == (0,)
    g.do("gm", ClaimModifier(roll=roll.id, effort=1, modifier=ROPE.name))
    assert missing_dice(g.state, the_roll(g)) == (0, 1)
