"""Throwing and passing: who throws, what must be settled before, and when a throw is read."""

from __future__ import annotations

from typing import Any

from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.encounters.contests import Contend, StartContest
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.opposition import DefenceToChoose
from fatetable.mechanics.rolls.state import RollSettled, SideTurned
from fatetable.mechanics.rolls.stepping_in import Interpose
from fatetable.mechanics.rolls.throwing import CorrectTotal, Pass, ThrowDice
from tests.mechanics.rolling_game import (
    TAKING_TURNS,
    attack_reth,
    everybody_passes,
    overcome,
    rolling,
    situation,
    the_roll,
    throw,
)
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame, only


def test_the_acting_side_throws_once_it_is_known_against_what() -> None:
    g = rolling("0000").scene()
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs"))
    assert g.refused("ana", ThrowDice(the_roll(g).id))[0] == "no-opposition-yet"
    g = rolling("0000").scene()
    roll = overcome(g)
    assert g.refused("bo", ThrowDice(roll.id))[0] == "not-yours"
    assert g.refused("gm", ThrowDice(roll.id))[0] == "not-yours"
    throw(g)
    assert g.refused("ana", ThrowDice(roll.id))[0] == "dice-are-down"


def test_the_dice_of_both_sides_fall_together() -> None:
    g = rolling("++00", "-000").scene()
    attack_reth(g)
    roll = throw(g, "gm")
    assert [(effort.dice, effort.total, effort.kept) for effort in roll.efforts] == [(2, 3, 0), (-1, 2, 0)]
    assert (roll.stage, roll.margin_now()) == ("thrown", 1)


def test_a_throw_is_read_when_everybody_with_the_means_has_passed() -> None:
    g = rolling("0000").scene()
    overcome(g, 2)
    assert g.refused("ana", Pass(the_roll(g).id))[0] == "not-asked"
    assert throw(g).waiting == ("gm", "ana", "bo")
    g.do("bo", Pass(the_roll(g).id))
    assert g.refused("bo", Pass(the_roll(g).id)) == ("not-asked", "Nobody is waiting for you on this roll.")
    g.do("gm", Pass(the_roll(g).id))
    assert the_roll(g).stage == "thrown"
    settled = only(g.do("ana", Pass(the_roll(g).id)), RollSettled)
    assert (settled.margin, settled.outcome, settled.total, settled.against) == (1, "succeed", 3, 2)


def test_a_correction_asks_everybody_again() -> None:
    g = rolling("0000").scene()
    overcome(g, 2)
    roll = throw(g)
    g.do("bo", Pass(roll.id))
    assert g.refused("ana", CorrectTotal(roll.id, 0, 1, "wind"))[0] == "gm-only"
    assert g.refused("gm", CorrectTotal(roll.id, 1, 1, "wind"))[0] == "no-such-effort"
    assert g.refused("gm", CorrectTotal(roll.id, 0, 21, "wind"))[0] == "bad-number"
    assert g.refused("gm", CorrectTotal(roll.id, 0, -2, " "))[0] == "no-reason"
    g.do("gm", CorrectTotal(roll.id, 0, -2, " wind "))
    assert the_roll(g).waiting == ("gm", "ana", "bo")
    last = the_roll(g).efforts[0].modifiers[-1]
    assert (last.source, last.label, last.amount) == ("ruling", "wind", -2)
    assert everybody_passes(g).margin == -1
    assert g.refused("gm", CorrectTotal(roll.id, 0, 1, "wind"))[0] == "already-read"


def test_a_compel_is_settled_before_the_dice_fall() -> None:
    g = rolling("0000").scene()
    overcome(g)
    g.do("gm", OfferCompel(target=VOLT, aspect=g.card("Born to Run").id, kind="event", text="He stumbles."))
    why = "Answer the compel before the dice fall."
    assert g.refused("ana", ThrowDice(the_roll(g).id)) == ("still-waiting", why)


# -- where sides answer one another -----------------------------------------------------------------------------------


