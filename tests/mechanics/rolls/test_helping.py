"""Helping: who may, when it is too late, what it adds, and what happens when more want to than usual."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.messages import GM
from fatetable.engine.offers import RollSide
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.contests import Contend, StartContest
from fatetable.mechanics.harm.state import TAKEN_OUT, set_condition
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.helping import Help, HelperToRule, drop_helper
from fatetable.mechanics.rolls.opposition import OppositionToChoose
from fatetable.mechanics.rolls.state import Roll, open_rolls
from fatetable.mechanics.rolls.stepping_in import Interpose, InterposeVote
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.mechanics.scenes.lifecycle import EndScene, EnterScene, StartScene
from tests.mechanics.rolling_game import attack_reth, everybody_passes, overcome, rolling, the_roll, throw
from tests.mechanics.small_game import PEOPLE, RETH, THUG, VOLT, SmallGame

FINN = ActorId("finn")


def running(*dice: str) -> SmallGame:
    """Reth, who has speed 3, runs against a difficulty of two."""
    g = rolling(*dice).scene()
    overcome(g)
    return g


def volt_helps(g: SmallGame, **more: Any) -> Help:
    return Help(**{"roll": the_roll(g).id, "effort": 0, "actor": VOLT, "description": "he lifts her up", **more})


def crowd() -> SmallGame:
    """Volt helps Reth, and Finn, whom Cy plays, is there too."""
    g = rolling("0000", seats={**PEOPLE, "cy": "player"}).scene()
    g.bring("cy", "Finn")
    g.do("gm", EnterScene(FINN))
    overcome(g)
    g.do("bo", volt_helps(g))
    g.do("cy", volt_helps(g, actor=FINN))
    return g


def test_help_is_a_part_of_the_total_with_the_name_of_the_helper() -> None:
    g = running("0000")
    g.do("bo", volt_helps(g))
    last = the_roll(g).efforts[0].modifiers[-1]
    assert (last.source, last.label, last.amount) == ("help", "help from Volt", 1)
    assert the_roll(g).helpers == {VOLT: 0}
    throw(g)
    assert everybody_passes(g).margin == 3 + 1 - 2


def test_it_is_offered_to_allies_with_what_it_adds() -> None:
    g = running()
    (offer,) = g.offers("bo", Help)
    assert (offer.label, offer.actor, offer.changes) == ("help Reth (+1)", VOLT, RollSide(the_roll(g).id, 0))
    assert g.offers("ana", Help) == g.offers("gm", Help) == ()


def test_the_side_that_is_attacked_may_be_helped_too() -> None:
    g = rolling().scene()
    attack_reth(g)
    g.do("bo", volt_helps(g, effort=1))
    assert [effort.fixed for effort in the_roll(g).efforts] == [1, 3 + 1]


@pytest.mark.parametrize(
    ("seat", "more", "refusal"),
    [
        ("ana", {}, ("not-yours", None)),
        ("gm", {"actor": THUG}, ("not-an-ally", "Only an ally can help.")),
        ("ana", {"actor": RETH}, ("not-an-ally", "Only an ally can help.")),
        ("bo", {"effort": 1}, ("not-an-ally", "Only an ally can help.")),
        ("bo", {"effort": -1}, ("not-an-ally", "Only an ally can help.")),
        ("bo", {"description": " "}, ("no-description", "Say how your character helps.")),
        ("bo", {"roll": "r99"}, ("no-such-roll", None)),
        ("bo", {"actor": "nobody"}, ("unknown-actor", None)),
    ],
)
def test_it_is_refused_with_the_reason(seat: str, more: dict[str, Any], refusal: tuple[str, str | None]) -> None:
    g = running()
    code, why = g.refused(seat, volt_helps(g, **more))
    assert (code, why if refusal[1] else None) == refusal


def test_it_is_too_late_once_the_dice_are_down() -> None:
    g = running("0000")
    throw(g)
    assert g.refused("bo", volt_helps(g)) == ("dice-are-down", "Help is declared before the dice fall.")
    assert everybody_passes(g).stage == "over"
    assert g.refused("bo", volt_helps(g))[0] == "no-such-roll"


def test_nobody_helps_twice_with_one_roll() -> None:
    g = running()
    g.do("bo", volt_helps(g))
    assert g.refused("bo", volt_helps(g)) == ("already-in-it", "They take part in this roll already.")


def test_who_opposes_a_friend_does_not_help_them() -> None:
    g = rolling().scene()
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs"))
    g.answer("gm", OppositionToChoose, "defend", defender=VOLT)
    assert g.refused("bo", volt_helps(g)) == ("already-in-it", "They take part in this roll already.")


def test_one_has_to_be_there_to_help() -> None:
    g = running()
    g.run(lambda decision: set_condition(decision, VOLT, "test", out=TAKEN_OUT))
    assert g.refused("bo", volt_helps(g)) == ("not-there", "They are not there to help.")
    g = rolling().scene()
    g.do("gm", EndScene())
    g.do("gm", StartScene("The Ford", (RETH,)))
    overcome(g)
    assert g.refused("bo", volt_helps(g))[0] == "not-there"


def test_who_wants_to_step_in_does_not_help_meanwhile() -> None:
    g = rolling().scene()
    attack_reth(g)
    g.do("bo", Interpose(roll=the_roll(g).id, actor=VOLT, trait="speed", description="he jumps between"))
    why = "The table is voting on whether they step in."
    assert g.refused("bo", volt_helps(g, effort=1)) == ("already-in-it", why)
    for seat in ("gm", "ana", "bo"):
        g.answer(seat, InterposeVote, "no")
    g.do("bo", volt_helps(g, effort=1))
    assert the_roll(g).helpers == {VOLT: 1}


def test_one_more_than_usual_needs_the_game_masters_leave() -> None:
    g = crowd()
    asked = g.prompt(HelperToRule)
    assert (asked.seats, asked.question) == (
        (GM,),
        "Finn wants to help too. Allow it? he lifts her up",
    )
    why = "They have offered their help already."
    assert g.refused("cy", volt_helps(g, actor=FINN)) == ("already-in-it", why)
    assert g.refused("ana", ThrowDice(the_roll(g).id))[0] == "still-waiting"
    g.answer("gm", HelperToRule, "yes")
    assert (the_roll(g).helpers, the_roll(g).efforts[0].fixed) == ({VOLT: 0, FINN: 0}, 3 + 2)


def test_without_leave_nothing_is_added() -> None:
    g = crowd()
    g.answer("gm", HelperToRule, "no")
    assert (the_roll(g).helpers, the_roll(g).efforts[0].fixed) == ({VOLT: 0}, 3 + 1)
    assert throw(g).stage == "thrown"


def test_leave_comes_too_late_for_who_is_out_by_then() -> None:
    g = crowd()
    g.run(lambda decision: set_condition(decision, FINN, "test", out=TAKEN_OUT))
    g.answer("gm", HelperToRule, "yes")
    assert the_roll(g).helpers == {VOLT: 0}


def test_each_side_of_a_roll_has_room_for_its_own_helpers() -> None:
    g = rolling().scene()
    other = g.add("Brute")
    g.do("gm", EnterScene(other))
    attack_reth(g)
    g.do("bo", volt_helps(g, effort=1))
    g.do("gm", volt_helps(g, actor=other))
    assert (the_roll(g).helpers, g.is_asked(HelperToRule)) == ({VOLT: 1, other: 0}, False)


def test_help_that_is_dropped_takes_its_own_part_along_and_no_other() -> None:
    g = crowd()
    g.answer("gm", HelperToRule, "yes")
    g.run(lambda decision: drop_helper(decision, the_roll(g).id, VOLT))
    assert the_roll(g).helpers == {FINN: 0}
    assert [part.label for part in the_roll(g).efforts[0].modifiers] == ["Speed (+3)", "help from Finn"]


def fighting(*dice: str) -> SmallGame:
    """Reth has the first turn of a fight, and uses it to run."""
    g = rolling(*dice, seats={**PEOPLE, "cy": "player"}).scene()
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    overcome(g)
    return g


def test_in_a_conflict_it_takes_the_helpers_action() -> None:
    g = fighting()
    g.do("bo", volt_helps(g))
    assert VOLT in g.conflict.acted


def test_in_a_conflict_whose_action_is_spent_does_not_help() -> None:
    g = fighting("0000")
    throw(g)
    everybody_passes(g)
    g.do("bo", Overcome(actor=VOLT, trait="speed", description="he runs"))
    why = "Their action for this exchange is spent."
    assert g.refused("ana", volt_helps(g, actor=RETH)) == ("already-acted", why)


def test_in_a_conflict_those_who_are_no_part_of_it_do_not_help() -> None:
    g = fighting()
    g.bring("cy", "Finn")
    g.do("gm", EnterScene(FINN))
    why = "They are not part of the conflict yet."
    assert g.refused("cy", volt_helps(g, actor=FINN)) == ("not-in-the-conflict", why)


def test_those_who_compete_help_nobody_in_the_contest() -> None:
    g = rolling().scene()
    g.do("gm", StartContest("the flag", (RETH, VOLT)))
    g.do("ana", Contend(actor=RETH, trait="speed", description="runs"))
    assert g.refused("bo", volt_helps(g)) == ("already-in-it", "They compete themselves.")


def test_who_helps_does_nothing_else_until_the_roll_is_over() -> None:
    g = running("0000")
    g.do("bo", volt_helps(g))
    own = Overcome(actor=VOLT, trait="speed", description="looks around")
    assert g.refused("bo", own) == ("already-acted", "Volt helps with a roll, and does nothing else.")
    throw(g)
    everybody_passes(g)
    g.do("bo", own)


def test_one_helper_helps_one_roll() -> None:
    g = rolling("0000", seats={**PEOPLE, "cy": "player"}).scene()
    g.bring("cy", "Finn")
    g.do("gm", EnterScene(FINN))
    overcome(g)
    first = the_roll(g)
    g.do("cy", Overcome(actor=FINN, trait="speed", description="jumps"))
    second = next(roll for roll in open_rolls(g.state) if roll.actor == FINN)

    def help_with(roll: Roll, helper: ActorId = VOLT) -> Help:
        return Help(roll=roll.id, effort=0, actor=helper, description="lends a hand")

    g.do("bo", help_with(first))
    assert g.refused("bo", help_with(second)) == ("already-acted", "Volt takes part in another roll.")
    assert g.refused("ana", help_with(second, RETH))[0] == "already-acted", "her own roll is open"
