"""Ladders of challenges: what marks a box, what a failure does, and when the goal is reached."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.rulesets.fate2.book import read_tables
from fatetable.rulesets.fate2.challenges.marking import after_check
from fatetable.rulesets.fate2.challenges.rulings import ChangeRung, EndChallenge, MarkBox
from fatetable.rulesets.fate2.challenges.setting_up import CountSuccesses, SetUpChallenge
from fatetable.rulesets.fate2.tests.support.challenging import CYRUS, FINN, Challenging


def working(**settings: Any) -> Challenging:
    g = Challenging()
    g.set_up(**settings)
    return g


@pytest.mark.rule("F2-CHAL-01", "F2-CHAL-02", "F2-CHAL-03")
def test_each_success_marks_a_box_until_the_goal_is_reached() -> None:
    g = working()
    assert [rung.boxes for rung in g.challenge.rungs] == [2, 2, 2, 2, 1]
    g.checks(0, 1, 2, 3)
    assert g.marked() == (1, 1, 1, 1, 0)
    g.check(-1)
    assert g.marked() == (1, 1, 1, 1, 0), "a failure marks nothing"
    g.check(4)
    assert not g.running
    assert "The Wall: complete." in g.told()


@pytest.mark.rule("F2-CHAL-03")
def test_full_rungs_pass_a_success_up_and_small_ones_reach_the_top() -> None:
    g = working()
    g.checks(0, 0, 0)
    assert g.marked() == (2, 1, 0, 0, 0)
    g.checks(0, 0, 0, 0, 0)
    assert g.marked() == (2, 2, 2, 2, 0)
    g.check(0)
    assert not g.running


@pytest.mark.rule("F2-CHAL-03")
def test_a_success_above_the_top_marks_the_top() -> None:
    g = working(difficulty=1)
    g.check(5)
    assert not g.running


@pytest.mark.rule("F2-CHAL-03")
@pytest.mark.parametrize(("goal", "margins"), [("Significant", (3,)), ("Significant", (4,)), ("Minimal", (0,))])
def test_the_goal_may_be_lower_and_a_rung_above_it_is_as_good(goal: str, margins: tuple[int, ...]) -> None:
    g = working(goal=goal)
    g.checks(*margins)
    assert not g.running


@pytest.mark.rule("F2-CHAL-03")
def test_with_a_result_for_each_box_the_goal_is_all_of_them() -> None:
    g = working(spread="complicated", each_counts=True)
    g.check(4)
    assert g.marked() == (0, 0, 0, 0, 1)
    g.check(4)
    assert not g.running


@pytest.mark.rule("F2-CHAL-03")
def test_where_every_box_from_the_result_up_is_marked_nothing_more_is() -> None:
    g = working(goal="Complete", each_counts=True, spread="complicated")
    mark(g, (0, 0, 0, 4, 2))
    before = g.challenge
    assert after_check(before, (), CYRUS, margin=3, at=3).challenge == before
    assert after_check(before, (), CYRUS, margin=2, at=2).marked == ((0, 2),)


@pytest.mark.rule("F2-CHAL-05")
@pytest.mark.parametrize("difficulty", [-2, 1, 4])
def test_every_check_is_against_the_difficulty_of_the_challenge(difficulty: int) -> None:
    g = working(difficulty=difficulty)
    g.do("ana", g.trying())
    assert g.roll.difficulty == difficulty


@pytest.mark.rule("F2-CHAL-06")
@pytest.mark.parametrize(
    ("spread", "boxes"),
    [
        ("as usual", (2, 2, 2, 2, 1)),
        ("simple", (1, 1, 1, 1, 1)),
        ("complicated", (4, 4, 4, 4, 2)),
        ("a pyramid", (5, 4, 3, 2, 1)),
        ("an inverted pyramid", (1, 2, 3, 4, 5)),
    ],
)
def test_boxes_are_spread_as_the_gm_likes(spread: str, boxes: tuple[int, ...]) -> None:
    g = working(spread=spread)
    assert tuple(rung.boxes for rung in g.challenge.rungs) == boxes
    g.checks(*(1,) * (boxes[1] + 1))
    assert g.marked() == (0, boxes[1], 1, 0, 0)


@pytest.mark.rule("F2-CHAL-06", "F2-CHAL-07")
def test_any_rung_can_have_any_number_of_boxes_and_a_result() -> None:
    g = working()
    g.check(1)
    g.do("gm", ChangeRung(challenge=g.challenge.id, rung="Competent", boxes=7, result="a stone is set"))
    assert (g.challenge.rungs[1].boxes, g.challenge.rungs[1].result) == (7, "a stone is set")
    g.check(1)
    assert "a stone is set" in g.told()
    g.do("gm", ChangeRung(challenge=g.challenge.id, rung="Competent", boxes=0, result=""))
    assert (g.challenge.rungs[1].boxes, g.challenge.rungs[1].result) == (2, "a stone is set"), "those marked stay"
    g.do("gm", ChangeRung(challenge=g.challenge.id, rung="Complete", boxes=0, result=""))
    assert g.challenge.rungs[4].boxes == 1, "the goal keeps a box"
    assert g.refused("ana", ChangeRung(challenge=g.challenge.id, rung="Solid", boxes=1)) == "gm-only"
    assert g.refused("gm", ChangeRung(challenge=g.challenge.id, rung="Epic", boxes=1)) == "no-such-rung"


@pytest.mark.rule("F2-CHAL-08")
@pytest.mark.parametrize(
    ("marked", "failure", "left"),
    [
        ((1, 1, 1, 1, 0), 1, (1, 0, 1, 1, 0)),
        ((1, 2, 1, 1, 0), 1, (1, 1, 1, 1, 0)),
        ((1, 0, 1, 1, 0), 1, (1, 0, 0, 1, 0)),
        ((1, 1, 0, 1, 0), 2, (1, 1, 0, 0, 0)),
        ((1, 1, 1, 0, 0), 3, (1, 1, 1, 0, 0)),
        ((1, 1, 1, 1, 0), 4, (1, 1, 1, 1, 0)),
        ((0, 0, 0, 0, 1), 6, (0, 0, 0, 0, 0)),
        ((2, 0, 0, 0, 0), 1, (2, 0, 0, 0, 0)),
    ],
)
def test_a_failure_takes_a_success_as_large_or_the_next_larger(
    marked: tuple[int, ...], failure: int, left: tuple[int, ...]
) -> None:
    g = working(fragility="equal", difficulty=6 if failure > 4 else 3)
    mark(g, marked)
    g.check(-failure)
    assert g.marked() == left


@pytest.mark.rule("F2-CHAL-09")
@pytest.mark.parametrize(
    ("fragility", "left"),
    [
        ("none", (2, 1, 0, 1, 0)),
        ("equal", (2, 0, 0, 1, 0)),
        ("highest", (2, 1, 0, 0, 0)),
        ("all", (0, 0, 0, 0, 0)),
        ("event", (2, 1, 0, 1, 0)),
    ],
)
def test_what_a_failure_does_is_the_gms_choice(fragility: str, left: tuple[int, ...]) -> None:
    g = working(fragility=fragility, event="the scaffold shakes")
    mark(g, (2, 1, 0, 1, 0))
    g.check(-1)
    assert g.marked() == left
    assert ("the scaffold shakes" in g.told()) == (fragility == "event")


@pytest.mark.rule("F2-CHAL-09")
def test_a_failure_may_ruin_everything() -> None:
    g = working(fragility="ruin", fragile_from="2")
    g.checks(2, -1)
    assert g.running
    g.check(-2)
    assert not g.running
    assert "The Wall: ruined." in g.told()


@pytest.mark.rule("F2-CHAL-08", "F2-CHAL-09")
@pytest.mark.parametrize(("least", "failure", "is_lost"), [("3", 2, False), ("3", 3, True), ("4", 3, False)])
def test_only_failures_that_are_bad_enough_count(least: str, failure: int, is_lost: bool) -> None:
    g = working(fragility="all", fragile_from=least)
    g.checks(1, -failure)
    assert g.marked() == ((0,) * 5 if is_lost else (0, 1, 0, 0, 0))


# -- with opposition -------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-CHAL-14")
@pytest.mark.parametrize(
    ("margin", "marked"),
    [
        (0, (1, 0, 0, 0, 0)),
        (1, (0, 1, 0, 0, 0)),
        (2, (0, 0, 1, 0, 0)),
        (4, (0, 0, 1, 0, 0)),
        (5, (0, 0, 0, 1, 0)),
        (6, (0, 0, 0, 1, 0)),
        (-1, (0, 0, 0, 0, 0)),
    ],
)
def test_against_somebody_margins_are_read_in_the_wider_bands(margin: int, marked: tuple[int, ...]) -> None:
    g = working(way="opposed")
    g.check(margin)
    assert g.marked() == marked


@pytest.mark.rule("F2-CHAL-14", "F2-TEST-08")
def test_even_steps_are_used_on_ladders_too() -> None:
    g = Challenging(dynamic_bands="symmetric")
    g.set_up("opposed")
    g.checks(2, 3)
    assert g.marked() == (0, 1, 1, 0, 0)


@pytest.mark.rule("F2-CHAL-14", "F2-CHAL-08")
def test_who_is_opposed_loses_marks_by_failing() -> None:
    g = working(way="opposed", fragility="equal")
    mark(g, (0, 1, 0, 1, 0))
    g.check(-3)
    assert g.marked() == (0, 1, 0, 0, 0), "a failure by 3 is looked for from the rung 2 to 4 up"


@pytest.mark.rule("F2-CHAL-14", "F2-CHAL-08")
def test_of_two_the_loser_loses_what_they_had_won() -> None:
    g = working(way="two-sided", fragility="highest")
    g.checks(2, -1)
    assert (g.marked(CYRUS), g.marked(FINN)) == ((0, 1, 0, 0, 0), (0, 0, 0, 0, 0)), "Cyrus had marked the track of Finn"
    g.check(1)
    assert (g.marked(CYRUS), g.marked(FINN)) == ((0, 0, 0, 0, 0), (0, 1, 0, 0, 0))


@pytest.mark.rule("F2-CHAL-14")
def test_who_opposes_a_challenge_does_not_work_at_it() -> None:
    g = working(way="opposed")
    assert g.refused("bo", g.trying(FINN)) == "not-in-the-challenge"


@pytest.mark.rule("F2-CHAL-16")
def test_marks_make_the_rolls_of_whoever_opposes_it_harder_if_the_gm_likes() -> None:
    for penalises, lost in ((True, -2), (False, 0)):
        g = working(way="opposed", penalises=penalises)
        g.check(5)
        g.check(0)
        assert sum(part.amount for part in g.last_roll.efforts[1].modifiers if part.source == "losses") == lost


@pytest.mark.rule("F2-TEST-11", "F2-CHAL-14")
def test_two_who_reach_the_goal_together_draw() -> None:
    g = working(way="two-sided", goal="Minimal")
    g.check(0)
    assert "The Wall: a draw." in g.told()


# -- setting up and ruling -------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-CHAL-04")
def test_a_challenge_is_described_by_its_five_parts() -> None:
    g = working(fragility="highest", span="A day", recovery="A week", difficulty=2, spread="simple")
    found = g.challenge
    assert (found.difficulty, len(found.rungs), found.fragility, found.span, found.recovery) == (
        2,
        5,
        "highest",
        "A day",
        "A week",
    )


@pytest.mark.rule("F2-CHAL-04")
def test_only_the_gm_sets_up_a_challenge_and_only_whole() -> None:
    g = Challenging()
    (offer,) = (each for each in g.offers("gm", SetUpChallenge) if each.label == "Set up a challenge")
    assert not g.offers("ana", SetUpChallenge)
    assert g.refused("ana", offer.command) == "gm-only"
    assert g.refused("gm", offer.command) == "badly-set-up"


def test_the_gm_marks_and_clears_boxes_and_gives_a_challenge_up() -> None:
    g = working(way="two-sided")
    g.do("gm", MarkBox(challenge=g.challenge.id, box="1/2"))
    assert g.marked(FINN) == (0, 0, 1, 0, 0)
    g.do("gm", MarkBox(challenge=g.challenge.id, box="1/2", clears=True))
    assert g.marked(FINN) == (0, 0, 0, 0, 0)
    assert g.refused("gm", MarkBox(challenge=g.challenge.id, box="1/2", clears=True)) == "no-such-box"
    assert g.refused("ana", EndChallenge(challenge=g.challenge.id)) == "gm-only"
    g.do("gm", EndChallenge(challenge=g.challenge.id))
    assert not g.running
    assert "The Wall: given up." in g.told()


@pytest.mark.rule("F2-TEST-10")
def test_long_work_counts_successes_up_to_a_total() -> None:
    g = Challenging()
    g.do("gm", CountSuccesses(name="The House", difficulty=3, total=5, more_from="3", span="A few hours"))
    for margin, done in ((0, 1), (-1, 1), (2, 2), (3, 4)):
        g.check(margin)
        assert g.challenge.done == done
    g.check(4)
    assert not g.running
    assert "The House: 5 of 5." in g.told()
    assert "The House: complete." in g.told()


@pytest.mark.rule("F2-TEST-10")
def test_a_great_success_counts_once_where_nothing_else_is_said() -> None:
    g = Challenging()
    g.do("gm", CountSuccesses(name="The House", difficulty=3, total=5, more_from="0", span="none"))
    g.check(4)
    assert g.challenge.done == 1


def mark(g: Challenging, boxes: tuple[int, ...]) -> None:
    for rung, number in enumerate(boxes):
        for _ in range(number):
            g.do("gm", MarkBox(challenge=g.challenge.id, box=f"0/{rung}"))


def test_the_tables_of_ladders_fit_the_table_of_margins() -> None:
    tables = read_tables()
    assert len(tables.ladders.degrees) == len(tables.margins.rows)
    assert {len(each.boxes) for each in tables.ladders.spreads} == {len(tables.ladders.degrees)}
