"""The turns of a battle: their strict sequence, the attacks of armies, how it ends, and how it is shown."""

from typing import Any

import pytest

from fatetable.engine.messages import SeatId
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.stepping_in import Interpose
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.view.blocks import WaitingBlock
from fatetable.mechanics.view.encounter_blocks import BattleBlock
from fatetable.rulesets.skein.battle.muster import CallOffBattle, NameBattleCaller, SetRetreat
from fatetable.rulesets.skein.battle.state import BattleSet
from fatetable.rulesets.skein.battle.turns import AttackWithArmy, Proceed, Surrender, Withdraw
from fatetable.rulesets.skein.rolls.spin import has_spin
from fatetable.rulesets.skein.tests.support.battles import BRANNOC, CADFAN, HESK, HOST, LEVY, Field
from fatetable.testing.events import first


def begun(**changes: Any) -> Field:
    field = Field(**changes)
    field.begin()
    return field


def attacking(**changes: Any) -> Field:
    """Up to the attack of the smaller army."""
    field = begun(**changes)
    field.to_attacks()
    return field


# -- the sequence ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-BATTLE-19", "SK-BATTLE-18")
def test_a_turn_goes_from_heroics_to_the_smaller_and_the_larger_attack_and_to_withdrawal() -> None:
    field = begun()
    seen = [(field.battle.turn, field.battle.stage, field.battle.side)]
    field.proceed()
    seen.append((field.battle.turn, field.battle.stage, field.battle.side))
    field.proceed()
    seen.append((field.battle.turn, field.battle.stage, 0))
    field.army_attack("----", "++++")
    seen.append((field.battle.turn, field.battle.stage, 0))
    field.army_attack("----", "++++")
    seen.append((field.battle.turn, field.battle.stage, 0))
    field.proceed()
    seen.append((field.battle.turn, field.battle.stage, field.battle.side))
    assert seen == [
        (1, "heroics", 0),
        (1, "heroics", 1),
        (1, "smaller-attacks", 0),
        (1, "larger-attacks", 0),
        (1, "withdrawal", 0),
        (2, "heroics", 0),
    ]


@pytest.mark.rule("SK-BATTLE-19", "SK-BATTLE-24")
def test_no_step_is_skipped_and_the_smaller_army_attacks_first() -> None:
    field = begun()
    assert field.refused("gm", AttackWithArmy("too early")) == "wrong-step"
    field.to_attacks()
    assert field.refused("gm", Proceed()) == "step-not-over"
    assert field.refused("ana", AttackWithArmy("out of turn")) == "not-yours"
    field.do("gm", AttackWithArmy("forward"))
    assert (field.roll.actor, field.roll.defender) == (CADFAN, BRANNOC)


@pytest.mark.rule("SK-BATTLE-18")
def test_the_caller_runs_the_sequence_and_others_do_not() -> None:
    field = begun()
    assert field.refused("bo", Proceed()) == "not-the-caller"
    field.do("gm", NameBattleCaller(SeatId("bo")))
    field.do("bo", Proceed())
    assert field.refused("ana", Proceed()) == "not-the-caller"
    assert field.battle.side == 1


@pytest.mark.rule("SK-BATTLE-18")
def test_in_a_battle_nobody_acts_outside_its_steps() -> None:
    field = begun()
    test = Overcome(actor=HESK, trait="awareness", description="looks about")
    assert field.refused("bo", test) == "in-a-battle"
    assert field.refused("gm", StartConflict("combat", (CADFAN,))) == "encounter-running"
    assert field.refused("gm", EndScene()) == "not-finished"


@pytest.mark.rule("SK-BATTLE-19")
@pytest.mark.parametrize(("dice", "first_army"), [(("++++", "----"), LEVY), (("----", "++++"), HOST), ((), LEVY)])
def test_of_equal_armies_the_better_manoeuvred_goes_first_or_else_who_offered_battle(
    dice: tuple[str, ...], first_army: str
) -> None:
    field = Field(host={"size": 1000})
    field.open()
    assert field.battle.forces[0].army == LEVY  # The Levy offered battle.
    field.manoeuvre_armies(*dice)
    assert field.battle.forces[0].army == first_army


