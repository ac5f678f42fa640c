"""Whom the table is waiting for."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.messages import SeatId
from fatetable.engine.prompts import Prompt, PromptAnswered, PromptId, PromptOpened
from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.contests import Contend, StartContest
from fatetable.mechanics.encounters.exchanges import EndTurn
from fatetable.mechanics.harm.state import Condition, ConditionSet
from fatetable.mechanics.rolls.state import (
    Declaration,
    Effort,
    EffortId,
    Roll,
    RollDeclared,
    RollId,
    RollOver,
    Stage,
    WaitingChanged,
)
from fatetable.mechanics.view.blocks import WaitingBlock
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame
from tests.mechanics.view.showing import PRESENTING, shown

ROLL, VOTE = RollId("r1"), PromptId("p9")
DECLARED = Declaration(actor=RETH, action="overcome", trait="speed", description="runs")


def waiting(g: SmallGame) -> list[tuple[tuple[SeatId, ...], str]]:
    return [(block.seats, block.why) for block in shown(g, "ana", WaitingBlock)]


def test_a_table_where_everybody_may_act_waits_for_nobody() -> None:
    assert waiting(SmallGame().scene()) == []


def test_in_a_conflict_it_waits_for_whose_turn_it_is() -> None:
    g = SmallGame().scene()
    g.do("gm", StartConflict("fight", (THUG,)))
    assert waiting(g) == [(("gm",), "begin the next exchange")]
    g.do("gm", BeginConflict())
    assert waiting(g) == [(("ana",), "Reth's turn")]
    g.do("ana", EndTurn(RETH))
    assert waiting(g) == [(("bo",), "Volt's turn")]


def test_an_answer_comes_before_a_turn_unless_it_cannot_be_given_yet() -> None:
    g = SmallGame().scene()
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    g.do("gm", OfferCompel(target=VOLT, aspect=g.card("Born to Run").id, kind="event", text="He stumbles."))
    assert waiting(g) == [(("bo",), "Volt is compelled by “Born to Run”. Accept? He stumbles.")]
    later = msgspec.structs.replace(PRESENTING, is_answerable=lambda state, prompt: False)
    assert [block.seats for block in shown(g, "ana", WaitingBlock, later)] == [("ana",)]


def test_in_a_contest_it_waits_for_those_who_have_not_entered() -> None:
    g = SmallGame().scene()
    g.do("gm", StartContest("the flag", (RETH, VOLT)))
    assert waiting(g) == [(("ana", "bo"), "choose how to compete")]
    g.do("ana", Contend(actor=RETH, trait="speed", description="runs"))
    assert waiting(g) == [(("bo",), "choose how to compete")]
    g.do("bo", Contend(actor=VOLT, trait="speed", description="runs"))
    assert waiting(g) == [(("ana",), "roll the dice")]


def rolled(**more: Any) -> SmallGame:
    """Reth's roll is on the table."""
    g = SmallGame().scene()
    sides = (effort("r1.0", RETH), effort("r1.1", THUG))
    g.tell(RollDeclared(Roll(id=ROLL, declaration=DECLARED, efforts=sides, **more)))
    return g


def effort(number: str, actor: ActorId) -> Effort:
    return Effort(id=EffortId(number), actor=actor, action="overcome", trait="speed")


def test_a_roll_waits_for_its_dice() -> None:
    assert waiting(rolled()) == [(("ana",), "roll the dice")]


def test_where_sides_answer_one_another_a_roll_waits_for_the_dice_of_the_side_whose_turn_it_is() -> None:
    assert waiting(rolled(active=0)) == [(("ana",), "roll the dice")]
    assert waiting(rolled(active=1)) == [(("gm",), "roll the dice")]


@pytest.mark.parametrize(("stage", "why"), [("declared", "to help or pass"), ("thrown", "to invoke or pass")])
def test_a_roll_waits_for_those_who_are_asked_about_it(stage: Stage, why: str) -> None:
    g = rolled()
    g.tell(WaitingChanged(ROLL, (SeatId("bo"), SeatId("gm")), stage))
    assert waiting(g) == [(("bo", "gm"), why)]


def test_a_roll_that_is_over_holds_up_nobody() -> None:
    g = rolled()
    g.tell(RollOver(ROLL))
    assert waiting(g) == []


def test_a_roll_comes_before_a_turn() -> None:
    g = rolled()
    g.tell(RollOver(ROLL))
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    g.tell(RollDeclared(Roll(id=ROLL, declaration=DECLARED, efforts=(effort("r1.0", THUG),))))
    assert waiting(g) == [(("gm",), "roll the dice")]


def asked(*seats: str, **more: Any) -> SmallGame:
    g = SmallGame().scene()
    g.tell(PromptOpened(Prompt(id=VOTE, kind="vote", seats=tuple(map(SeatId, seats)), question="Well?", **more)))
    return g


def test_who_has_answered_is_no_longer_waited_for() -> None:
    g = asked("ana", "bo", every=True)
    assert waiting(g) == [(("ana", "bo"), "Well?")]
    g.tell(PromptAnswered(VOTE, SeatId("ana"), "yes", is_closed=False))
    assert waiting(g) == [(("bo",), "Well?")]


def test_a_question_that_holds_up_nothing_is_not_waited_for() -> None:
    assert waiting(asked("ana", blocking=False)) == []


def test_the_rulesets_own_things_come_after_a_contest_and_before_a_turn() -> None:
    own = msgspec.structs.replace(PRESENTING, waited_for=lambda state: WaitingBlock((SeatId("bo"),), "draw a card"))
    g = SmallGame().scene()
    assert [block.why for block in shown(g, "ana", WaitingBlock, own)] == ["draw a card"]
    g.do("gm", StartConflict("fight", (THUG,)))
    assert [block.why for block in shown(g, "ana", WaitingBlock, own)] == ["draw a card"]
    g = SmallGame().scene()
    g.do("gm", StartContest("the flag", (RETH, VOLT)))
    assert [block.why for block in shown(g, "ana", WaitingBlock, own)] == ["choose how to compete"]


def test_past_the_last_turn_it_waits_for_the_next_exchange() -> None:
    g = SmallGame().scene()
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    for seat, actor in (("ana", RETH), ("bo", VOLT), ("gm", THUG)):
        g.do(seat, EndTurn(actor))
    assert waiting(g) == [(("gm",), "begin the next exchange")]


def test_nobody_waits_for_somebody_who_is_out() -> None:
    g = SmallGame().scene()
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    g.tell(ConditionSet(RETH, Condition(out="taken-out")))
    assert waiting(g) == []
