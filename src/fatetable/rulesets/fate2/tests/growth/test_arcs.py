"""Periods, arcs and goals: what advancement brings, when, and what the pyramid has to do with it."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.characters.sheet import Entry
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession
from fatetable.rulesets.fate2.growth.goals import AdaptGoal, ChooseAspect, ChooseGoal
from fatetable.rulesets.fate2.growth.periods import EndPeriod
from fatetable.rulesets.fate2.growth.repairs import AgreeOnBalance, ShiftRank
from fatetable.rulesets.fate2.growth.skill_ranks import SpendRank
from fatetable.rulesets.fate2.growth.time_off import LetTimePass, LivePhase
from fatetable.rulesets.fate2.tests.support.growing import CYRUS, GOAL, Growing, without_goal


def test_the_sample_stands_as_these_tests_take_it_to() -> None:
    g = Growing()
    assert [len(g.at(level)) for level in (3, 2, 1, 0)] == [1, 2, 3, 4]


# -- periods ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ADV-01")
def test_a_period_brings_everybody_one_rank_to_spend_or_to_save() -> None:
    g = Growing()
    assert g.refused("ana", SpendRank(actor=CYRUS, skill="athletics")) == "no-rank"
    g.period()
    assert g.career().unspent == 1
    g.period()
    assert g.career().unspent == 2
    assert g.actor("finn").sheet.numbers["ranks-gained"] == 2
    new = next(choice.value for choice in g.skills() if choice.value not in g.sheet_of().traits)
    g.spend(new)
    assert g.sheet_of().traits[new] == 0
    assert g.career().unspent == 1


@pytest.mark.rule("F2-ADV-01")
def test_one_occasion_brings_one_rank_and_only_the_gm_says_when() -> None:
    g = Growing()
    assert g.refused("ana", EndPeriod()) == "gm-only"
    g.start_scene()
    assert g.refused("gm", EndPeriod()) == "scene-running"
    g.do("gm", EndScene())
    g.do("gm", EndPeriod())
    assert g.refused("gm", EndPeriod()) == "one-rank"


def test_the_end_of_a_session_asks_whether_it_was_the_end_of_a_period() -> None:
    g = Growing()
    g.start_scene()
    g.do("gm", EndScene())
    g.do("gm", EndSession())
    assert g.prompt("period") is not None
    g.answer("gm", "period", "yes")
    assert g.career().unspent == 1
    assert g.card_rows()["Cyrus"] == ("spend 1 rank",)


# -- arcs and goals --------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ADV-02")
def test_with_the_fourth_rank_the_goal_becomes_an_aspect_with_a_level_and_a_box() -> None:
    g = Growing()
    for _ in range(3):
        g.period()
    assert not g.has_card(GOAL)
    g.period()
    sheet = g.sheet_of()
    assert sheet.levels["captain-of-the-free-company"] == 1
    assert g.card(GOAL).level == 1
    assert "goal" not in sheet.texts
    assert g.career().unspent == 4
    assert g.career().in_arc == 0
    assert g.refused("gm", AdaptGoal(CYRUS, "Duke")) == "no-goal"


@pytest.mark.rule("F2-ADV-02")
def test_a_goal_that_names_an_aspect_one_has_raises_it_with_its_boxes() -> None:
    g = Growing()
    for _ in range(4):
        g.period()
    g.do("ana", ChooseGoal(actor=CYRUS, slot="soldier"))
    assert g.sheet_of().texts["goal"] == "Soldier"
    for _ in range(4):
        g.period()
    assert (g.sheet_of().levels["soldier"], g.card("Soldier").level) == (3, 3)


@pytest.mark.rule("F2-ADV-03")
def test_the_goal_is_the_aspect_that_is_wanted_next() -> None:
    g = Growing()
    assert g.refused("ana", ChooseGoal(actor=CYRUS, words="Duke")) == "has-goal"
    for _ in range(4):
        g.period()
    assert g.card_rows()["Cyrus"] == ("spend 4 ranks", "choose a goal")
    assert g.refused("ana", ChooseGoal(actor=CYRUS, words=" ")) == "no-words"
    assert g.refused("ana", ChooseGoal(actor=CYRUS, slot="duke")) == "unknown-aspect"
    assert g.refused("bo", ChooseGoal(actor=CYRUS, words="Duke")) == "not-yours"
    g.do("ana", ChooseGoal(actor=CYRUS, words="Duke"))
    assert g.sheet_of().texts["goal"] == "Duke"


@pytest.mark.rule("F2-ADV-03")
def test_an_arc_that_ends_without_a_goal_takes_the_next_one_named() -> None:
    sheet = without_goal()
    g = Growing(heroes=(sheet,))
    for _ in range(5):
        g.period()
    g.do("ana", ChooseGoal(actor=CYRUS, words="Duke"))
    assert g.card("Duke").level == 1
    assert "goal" not in g.sheet_of().texts
    assert g.career().in_arc == 1


# -- balance ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ADV-04")
def test_during_an_arc_a_rank_may_unbalance_the_pyramid_and_this_is_told_before() -> None:
    g = Growing()
    g.period()
    raised = g.at(2)[0]
    label = next(choice.label for choice in g.skills() if choice.value == raised)
    assert label.endswith("to Great, pyramid lacks 9")
    g.spend(raised)
    assert g.career().missing == 9
    assert g.card_rows()["Cyrus"] == ("the pyramid lacks 9 ranks",)


@pytest.mark.rule("F2-ADV-04")
def test_no_new_goal_is_chosen_while_the_pyramid_is_out_of_balance() -> None:
    g = Growing()
    for _ in range(4):
        g.period()
    g.spend(g.at(0)[0])
    assert g.career().missing == 2
    assert g.refused("ana", ChooseGoal(actor=CYRUS, words="Duke")) == "unbalanced"
    g.spend(*g.new(1))
    assert g.career().missing == 1
    assert g.refused("ana", ChooseGoal(actor=CYRUS, words="Duke")) == "unbalanced"
    g.spend(*g.new(1))
    assert g.career().missing == 0
    g.do("ana", ChooseGoal(actor=CYRUS, words="Duke"))


def _unbalanced() -> Growing:
    """Cyrus has reached his goal and spent all on one skill's rise; two ranks would balance the pyramid."""
    g = Growing()
    for _ in range(4):
        g.period()
    g.spend(g.at(0)[0], *g.new(2))
    g.spend(g.at(0)[0])
    assert (g.career().unspent, g.career().missing) == (0, 2)
    return g


