"""The small tables of the book and the sums made with them: difficulties, degrees, time, travel, zones, numbers."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from msgspec import Struct

from fatetable.rulesets.skein.book import arithmetic
from fatetable.rulesets.skein.rolls.checks import BANDS
from fatetable.rulesets.skein.tests.support.book import TABLES


@pytest.mark.rule("SK-TEST-04")
def test_the_difficulty_table() -> None:
    assert [(each.number, each.name) for each in TABLES.rolling.difficulties] == [
        (0, "Easy"),
        (2, "Routine"),
        (4, "Difficult"),
        (6, "Challenging"),
        (8, "Formidable"),
        (10, "Impossible"),
        (12, "Very Impossible"),
    ]


@pytest.mark.rule("SK-TEST-11")
@pytest.mark.parametrize(
    ("degree", "name"), [(-1, "fail"), (0, "barely"), (1, "solid"), (2, "great"), (3, "critical"), (7, "critical")]
)
def test_what_degrees_of_success_are_called(degree: int, name: str) -> None:
    assert BANDS.outcome(degree) == name


@pytest.mark.parametrize(
    ("main", "supporting", "bonus"), [(3, 3, 1), (3, 5, 1), (3, 2, 0), (0, 0, 0), (0, 1, 1), (5, 4, 0)]
)
def test_a_supporting_skill_adds_one_if_it_is_known_and_no_lower(main: int, supporting: int, bonus: int) -> None:
    assert arithmetic.support(TABLES, main, supporting) == bonus


@pytest.mark.rule("SK-TIME-02")
def test_the_time_track_has_twenty_one_steps() -> None:
    track = TABLES.time.track
    assert len(track) == 21
    assert (track[0], track[9], track[20]) == ("Instant", "A day", "A lifetime")
    assert track[13:18] == ("A month", "A few months", "A season", "Half a year", "A year")


@pytest.mark.rule("SK-HEAL-12")
@pytest.mark.parametrize(
    ("severity", "best"), [("mild", "15 minutes"), ("moderate", "An hour"), ("severe", "A few days")]
)
def test_healing_is_shortened_by_four_steps_at_most(severity: str, best: str) -> None:
    row = next(each for each in TABLES.healing.recoveries if each.severity == severity)
    assert TABLES.time.shortened(row.treated_from, 4) == best
    assert TABLES.time.shortened(row.treated_from, 20) == best
    assert TABLES.time.shortened(row.treated_from, 0) == row.treated_from


def test_time_never_leaves_the_track() -> None:
    assert TABLES.time.shortened("A few seconds", 4) == "Instant"
    assert TABLES.time.shortened("A day", -2) == "A day"
    assert TABLES.time.lengthened("A decade", 9) == "A lifetime"
    assert TABLES.time.lengthened("A minute", 2) == "15 minutes"
    assert TABLES.time.between("A month", "A lifetime") == 7
    assert TABLES.time.shorter_of("A month", "A few months") == "A month"
    assert TABLES.time.shorter_of("A month", "A week") == "A week"


@pytest.mark.parametrize(
    ("severity", "time", "sessions", "difficulty", "treated_from"),
    [
        ("mild", "A day", 0, 2, "A day"),
        ("moderate", "A week", 1, 4, "A week"),
        ("severe", "A month", 2, 6, "A few months"),
    ],
)
def test_how_consequences_heal(severity: str, time: str, sessions: int, difficulty: int, treated_from: str) -> None:
    row = next(each for each in TABLES.healing.recoveries if each.severity == severity)
    assert (row.time, row.sessions, row.difficulty, row.treated_from) == (time, sessions, difficulty, treated_from)
    assert row.clean is (severity == "severe")


def test_poison_and_disease() -> None:
    assert {each.name: (each.difficulty, each.onset, each.lasts) for each in TABLES.healing.afflictions} == {
        "poison": (4, "A few minutes", "A few days"),
        "disease": (4, "A few days", "A month"),
    }
    assert TABLES.healing.figures.affliction_difficulty == 0


@pytest.mark.rule("SK-END-15")
def test_the_travel_table() -> None:
    assert TABLES.travel.base == {"routine": 2, "extreme-weather": 4}
    assert TABLES.travel.modifiers == {"forced-march": 2, "no-rest": 2, "no-clothing": 2, "no-provisions": 2}
    assert [arithmetic.travel_difficulty(TABLES, forced_day=day) for day in (1, 2, 3, 4)] == [2, 4, 6, 8]
    hindrances = ("no-clothing", "no-provisions")
    assert arithmetic.travel_difficulty(TABLES, "extreme-weather", hindrances=hindrances) == 8
    assert arithmetic.travel_difficulty(TABLES, hindrances=("no-rest",)) == 4


@pytest.mark.parametrize(
    ("circumstances", "part"),
    [
        ((), Fraction(1)),
        (("riding",), Fraction(3, 2)),
        (("riding", "forced-march"), Fraction(9, 4)),
        (("army",), Fraction(1, 2)),
        (("army", "extreme-weather"), Fraction(1, 4)),
    ],
)
def test_how_far_one_gets_in_a_day(circumstances: tuple[str, ...], part: Fraction) -> None:
    assert arithmetic.distance(TABLES, 30, *circumstances) == 30 * part


@pytest.mark.rule("SK-MAP-06")
def test_what_lies_how_many_zones_away() -> None:
    assert [(each.at_least, each.meaning) for each in TABLES.combat.distances] == [
        (0, "hand to hand"),
        (1, "a spear's reach, indoors"),
        (2, "a throw"),
        (3, "a shot"),
        (5, "far enough to escape"),
    ]


@pytest.mark.rule("SK-MAP-09")
def test_what_it_takes_to_open_cross_and_close_a_border() -> None:
    borders = {each.name: (each.open, each.crossed, each.close) for each in TABLES.combat.borders}
    assert borders == {
        "Plain door": ((1, 2), 0, (1, 2)),
        "Iron-bound door": ((4, 4), 0, (4, 4)),
        "Heavy iron door": ((4, 4), 0, (4, 4)),
        "Barrier of burning logs": ((8, 8), 0, None),
    }


@pytest.mark.rule("SK-WARB-08")
@pytest.mark.parametrize(
    ("fighters", "bonus"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 2), (100, 2)]
)
def test_numbers_add_to_the_attack_of_a_group(fighters: int, bonus: int) -> None:
    assert arithmetic.numbers_bonus(TABLES, fighters) == bonus


@pytest.mark.rule("SK-WARB-03", "SK-BATTLE-04")
def test_what_levels_of_a_warband_or_an_army_stand_for() -> None:
    warband = {each.level: each.meaning for each in TABLES.combat.warband_skills}
    army = {each.level: each.meaning for each in TABLES.battle.army_skills}
    shared = {0: "Completely Untrained", 1: "Limited Training, Militia", 2: "Professional", 3: "Veteran"}
    assert warband == {**shared, 4: "Elite"}
    assert army == {**shared, 4: "Chosen men"}


@pytest.mark.rule("SK-BATTLE-07")
@pytest.mark.parametrize(
    ("percent", "stress"),
    [
        *[(5, 1), (10, 1), (11, 2), (20, 2), (30, 3), (40, 4), (50, 5), (60, 6), (70, 7), (80, 8), (90, 9)],
        *[(91, 10), (100, 10), (101, 10), (1000, 10)],
    ],
)
def test_the_smaller_army_has_a_point_of_stress_for_each_begun_tenth(percent: int, stress: int) -> None:
    assert arithmetic.army_stress(TABLES, percent, 100) == stress


@pytest.mark.rule("SK-BATTLE-07")
def test_the_armies_of_the_book() -> None:
    assert (arithmetic.army_stress(TABLES, 1000, 500), arithmetic.army_stress(TABLES, 500, 1000)) == (10, 5)
    assert arithmetic.army_stress(TABLES, 200, 1000) == 2
    assert arithmetic.army_stress(TABLES, 1, 1_000_000) == 1


@pytest.mark.parametrize(("size", "enemy", "is_so"), [(1000, 500, True), (999, 500, False), (500, 1000, False)])
def test_twice_the_size_is_serious(size: int, enemy: int, is_so: bool) -> None:
    assert arithmetic.outnumbers(TABLES, size, enemy) is is_so


@pytest.mark.parametrize(("degree", "damage"), [(-3, 0), (0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_an_army_does_half_its_degree_in_damage_rounded_up(degree: int, damage: int) -> None:
    assert arithmetic.army_damage(TABLES, degree) == damage


def test_an_army_loses_people_as_it_lost_stress_rounded_up() -> None:
    assert arithmetic.army_losses(500, 2, 5) == 200
    assert arithmetic.army_losses(101, 1, 10) == 11


def test_divining_the_obscure_specific_future_is_formidable() -> None:
    assert arithmetic.divination_difficulty(TABLES, is_distant=True, is_obscure=True, is_specific=True) == 8
    assert arithmetic.divination_difficulty(TABLES) == 2
    assert arithmetic.divination_difficulty(TABLES, is_imperfect=True) == 4


def test_a_moving_glamour_for_two_senses_is_harder_by_four() -> None:
    assert arithmetic.glamour_difficulty(TABLES) == 2
    assert arithmetic.glamour_difficulty(TABLES, 2, is_moving=True) == 6


def test_what_experience_comes_from_and_buys() -> None:
    prices = TABLES.experience
    assert prices.per_new_level == 1
    assert (prices.new_skill, prices.stunt, prices.aspect, prices.refresh) == (1, 3, 3, 3)
    assert (prices.per_refresh, prices.oath_fulfilled, prices.exceptional_deeds) == (1, 1, 1)


@pytest.mark.parametrize(
    ("cost", "wealth", "is_tested"),
    [(0, 0, False), (0, 1, False), (1, 1, True), (1, 2, True), (1, 3, False), (2, 3, True), (5, 3, True)],
)
def test_a_cost_one_below_wealth_is_out_of_the_ordinary(cost: int, wealth: int, is_tested: bool) -> None:
    assert arithmetic.needs_wealth_test(TABLES, cost, wealth) is is_tested


def test_things_for_others_are_always_out_of_the_ordinary() -> None:
    assert arithmetic.needs_wealth_test(TABLES, 0, 5, for_others=True)


@pytest.mark.parametrize(("cost", "value"), [(0, 0), (1, 0), (2, 1), (6, 5)])
def test_a_thing_is_sold_for_one_less_than_it_cost(cost: int, value: int) -> None:
    assert arithmetic.value_of_sold(TABLES, cost) == value


def test_the_figures_of_fate_points() -> None:
    points = TABLES.fate_points
    assert (points.pool_per_player, points.friendly_significant, points.mid_session_pool) == (3, 3, 5)
    assert (points.compel_offers, points.compel_refusal) == ((1, 2, 3), 1)
    assert points.aspect_bonus == 2
    assert (points.player_compel, points.player_compel_refusal) == (1, 0)


def test_the_figures_of_combat() -> None:
    combat = TABLES.combat.figures
    assert (combat.most_extra_zones, combat.most_zones) == (2, 3)
    assert {row.id: row.difficulty for row in TABLES.procedures} == {"hunting": 2, "run": 2, "save-fallen": 0}
    assert (combat.obstruction_difficulty, combat.obstruction, combat.obstruction_raise) == (2, 2, 1)
    assert (combat.ambush_bonus, combat.defensive_bonus, combat.offensive_bonus, combat.charge_bonus) == (2, 2, 2, 2)
    assert (combat.mounted_damage, combat.shots_before_out) == (1, 3)


def test_the_figures_of_a_battle() -> None:
    battle = TABLES.battle.figures
    assert battle.preliminaries == ("manoeuvring", "magic", "champions")
    assert (battle.heroics_price, battle.bodyguard_per_stress, battle.deputy_levels_below) == (1, 2, 1)
    assert (battle.recovery_difficulty, battle.recovery_percent) == (2, 10)
    assert (battle.losing_difficulty, battle.wiped_out_difficulty) == (2, 4)
    assert battle.magic_skills == ("spirit-magic", "glamour", "faith")


def test_sample_consequences_come_by_severity_and_score() -> None:
    rows = {(each.severity, each.score): len(each.aspects) for each in TABLES.healing.examples}
    assert rows == {
        ("mild", "health"): 5,
        ("mild", "composure"): 5,
        ("moderate", "health"): 5,
        ("moderate", "composure"): 5,
        ("severe", "health"): 4,
        ("severe", "composure"): 4,
    }


def _changed(row: Struct, **changes: object) -> Struct:
    return msgspec.structs.replace(row, **changes)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"stunts": ()}, "does not unlock"),
        ({"animals": ()}, "which is no animal"),
        ({"skills": TABLES.skills[:3]}, "which is no skill"),
        ({"skills": (*TABLES.skills, TABLES.skills[0])}, "two skills are called awareness"),
        ({"time": msgspec.structs.replace(TABLES.time, track=("Instant",))}, "not on the time track"),
        ({"stunt_types": ()}, "of an unknown type"),
        ({"skills": (_changed(TABLES.skills[0], calling="diviner"), *TABLES.skills[1:])}, "if and only if"),
        ({"stunts": (_changed(TABLES.stunts[0], skills=("luck",)), *TABLES.stunts[1:])}, "names luck"),
        ({"stunts": (_changed(TABLES.stunts[0], text="{what}"), *TABLES.stunts[1:])}, "no blank for what"),
        ({"stunts": tuple(each for each in TABLES.stunts if each.id != "planned-assault")}, "which is no stunt"),
        ({"arms": _changed(TABLES.arms, ranged=TABLES.arms.ranged[:2])}, "another weapon when it is thrown"),
    ],
)
def test_tables_that_contradict_each_other_cannot_be_put_together(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        msgspec.structs.replace(TABLES, **change)
