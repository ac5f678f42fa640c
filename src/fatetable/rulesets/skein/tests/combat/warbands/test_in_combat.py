"""Warbands in a fight: numbers, overflow, fear, splitting, shield walls, and who gets up again."""

from __future__ import annotations

import pytest

from fatetable.engine.messages import Event
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.harm.groups import GroupChanged
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.opposition import DefenceToChoose
from fatetable.mechanics.rolls.state import open_rolls
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.view.blocks import SheetBlock
from fatetable.rulesets.skein.book.arithmetic import numbers_bonus
from fatetable.rulesets.skein.combat.map.movement import BreakThrough
from fatetable.rulesets.skein.combat.stances import GoOffensive
from fatetable.rulesets.skein.combat.warbands.aftermath import ReturnFled
from fatetable.rulesets.skein.combat.warbands.orders import FormShieldWall, JoinBands, NameLeader, RallyBand, SplitBand
from fatetable.rulesets.skein.creation.checks.whole_sheet import problems
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.rolls.assistance import Assist
from fatetable.rulesets.skein.sheet.derived import single_stress
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.fighting import (
    BRANNOC,
    GUARD,
    HEARTH,
    HESK,
    MILITIA,
    OSRIC,
    Fight,
    changed,
)
from fatetable.rulesets.skein.tests.support.procedures import save_fallen
from fatetable.testing.events import first

SWORD, BROAD = "melee-combat@Short sword", "combat-skill@Broad sword"
SPEAR = "combat-skill@Small Spear"


def cut_down(game: Fight, target: str, attack: str, defence: str = "0000") -> tuple[Event, ...]:
    game.strike(BRANNOC, target, SWORD, attack)
    return game.ward(target, "combat-skill", defence)


# -- what they are -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-WARB-01", "SK-WARB-02")
def test_a_warband_is_one_actor_with_one_skill_for_all_fighting() -> None:
    g = Fight("Hearth Guard")
    assert g.band(HEARTH).standing == 6
    g.turn_of(HEARTH)
    attack = next(o for o in g.offers("gm", Attack) if o.command.actor == HEARTH)  # type: ignore[attr-defined]
    traits = {choice.value for hole in attack.holes if hole.field == "trait" for choice in hole.options}  # type: ignore[union-attr]
    assert traits == {BROAD, "combat-skill@Shield", "combat-skill@Unarmed"}


def test_a_token_says_how_many_of_a_warband_stand() -> None:
    g = Fight("Hearth Guard")
    cut_down(g, HEARTH, "++++")
    sheet = next(block for block in g.table.present("ana") if isinstance(block, SheetBlock) and block.actor == HEARTH)
    assert sheet.size == 6
    assert sheet.standing == g.band(HEARTH).standing < 6
    assert sheet.is_nameless


@pytest.mark.rule("SK-WARB-02")
def test_a_warband_has_no_more_aspects_than_levels_of_combat_skill() -> None:
    two = changed("Village Militia", aspects={"aspect-2": "Hungry"})
    assert any(problem.code == "aspect-count" for problem in problems(TABLES, two, Dials()))


@pytest.mark.rule("SK-WARB-03")
def test_the_levels_of_combat_skill_have_names_from_untrained_to_elite() -> None:
    assert [row.level for row in TABLES.combat.warband_skills] == [0, 1, 2, 3, 4]
    assert TABLES.combat.warband_skills[2].meaning == "Professional"


@pytest.mark.rule("SK-WARB-04")
def test_each_member_has_stress_of_the_combat_skill_but_at_least_one() -> None:
    sheets = [changed("Village Militia", traits={"combat-skill": skill}) for skill in range(5)]
    assert [single_stress(TABLES, sheet) for sheet in sheets] == [1, 1, 2, 3, 4]
    g = Fight("Hearth Guard", "Village Militia")
    assert (g.scores(HEARTH), g.scores(MILITIA)) == ({"stress": 3}, {"stress": 1})