@pytest.mark.rule("F2-ADV-05")
def test_the_next_purchases_can_be_fixed_and_then_a_goal_is_chosen_at_once() -> None:
    g = _unbalanced()
    assert g.refused("ana", AgreeOnBalance(CYRUS, "purchases")) == "gm-only"
    assert g.refused("gm", AgreeOnBalance(CYRUS, "gm")) == "first-time"
    g.do("gm", AgreeOnBalance(CYRUS, "purchases"))
    g.do("ana", ChooseGoal(actor=CYRUS, words="Duke"))
    g.period()
    assert g.refused("ana", SpendRank(actor=CYRUS, skill=g.at(3)[0])) == "repair-first"
    g.repair("ana")
    g.period()
    g.repair("ana")
    assert g.career().missing == 0
    assert "repair" not in g.sheet_of().texts
    g.period()
    g.spend(g.at(3)[0])


@pytest.mark.rule("F2-ADV-05")
def test_levels_can_be_shifted_until_the_pyramid_is_balanced() -> None:
    g = _unbalanced()
    top = g.at(3)[0]
    assert g.refused("ana", ShiftRank(CYRUS, top, g.at(0)[0])) == "not-agreed"
    g.do("gm", AgreeOnBalance(CYRUS, "shift"))
    assert g.refused("ana", ChooseGoal(actor=CYRUS, words="Duke")) == "unbalanced"
    assert g.refused("ana", ShiftRank(CYRUS, g.at(0)[0], top)) == "no-nearer"
    ranks = sum(rating + 1 for rating in g.sheet_of().traits.values())
    while g.career().missing:
        g.shift()
    assert sum(rating + 1 for rating in g.sheet_of().traits.values()) == ranks
    g.do("ana", ChooseGoal(actor=CYRUS, words="Duke"))
    assert not g.offers("ana", ShiftRank)


@pytest.mark.rule("F2-ADV-05")
def test_if_it_becomes_a_habit_the_gm_spends_the_ranks_until_balance_is_restored() -> None:
    g = _unbalanced()
    g.do("gm", AgreeOnBalance(CYRUS, "shift"))
    while g.career().missing:
        g.shift()
    g.do("ana", ChooseGoal(actor=CYRUS, words="Duke"))
    for _ in range(4):
        g.period()
    assert g.refused("gm", AgreeOnBalance(CYRUS, "gm")) == "balanced"
    g.spend(g.at(3)[0])
    g.do("gm", AgreeOnBalance(CYRUS, "gm"))
    assert g.refused("gm", AgreeOnBalance(CYRUS, "shift")) == "agreed"
    assert g.refused("ana", SpendRank(actor=CYRUS, skill=g.at(0)[0])) == "gm-spends"
    assert g.refused("gm", SpendRank(actor=CYRUS, skill=g.at(4)[0])) == "repair-first"
    g.do("ana", ChooseGoal(actor=CYRUS, words="Prince"))
    while g.career().missing:
        if not g.career().unspent:
            g.period()
        g.repair("gm")
    g.period()
    g.spend(g.at(4)[0])


# -- adapting --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ADV-06")
def test_a_player_adapts_a_goal_with_the_consent_of_the_gm_and_loses_nothing() -> None:
    g = Growing()
    g.period()
    assert g.refused("bo", AdaptGoal(CYRUS, "Sergeant")) == "not-yours"
    g.do("ana", AdaptGoal(CYRUS, "Sergeant"))
    assert g.sheet_of().texts["goal"] == GOAL
    g.answer("gm", "goal", "no")
    assert g.sheet_of().texts["goal"] == GOAL
    g.do("ana", AdaptGoal(CYRUS, "Sergeant"))
    g.answer("gm", "goal", "yes")
    assert g.sheet_of().texts["goal"] == "Sergeant"
    assert (g.career().unspent, g.career().in_arc) == (1, 1)