def attacked(*dice: str) -> SmallGame:
    """The thug, who has speed 1, attacks Reth, who answers when she knows his total."""
    g = rolling(*dice, rules=TAKING_TURNS).scene()
    g.do("gm", Attack(actor=THUG, target=RETH, trait="speed", description="he charges"))
    return g


def test_the_other_side_answers_when_it_knows_the_total() -> None:
    g = attacked("++00", "0000")
    assert not g.is_asked(DefenceToChoose)
    throw(g, "gm")
    everybody_passes(g)
    assert [effort.total for effort in the_roll(g).efforts] == [3]
    assert g.prompt(DefenceToChoose).seats == ("ana",)
    assert g.refused("ana", ThrowDice(the_roll(g).id))[0] == "not-yours"
    g.answer("ana", DefenceToChoose, "defend", trait="speed", description="she runs")
    throw(g)
    assert [len(effort.throws) for effort in the_roll(g).efforts] == [1, 1]
    assert everybody_passes(g).margin == 1 + 2 - 3


def test_nobody_throws_for_the_side_whose_turn_it_is_not() -> None:
    g = attacked("++00", "0000")
    assert g.refused("ana", ThrowDice(the_roll(g).id)) == ("not-yours", "It is not your roll.")
    throw(g, "gm")
    assert g.refused("gm", ThrowDice(the_roll(g).id)) == ("dice-are-down", "These dice have been rolled.")
    everybody_passes(g)
    g.answer("ana", DefenceToChoose, "defend", trait="speed", description="she runs")
    assert g.refused("gm", ThrowDice(the_roll(g).id)) == ("not-yours", "It is not your roll.")
    throw(g)
    assert g.refused("ana", ThrowDice(the_roll(g).id)) == ("dice-are-down", "These dice have been rolled.")


def test_a_side_that_is_done_is_not_changed_any_more() -> None:
    g = attacked("++00", "0000")
    throw(g, "gm")
    everybody_passes(g)
    g.answer("ana", DefenceToChoose, "defend", trait="speed", description="she runs")
    throw(g)
    fog = situation(g, "Fog")
    late = Invoke(roll=the_roll(g).id, effort=0, effect="bonus", aspect=fog.id, explanation="he hides")
    assert g.refused("gm", late)[0] == "wrong-moment"


def test_nobody_steps_in_between_two_sides_that_take_turns() -> None:
    g = attacked()
    step = Interpose(roll=the_roll(g).id, actor=VOLT, trait="speed", description="he jumps between")
    why = "Only the one acted upon answers, once the dice are known."
    assert g.refused("bo", step) == ("cannot-interpose", why)


def test_nobody_answers_a_difficulty() -> None:
    g = rolling("0000", rules=TAKING_TURNS).scene()
    overcome(g, 2)
    throw(g)
    assert everybody_passes(g).margin == 1


def racing(*dice: str, **options: Any) -> SmallGame:
    g = rolling(*dice, **options).scene()
    g.do("gm", StartContest("the flag", (RETH, VOLT)))
    g.do("ana", Contend(actor=RETH, trait="speed", description="runs"))
    return g


def test_the_dice_of_a_contest_wait_for_everybody_and_anybody_in_it_throws_them() -> None:
    g = racing("0000", "++00")
    assert g.refused("ana", ThrowDice(the_roll(g).id))[0] == "no-opposition-yet"
    g.do("bo", Contend(actor=VOLT, trait="speed", description="runs"))
    assert g.refused("gm", ThrowDice(the_roll(g).id))[0] == "not-yours"
    throw(g, "bo")
    assert [effort.total for effort in the_roll(g).efforts] == [3, 4]


def test_where_sides_take_turns_the_one_whose_turn_it_is_throws_for_a_contest() -> None:
    g = racing("0000", "++00", rules=TAKING_TURNS)
    g.do("bo", Contend(actor=VOLT, trait="speed", description="runs"))
    g.tell(SideTurned(the_roll(g).id, 1))
    assert g.refused("ana", ThrowDice(the_roll(g).id))[0] == "not-yours"
    throw(g, "bo")
    assert [effort.total for effort in the_roll(g).efforts] == [3, 4]