# -- being hit ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-WARB-05", "SK-WARB-10", "SK-CBT-12")
def test_damage_carries_over_from_member_to_member_and_the_rest_stays() -> None:
    g = Fight("Hearth Guard")
    cut_down(g, HEARTH, "++++", "0000")
    # 9 against 3: degree 6, short sword 2, absorption 3 less 1 for the sword: 6 damage, two of three stress each
    assert "numbers" not in g.modifiers(1), "numbers are no help in defence"
    assert g.band(HEARTH).standing == 4
    assert g.scores(HEARTH) == {"stress": 3}
    assert g.prompt("harm") is None, "nobody is asked about Consequences"
    cut_down(g, HEARTH, "0+00", "0000")  # degree 3, 3 damage
    assert g.band(HEARTH).standing == 3
    cut_down(g, HEARTH, "0000", "0000")  # degree 2, 2 damage
    assert g.band(HEARTH).standing == 3
    assert g.scores(HEARTH) == {"stress": 1}
    cut_down(g, HEARTH, "0-00", "0000")  # degree 1, 1 damage
    assert g.band(HEARTH).standing == 2
    assert g.scores(HEARTH) == {"stress": 3}


@pytest.mark.rule("SK-WARB-05")
def test_a_warband_takes_no_consequences_and_is_out_with_its_last_member() -> None:
    g = Fight(changed("Village Militia", numbers={"size": 3}), "Gate Guard")
    events = cut_down(g, MILITIA, "++++")  # degree 8, far more than three stress
    assert first(events, GroupChanged).band.standing == 0
    assert g.condition(MILITIA).marks == {}
    assert g.condition(MILITIA).out == "taken-out"
    g.answer("ana", "taken-out", "tell", fate="flung back into the river", **{"return": "never"})
    assert g.conflict.exchange == 1


@pytest.mark.rule("SK-WARB-04")
def test_words_and_weapons_hurt_the_same_score() -> None:
    g = Fight("Hearth Guard")
    g.strike(HESK, HEARTH, "charm@words", "++++")
    g.ward(HEARTH, "combat-skill", "----")  # 4 - -1: degree 5
    assert g.band(HEARTH).standing == 5
    assert g.scores(HEARTH) == {"stress": 1}


# -- attacking ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-WARB-08")
def test_the_table_of_numbers() -> None:
    assert [numbers_bonus(TABLES, number) for number in (1, 2, 3, 4, 5, 6, 7, 40)] == [0, 1, 1, 2, 2, 2, 2, 2]


@pytest.mark.rule("SK-WARB-07", "SK-WARB-08")
def test_a_group_attacks_once_with_a_bonus_for_those_who_take_part() -> None:
    g = Fight("Hearth Guard")
    g.strike(HEARTH, BRANNOC, BROAD)
    assert g.roll.efforts[0].fixed == 3 + 2
    g.ward(BRANNOC, "melee-combat", "---0")  # 5 against 2: degree 3
    assert g.damage() == 3 + 3 - 2, "the weapon counts once, against shield and leather"

    g = Fight(changed("Hearth Guard", numbers={"size": 3}))
    g.strike(HEARTH, BRANNOC, BROAD)
    assert g.modifiers(0)["numbers"] == 1
    g = Fight(changed("Hearth Guard", numbers={"size": 1}))
    g.strike(HEARTH, BRANNOC, BROAD)
    assert "numbers" not in g.modifiers(0)


@pytest.mark.rule("SK-WARB-09", "SK-WARB-06")
def test_no_more_than_six_get_at_one_opponent_in_a_turn() -> None:
    g = Fight("Village Militia")
    g.turn_of(MILITIA)
    g.do("gm", SplitBand(MILITIA, 7))  # five stay
    g.strike(MILITIA, BRANNOC, SPEAR, "----")
    assert g.modifiers(0)["numbers"] == 2
    g.ward(BRANNOC, "melee-combat")
    second = ActorId(f"{MILITIA}-2")
    assert g.acting == second, "the new group acts right after the old one"
    g.strike(second, BRANNOC, SPEAR, "----")
    assert "numbers" not in g.modifiers(0), "of the seven only one has room"
    g.ward(BRANNOC, "melee-combat")

    g = Fight("Village Militia")
    g.turn_of(MILITIA)
    g.do("gm", SplitBand(MILITIA, 6))
    g.strike(MILITIA, BRANNOC, SPEAR, "----")
    g.ward(BRANNOC, "melee-combat")
    assert g.cannot_strike(second, BRANNOC, SPEAR) == "no-room"
    g.strike(second, HESK, SPEAR, "----")
    assert g.modifiers(0)["numbers"] == 2


