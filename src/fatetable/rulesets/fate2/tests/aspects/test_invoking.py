"""Invoking an aspect on one's own roll: a box, and a reroll or a die (INV)."""

from __future__ import annotations

import pytest

from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.rulesets.fate2.tests.support.playing import Game
from fatetable.rulesets.fate2.tests.support.rolling import (
    BRAWLER,
    CYRUS,
    FINN,
    SOLDIER,
    SWORD,
    attempt,
    invoke,
    opposed,
    point,
    shown,
    thrown,
)


@pytest.mark.rule("F2-INV-01")
def test_a_box_of_an_aspect_buys_a_reroll_or_a_plus_after_the_roll() -> None:
    g = thrown("--00")
    g.do("ana", invoke(g), "+000")
    assert (shown(g), g.card(SOLDIER).open_boxes) == ((1, 0, 0, 0), 1)
    g.do("ana", invoke(g, "die", BRAWLER, die="1"))
    assert (shown(g), g.card(BRAWLER).open_boxes) == ((1, 1, 0, 0), 0)
    assert g.points("cyrus") == 3, "no point is spent"


@pytest.mark.rule("F2-INV-01")
def test_it_is_invoked_after_the_roll_with_words_and_an_open_box() -> None:
    g = Game()
    attempt(g)
    g.answer("gm", "opposition", "difficulty", value=5)
    assert g.refused("ana", invoke(g)) == "wrong-moment"
    g.throw("ana", "----")
    assert g.refused("ana", invoke(g, explanation=" ")) == "no-explanation"
    g.do("ana", invoke(g, aspect=BRAWLER), "----")
    assert g.refused("ana", invoke(g, aspect=BRAWLER)) == "no-open-box"
    assert g.refused("ana", invoke(g, aspect=BRAWLER, payment="point")) == "wrong-payment"


@pytest.mark.rule("F2-INV-02")
def test_all_dice_are_thrown_anew_and_the_new_result_stands() -> None:
    g = thrown("+0-0")
    g.do("ana", invoke(g, "die", die="2"))
    assert shown(g) == (1, 0, 1, 0)
    g.do("ana", invoke(g), "--00")
    assert shown(g) == (-1, -1, 0, 0), "it is worse, and the die that was turned is picked up as well"
    g.do("ana", invoke(g, aspect=BRAWLER), "++++")
    assert shown(g) == (1, 1, 1, 1), "unless another box is used"
    assert g.card(SOLDIER).open_boxes == g.card(BRAWLER).open_boxes == 0


@pytest.mark.rule("F2-INV-03")
@pytest.mark.parametrize(("die", "gain"), [("0", 2), ("1", 1)])
def test_a_die_of_choice_becomes_a_plus(die: str, gain: int) -> None:
    g = thrown("-0+0", difficulty=7)
    before = sum(shown(g))
    g.do("ana", invoke(g, "die", die=die))
    assert sum(shown(g)) - before == gain
    assert shown(g)[int(die)] == 1


@pytest.mark.rule("F2-INV-03")
def test_a_plus_gains_nothing_and_its_box_stays_open() -> None:
    g = thrown("-0+0", difficulty=7)
    assert g.refused("ana", invoke(g, "die", die="2")) == "no-such-die"
    assert g.card(SOLDIER).open_boxes == 2


@pytest.mark.rule("F2-INV-04")
def test_any_number_of_boxes_of_one_aspect_or_several_go_on_a_roll() -> None:
    g = thrown("----", difficulty=7)
    for aspect, die in ((SOLDIER, "0"), (BRAWLER, "1"), (SOLDIER, "2")):
        assert g.refused("ana", invoke(g, "die", aspect, die=die, explanation="")) == "no-explanation"
        g.do("ana", invoke(g, "die", aspect, die=die))
    assert shown(g) == (1, 1, 1, -1)
    assert [each.aspect.text for each in g.roll.invocations] == [SOLDIER, BRAWLER, SOLDIER]


