"""After a battle: losses, soldiers who come back, and what happened to named characters."""

from typing import Any

import pytest

from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.rulesets.skein.battle.aftermath import CloseBattle, EndureBattle, RecoverNumbers
from fatetable.rulesets.skein.battle.state import ArmyCounted
from fatetable.rulesets.skein.battle.turns import Withdraw
from fatetable.rulesets.skein.book.arithmetic import army_losses
from fatetable.rulesets.skein.tests.support.battles import BRANNOC, CADFAN, HESK, HOST, LEVY, OSRIC, YSOLT, Field
from fatetable.testing.events import first


def lost(lost_by_levy: int = 3, **changes: Any) -> Field:
    """The Levy withdraws after one turn, with so much stress gone; the Host has lost none."""
    field = Field(**changes)
    field.begin()
    field.to_attacks()
    # 6 against 3 with level dice: each pair of degrees is a point.
    dice = {2: ("0000", "0000"), 3: ("++00", "0000"), 6: ("++++", "----")}[lost_by_levy]
    field.army_attack(*dice)
    field.army_attack("----", "++++")
    field.do(field.seat(field.force(LEVY).general), Withdraw(LEVY))
    return field


def come_through(field: Field) -> None:
    """Everybody who has to makes their Test, and does."""
    for actor in field.battle.untested:
        seat = field.seat(actor)
        field.do(seat, EndureBattle(actor, "agility", "keeps low"))
        field.throw(seat, "++++")
        if field.prompt("harm"):
            field.answer(seat, "harm", "mild", words=f"Bruised {actor}")


# -- losses ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-BATTLE-28")
@pytest.mark.parametrize(
    ("size", "stress", "start", "expected"), [(1000, 3, 10, 300), (500, 2, 5, 200), (7, 1, 10, 1), (40, 5, 5, 40)]
)
def test_losses_are_in_proportion_to_stress_rounded_up_to_whole_people(
    size: int, stress: int, start: int, expected: int
) -> None:
    assert army_losses(size, stress, start) == expected


@pytest.mark.rule("SK-BATTLE-28", "SK-BATTLE-30")
def test_an_army_that_withdraws_has_lost_as_many_as_its_stress_says() -> None:
    field = lost()
    come_through(field)
    field.do("gm", CloseBattle())
    assert field.is_over
    assert (field.size(LEVY), field.size(HOST)) == (700, 500)


def test_only_those_who_know_an_army_are_told_its_losses() -> None:
    field = lost()
    come_through(field)
    field.do("gm", CloseBattle())
    told = {
        seat: [e.lost for e in (r.event for r in field.table.told(seat)) if isinstance(e, ArmyCounted)]
        for seat in ("gm", "ana", "bo")
    }
    assert (sorted(told["gm"]), sorted(told["ana"]), told["bo"]) == ([0, 300], [0, 300], [0, 0])
    assert field.table.view("ana").get(CAST)[LEVY].sheet.numbers == {"size": 700}
    assert field.table.view("bo").get(CAST)[LEVY].sheet.numbers == {}


@pytest.mark.rule("SK-BATTLE-29")
@pytest.mark.parametrize(
    ("dial", "dice", "recovered"),
    [
        ("of-army", "----", 0),
        ("of-army", "--00", 0),
        ("of-army", "0000", 200),
        ("of-army", "+000", 300),
        ("of-army", "++++", 300),
        ("of-losses", "0000", 60),
        ("of-losses", "++++", 180),
    ],
)
def test_a_general_wins_back_a_tenth_for_each_degree_but_never_more_than_were_lost(
    dial: str, dice: str, recovered: int
) -> None:
    field = lost(recovered_numbers=dial)
    field.do("ana", RecoverNumbers(LEVY, "rides through the woods"))
    assert (field.roll.efforts[0].trait, field.roll.difficulty) == ("leadership", 2)
    events = field.throw("ana", dice)  # Leadership 4.
    counted = first(events, ArmyCounted)
    assert (counted.lost, counted.recovered) == (300, recovered)
    assert field.size(LEVY) == 700 + recovered