@pytest.mark.rule("SK-WARB-09")
def test_six_can_get_at_each_fighter_of_a_warband() -> None:
    g = Fight("Village Militia", changed("Hearth Guard", numbers={"size": 2}), against=(MILITIA,))
    g.turn_of(MILITIA)
    g.do("gm", SplitBand(MILITIA, 6))
    g.strike(MILITIA, HEARTH, SPEAR, "----")
    g.ward(HEARTH, "combat-skill")
    g.strike(f"{MILITIA}-2", HEARTH, SPEAR, "----")
    assert g.modifiers(0)["numbers"] == 2


@pytest.mark.rule("SK-WARB-06")
def test_a_warband_splits_into_groups_alike_in_everything_but_number() -> None:
    g = Fight("Hearth Guard", zones=("Yard", "Hall"), places={HEARTH: "Hall"})
    g.turn_of(HEARTH)
    g.do("gm", SplitBand(HEARTH, 2))
    group = ActorId(f"{HEARTH}-2")
    assert (g.band(HEARTH).standing, g.band(group).standing) == (4, 2)
    assert g.where(group) == "Hall", "all of a group are in one zone"
    assert g.actor(group).sheet.traits == g.actor(HEARTH).sheet.traits
    assert g.refused("gm", SplitBand(HEARTH, 4)) == "bad-number"
    g.end_fight()
    g.do("gm", JoinBands(group, HEARTH))
    assert g.band(HEARTH).standing == 6


def test_players_do_not_learn_a_warband_s_skill_from_its_splitting() -> None:
    g = Fight("Hearth Guard")
    g.turn_of(HEARTH)
    g.do("gm", SplitBand(HEARTH, 2))
    assert g.table.view("ana").slices["cast"][f"{HEARTH}-2"].sheet.traits == {}


# -- fear --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-WARB-11")
def test_intimidation_puts_as_many_to_flight_as_degrees() -> None:
    g = Fight("Hearth Guard")
    g.strike(BRANNOC, HEARTH, "intimidation@words", "++++")
    g.ward(HEARTH, "combat-skill", "-000")
    assert g.modifiers(1)["numbers"] == 2, "numbers do help against fear"
    assert g.last_roll.margin == 7 - 4
    band = g.band(HEARTH)
    assert (band.standing, band.fled, band.fallen) == (3, 3, 0)
    assert g.scores(HEARTH) == {"stress": 3}, "weapons and armour do not count, and nobody is hurt"


@pytest.mark.rule("SK-WARB-11")
def test_a_leader_answers_for_the_warband_with_leadership_or_intimidation() -> None:
    g = Fight("Hearth Guard", "Osric the Reeve")
    g.do("gm", NameLeader(HEARTH, OSRIC))
    g.strike(BRANNOC, HEARTH, "intimidation@words", "++++")
    prompt = g.prompt("defend")
    assert prompt is not None
    assert prompt.read(DefenceToChoose).actor == OSRIC
    assert g.choices(prompt) == {"leadership", "intimidation"}
    g.ward(OSRIC, "intimidation", "----")
    assert g.last_roll.margin == 7 - (4 - 4 + 2)
    assert g.band(HEARTH).fled == 5
    assert g.scores(OSRIC)["composure"] == g.actor(OSRIC).sheet.numbers["composure"]


@pytest.mark.rule("SK-WARB-11")
def test_the_frightened_are_out_for_this_fight_and_may_come_back_later() -> None:
    g = Fight("Hearth Guard")
    g.strike(BRANNOC, HEARTH, "intimidation@words", "++++")
    g.ward(HEARTH, "combat-skill", "-000")
    assert g.refused("gm", ReturnFled(HEARTH, 2)) == "not-finished"
    g.end_fight()
    assert g.band(HEARTH).standing == 3
    g.do("gm", ReturnFled(HEARTH, 2))
    assert (g.band(HEARTH).standing, g.band(HEARTH).fled) == (5, 1)


@pytest.mark.rule("SK-STUNT-15")
def test_numbers_are_no_defence_against_some() -> None:
    brannoc = changed("Brannoc of the Ford", swap={"rally": "numbers-are-no-defence"})
    g = Fight("Hearth Guard", heroes=(brannoc, "Mother Hesk"))
    g.strike(BRANNOC, HEARTH, "intimidation@words", "++++")
    g.ward(HEARTH, "combat-skill", "-000")
    assert "numbers" not in g.modifiers(1)
    assert g.band(HEARTH).fled == 5