@pytest.mark.rule("F2-INV-05")
def test_an_aspect_improves_its_bearers_own_roll_alone() -> None:
    g = thrown("----")
    finns = invoke(g, aspect="Acrobat", party=FINN)
    assert g.refused("bo", finns) == "wrong-side", "neither to help nor to hinder"
    assert g.refused("ana", invoke(g, aspect="Acrobat")) == "not-your-aspect"
    assert not g.offers("bo", Invoke)
    g = opposed("----", "++++")
    assert g.refused("bo", invoke(g, aspect="Acrobat", party=FINN)) == "wrong-side", "not against an opponent either"
    g.do("bo", invoke(g, aspect="Acrobat", party=FINN, effort=1), "0000")
    assert g.roll.efforts[1].dice == 0


POTENCIES = [
    ("minus-to-plus", "-0+0", {"0": 1}),
    ("blank-to-plus", "-0+0", {"1": 1}),
    ("one-step", "-0+0", {"0": 0, "1": 1}),
    ("any-die", "-0+0", {"0": 1, "1": 1}),
]


@pytest.mark.rule("F2-INV-06")
@pytest.mark.parametrize(("potency", "dice", "turned"), POTENCIES)
def test_weaker_invocations_change_only_some_dice(potency: str, dice: str, turned: dict[str, int]) -> None:
    for die in "012":
        g = thrown(dice, difficulty=7, aspect_potency=potency)
        if die not in turned:
            assert g.refused("ana", invoke(g, "die", die=die)) == "no-such-die"
            continue
        g.do("ana", invoke(g, "die", die=die))
        assert shown(g)[int(die)] == turned[die]


@pytest.mark.rule("F2-INV-06")
def test_one_die_may_be_thrown_again_and_its_new_face_stands() -> None:
    g = thrown("-0+0", difficulty=7, aspect_potency="reroll-die")
    g.do("ana", invoke(g, "die", die="2"), "-")
    assert shown(g) == (-1, 0, -1, 0)


@pytest.mark.rule("F2-INV-06")
@pytest.mark.parametrize(
    ("potency", "dice"), [("none", "-0+0"), ("minus-to-plus", "00+0"), ("blank-to-plus", "--+-"), ("one-step", "++++")]
)
def test_where_no_die_can_be_changed_only_the_reroll_is_offered(potency: str, dice: str) -> None:
    g = thrown(dice, difficulty=9, aspect_potency=potency)
    effects = {offer.command.effect for offer in g.offers("ana", Invoke) if isinstance(offer.command, Invoke)}
    assert effects == {"reroll"}
    g.do("ana", invoke(g), "0000")


@pytest.mark.rule("F2-INV-23")
def test_dice_that_have_fallen_are_changed_in_any_order_until_all_have_passed() -> None:
    g = opposed("--00", "++00")
    assert g.roll.stage == "thrown"
    g.do("ana", point(g))
    g.do("ana", invoke(g), "+000")
    g.do("bo", invoke(g, aspect="Acrobat", party=FINN, effort=1), "++++")
    assert g.roll.margin_now() == 4 + 1 + 1 - 4
    assert {"ana", "bo"} <= set(g.roll.waiting), "each may answer what the other has changed"
    late = (("ana", invoke(g)), ("bo", point(g, FINN, 1)))
    g.everyone_passes()
    assert (g.last_roll.margin, g.last_roll.outcome) == (2, "succeed")
    for seat, command in late:
        assert g.refused(seat, command), "nothing on that roll can be changed any more"


@pytest.mark.rule("F2-INV-23")
def test_the_action_and_its_skill_are_settled_before_the_dice() -> None:
    g = thrown("0000")
    again = Overcome(actor=CYRUS, trait="riding", description="rides instead")
    assert g.refused("ana", again)
    assert g.roll.declaration.trait == SWORD
