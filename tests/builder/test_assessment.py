"""A draft as a screen shows it: what is done, what is open, what can be waived and what is left to hand out."""

from __future__ import annotations

import msgspec

from fatetable.builder.assessment import Remainder, assess
from fatetable.mechanics.characters.creation import ChooseInput, FeaturesInput, ListInput, Step
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.characters.text_checks import with_waiver
from tests.builder.tiny_ruleset import LADDER, PROCEDURE, SAMPLE, WORDS

BLANK = Sheet(ruleset="tiny", name="", kind="clown")


def waivable(sheet: Sheet) -> tuple[Problem, ...]:
    """The procedure's own problems, where a missing name can be waived."""
    return tuple(with_waiver(problem, sheet, frozenset({"no-traits"}), "GM") for problem in PROCEDURE.problems(sheet))


LENIENT = msgspec.structs.replace(PROCEDURE, problems=waivable)


def test_a_step_is_open_while_it_has_an_error_and_done_once_it_has_an_answer() -> None:
    assert assess(PROCEDURE, LADDER, WORDS, BLANK).progress["who"] == "open"
    named = msgspec.structs.replace(BLANK, name="Bo")
    progress = assess(PROCEDURE, LADDER, WORDS, named).progress
    assert (progress["who"], progress["traits"]) == ("done", "open")


def test_a_step_that_may_stay_blank_is_neither_open_nor_done() -> None:
    assert "blank" in assess(PROCEDURE, LADDER, WORDS, BLANK).progress.values()


def test_every_problem_says_which_step_mends_it() -> None:
    found = {problem.code: problem.step for problem in assess(PROCEDURE, LADDER, WORDS, BLANK).problems}
    assert (found["no-name"], found["no-traits"]) == ("who", "traits")


def test_a_problem_of_a_whole_field_is_mended_where_its_first_entry_is_asked_for() -> None:
    wrong = Problem("error", "no-words", "aspects", "There are no words.")
    speechless = msgspec.structs.replace(PROCEDURE, problems=lambda sheet: (wrong,))
    assert [problem.step for problem in assess(speechless, LADDER, WORDS, BLANK).problems] == ["who"]


def test_only_what_the_ruleset_lets_go_can_be_waived() -> None:
    found = {problem.code: problem.can_be_waived for problem in assess(LENIENT, LADDER, WORDS, BLANK).problems}
    assert found == {"no-name": True, "no-traits": False, "no-tricks": False}


def test_a_waived_problem_stays_in_sight() -> None:
    waived = msgspec.structs.replace(BLANK, waived=("no-name", "no-traits"))
    found = {
        problem.code: (problem.severity, problem.is_waived)
        for problem in assess(LENIENT, LADDER, WORDS, waived).problems
    }
    assert found["no-name"] == ("advice", True)
    assert found["no-traits"] == ("error", False)


def test_figures_that_nobody_types_are_worked_out_for_a_draft() -> None:
    assessed = assess(PROCEDURE, LADDER, WORDS, BLANK)
    assert [figure.text for figure in assessed.figures] == ["0"]
    assert assessed.sheet.numbers == {}


def test_the_numbers_left_to_hand_out_are_told_in_words() -> None:
    half = msgspec.structs.replace(BLANK, traits={"wit": 1})
    assert Remainder("traits", "Talents", "Dull (+0)", "Traits") in assess(PROCEDURE, LADDER, WORDS, half).remaining
    assert (
        Remainder("traits", "Talents", "Bright (+1), Dull (+0)", "Traits")
        in assess(PROCEDURE, LADDER, WORDS, BLANK).remaining
    )
    assert "traits" not in [each.path for each in assess(PROCEDURE, LADDER, WORDS, SAMPLE).remaining]


def test_what_must_still_be_chosen_is_counted_down() -> None:
    inputs = (
        ListInput("lists.a", "A", least=2),
        ChooseInput("lists.b", "B", ()),
        FeaturesInput("features", "C", (), most=3),
    )
    asking = msgspec.structs.replace(PROCEDURE, steps=lambda kind: (Step(id="all", title="", help="", inputs=inputs),))
    draft = msgspec.structs.replace(BLANK, lists={"a": ("one",)})
    assert assess(asking, LADDER, WORDS, draft).remaining == (
        Remainder("lists.a", "A", "1 to choose"),
        Remainder("features", "C", "up to 3 more", is_owed=False),
    )
