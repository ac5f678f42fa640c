"""Challenges on the screen."""

from __future__ import annotations

import pytest

from fatetable.mechanics.view.encounter_blocks import LadderBlock, LadderSideView, ProgressBlock, ProgressRow
from fatetable.rulesets.fate2.challenges.rulings import MarkBox
from fatetable.rulesets.fate2.challenges.setting_up import CountSuccesses
from fatetable.rulesets.fate2.tests.support.challenging import CYRUS, FINN, Challenging


def ladder(g: Challenging) -> LadderBlock:
    return next(block for block in g.table.present("ana") if isinstance(block, LadderBlock))


def rungs(side: LadderSideView) -> list[tuple[str, str, int, int]]:
    return [(rung.range, rung.name, rung.marked, rung.boxes) for rung in side.rungs]


@pytest.mark.rule("F2-CHAL-02", "F2-CHAL-04")
def test_a_ladder_shows_its_five_parts_and_what_is_marked() -> None:
    g = Challenging()
    g.set_up(fragility="equal", fragile_from="3", span="A day", recovery="A week", difficulty=3, goal="Significant")
    g.check(1)
    block = ladder(g)
    assert (block.title, block.difficulty) == ("The Wall", "Great (+3)")
    assert block.fragility == "a failure by 3 or more: a success as large is lost"
    assert block.span == "a check, then a day"
    assert block.recovery == "a mark is lost after a week"
    assert block.note == "the next check can be made in a day"
    (side,) = block.sides
    assert rungs(side) == [
        ("0", "Minimal", 0, 2),
        ("1", "Competent", 1, 2),
        ("2", "Solid", 0, 2),
        ("3", "Significant", 0, 2),
        ("4+", "Complete", 0, 1),
    ]
    assert [rung.is_goal for rung in side.rungs] == [False, False, False, True, False]
    assert (side.name, side.note) == ("", "")


@pytest.mark.rule("F2-CHAL-14", "F2-CHAL-15", "F2-CHAL-16")
def test_of_two_each_has_a_track_with_what_its_losses_do() -> None:
    g = Challenging()
    g.set_up_ready("The Chess Match", actors=(CYRUS, FINN))
    g.checks(5, 1)
    block = ladder(g)
    assert (block.difficulty, block.fragility, block.recovery) == ("against each other", "", "")
    assert [side.name for side in block.sides] == ["Cyrus", "Finn"]
    assert rungs(block.sides[1]) == [
        ("0", "Minimal", 0, 8),
        ("1", "Competent", 1, 4),
        ("2-4", "Solid", 0, 2),
        ("5-6", "Significant", 1, 1),
        ("7+", "Complete", 0, 1),
    ]
    assert [side.note for side in block.sides] == ["", "-2 to every roll, -1 to the next roll"]
    assert [rung.result for rung in block.sides[1].rungs][3:] == ["the queen is lost", "checkmate"]


def test_who_opposes_a_challenge_is_named_with_what_losses_do_to_them() -> None:
    g = Challenging()
    g.set_up("opposed", penalises=True, fragility="event", event="the bridge sways")
    g.check(3)
    block = ladder(g)
    assert (block.difficulty, block.fragility) == ("against Finn", "the bridge sways")
    assert block.sides[0].note == "Finn: -1 to every roll"


def test_nothing_is_shown_of_a_challenge_that_is_over() -> None:
    g = Challenging()
    g.set_up(goal="Minimal")
    g.do("gm", MarkBox(challenge=g.challenge.id, box="0/0"))
    g.check(0)
    assert not any(isinstance(block, LadderBlock) for block in g.table.present("gm"))


@pytest.mark.rule("F2-TEST-10")
def test_long_work_is_shown_as_a_count() -> None:
    g = Challenging()
    g.do("gm", CountSuccesses(name="The House", difficulty=3, total=5, more_from="0", span="A day"))
    g.check(0)
    (block,) = (block for block in g.table.present("ana") if isinstance(block, ProgressBlock))
    note = "Great (+3); the next check can be made in a day"
    assert block.rows == (ProgressRow(label="The House", value=1, whole=5, note=note),)
