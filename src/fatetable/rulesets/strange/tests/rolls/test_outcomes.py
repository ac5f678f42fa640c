"""What a total comes to: meeting a number, ties against somebody, success with style, invoking."""

from __future__ import annotations

import pytest

from fatetable.mechanics.harm.state import is_unharmed
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.rulesets.strange.tests.support.playing import Game, skill


@pytest.mark.rule("SF-ROLL-01", "SF-ROLL-02")
@pytest.mark.parametrize(
    ("dice", "outcome"),
    [("-000", "fail"), ("0000", "succeed"), ("+000", "succeed"), ("++00", "succeed"), ("+++0", "style")],
)
def test_a_number_is_met_by_as_much_and_beaten_in_style_by_three(dice: str, outcome: str) -> None:
    g = Game(maud=(skill("Burglary", 4),))
    g.attempt("burglary", 4, dice)
    assert g.result() == (sum({"+": 1, "-": -1, "0": 0}[face] for face in dice), outcome)


@pytest.mark.rule("SF-ROLL-01", "SF-ROLL-02")
@pytest.mark.parametrize(
    ("dice", "outcome"), [("-000", "fail"), ("0000", "tie"), ("+000", "succeed"), ("+++0", "style")]
)
def test_who_equals_an_attack_takes_nothing(dice: str, outcome: str) -> None:
    g = Game(maud=(skill("Fisticuffs", 2),), foe=(skill("Fisticuffs", 2),))
    g.start_conflict("physical", first="Maud")
    g.come_to("maud")
    g.attack("fisticuffs/strike", "fisticuffs/parry", dice)
    assert g.result()[1] == outcome
    assert is_unharmed(g.condition("foe")) == (outcome in ("fail", "tie") or g.prompt("absorb") is not None)
    assert (g.prompt("absorb") is None) == (outcome in ("fail", "tie"))


@pytest.mark.rule("SF-ROLL-01")
def test_a_tie_against_somebody_changes_nothing() -> None:
    g = Game(maud=(skill("Stealth", 2),), foe=(skill("Alertness", 2),))
    g.choose("ana", "roll a skill", actor="maud", trait="stealth", description="slips past")
    g.answer("gm", "opposition", "defend", defender="foe")
    g.answer("gm", "defend", "defend", trait="alertness", description="looks up")
    g.throw("ana", "0000", "0000")
    assert g.result() == (0, "tie")
    assert g.last_roll.goal == "failed"


def invoking(g: Game, text: str, effect: str = "bonus") -> Invoke:
    return Invoke(
        roll=g.roll.id,
        effort=0,
        effect=effect,
        aspect=g.card(text).id,
        explanation="it helps",
        payment="point",
        party=g.actor("maud").id,
    )


@pytest.mark.rule("SF-ROLL-03")
def test_an_aspect_costs_a_point_and_adds_two_after_the_roll_and_several_add_up() -> None:
    g = Game(maud=(skill("Burglary", 2),))
    g.set_points(maud=3)
    g.attempt("burglary", 5)
    for text in ("Maud of the Club", "Always Repay a Debt"):
        g.do("ana", invoking(g, text))
        while g.prompt("veto"):
            g.answer("gm", "veto", "allow")
    assert g.points("maud") == 1
    assert g.result() == (1, "succeed")


@pytest.mark.rule("SF-ROLL-03")
def test_an_aspect_is_invoked_once_on_a_roll_and_only_after_the_dice() -> None:
    g = Game(maud=(skill("Burglary", 2),))
    g.set_points(maud=3)
    g.choose("ana", "roll a skill", actor="maud", trait="burglary", description="picks it")
    g.answer("gm", "opposition", "difficulty", value=5, scale="0")
    assert g.refused("ana", invoking(g, "Maud of the Club")) == "wrong-moment"
    g.throw("ana", "0000")
    g.do("ana", invoking(g, "Maud of the Club"))
    assert g.refused("ana", invoking(g, "Maud of the Club")) == "already-invoked"
    g.set_points(maud=0)
    assert g.refused("ana", invoking(g, "Always Repay a Debt")) == "not-enough-fate-points"


@pytest.mark.rule("SF-ROLL-03")
def test_a_reroll_throws_the_whole_pool_again_six_siders_included() -> None:
    g = Game(maud=(skill("Burglary", 2, 1),))
    g.set_points(maud=1)
    g.attempt("burglary", 5, "0 0 0 1")
    g.do("ana", invoking(g, "Maud of the Club", "reroll"), "1 1 1 6")
    assert len(g.roll.efforts[0].throws[1].dice) == 4
    assert g.result() == (2 + 9 - 5, "style")


@pytest.mark.rule("SF-ROLL-03")
def test_a_table_may_play_without_rerolls() -> None:
    g = Game(maud=(skill("Burglary", 2),), rerolls=False)
    g.set_points(maud=1)
    g.attempt("burglary", 5)
    assert g.refused("ana", invoking(g, "Maud of the Club", "reroll")) == "no-such-effect"