# -- shield walls ------------------------------------------------------------------------------------------------------


def wall(**options: object) -> Fight:
    g = Fight("Hearth Guard", zones=("Yard", "Hall", "Stair"), places={HEARTH: "Hall"}, **options)  # type: ignore[arg-type]
    g.turn_of(HEARTH)
    g.do("gm", FormShieldWall(HEARTH, g.card("Trained in the Shield Wall").id))
    return g


@pytest.mark.rule("SK-WARB-12")
def test_a_shield_wall_defends_with_its_numbers_until_its_next_turn() -> None:
    g = Fight("Hearth Guard")
    g.turn_of(HEARTH)
    g.do("gm", FormShieldWall(HEARTH, g.card("Trained in the Shield Wall").id))
    g.strike(BRANNOC, HEARTH, SWORD, "----")
    g.ward(HEARTH, "combat-skill")
    assert g.modifiers(1)["numbers"] == 2
    g.next_turn_of(HEARTH)
    g.strike(BRANNOC, HEARTH, SWORD, "----")
    g.ward(HEARTH, "combat-skill")
    assert "numbers" not in g.modifiers(1)


@pytest.mark.rule("SK-WARB-12")
def test_a_shield_wall_blocks_instead_of_attacking() -> None:
    g = wall()
    assert HEARTH in g.conflict.acted


@pytest.mark.rule("SK-WARB-12")
def test_whoever_wants_past_a_shield_wall_has_to_beat_it_and_a_tie_is_not_enough() -> None:
    g = wall()
    g.turn_of(BRANNOC)
    assert g.cannot_move(BRANNOC, "Hall") == "shield-wall"
    through = BreakThrough(actor=BRANNOC, zone=g.zone("Hall"), trait="agility", description="ducks")
    g.do("ana", through)
    g.throw("ana", "++++")  # 1 + 4
    g.ward(HEARTH, "combat-skill", "0000")  # 3 + 2 for numbers
    assert g.last_roll.margin == 0
    assert g.where(BRANNOC) == "Yard"
    assert g.refused("ana", through) in ("no-shield-wall", "already-acted"), "the step is lost"

    g = wall()
    g.turn_of(BRANNOC)
    g.do("ana", through)
    g.throw("ana", "++++")
    g.ward(HEARTH, "combat-skill", "000-")
    assert g.where(BRANNOC) == "Hall"
    assert BRANNOC not in g.conflict.acted, "getting past is part of the move"


@pytest.mark.rule("SK-WARB-13")
def test_only_an_aspect_of_their_own_shows_that_they_can_form_a_wall() -> None:
    g = Fight("Hearth Guard", "Village Militia")
    g.turn_of(HEARTH)
    foreign = g.card("Defending Our Own Fields").id
    assert g.refused("gm", FormShieldWall(HEARTH, foreign)) == "no-shield-wall-training"


@pytest.mark.rule("SK-WARB-12")
def test_a_shield_wall_needs_shields() -> None:
    g = Fight(changed("Hearth Guard", lists={"gear": ("Battleaxe", "Ring Mail")}))
    g.turn_of(HEARTH)
    drill = g.card("Trained in the Shield Wall").id
    assert g.refused("gm", FormShieldWall(HEARTH, drill)) == "no-shield-wall-training"


# -- afterwards --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-WARB-10")
def test_those_beaten_with_bare_hands_get_up_after_the_fight() -> None:
    g = Fight("Hearth Guard")
    g.strike(BRANNOC, HEARTH, "brawling@Unarmed", "++++")
    g.ward(HEARTH, "combat-skill", "----")  # 5 - -1: degree 6 less 3
    assert (g.band(HEARTH).standing, g.band(HEARTH).stunned) == (5, 1)
    g.end_fight()
    assert (g.band(HEARTH).standing, g.band(HEARTH).stunned) == (6, 0)


@pytest.mark.rule("SK-WARB-14")
def test_those_struck_down_with_arms_are_dead_by_the_end_of_the_scene() -> None:
    g = Fight("Hearth Guard")
    cut_down(g, HEARTH, "++++")
    assert g.band(HEARTH).fallen == 2
    g.end_fight()
    assert g.band(HEARTH).standing == 4
    g.do("gm", EndScene())
    assert (g.band(HEARTH).size, g.band(HEARTH).standing, g.band(HEARTH).fallen) == (4, 4, 0)


