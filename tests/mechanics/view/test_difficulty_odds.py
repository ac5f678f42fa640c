"""The chances of a roll for each difficulty the game master may choose."""

from __future__ import annotations

from typing import Any

import msgspec

from fatetable.engine.messages import GM
from fatetable.engine.prompts import Prompt, PromptId
from fatetable.mechanics.dice.notation import DiceGroup, fate_dice
from fatetable.mechanics.rolls.state import (
    Declaration,
    Effort,
    EffortId,
    Modifier,
    Roll,
    RollDeclared,
    RollId,
    WaitingChanged,
)
from fatetable.mechanics.view.difficulty_odds import prospects
from tests.mechanics.small_game import CHECKS, RETH, SmallGame
from tests.mechanics.view.showing import LADDER

ROLL = RollId("r1")
SPEED = Modifier("trait", "Speed (+3)", 3)


def asked(kind: str) -> Prompt:
    return Prompt(id=PromptId("p"), kind=kind, seats=(GM,), question="?", about={"roll": "r1"})


def declared(*parts: Modifier, **more: Any) -> SmallGame:
    g = SmallGame().scene()
    effort = Effort(id=EffortId("r1.0"), actor=RETH, action="overcome", trait="speed", modifiers=parts, **more)
    aim = Declaration(actor=RETH, action="overcome", trait="speed", description="runs")
    g.tell(RollDeclared(Roll(id=ROLL, declaration=aim, efforts=(effort,))))
    return g


def test_each_difficulty_has_a_word_and_chances_that_fall() -> None:
    g = declared(SPEED)
    found = prospects(CHECKS, LADDER, g.state, asked("opposition"))
    assert [each.difficulty for each in found] == list(range(9))
    assert (found[2].word, found[2].rung, found[8].rung) == ("Good (+2)", "Good", "Great +5")
    likely = [each.chances["succeed"] for each in found]
    assert likely == sorted(likely, reverse=True)
    assert (likely[3], likely[-1]) == (62, 0)
    assert prospects(CHECKS, LADDER, g.state, asked("absorb")) == ()


def test_a_roll_that_is_not_there_has_no_chances() -> None:
    assert prospects(CHECKS, LADDER, SmallGame().state, asked("opposition")) == ()


def test_once_the_dice_are_down_there_is_nothing_to_choose_any_more() -> None:
    g = declared(SPEED)
    g.tell(WaitingChanged(ROLL, (), "thrown"))
    assert prospects(CHECKS, LADDER, g.state, asked("opposition")) == ()


def test_what_was_invoked_against_the_roll_makes_every_difficulty_harder() -> None:
    fog = Modifier("invoke", "Fog", 2)
    plain = prospects(CHECKS, LADDER, declared(SPEED).state, asked("opposition"))
    hindered = prospects(CHECKS, LADDER, declared(SPEED, hindrances=(fog,)).state, asked("opposition"))
    assert [each.chances for each in hindered[:-2]] == [each.chances for each in plain[2:]]


def test_what_is_not_certain_is_never_shown_as_certain() -> None:
    many = msgspec.structs.replace(CHECKS, pool=lambda *_: (DiceGroup(fate_dice(8)),))
    found = prospects(many, LADDER, declared().state, asked("opposition"))
    # One throw of 6561 reaches a total of eight.
    assert found[8].chances == {"succeed": 1, "fail": 99}
    four = prospects(CHECKS, LADDER, declared().state, asked("opposition"))
    assert four[5].chances == {"succeed": 0, "fail": 100}
