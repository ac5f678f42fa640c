"""A roll: its sides, what adds up, and words with and without numbers."""

from __future__ import annotations

import msgspec

from fatetable.engine.chance import write_die
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.dice.notation import FATE_FROM_D6, FULL_DECK, kind_of, numbered_die
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.opposition import OppositionToChoose
from fatetable.mechanics.rolls.state import (
    Declaration,
    Effort,
    EffortId,
    Modifier,
    Roll,
    RollDeclared,
    RollId,
)
from fatetable.mechanics.view.blocks import RollBlock
from fatetable.mechanics.view.sides_of_rolls import EffortView
from tests.mechanics.rolling_game import everybody_passes, throw
from tests.mechanics.rolls.comparing.spraying import SPRAY, defended
from tests.mechanics.rolls.comparing.tiers import TIERED, tiered
from tests.mechanics.rolls.comparing.turning import TO_FIVE, thrown, turn
from tests.mechanics.small_game import RETH, THUG, SmallGame
from tests.mechanics.view.showing import PRESENTING, shown


def rolled(actor: ActorId, *parts: Modifier) -> SmallGame:
    g = SmallGame().scene()
    effort = Effort(id=EffortId("r1.0"), actor=actor, action="overcome", trait="speed", modifiers=parts)
    declared = Declaration(actor=actor, action="overcome", trait="speed", description="runs", target=THUG)
    g.tell(RollDeclared(Roll(id=RollId("r1"), declaration=declared, efforts=(effort,), difficulty=2)))
    return g


def test_ladder_words_come_with_and_without_the_number() -> None:
    g = rolled(RETH, Modifier("trait", "Speed (+3)", 3))
    (roll,) = shown(g, "ana", RollBlock)
    (side,) = roll.sides
    assert (roll.against, roll.against_rung, roll.target) == ("Good (+2)", "Good", "Thug")
    assert (side.total, side.word, side.rung, side.is_mine) == (3, "Great (+3)", "Great", True)
    (roll,) = shown(g, "ana", RollBlock, msgspec.structs.replace(PRESENTING, ladder=Ladder(())))
    assert (roll.against, roll.against_rung, roll.sides[0].rung) == ("+2", "", "")


def test_a_trait_is_named_without_its_rating_whoever_looks() -> None:
    reth = rolled(RETH, Modifier("trait", "Speed (+3)", 3, name="Speed"), Modifier("feature", "Trick (+1)", 1))
    thug = rolled(THUG, Modifier("trait", "Speed (+1)", 1, name="Speed"))
    nameless = rolled(RETH, Modifier("trait", "Speed (+3)", 3))
    unknown = rolled(RETH, Modifier("trait", "Command (5)", 5))
    for g, labels, names in (
        (reth, ["Speed (+3)", "Trick (+1)"], ["Speed", "Trick (+1)"]),
        (thug, ["Speed (+1)"], ["Speed"]),
        (nameless, ["Speed (+3)"], ["Speed"]),  # an older log, and the sheet says what it is called
        (unknown, ["Command (5)"], ["Command (5)"]),
    ):
        (roll,) = shown(g, "ana", RollBlock)
        assert [part.label for part in roll.sides[0].modifiers] == labels
        assert [part.name for part in roll.sides[0].modifiers] == names


def sides(g: SmallGame, rules: CheckRules) -> tuple[EffortView, ...]:
    (roll,) = shown(g, "ana", RollBlock, msgspec.structs.replace(PRESENTING, rules=rules))
    return roll.sides


def test_every_die_says_what_it_is_what_it_shows_and_what_it_counts_for() -> None:
    g = tiered("1 1 3 2")
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs"))
    g.answer("gm", OppositionToChoose, "difficulty", value=2, scale="2")
    throw(g)
    (side,) = sides(g, TIERED)
    assert [(die.kind, die.shown, die.value) for die in side.dice] == [
        ("fate", 1, 1),
        ("fate", 1, 1),
        ("number", 3, -3),
        ("number", 2, -2),
    ]
    assert side.total == 0


def test_dice_that_do_not_count_and_dice_that_were_turned_are_marked() -> None:
    g = thrown("2 2 4 6", rules=TO_FIVE, difficulty=10, penalty=1)
    assert [die.counts for die in sides(g, TO_FIVE)[0].dice] == [True, True, True, False]
    g.do("ana", turn(g, "0"))
    (side,) = sides(g, TO_FIVE)
    assert [(die.shown, die.is_turned, die.counts) for die in side.dice] == [
        (5, True, True),
        (2, False, True),
        (4, False, True),
        (6, False, False),
    ]
    assert side.total == 11


def test_dice_read_as_fate_dice_show_signs_and_a_card_its_number() -> None:
    assert [kind_of(write_die(die)) for die in (FATE_FROM_D6, numbered_die(6), FULL_DECK)] == ["fate", "number", "card"]


def test_a_plain_roll_lists_no_comparisons_and_one_with_several_each() -> None:
    g = tiered("0000")
    overcome_plainly(g)
    (roll,) = shown(g, "ana", RollBlock, msgspec.structs.replace(PRESENTING, rules=TIERED))
    assert (roll.comparisons, roll.margin) == ((), 3 - 2)
    g = defended("1 -1 0 1 6 2", "0000", "0000")
    throw(g, "gm")
    (roll,) = shown(g, "ana", RollBlock, msgspec.structs.replace(PRESENTING, rules=SPRAY))
    assert [(pair.one, pair.other, pair.total, pair.against, pair.margin) for pair in roll.comparisons] == [
        (0, 1, 5, 2, 3),
        (0, 2, 8, 3, 5),
    ]
    assert [[part.amount for part in pair.modifiers] for pair in roll.comparisons] == [[-2], [-2]]
    assert not any(pair.is_read for pair in roll.comparisons)
    everybody_passes(g)
    (roll,) = shown(g, "ana", RollBlock, msgspec.structs.replace(PRESENTING, rules=SPRAY))
    assert all(pair.is_read for pair in roll.comparisons)


def overcome_plainly(g: SmallGame) -> None:
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs"))
    g.answer("gm", OppositionToChoose, "difficulty", value=2, scale="0")
    throw(g)
