"""A roll: its sides, what adds up, and words with and without numbers."""

from __future__ import annotations

import msgspec

from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.state import Declaration, Effort, EffortId, Modifier, Roll, RollDeclared, RollId
from fatetable.mechanics.view.blocks import RollBlock
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