@pytest.mark.rule("SK-BATTLE-29")
def test_what_is_won_back_is_rounded_down() -> None:
    field = lost(levy={"size": 33}, host={"size": 32})
    field.do("ana", RecoverNumbers(LEVY, "calls their names"))
    counted = first(field.throw("ana", "-000"), ArmyCounted)
    assert (counted.lost, counted.recovered) == (10, 3)


@pytest.mark.rule("SK-BATTLE-29")
def test_an_army_is_gathered_again_once_and_by_its_general() -> None:
    field = lost()
    assert field.refused("bo", RecoverNumbers(LEVY, "calls")) == "not-yours"
    field.do("ana", RecoverNumbers(LEVY, "calls"))
    field.throw("ana", "0000")
    assert field.refused("ana", RecoverNumbers(LEVY, "again")) == "cannot-recover"


# -- those of name ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-BATTLE-31")
def test_every_player_character_and_every_major_npc_must_come_through_it() -> None:
    field = lost()
    assert set(field.battle.untested) == {BRANNOC, HESK, CADFAN, YSOLT}
    assert field.refused("gm", CloseBattle()) == "not-finished"
    come_through(field)
    field.do("gm", CloseBattle())
    other = lost(people=("Cadfan Wolf-Banner", "Osric the Reeve"))
    assert OSRIC not in other.battle.untested


@pytest.mark.rule("SK-BATTLE-31")
def test_the_difficulty_is_the_stress_lost_and_two_more_for_losers() -> None:
    field = lost()
    field.do("bo", EndureBattle(HESK, "agility", "keeps low"))
    assert field.roll.difficulty == 3 + 2
    other = lost()
    other.do("gm", EndureBattle(CADFAN, "agility", "keeps low"))
    assert other.roll.difficulty == 0


@pytest.mark.rule("SK-BATTLE-31")
def test_of_an_army_that_was_wiped_out_it_is_four_more_instead() -> None:
    field = Field(levy={"size": 50})
    field.begin()
    field.to_attacks()
    field.army_attack("----", "++++")
    field.army_attack("++++", "----")
    assert field.battle.how == "wiped-out"
    field.do("bo", EndureBattle(HESK, "agility", "plays dead"))
    assert field.roll.difficulty == 1 + 4


@pytest.mark.rule("SK-BATTLE-31")
def test_any_skill_that_defends_in_combat_serves_and_no_other() -> None:
    field = lost()
    (offer,) = field.offers("ana", EndureBattle)
    skills = {choice.value for choice in offer.holes[0].options}  # type: ignore[union-attr]
    assert skills == {"melee-combat", "brawling", "agility"}
    assert field.refused("ana", EndureBattle(BRANNOC, "leadership", "shouts")) == "unknown-trait"
    field.do("ana", EndureBattle(BRANNOC, "melee-combat", "fights clear"))
    assert field.roll.efforts[0].trait == "melee-combat"


@pytest.mark.rule("SK-BATTLE-31")
def test_failure_does_as_much_damage_to_health_as_was_missing() -> None:
    field = lost()
    before = field.scores(BRANNOC)["health"]
    field.do("ana", EndureBattle(BRANNOC, "melee-combat", "fights clear"))
    field.throw("ana", "--00")  # 5 - 2 against 5; a cuirass and a shield do not help.
    field.answer("ana", "harm", "score")
    assert field.scores(BRANNOC)["health"] == before - 2
    assert BRANNOC not in field.battle.untested


@pytest.mark.rule("SK-BATTLE-31")
def test_success_does_no_harm() -> None:
    field = lost()
    before = field.scores(BRANNOC)
    field.do("ana", EndureBattle(BRANNOC, "melee-combat", "fights clear"))
    field.throw("ana", "0000")
    assert (field.prompts(), field.scores(BRANNOC)) == ((), before)


def test_a_closed_battle_takes_up_its_cards_and_lets_the_scene_end() -> None:
    field = lost()
    come_through(field)
    field.do("gm", CloseBattle())
    assert not field.has_card("Seriously Outnumbers the Enemy")
    assert field.has_card("Fighting for Hearth and Home")
    field.do("gm", EndScene())
