"""Aspects that last for a scene, until their maker acts again, or for one use."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.aspects.lifetimes import (
    MANOEUVRE,
    PLACEMENTS,
    AspectLifetimes,
    LifetimeToRule,
    TransientAspects,
    may_be_removed,
)
from fatetable.mechanics.book.grants import ActionTable, NewAspect
from fatetable.mechanics.harm.state import TAKEN_OUT, set_condition
from fatetable.mechanics.moments import ActorIsOut
from fatetable.mechanics.rolls.actions import CREATE, CreateAdvantage, Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.opposition import OppositionToChoose
from fatetable.mechanics.rolls.state import open_rolls
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.mechanics.scenes.lifecycle import EndScene
from tests.mechanics.rolling_game import TABLE, rolling
from tests.mechanics.small_game import RETH, VOLT, SmallGame

DUST = "Dust in the Air"
PLACED = ActionTable(
    {
        **TABLE.rows,
        (CREATE, "", "succeed"): msgspec.structs.replace(
            TABLE.rows[CREATE, "", "succeed"], grants=(NewAspect(1, MANOEUVRE),)
        ),
    }
)


def placed(lasts: str = "") -> SmallGame:
    """Reth has placed an aspect; the game master has ruled how long it lasts."""
    g = rolling(*["0000"] * 6, table=PLACED, extra=(AspectLifetimes(), TransientAspects())).scene()
    g.do("ana", CreateAdvantage(actor=RETH, mode="new", trait="speed", description="she skids", words=DUST))
    play(g, "ana", 2)
    if lasts:
        g.answer("gm", LifetimeToRule, lasts)
    return g


def play(g: SmallGame, seat: str, difficulty: int = 5) -> None:
    """A roll against a difficulty, to its end; by itself it fails and pays for it."""
    g.answer("gm", OppositionToChoose, "difficulty", value=difficulty)
    (roll,) = open_rolls(g.state)
    g.do(seat, ThrowDice(roll.id))
    finish(g)


def finish(g: SmallGame) -> None:
    while waiting := [(roll.id, seat) for roll in open_rolls(g.state) for seat in roll.waiting]:
        roll, seat = waiting[0]
        g.do(seat, Pass(roll))


def runs(g: SmallGame, seat: str, actor: str) -> None:
    g.do(seat, Overcome(actor=actor, trait="speed", description="runs"))  # type: ignore[arg-type]
    play(g, seat, 1)


def is_there(g: SmallGame) -> bool:
    return any(card.text == DUST for card in g.state.get(ASPECTS).values())


def test_the_game_master_is_asked_and_nobody_waits() -> None:
    g = placed()
    asked = g.prompt(LifetimeToRule)
    assert (asked.seats, asked.blocking) == (("@gm",), False)
    assert [option.id for option in asked.options] == ["lasting", "transient", "once"]
    assert may_be_removed(g.card(DUST))
    g.answer("gm", LifetimeToRule, "lasting")
    assert g.card(DUST).lasts == "lasting"
    for seat, actor in (("ana", RETH), ("bo", VOLT)):
        runs(g, seat, actor)
    assert is_there(g)


def test_a_transient_one_ends_with_its_makers_next_roll_and_not_with_anothers() -> None:
    g = placed("transient")
    assert g.state.get(PLACEMENTS)[g.card(DUST).id].by == RETH
    runs(g, "bo", VOLT)
    assert is_there(g)
    runs(g, "ana", RETH)
    assert not is_there(g)
    assert not g.state.get(PLACEMENTS)


@pytest.mark.parametrize(("actor", "is_over"), [(RETH, True), (VOLT, False)])
def test_a_transient_one_ends_when_its_maker_is_out(actor: str, is_over: bool) -> None:
    g = placed("transient")
    g.run(lambda decision: set_condition(decision, actor, "a fall", out=TAKEN_OUT))  # type: ignore[arg-type]
    g.run(lambda decision: decision.moment(ActorIsOut(actor, TAKEN_OUT)))
    assert is_there(g) is not is_over


def test_one_for_one_use_is_gone_after_the_roll_that_used_it() -> None:
    g = placed("once")
    runs(g, "bo", VOLT)
    assert is_there(g), "nobody used it"
    card = g.card(DUST)
    g.do("ana", Overcome(actor=RETH, trait="speed", description="runs"))
    g.answer("gm", OppositionToChoose, "difficulty", value=4)
    (roll,) = open_rolls(g.state)
    g.do("ana", ThrowDice(roll.id))
    use = Invoke(roll=roll.id, effort=0, effect="bonus", aspect=card.id, explanation="dust", party=RETH)
    g.do("ana", msgspec.structs.replace(use, payment=card.free[0].id))
    assert is_there(g)
    finish(g)
    assert not is_there(g)


def test_all_end_with_the_scene() -> None:
    g = placed("transient")
    g.do("gm", EndScene())
    assert not is_there(g)
