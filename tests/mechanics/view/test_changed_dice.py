"""Dice that are not the usual ones are explained, with their chances."""

from __future__ import annotations

import msgspec

from fatetable.mechanics.dice.notation import DiceGroup, fate_dice
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.comparing.reading import ChangedDice
from fatetable.mechanics.rolls.opposition import OppositionToChoose
from fatetable.mechanics.rolls.state import Comparison, Roll
from fatetable.mechanics.view.blocks import RollBlock
from tests.mechanics.rolls.comparing.tiers import TIERED, tiered
from tests.mechanics.small_game import RETH
from tests.mechanics.view.showing import PRESENTING, shown


def test_dice_that_are_not_the_usual_ones_are_explained_with_their_chances_and_only_to_those_told_odds() -> None:
    def change(roll: Roll, index: int, _: Comparison) -> ChangedDice | None:
        return ChangedDice("One die is another.", (DiceGroup(fate_dice(4)),)) if roll.efforts[index].scale else None

    rules = msgspec.structs.replace(TIERED, dice_change=change)
    g = tiered(reth=1, rules=rules)
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs"))
    telling = msgspec.structs.replace(PRESENTING, rules=rules)
    (roll,) = shown(g, "ana", RollBlock, telling)
    assert (roll.sides[0].dice_note, roll.dice_chances) == ("", None), "what it is against is not known yet"
    g.answer("gm", OppositionToChoose, "difficulty", value=6, scale="0")
    (roll,) = shown(g, "ana", RollBlock, telling)
    assert roll.sides[0].dice_note == "One die is another."
    assert roll.dice_chances is not None
    assert (100 - roll.dice_chances.usual["fail"], 100 - roll.dice_chances.changed["fail"]) == (6, 66)
    (roll,) = shown(g, "ana", RollBlock, msgspec.structs.replace(telling, tells_odds=False))
    assert (roll.sides[0].dice_note, roll.dice_chances) == ("One die is another.", None)