# -- armies attack ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-BATTLE-24")
@pytest.mark.parametrize(
    ("attack", "defence", "damage"),
    [("0000", "++00", 1), ("0000", "+000", 1), ("0000", "0000", 2), ("+000", "0000", 2), ("++00", "0000", 3)],
)
def test_damage_is_half_the_degree_rounded_up(attack: str, defence: str, damage: int) -> None:
    field = attacking()
    # 3 + 2 support + 1 for Planned Assault against 1 + 2: three degrees with level dice.
    field.army_attack(attack, defence)
    assert field.stress(LEVY) == 10 - damage


@pytest.mark.rule("SK-BATTLE-24")
def test_an_attack_that_fails_does_nothing() -> None:
    field = attacking()
    field.army_attack("----", "0000")
    assert (field.stress(LEVY), field.prompts()) == (10, ())


@pytest.mark.rule("SK-BATTLE-24")
def test_a_draw_costs_no_stress_and_lets_the_attacking_army_place_an_aspect() -> None:
    field = attacking()
    field.army_attack("0000", "+++0")
    assert field.stress(LEVY) == 10
    field.answer("gm", "battle-aspect", "enemy", words="Driven Into a Corner")
    card = field.card("Driven Into a Corner")
    assert (card.bearer, [free.holder for free in card.free]) == (LEVY, [CADFAN])


@pytest.mark.rule("SK-BATTLE-24")
def test_both_armies_roll_their_army_skill_and_both_attack_in_every_turn() -> None:
    field = attacking()
    field.do("gm", AttackWithArmy("forward"))
    field.throw("gm", "0000")
    assert [effort.trait for effort in field.roll.efforts] == ["army-skill", "army-skill"]
    assert field.parts(1) == {"Army Skill": 1, "Strategy and Tactics": 1, "Leadership": 1}
    field.throw("ana", "0000")
    field.do("ana", AttackWithArmy("back at them"))
    assert field.roll.actor == BRANNOC


@pytest.mark.rule("SK-BATTLE-24", "SK-TEST-13")
def test_a_defence_by_three_gives_the_army_spin_for_its_next_roll_and_only_for_that() -> None:
    field = attacking()
    field.army_attack("-00-", "++0-")  # 4 against 4 would be a draw: 6 - 2 = 4, 3 + 1 = 4.
    field.answer("gm", "battle-aspect", "own", words="Still Coming")
    assert not has_spin(field.table.state, LEVY)
    other = attacking()
    other.army_attack("--00", "++++")  # 4 against 7.
    assert has_spin(other.table.state, LEVY)
    assert not has_spin(other.table.state, BRANNOC)
    other.do("ana", AttackWithArmy("now"))
    assert other.parts()["Spin"] == 1
    other.throw("ana", "0000")
    assert not has_spin(other.table.state, LEVY)


def use(field: Field, words: str, party: ActorId) -> Invoke:
    aspect = field.card(words).id
    return Invoke(roll=field.roll.id, effort=0, effect="bonus", aspect=aspect, explanation="it helps", party=party)


@pytest.mark.rule("SK-BATTLE-25")
def test_the_general_pays_for_the_aspects_an_army_uses_and_nobody_else_may() -> None:
    field = attacking(levy={"size": 100})
    field.do("ana", AttackWithArmy("forward"))
    own, ours, theirs = "They Follow My Shield, Not My Birth", "Fighting for Hearth and Home", "Far From the Ships"
    points = field.points(BRANNOC)
    for words in (own, ours, theirs):
        assert field.refused("bo", use(field, words, HESK)) == "wrong-side"
        field.do("ana", use(field, words, BRANNOC))
    assert (field.points(BRANNOC), field.roll.efforts[0].fixed) == (points - 3, 1 + 2 + 3 * 2)


@pytest.mark.rule("SK-BATTLE-25")
def test_a_general_of_the_storytellers_pays_from_the_pool() -> None:
    field = attacking()
    field.do("gm", AttackWithArmy("forward"))
    pool = field.points("pool")
    card = field.card("Not Beaten This Year")
    field.do("gm", Invoke(roll=field.roll.id, effort=0, effect="bonus", aspect=card.id, explanation="never beaten"))
    assert field.points("pool") == pool - 1


@pytest.mark.rule("SK-BATTLE-26")
def test_an_army_is_not_asked_to_take_a_consequence() -> None:
    field = attacking()
    field.army_attack("++++", "----")
    assert (field.stress(LEVY), field.prompts()) == (10 - 6, ())