@pytest.mark.rule("F2-ADV-06")
def test_the_gm_proposes_another_goal_and_the_player_may_choose_a_third() -> None:
    g = Growing()
    g.period()
    g.do("gm", AdaptGoal(CYRUS, "Sergeant"))
    g.answer("ana", "goal", "other")
    assert "goal" not in g.sheet_of().texts
    g.do("ana", ChooseGoal(actor=CYRUS, words="Innkeeper"))
    assert g.career().in_arc == 1


# -- alternatives ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ADV-10")
def test_where_ranks_are_awarded_an_aspect_is_chosen_once_there_are_enough() -> None:
    g = Growing(advancement="awarded")
    for _ in range(3):
        g.period()
    assert g.refused("ana", ChooseAspect(actor=CYRUS, words="Duke")) == "no-aspect"
    assert g.refused("ana", ChooseGoal(actor=CYRUS, words="Duke")) == "no-goals"
    g.period()
    assert not g.has_card(GOAL)
    g.spend(g.at(2)[0])
    assert g.refused("ana", ChooseAspect(actor=CYRUS, words="Duke")) == "unbalanced"
    g.do("gm", AgreeOnBalance(CYRUS, "purchases"))
    g.do("ana", ChooseAspect(actor=CYRUS, words="Duke"))
    assert g.card("Duke").level == 1
    assert g.refused("ana", ChooseAspect(actor=CYRUS, words="Prince")) == "no-aspect"


# -- off-screen ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ADV-08")
def test_a_long_time_may_be_lived_as_a_phase_of_an_aspect_and_four_balanced_ranks() -> None:
    g = Growing()
    assert g.refused("ana", LetTimePass()) == "gm-only"
    assert g.refused("ana", LivePhase(actor=CYRUS, words="Exile")) == "no-time"
    g.do("gm", LetTimePass())
    assert g.card_rows()["Cyrus"] == ("live a phase off-screen",)
    g.do("ana", LivePhase(actor=CYRUS, words="Exile"))
    assert (g.card("Exile").level, g.career().unspent) == (1, 4)
    assert g.sheet_of().texts["goal"] == GOAL
    assert g.refused("ana", LivePhase(actor=CYRUS, words="Duke")) == "no-time"
    assert g.refused("ana", SpendRank(actor=CYRUS, skill=g.at(3)[0])) == "unbalanced"
    g.spend(g.at(0)[0], *g.new(1))
    assert g.refused("ana", SpendRank(actor=CYRUS, skill=g.at(0)[0])) == "unbalanced"
    g.spend(*g.new(2))
    assert g.career().missing == 0


@pytest.mark.rule("F2-ADV-08")
def test_the_phase_may_reach_the_goal_comes_between_arcs_and_is_never_mandatory() -> None:
    g = Growing()
    g.do("gm", LetTimePass())
    g.do("ana", LivePhase(actor=CYRUS, slot="the goal"))
    assert g.card(GOAL).level == 1
    assert "goal" not in g.sheet_of().texts
    g.spend(*g.new(4))
    g.do("ana", ChooseGoal(actor=CYRUS, words="Duke"))
    g.period()
    g.do("gm", LetTimePass())
    assert g.refused("ana", LivePhase(actor=CYRUS, words="Exile")) == "in-an-arc"
    g.start_scene()
    assert "arcs" not in g.actor("finn").sheet.entries


# -- sheets that come with arcs --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gained", "arc", "code"),
    [
        (1, Entry(numbers={"footman": 2}), "ranks-too-many"),
        (3, Entry(name="Duke", numbers={"footman": 3}), "arc-not-over"),
        (1, Entry(numbers={"nonsense": 1}), "unknown-skill"),
        (9, Entry(numbers={"footman": -9}), "ranks-negative"),
    ],
)
def test_a_sheet_cannot_tell_of_ranks_that_nobody_gained(gained: int, arc: Entry, code: str) -> None:
    g = Growing()
    sheet = g.sheet("Cyrus")
    grown = msgspec.structs.replace(
        sheet, entries={**sheet.entries, "arcs": (arc,)}, numbers={**sheet.numbers, "ranks-gained": gained}
    )
    found = [problem.code for problem in g.ruleset.creation.problems(g.ruleset.creation.finish(grown))]
    assert code in found


def test_a_hero_who_has_advanced_comes_to_another_table() -> None:
    g = Growing()
    for _ in range(4):
        g.period()
    g.spend(*g.new(2))
    other = Growing(heroes=(g.sheet_of(),))
    assert other.card(GOAL).level == 1
    assert other.career().unspent == 2


def test_a_skill_that_does_not_exist_is_not_raised() -> None:
    g = Growing()
    g.period()
    assert g.refused("ana", SpendRank(actor=CYRUS, skill="nonsense")) == "unknown-skill"