@pytest.mark.rule("SK-WARB-14")
def test_one_healer_saves_as_many_as_degrees_in_one_attempt() -> None:
    g = Fight("Village Militia")
    cut_down(g, MILITIA, "++0-")  # 6 - 1 + 2 - 0: seven fall
    assert g.band(MILITIA).fallen == 7
    assert g.refused("bo", save_fallen(HESK, MILITIA)) == "no-healer", "not in the middle of the fight"
    g.end_fight()
    g.do("bo", save_fallen(HESK, MILITIA))
    g.throw("bo", "0000")  # Healing 4 against 0
    assert g.last_roll.difficulty == 0
    assert (g.band(MILITIA).standing, g.band(MILITIA).fallen) == (5 + 4, 0)
    assert g.band(MILITIA).size == 9
    assert g.refused("ana", save_fallen(BRANNOC, MILITIA)) == "bad-target"


@pytest.mark.rule("SK-WARB-14")
def test_only_a_trained_healer_can_save_them() -> None:
    g = Fight("Village Militia", "Gate Guard")
    cut_down(g, MILITIA, "++0-")
    g.end_fight()
    assert g.refused("gm", save_fallen(GUARD, MILITIA)) == "no-healer"


@pytest.mark.rule("SK-WARB-15")
def test_further_healers_assist_the_one() -> None:
    g = Fight("Village Militia")
    cut_down(g, MILITIA, "++0-")
    g.end_fight()
    g.do("bo", save_fallen(HESK, MILITIA))
    attempt = g.roll
    g.do("ana", Assist(roll=attempt.id, actor=BRANNOC, trait="healing", description="holds the lamp"))
    assistance = next(roll for roll in open_rolls(g.table.state) if roll.id != attempt.id)
    assert assistance.difficulty == 2
    g.do("ana", ThrowDice(assistance.id), "+000")  # Healing 1 + 1
    g.do("ana", Pass(assistance.id))
    g.throw("bo", "0000")
    assert g.band(MILITIA).standing == 5 + 4 + 2


# -- rallying ----------------------------------------------------------------------------------------------------------


def beaten_allies() -> Fight:
    """Hearth Guard on the heroes' side, two of whom the militia have struck down."""
    g = Fight("Village Militia", "Hearth Guard", against=(MILITIA,))
    g.turn_of(HEARTH)
    g.do("gm", GoOffensive(HEARTH))
    g.strike(MILITIA, HEARTH, SPEAR, "++++")  # 1 + 2 + 4 against 0: 7 and 2 less 3: two of them
    assert g.band(HEARTH).standing == 4
    return g


@pytest.mark.rule("SK-STUNT-16")
def test_rally_restores_as_many_as_degrees_for_a_point_and_the_action() -> None:
    g = beaten_allies()
    before = g.points(BRANNOC)
    g.next_turn_of(BRANNOC)
    g.do("ana", RallyBand(BRANNOC, HEARTH))
    assert g.points(BRANNOC) == before - 1
    g.throw("ana", "-000")  # Leadership 4 - 1 against 2
    assert g.last_roll.margin == 1
    assert g.band(HEARTH).standing == 5
    assert BRANNOC in g.conflict.acted
    g.next_turn_of(BRANNOC)
    assert g.refused("ana", RallyBand(BRANNOC, HEARTH)) == "cannot-rally", "once in a fight"


@pytest.mark.rule("SK-STUNT-16")
def test_rally_restores_no_more_than_there_were_and_costs_even_if_it_fails() -> None:
    g = beaten_allies()
    g.next_turn_of(BRANNOC)
    g.do("ana", RallyBand(BRANNOC, HEARTH))
    g.throw("ana", "++++")
    assert g.last_roll.margin == 6
    assert g.band(HEARTH).standing == 6

    g = beaten_allies()
    before = g.points(BRANNOC)
    g.next_turn_of(BRANNOC)
    g.do("ana", RallyBand(BRANNOC, HEARTH))
    g.throw("ana", "----")
    assert g.band(HEARTH).standing == 4
    assert g.points(BRANNOC) == before - 1
    g.next_turn_of(BRANNOC)
    assert g.refused("ana", RallyBand(BRANNOC, HEARTH)) == "cannot-rally"
