"""Hunting for rumours, as in the book: skills, results by the box, a day for each check, and news that gets stale."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.scenes.facts import FACTS
from fatetable.rulesets.fate2.challenges.rulings import MarkBox
from fatetable.rulesets.fate2.tests.support.challenging import CYRUS, Challenging


def hunting(**dials: Any) -> Challenging:
    g = Challenging(**dials)
    g.set_up_ready("Word on the Street")
    return g


def ask_around(g: Challenging, margin: int) -> None:
    """Cyrus, who is Average at it, against Fair."""
    g.do("ana", g.trying(CYRUS, "streetwise"))
    needed = margin + 1
    g.throw("ana", ("+" if needed > 0 else "-") * abs(needed) + "0" * (4 - abs(needed)))
    g.everyone_passes()


@pytest.mark.rule("F2-CHAL-12", "F2-CHAL-06", "F2-CHAL-07")
def test_ten_rumours_and_a_secret() -> None:
    g = hunting()
    boxes = [(rung.boxes, rung.result) for rung in g.challenge.rungs]
    assert boxes == [
        (1, ""),
        (1, ""),
        (5, "a doubtful rumour"),
        (5, "a useful rumour"),
        (1, "the secret"),
    ]
    assert sum(boxes for boxes, result in boxes if "rumour" in result) == 10
    assert g.challenge.difficulty == 1, "Fair, as the table of the book and its Poor result have it, not Good"


@pytest.mark.rule("F2-CHAL-12", "F2-CHAL-07")
def test_each_box_of_a_rumour_is_told() -> None:
    g = hunting()
    ask_around(g, 1)
    assert g.prompt("fate2-challenge-result") is None, "the lowest rungs give nothing"
    g.let_pass("A day")
    ask_around(g, 3)
    g.answer("gm", "fate2-challenge-result", "tell", words="The duke is ill.")
    (fact,) = g.table.state.get(FACTS)
    assert (fact.aspect, fact.fact) == ("A useful rumour", "The duke is ill.")
    g.let_pass("A day")
    ask_around(g, 2)
    g.answer("gm", "fate2-challenge-result", "tell", words=" ")
    assert len(g.table.state.get(FACTS)) == 1, "nothing has to be written"


@pytest.mark.rule("F2-CHAL-12")
def test_only_streetwise_and_contacting_will_do() -> None:
    g = hunting(social="general")
    assert g.refused("ana", g.trying(CYRUS, "endurance")) == "unknown-trait"
    for skill in ("streetwise", "contacting"):
        assert g.is_offered("ana", g.trying(CYRUS, skill))


@pytest.mark.rule("F2-CHAL-12", "F2-CHAL-09")
def test_a_failure_by_three_brings_the_thugs_and_takes_no_marks() -> None:
    """F2-EX-17: a Poor result, as in the table of the book and against its Fair; the prose names Good."""
    g = hunting()
    ask_around(g, 2)
    g.let_pass("A day")
    ask_around(g, -2)
    assert "sends thugs" not in g.told()
    g.let_pass("A day")
    ask_around(g, -3)
    assert g.last_roll.efforts[0].total == -2, "a Poor result"
    assert "Word on the Street: somebody takes offence and sends thugs." in g.told()
    assert g.marked() == (0, 0, 1, 0, 0)


@pytest.mark.rule("F2-CHAL-12", "F2-CHAL-10")
def test_one_check_a_day() -> None:
    g = hunting()
    ask_around(g, 2)
    again = g.trying(CYRUS, "streetwise")
    assert g.refused("ana", again) == "too-soon"
    g.let_pass("A few hours")
    assert g.refused("ana", again) == "too-soon"
    g.let_pass("A day")
    assert g.is_offered("ana", again)


@pytest.mark.rule("F2-CHAL-10")
def test_a_span_of_minutes_or_hours_goes_by_with_the_check() -> None:
    g = Challenging()
    g.set_up(span="A few hours")
    g.checks(0, 1)
    assert g.marked() == (1, 1, 0, 0, 0)


@pytest.mark.rule("F2-CHAL-11", "F2-CHAL-12")
def test_a_box_is_lost_each_week_in_which_nobody_asks() -> None:
    g = hunting()
    ask_around(g, 2)
    g.let_pass("A day")
    ask_around(g, 1)
    assert g.marked() == (0, 1, 1, 0, 0)
    g.let_pass("A few days")
    g.let_pass("A few days")
    assert g.marked() == (0, 1, 1, 0, 0)
    ask_around(g, -1)
    g.let_pass("A few days")
    assert g.marked() == (0, 1, 1, 0, 0), "who goes on asking loses nothing"
    g.let_pass("A week")
    assert g.marked() == (0, 0, 1, 0, 0), "the lowest first"
    g.let_pass("A few days")
    assert g.marked() == (0, 0, 1, 0, 0), "three days of the second week"
    g.let_pass("A few days")
    assert g.marked() == (0, 0, 0, 0, 0), "and the rest of it"
    assert "1 mark is lost with time" in g.told()


@pytest.mark.rule("F2-CHAL-11")
def test_several_weeks_take_several_boxes() -> None:
    g = hunting()
    for margin in (1, 2, 2, 3):
        ask_around(g, margin)
        g.let_pass("A day")
    g.let_pass("A few weeks")
    assert g.marked() == (0, 0, 0, 1, 0)


@pytest.mark.rule("F2-CHAL-12")
def test_the_secret_ends_the_hunt() -> None:
    g = hunting()
    for _ in range(5):
        g.do("gm", MarkBox(challenge=g.challenge.id, box="0/3"))
    assert g.running, "with every useful rumour told"
    ask_around(g, 3)
    g.answer("gm", "fate2-challenge-result", "tell", words="The duke is dead.")
    assert not g.running
    assert "The secret" in g.told()
