"""A history of phases: what came of it is read off the sheet, and every phase is judged with those before it."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from fatetable.builder import drafts
from fatetable.builder.assessment import assess
from fatetable.mechanics.characters.creation import RanksInput
from fatetable.mechanics.characters.sheet import Sheet
from tests.builder.phased_ruleset import LADDER, SYBIL, phase, procedure
from tests.builder.tiny_ruleset import WORDS

PHASES = SYBIL.entries["phases"]
SHEETS = (
    ({"herbalist": 1}, {"knife": 1, "herb-lore": 1, "healing": 1, "alertness": 1}),
    (
        {"herbalist": 1, "gypsy": 1},
        {"knife": 2, "healing": 2, "herb-lore": 1, "alertness": 1, "bluff": 1, "pickpocket": 1},
    ),
    (
        {"herbalist": 1, "gypsy": 2},
        {
            "knife": 3,
            "healing": 2,
            "herb-lore": 1,
            "alertness": 1,
            "bluff": 2,
            "pickpocket": 1,
            "move-silently": 1,
            "hide": 1,
        },
    ),
    (
        {"herbalist": 1, "gypsy": 2, "guild-thief": 1},
        {
            "knife": 3,
            "healing": 2,
            "herb-lore": 1,
            "alertness": 1,
            "bluff": 3,
            "pickpocket": 2,
            "move-silently": 1,
            "hide": 2,
            "pick-locks": 1,
        },
    ),
    (
        {"herbalist": 1, "gypsy": 2, "guild-thief": 1, "hunted": 1},
        {
            "knife": 4,
            "healing": 2,
            "herb-lore": 1,
            "alertness": 2,
            "bluff": 3,
            "pickpocket": 2,
            "move-silently": 1,
            "hide": 3,
            "pick-locks": 1,
            "streetwise": 1,
        },
    ),
)
"""After each phase: the levels of the aspects, and the marks of the skills."""


def lived(number: int) -> Sheet:
    return msgspec.structs.replace(SYBIL, entries={"phases": PHASES[:number]})


@pytest.mark.parametrize("number", range(1, 6))
def test_sybil_has_after_each_phase_what_the_book_says(number: int) -> None:
    made = procedure(number)
    sheet = made.finish(lived(number))
    levels, marks = SHEETS[number - 1]
    assert sheet.levels == levels
    assert list(sheet.aspects) == list(levels)
    assert {skill: rating + 1 for skill, rating in sheet.traits.items()} == marks
    assert sum(marks.values()) == 4 * number
    assert made.problems(sheet) == ()


def test_the_finished_sybil_is_the_sheet_of_the_book() -> None:
    made = procedure(5)
    sheet = made.finish(SYBIL)
    by_level = Counter(LADDER.word(rating) for rating in sheet.traits.values())
    assert by_level == {"Great": 1, "Good": 2, "Fair": 3, "Average": 4}
    assert sum(sheet.levels.values()) == 5
    figures = {figure.path: figure.text for figure in made.figures(sheet)}
    assert (figures["points"], figures["levels.gypsy"], figures["levels.hunted"]) == ("3", "Good", "Fair")


def test_the_fourth_phase_as_printed_lacks_a_rank_and_is_not_balanced() -> None:
    printed = msgspec.structs.replace(
        SYBIL, entries={"phases": (*PHASES[:3], phase("Guild Thief", "Pick Locks", "Bluff", "Hide"))}
    )
    found = procedure(4).problems(printed)
    where = "entries.phases.3.numbers"
    assert [(problem.code, problem.where) for problem in found] == [
        ("ranks-left", where),
        ("pyramid-unbalanced", where),
    ]
    assert found[0].message == "1 rank is left to spend."
    assert found[1].message == "2 at Good (+2) needs 3 at Fair (+1), and there is 2."


def test_a_pyramid_that_balances_only_later_is_reported_at_the_phases_before() -> None:
    first = phase("Duellist", "Knife", "Knife", "Knife", "Knife")
    second = phase("Duellist", "Hide", "Hide", "Hide", "Riding")
    third = phase("Duellist", "Bluff", "Bluff", "Bluff", "Riding")
    fourth = phase("Duellist", "Healing", "Healing", "Streetwise", "Alertness")
    fifth = phase("Duellist", "Streetwise", "Herb Lore", "Pick Locks", "Pickpocket")
    sheet = msgspec.structs.replace(SYBIL, entries={"phases": (first, second, third, fourth, fifth)})
    found = {problem.where for problem in procedure(5).problems(sheet)}
    assert found == {f"entries.phases.{place}.numbers" for place in range(4)}


def test_each_step_knows_what_was_learnt_in_the_phases_before() -> None:
    steps = procedure(5).steps(SYBIL)
    asked = {each.path: each for step in steps for each in step.inputs if isinstance(each, RanksInput)}
    assert asked["entries.phases.0.numbers"].held == {}
    assert asked["entries.phases.3.numbers"].held == SHEETS[2][1]


def test_a_draft_of_phases_says_what_is_done_and_what_is_left() -> None:
    draft = drafts.fill(lived(2), "entries.phases.2.numbers", {"knife": 1})
    found = assess(procedure(5), LADDER, WORDS, draft)
    assert [found.progress[f"phase-{number}"] for number in range(1, 6)] == ["done", "done", "open", "open", "open"]
    assert {each.path: each.text for each in found.remaining} == {
        "entries.phases.2.numbers": "3 ranks",
        "entries.phases.3.numbers": "4 ranks",
        "entries.phases.4.numbers": "4 ranks",
        "entries.powers": "up to 3 more",
    }
    assert {problem.step for problem in found.problems if problem.where.startswith("entries.phases.2")} == {"phase-3"}


def test_a_phase_can_be_filled_in_before_those_ahead_of_it() -> None:
    draft = drafts.fill(procedure(5).blank("hero"), "entries.phases.4.name", "Hunted")
    assert procedure(5).finish(draft).aspects == {"hunted": "Hunted"}
    missing = [problem.where for problem in procedure(5).problems(draft) if problem.code == "aspect-missing"]
    assert missing == [f"entries.phases.{place}.name" for place in range(4)]