# -- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-BATTLE-27")
def test_an_army_at_zero_is_beaten_at_once_and_does_not_strike_back() -> None:
    field = attacking(levy={"size": 50})  # One point of stress, and the first to attack.
    field.army_attack("----", "++++")
    field.army_attack("++++", "----")
    assert (field.battle.stage, field.battle.how, field.stress(LEVY)) == ("aftermath", "wiped-out", 0)
    assert field.battle.forces[field.battle.loser].army == LEVY
    other = attacking(host={"size": 50})
    other.army_attack("----", "++++")
    events = other.army_attack("++++", "----")
    assert first(events, BattleSet) is not None
    assert other.refused("gm", AttackWithArmy("one last time")) == "wrong-step"


@pytest.mark.rule("SK-BATTLE-27")
def test_the_smaller_army_may_end_it_before_the_larger_has_attacked() -> None:
    field = attacking(levy={"size": 10, "skill": 5}, host={"size": 11, "skill": 0})
    while field.stress(HOST) > 0 and field.battle.stage == "smaller-attacks":
        field.army_attack("++++", "----")
        if field.battle.stage == "larger-attacks":
            field.army_attack("----", "++++")
            field.proceed(3)
    assert (field.battle.stage, field.stress(HOST)) == ("aftermath", 0)
    assert field.refused("gm", AttackWithArmy("revenge")) == "wrong-step"


def at_the_end_of_a_turn() -> Field:
    field = attacking()
    field.army_attack("0000", "0000")
    field.army_attack("----", "++++")
    return field


@pytest.mark.rule("SK-BATTLE-30", "SK-BATTLE-27")
def test_an_army_withdraws_at_the_end_of_a_turn_and_loses_the_battle() -> None:
    field = attacking()
    assert field.refused("ana", Withdraw(LEVY)) == "wrong-step"
    field = at_the_end_of_a_turn()
    assert field.refused("bo", Withdraw(LEVY)) == "not-yours"
    left = field.stress(LEVY)
    field.do("ana", Withdraw(LEVY))
    assert (field.battle.stage, field.battle.how, field.stress(LEVY)) == ("aftermath", "withdrew", left)
    assert field.battle.forces[field.battle.loser].army == LEVY


@pytest.mark.rule("SK-BATTLE-27")
def test_everybody_is_told_how_the_battle_ended() -> None:
    field = at_the_end_of_a_turn()
    assert first(field.do("ana", Withdraw(LEVY)), BattleSet).news == "Levy of the Marches withdraws"
    field = at_the_end_of_a_turn()
    field.do("ana", Surrender(LEVY, "we keep our arms"))
    events = field.answer("gm", "surrender", "agree")
    assert first(events, BattleSet).news == "Levy of the Marches surrenders"
    field = attacking(levy={"size": 50})
    field.army_attack("----", "++++")
    events = field.army_attack("++++", "----")
    news = [event.news for event in events if isinstance(event, BattleSet)]
    assert "Levy of the Marches has nobody left to fight" in news


@pytest.mark.rule("SK-BATTLE-30")
def test_where_there_is_no_way_out_an_army_can_only_surrender_or_fight_on() -> None:
    field = at_the_end_of_a_turn()
    field.do("gm", SetRetreat(LEVY, False))
    assert field.refused("ana", Withdraw(LEVY)) == "cannot-withdraw"
    assert field.offers("ana", Withdraw) == ()
    assert field.offers("ana", Surrender)


@pytest.mark.rule("SK-BATTLE-30")
def test_the_terms_of_a_surrender_are_negotiated() -> None:
    field = at_the_end_of_a_turn()
    field.do("ana", Surrender(LEVY, "our lives and our arms"))
    field.answer("gm", "surrender", "demand", terms="your lives, not your arms")
    field.answer("ana", "surrender-terms", "demand", terms="our lives and our boots")
    field.answer("gm", "surrender", "agree")
    assert (field.battle.stage, field.battle.how) == ("aftermath", "surrendered")


@pytest.mark.rule("SK-BATTLE-30")
def test_terms_that_the_beaten_accept_end_it_as_well() -> None:
    field = at_the_end_of_a_turn()
    field.do("ana", Surrender(LEVY, "our lives and our arms"))
    field.answer("gm", "surrender", "demand", terms="your lives, not your arms")
    field.answer("ana", "surrender-terms", "agree")
    assert (field.battle.stage, field.battle.how) == ("aftermath", "surrendered")
    assert field.battle.forces[field.battle.loser].army == LEVY


