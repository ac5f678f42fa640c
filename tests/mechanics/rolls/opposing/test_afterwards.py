"""Rolling first: the difficulty is named when the dice have fallen, and then the roll goes on as any other."""

from __future__ import annotations

from functools import partial

from fatetable.engine.prompts import PROMPTS
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.opposing.afterwards import Afterwards, LateOpposition
from fatetable.mechanics.rolls.opposition import OppositionToChoose
from fatetable.mechanics.rolls.procedure import Interceptor
from fatetable.mechanics.rolls.throwing import ThrowDice
from tests.mechanics.rolling_game import RULES, everybody_passes, invoke, rolling, the_roll, throw
from tests.mechanics.small_game import RETH, SmallGame

AFTERWARDS = Afterwards(rules=RULES)
SETTLE = Interceptor("afterwards", "settle", AFTERWARDS.settle)


def put_off(*dice: str) -> SmallGame:
    g = rolling(*dice, other_ways=(AFTERWARDS,), extra=(AFTERWARDS,), interceptors=(SETTLE,)).scene()
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs"))
    g.answer("gm", OppositionToChoose, "afterwards")
    return g


def test_the_dice_fall_before_the_difficulty_is_named_and_nobody_is_asked_in_between() -> None:
    g = put_off("--00")
    roll = throw(g)
    assert (roll.difficulty, roll.stage, roll.waiting) == (None, "thrown", ())
    assert g.refused("ana", ThrowDice(roll.id))[0] == "dice-are-down"
    g.answer("gm", LateOpposition, "difficulty", value=2)
    roll = the_roll(g)
    assert (roll.difficulty, roll.margin_now(), roll.stage) == (2, -1, "thrown")
    assert "ana" in roll.waiting, "now she knows what she has to change"


def test_what_is_known_at_last_can_still_be_changed() -> None:
    g = put_off("--00")
    throw(g)
    g.answer("gm", LateOpposition, "difficulty", value=2)
    g.do("ana", invoke(g, g.card("Born to Run")))
    roll = everybody_passes(g)
    assert (roll.margin, roll.outcome) == (1, "succeed")


def test_a_roll_that_was_not_put_off_is_read_at_once() -> None:
    g = rolling("0000", other_ways=(AFTERWARDS,), extra=(AFTERWARDS,), interceptors=(SETTLE,)).scene()
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs"))
    g.answer("gm", OppositionToChoose, "difficulty", value=1)
    throw(g)
    assert everybody_passes(g).margin == 2


def test_who_changes_the_roll_meanwhile_does_not_make_the_table_ask_twice() -> None:
    g = put_off("--00")
    throw(g)
    settle_again = partial(AFTERWARDS.settle, roll_id=the_roll(g).id, proceed=lambda *_: None)
    g.run(settle_again)
    assert [prompt.kind for prompt in g.state.get(PROMPTS).values()] == ["late-opposition"]
