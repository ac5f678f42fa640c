"""Making a player character: the steps, the aspects, the approaches, refresh and the number of stunts."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterable, Mapping

import msgspec
import pytest

from fatetable.builder.drafts import errors, fill
from fatetable.builder.sheet_import import read_any
from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.characters.creation import AllocateInput, FeaturesInput, TellInput, TextInput
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets import load
from fatetable.rulesets.fae.book.tables import RULESET
from fatetable.rulesets.fae.creation.checks.whole_sheet import problems
from fatetable.rulesets.fae.creation.procedure import blank, creation
from fatetable.rulesets.fae.dials import Dials
from fatetable.rulesets.fae.sheet.derived import (
    consequence_slots,
    free_stunts_left,
    most_stunts,
    refresh_of,
    stress_boxes,
)
from fatetable.rulesets.fae.tests.support.book import TABLES

DEFAULTS = Dials()

ANSWERS: dict[str, object] = {
    "aspects.high-concept": "Lighthouse Keeper of the Last Coast",
    "aspects.trouble": "The Sea Wants Me Back",
    "aspects.other-1": "Nobody Drowns on My Watch",
    "name": "Maren",
    "description": "Salt-white hair and a lantern.",
    "traits": {"careful": 3, "clever": 2, "flashy": 0, "forceful": 2, "quick": 1, "sneaky": 1},
}


def fill_all(sheet: Sheet, answers: Mapping[str, object]) -> Sheet:
    for path, value in answers.items():
        sheet = fill(sheet, path, value)
    return sheet


def hero(**changes: object) -> Sheet:
    """A playable character with nothing optional, changed as a test needs it."""
    return msgspec.structs.replace(fill_all(creation(TABLES, DEFAULTS).blank("hero"), ANSWERS), **changes)


def with_stunts(number: int, **numbers: int) -> Sheet:
    ready = [stunt.feature for stunt in TABLES.stunts]
    return hero(features=tuple(ready[:number]), numbers=numbers)


def codes(found: Iterable[Problem]) -> list[str]:
    return [problem.code for problem in found]


def error_codes(sheet: Sheet, dials: Dials = DEFAULTS) -> list[str]:
    return codes(errors(problems(TABLES, sheet, dials)))


@pytest.mark.rule("FAE-CHAR-01")
def test_an_empty_draft_lists_everything_the_five_required_steps_ask_for() -> None:
    assert error_codes(creation(TABLES, DEFAULTS).blank("hero")) == [
        "name-missing",
        "appearance-missing",
        "high-concept-missing",
        "trouble-missing",
        "third-aspect-missing",
        *["approach-missing"] * 6,
    ]


@pytest.mark.rule("FAE-CHAR-01")
def test_the_steps_come_in_the_order_of_the_short_version_and_only_the_last_is_optional() -> None:
    steps = creation(TABLES, DEFAULTS).steps(blank("hero"))
    assert [step.id for step in steps] == ["concept", "third-aspect", "name", "approaches", "refresh", "extras"]
    assert [step.id for step in steps if step.optional] == ["extras"]


@pytest.mark.rule("FAE-CHAR-01")
def test_the_steps_may_be_answered_in_any_order() -> None:
    procedure = creation(TABLES, DEFAULTS)
    wanted = procedure.finish(fill_all(procedure.blank("hero"), ANSWERS))
    paths = list(ANSWERS)
    for seed in range(10):
        random.Random(seed).shuffle(paths)
        draft = fill_all(procedure.blank("hero"), {path: ANSWERS[path] for path in paths})
        assert procedure.finish(draft) == wanted


@pytest.mark.rule("FAE-CHAR-01")
@pytest.mark.parametrize("path", ANSWERS)
def test_a_character_is_not_finished_while_a_required_answer_is_missing(path: str) -> None:
    procedure = creation(TABLES, DEFAULTS)
    draft = fill_all(procedure.blank("hero"), {other: answer for other, answer in ANSWERS.items() if other != path})
    assert errors(procedure.problems(procedure.finish(draft)))


@pytest.mark.rule("FAE-CHAR-02")
def test_the_first_step_reminds_of_the_setting_and_of_the_other_characters() -> None:
    first = creation(TABLES, DEFAULTS).steps(blank("hero"))[0]
    assert "setting" in first.help
    assert "other players' characters" in first.help
    assert "FAE-CHAR-02" in first.cites


@pytest.mark.rule("FAE-CHAR-03")
@pytest.mark.parametrize(("number", "is_allowed"), [(2, False), (3, True), (4, True), (5, True), (6, False)])
def test_a_character_has_three_to_five_aspects(number: int, is_allowed: bool) -> None:
    slots = ["high-concept", "trouble", "other-1", "other-2", "other-3", "other-4"][:number]
    sheet = hero(aspects={slot: f"Aspect of {slot}" for slot in slots})
    assert (error_codes(sheet) == []) is is_allowed


@pytest.mark.parametrize(
    ("slot", "code"),
    [
        pytest.param("high-concept", "high-concept-missing", marks=pytest.mark.rule("FAE-CHAR-04")),
        pytest.param("trouble", "trouble-missing", marks=pytest.mark.rule("FAE-CHAR-05")),
        pytest.param("other-1", "third-aspect-missing", marks=pytest.mark.rule("FAE-CHAR-06")),
    ],
)
@pytest.mark.parametrize("phrase", [None, "", "   "])
def test_each_of_the_three_first_aspects_is_required(slot: str, code: str, phrase: str | None) -> None:
    aspects = {name: text for name, text in hero().aspects.items() if name != slot}
    if phrase is not None:
        aspects[slot] = phrase
    assert error_codes(hero(aspects=aspects)) == [code]


@pytest.mark.rule("FAE-CHAR-06")
def test_any_further_aspect_serves_as_the_third() -> None:
    assert error_codes(hero(aspects={"high-concept": "A", "trouble": "B", "other-3": "C"})) == []


@pytest.mark.rule("FAE-CHAR-07")
def test_the_fourth_and_fifth_aspect_may_stay_blank() -> None:
    sheet = hero(aspects={**hero().aspects, "other-2": "", "other-3": " "})
    assert problems(TABLES, sheet, DEFAULTS) == ()
    assert set(creation(TABLES, DEFAULTS).finish(sheet).aspects) == {"high-concept", "trouble", "other-1"}
    optional = [
        each.path
        for step in creation(TABLES, DEFAULTS).steps(blank("hero"))
        for each in step.inputs
        if isinstance(each, TextInput) and each.optional
    ]
    assert optional == ["aspects.other-2", "aspects.other-3"]


def test_an_aspect_written_twice_draws_advice_only() -> None:
    sheet = hero(aspects={**hero().aspects, "other-2": "the sea wants me back"})
    assert codes(problems(TABLES, sheet, DEFAULTS)) == ["aspect-repeated"]
    assert error_codes(sheet) == []


@pytest.mark.rule("FAE-CHAR-08")
def test_name_and_looks_are_asked_for_together() -> None:
    [step] = [step for step in creation(TABLES, DEFAULTS).steps(blank("hero")) if "FAE-CHAR-08" in step.cites]
    assert [each.path for each in step.inputs] == ["name", "description"]
    assert error_codes(hero(name=" ")) == ["name-missing"]
    assert error_codes(hero(description="")) == ["appearance-missing"]


@pytest.mark.rule("FAE-CHAR-09")
def test_every_character_has_the_six_approaches_and_no_skills() -> None:
    assert [approach.name for approach in TABLES.approaches] == [
        "Careful",
        "Clever",
        "Flashy",
        "Forceful",
        "Quick",
        "Sneaky",
    ]
    ratings = dict(hero().traits)
    assert error_codes(hero(traits={**ratings, "fight": 0})) == ["unknown-approach"]
    for approach in ratings:
        without = {name: rating for name, rating in ratings.items() if name != approach}
        found = problems(TABLES, hero(traits=without), DEFAULTS)
        assert [(problem.code, problem.where) for problem in found] == [("approach-missing", f"traits.{approach}")]


@pytest.mark.rule("FAE-CHAR-09", "FAE-CHAR-10")
def test_ratings_that_cannot_fit_are_told_together_with_the_approach_that_is_missing() -> None:
    ratings = {"careful": 3, "clever": 3, "flashy": 2, "forceful": 1, "quick": 1}
    found = {problem.code: problem for problem in problems(TABLES, hero(traits=ratings, name=""), DEFAULTS)}
    assert {"approach-missing", "approach-array", "name-missing"} <= set(found)
    assert found["approach-array"].message.endswith("which leaves none for +3.")
    advanced = hero(traits=ratings, numbers={"raises": 2, "milestones-significant": 2})
    assert "approach-array" not in error_codes(advanced), "raises may explain them"
    extra = {**hero().traits, "careful": 5, "fight": 0}
    assert {"unknown-approach", "approach-array"} <= set(error_codes(hero(traits=extra)))


@pytest.mark.rule("FAE-CHAR-10", "FAE-APPR-02")
def test_only_one_good_two_fair_two_average_and_one_mediocre_are_allowed_at_the_start() -> None:
    names = [approach.id for approach in TABLES.approaches]
    allowed = [
        ratings
        for ratings in itertools.product(range(-1, 5), repeat=6)
        if sum(ratings) == 9 and error_codes(hero(traits=dict(zip(names, ratings, strict=True)))) == []
    ]
    assert set(allowed) == set(itertools.permutations((3, 2, 2, 1, 1, 0)))


@pytest.mark.rule("FAE-CHAR-10")
@pytest.mark.parametrize("quick", [0, 2, 3])
def test_ratings_of_another_sum_are_refused_at_the_start(quick: int) -> None:
    assert error_codes(hero(traits={**hero().traits, "quick": quick})) == ["approach-array"]


@pytest.mark.rule("FAE-CHAR-10")
def test_the_step_for_approaches_hands_out_the_array_over_all_six() -> None:
    [allocation] = [
        each
        for step in creation(TABLES, DEFAULTS).steps(blank("hero"))
        for each in step.inputs
        if isinstance(each, AllocateInput)
    ]
    assert allocation.array == (3, 2, 2, 1, 1, 0)
    assert [trait.value for trait in allocation.traits] == [approach.id for approach in TABLES.approaches]


@pytest.mark.rule("FAE-APPR-02")
@pytest.mark.parametrize(("rating", "is_allowed"), [(-1, False), (0, True), (5, True), (6, False)])
def test_an_approach_lies_between_mediocre_and_superb_even_after_advancement(rating: int, is_allowed: bool) -> None:
    ratings = {"careful": 3, "clever": 3, "flashy": 2, "forceful": 2, "quick": 1, "sneaky": rating}
    sheet = hero(traits=ratings, numbers={"raises": sum(ratings.values()) - 9})
    assert ("approach-out-of-range" in error_codes(sheet)) is not is_allowed


@pytest.mark.rule("FAE-CHAR-12")
def test_no_stunt_and_one_stunt_are_both_a_fine_start() -> None:
    assert problems(TABLES, with_stunts(0), DEFAULTS) == ()
    assert problems(TABLES, with_stunts(1), DEFAULTS) == ()


@pytest.mark.rule("FAE-CHAR-12", "FAE-CHAR-13")
@pytest.mark.parametrize("agreed", [1, 2, 3])
@pytest.mark.parametrize("owned", [0, 1, 2, 3, 4, 5])
def test_more_stunts_than_the_table_starts_with_draw_advice_and_no_refusal(agreed: int, owned: int) -> None:
    found = problems(TABLES, with_stunts(owned), Dials(starting_stunts=agreed))
    assert codes(found) == (["more-stunts-than-agreed"] if owned > agreed else [])
    assert errors(found) == ()


@pytest.mark.rule("FAE-CHAR-13")
def test_advice_about_a_fourth_stunt_says_what_it_costs() -> None:
    [advice] = problems(TABLES, with_stunts(5), Dials(starting_stunts=3))
    assert "lower refresh to 1" in advice.message


def test_an_advanced_character_may_own_more_stunts_than_new_ones_start_with() -> None:
    assert problems(TABLES, with_stunts(3, **{"milestones-minor": 2}), DEFAULTS) == ()


@pytest.mark.rule("FAE-CHAR-14")
def test_refresh_starts_at_three_and_the_finished_sheet_says_so() -> None:
    assert creation(TABLES, DEFAULTS).finish(hero()).numbers["refresh"] == 3
    assert error_codes(hero(numbers={"refresh": 4})) == ["refresh-wrong"]
    assert error_codes(hero(numbers={"refresh": 2})) == ["refresh-wrong"]


@pytest.mark.rule("FAE-CHAR-15")
@pytest.mark.parametrize(
    ("owned", "gained", "refresh"),
    [(0, 0, 3), (1, 0, 3), (3, 0, 3), (4, 0, 2), (5, 0, 1), (3, 1, 4), (4, 1, 3), (6, 1, 1)],
)
def test_each_stunt_beyond_the_third_lowers_refresh_by_one(owned: int, gained: int, refresh: int) -> None:
    sheet = with_stunts(owned, **{"refresh-gained": gained})
    assert refresh_of(TABLES, sheet) == refresh
    assert error_codes(with_stunts(owned, refresh=refresh, **{"refresh-gained": gained})) == []


@pytest.mark.rule("FAE-CHAR-16")
@pytest.mark.parametrize(("owned", "gained", "is_allowed"), [(5, 0, True), (6, 0, False), (6, 1, True), (7, 1, False)])
def test_refresh_may_never_fall_below_one(owned: int, gained: int, is_allowed: bool) -> None:
    sheet = with_stunts(owned, **{"refresh-gained": gained})
    assert error_codes(sheet) == ([] if is_allowed else ["refresh-too-low"])
    assert most_stunts(TABLES, sheet) == 5 + gained


@pytest.mark.rule("FAE-CHAR-16")
def test_the_builder_offers_a_new_character_no_more_than_five_stunts() -> None:
    [stunts] = [
        each
        for step in creation(TABLES, DEFAULTS).steps(blank("hero"))
        for each in step.inputs
        if isinstance(each, FeaturesInput)
    ]
    assert (stunts.least, stunts.most) == (0, 5)


@pytest.mark.rule("FAE-CHAR-17")
@pytest.mark.parametrize("stunts", [0, 5])
@pytest.mark.parametrize("kind", ["hero", "named"])
def test_a_full_character_has_three_stress_boxes_whatever_its_ratings_and_stunts(kind: str, stunts: int) -> None:
    sheet = msgspec.structs.replace(with_stunts(stunts), kind=kind)
    for forceful in (0, 5):
        raised = msgspec.structs.replace(sheet, traits={**sheet.traits, "forceful": forceful})
        assert stress_boxes(TABLES, raised, DEFAULTS) == 3


@pytest.mark.rule("FAE-CHAR-18")
@pytest.mark.parametrize("forceful", [0, 5])
def test_a_full_character_has_a_mild_a_moderate_and_a_severe_slot_and_never_more(forceful: int) -> None:
    sheet = hero(traits={**hero().traits, "forceful": forceful})
    assert dict(consequence_slots(TABLES, sheet)) == {"mild": 2, "moderate": 4, "severe": 6}


@pytest.mark.rule("FAE-CHAR-19")
def test_steps_and_figures_together_have_a_place_for_every_field_of_the_sheet() -> None:
    procedure = creation(TABLES, DEFAULTS)
    asked = {
        each.path
        for step in procedure.steps(procedure.blank("hero"))
        for each in step.inputs
        if not isinstance(each, TellInput)
    }
    told = {figure.path for figure in procedure.figures(hero())}
    assert asked | told == {
        "name",
        "description",
        "aspects.high-concept",
        "aspects.trouble",
        "aspects.other-1",
        "aspects.other-2",
        "aspects.other-3",
        "traits",
        "features",
        "stress",
        "consequences",
        "numbers.refresh",
        "free-stunts",
    }


@pytest.mark.rule("FAE-CHAR-20")
def test_blank_aspects_and_the_first_stunt_may_be_filled_in_later_without_any_milestone() -> None:
    begun = creation(TABLES, DEFAULTS).finish(hero())
    filled = msgspec.structs.replace(
        begun,
        aspects={**begun.aspects, "other-2": "Owes Ilse a Boat", "other-3": "Reads the Weather"},
        features=(TABLES.stunts[0].feature,),
    )
    assert problems(TABLES, filled, DEFAULTS) == ()
    assert refresh_of(TABLES, filled) == 3


@pytest.mark.rule("FAE-CHAR-22")
@pytest.mark.parametrize(("owned", "free"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, 0)])
def test_the_sheet_says_how_many_stunts_are_still_free(owned: int, free: int) -> None:
    sheet = with_stunts(owned)
    assert free_stunts_left(TABLES, sheet) == free
    told = {figure.path: figure.text for figure in creation(TABLES, DEFAULTS).figures(sheet)}
    assert told["free-stunts"] == str(free)


@pytest.mark.rule("FAE-ADV-12")
@pytest.mark.parametrize(
    ("raises", "forceful", "found"),
    [(1, 3, []), (2, 4, []), (1, 2, ["approach-sum"]), (1, 4, ["approach-sum"]), (3, 5, [])],
)
def test_an_advanced_sheet_adds_up_to_nine_and_one_for_each_raise(raises: int, forceful: int, found: list[str]) -> None:
    sheet = hero(traits={**hero().traits, "forceful": forceful}, numbers={"raises": raises})
    assert error_codes(sheet) == found


@pytest.mark.rule("FAE-ADV-12")
def test_raises_beyond_the_milestones_that_grant_them_are_an_error() -> None:
    ratings = {**hero().traits, "forceful": 4}
    for significant, major, found in [(1, 1, []), (2, 0, []), (1, 0, ["too-many-raises"]), (0, 1, ["too-many-raises"])]:
        numbers = {
            "raises": 2,
            "milestones-significant": significant,
            "milestones-major": major,
            "refresh-gained": major,
        }
        assert error_codes(hero(traits=ratings, numbers=numbers)) == found


@pytest.mark.rule("FAE-ADV-12")
@pytest.mark.parametrize(
    ("major", "gained", "found"), [(1, 1, []), (1, 0, ["refresh-gained"]), (0, 1, ["refresh-gained"])]
)
def test_each_major_milestone_gives_exactly_one_refresh(major: int, gained: int, found: list[str]) -> None:
    assert error_codes(hero(numbers={"milestones-major": major, "refresh-gained": gained})) == found


@pytest.mark.rule("FAE-ADV-12")
def test_a_spread_no_raises_lead_to_draws_advice() -> None:
    ratings = {"careful": 2, "clever": 2, "flashy": 2, "forceful": 2, "quick": 2, "sneaky": 0}
    assert codes(problems(TABLES, hero(traits=ratings, numbers={"raises": 1}), DEFAULTS)) == ["approach-spread"]


@pytest.mark.rule("FAE-ADV-12")
def test_a_sheet_without_history_is_read_as_advanced_by_its_figures() -> None:
    foreign = hero(traits={**hero().traits, "forceful": 4}, numbers={"refresh": 5})
    assert set(error_codes(foreign)) == {"approach-array", "refresh-wrong"}
    read = load(RULESET).creation.adopt(foreign, 5)
    assert read.numbers == {"refresh": 5, "raises": 2, "refresh-gained": 2}
    assert error_codes(read) == []


@pytest.mark.rule("FAE-ADV-12")
def test_a_hero_of_another_tool_is_imported_with_the_advances_its_figures_show() -> None:
    ratings = {**hero().traits, "forceful": 4}
    skills = {name: {"name": name.title(), "rank": rating} for name, rating in ratings.items()}
    details = {"fatePoints": {"refresh": 5}}
    file = {"name": "Reth", "type": "fate-core-official", "system": {"details": details, "skills": skills}}
    read = read_any(json.dumps(file), load(RULESET).creation, "hero", RULESET)
    assert (read.sheet.traits, read.sheet.numbers["raises"], read.sheet.numbers["refresh-gained"]) == (ratings, 2, 2)
    assert "The figures are those of a character who has advanced, so it was taken as one." in read.notes


@pytest.mark.rule("FAE-ADV-12")
def test_a_sum_below_nine_is_an_error_even_without_history() -> None:
    assert error_codes(hero(traits={**hero().traits, "forceful": 1})) == ["approach-array"]


@pytest.mark.parametrize("name", ["raises", "refresh-gained", "milestones-major"])
def test_nobody_advances_less_than_not_at_all(name: str) -> None:
    assert "negative-number" in error_codes(hero(numbers={name: -1}))


def test_an_error_the_game_master_waives_becomes_advice_that_says_so() -> None:
    sheet = hero(traits={**hero().traits, "quick": 3}, waived=("approach-array",))
    [advice] = problems(TABLES, sheet, DEFAULTS)
    assert (advice.severity, advice.code) == ("advice", "approach-array")
    assert advice.message.endswith("The GM has waived this.")


@pytest.mark.parametrize("code", ["approach-missing", "unknown-kind", "wrong-ruleset"])
def test_what_no_table_could_run_cannot_be_waived(code: str) -> None:
    broken = {
        "approach-missing": hero(traits={}),
        "unknown-kind": hero(kind="ghost"),
        "wrong-ruleset": hero(ruleset="another"),
    }[code]
    assert code in error_codes(msgspec.structs.replace(broken, waived=(code,)))


@pytest.mark.parametrize(
    "sheet",
    [
        hero(name="n" * 101),
        hero(description="d" * 4001),
        hero(aspects={**hero().aspects, "trouble": "t" * 201}),
        hero(features=(Feature(name="s" * 201, text="does something"),)),
        hero(features=(Feature(name="Long", text="s" * 4001),)),
    ],
)
def test_texts_longer_than_any_sheet_are_refused(sheet: Sheet) -> None:
    assert error_codes(sheet) == ["text-too-long"]


def test_control_characters_are_refused_but_paragraphs_are_not() -> None:
    assert error_codes(hero(name="Maren\x1b[2J")) == ["text-unprintable"]
    assert error_codes(hero(aspects={**hero().aspects, "trouble": "two\nlines"})) == ["text-unprintable"]
    assert error_codes(hero(description="first\nsecond\tthird")) == []


def test_every_problem_names_its_place_and_every_error_about_rules_cites_them() -> None:
    broken = hero(traits={"careful": 9}, aspects={}, features=(Feature(name=""),) * 7, numbers={"raises": -1})
    found = problems(TABLES, broken, DEFAULTS)
    assert len(found) > 10
    assert all(problem.where and problem.message.endswith(".") and problem.cites for problem in found)
    assert [problem.severity for problem in found] == sorted((p.severity for p in found), key="error advice".index)


def test_a_kind_that_does_not_exist_cannot_be_begun() -> None:
    with pytest.raises(MalformedCommand, match="There is no kind"):
        creation(TABLES, DEFAULTS).blank("ghost")
    with pytest.raises(MalformedCommand, match="There is no kind"):
        creation(TABLES, DEFAULTS).steps(hero(kind="ghost"))


def test_an_unknown_figure_on_a_sheet_draws_advice() -> None:
    assert codes(problems(TABLES, hero(numbers={"luck": 3}), DEFAULTS)) == ["unknown-number"]