@pytest.mark.rule("SK-BATTLE-30")
def test_a_surrender_that_is_refused_leaves_the_battle_as_it_was() -> None:
    field = at_the_end_of_a_turn()
    assert field.refused("ana", Surrender(LEVY, " ")) == "no-terms"
    field.do("ana", Surrender(LEVY, "let us go home"))
    field.answer("gm", "surrender", "refuse")
    assert (field.battle.stage, field.prompts()) == ("withdrawal", ())


@pytest.mark.rule("SK-BATTLE-30")
def test_without_terms_the_battle_goes_on() -> None:
    field = at_the_end_of_a_turn()
    field.do("ana", Surrender(LEVY, "let us go home"))
    field.answer("gm", "surrender", "demand", terms="all your cattle")
    field.answer("ana", "surrender-terms", "refuse")
    assert field.battle.stage == "withdrawal"
    field.proceed()
    assert field.battle.turn == 2


def test_nobody_steps_in_for_an_army_that_is_attacked() -> None:
    field = attacking()
    field.do("gm", AttackWithArmy("forward"))
    assert [offer for offer in field.offers("bo") if isinstance(offer.command, Interpose)] == []
    step_in = Interpose(roll=field.roll.id, actor=HESK, trait="brawling", description="throws herself between")
    assert field.refused("bo", step_in) == "cannot-interpose"


def test_a_battle_that_is_called_off_leaves_nothing_behind() -> None:
    field = at_the_end_of_a_turn()
    assert field.refused("ana", CallOffBattle("rain")) == "gm-only"
    field.do("gm", CallOffBattle("a flood parts the armies"))
    assert field.is_over
    assert not field.has_card("Seriously Outnumbers the Enemy")
    assert field.scores(LEVY) == {}


def test_a_general_whose_answer_is_sent_back_has_still_only_the_army_to_answer_with() -> None:
    field = attacking()
    field.do("gm", AttackWithArmy("forward"))
    field.throw("gm", "0000")
    field.do("gm", SendBack(field.roll.id, "how?", 1))
    field.answer("ana", "defend", "defend", trait="army-skill", description="shields up")
    assert (field.parts(1)["Army Skill"], field.roll.efforts[1].description) == (1, "shields up")
    field.do("ana", ThrowDice(field.roll.id), "0000")


# -- how it is shown -------------------------------------------------------------------------------------------------


def shown(field: Field, seat: str) -> BattleBlock:
    return next(block for block in field.table.present(seat) if isinstance(block, BattleBlock))


def waited_for(field: Field) -> tuple[str, ...]:
    return next(block.seats for block in field.table.present("ana") if isinstance(block, WaitingBlock))


def test_everybody_sees_both_armies_and_what_is_left_of_them() -> None:
    field = attacking()
    field.army_attack("0000", "0000")
    block = shown(field, "bo")
    assert (block.turn, block.stage) == (1, "the larger army attacks")
    assert [(side.name, side.left, side.whole, side.is_next) for side in block.sides] == [
        ("Host of the Wolf Banner", 5, 5, False),
        ("Levy of the Marches", 8, 10, True),
    ]
    assert [(side.leader, side.fighters) for side in block.sides] == [
        ("Cadfan Wolf-Banner", ("Ysolt of the Drowned Bell",)),
        ("Brannoc of the Ford", ("Mother Hesk",)),
    ]


def test_the_table_waits_for_generals_to_attack_and_else_for_the_caller() -> None:
    field = begun()
    field.do("gm", NameBattleCaller(SeatId("bo")))
    assert waited_for(field) == ("bo",)
    field.to_attacks()
    assert waited_for(field) == ("gm",)
    field.army_attack("0000", "0000")
    assert waited_for(field) == ("ana",)


def test_after_the_battle_the_table_waits_for_those_who_have_to_come_through_it() -> None:
    field = at_the_end_of_a_turn()
    field.do("ana", Withdraw(LEVY))
    assert set(waited_for(field)) == {field.seat(actor) for actor in field.battle.untested} == {"gm", "ana", "bo"}
