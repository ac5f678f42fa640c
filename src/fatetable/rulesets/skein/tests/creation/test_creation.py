"""Making a player character of Skein: the steps, tales and oath, and what is checked after creation."""

from __future__ import annotations

import random
from collections.abc import Mapping

import msgspec
import pytest

from fatetable.builder.drafts import errors, fill
from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.characters.creation import (
    ChooseInput,
    ListInput,
    TellInput,
    TextInput,
)
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.skein.creation.checks.whole_sheet import KINDS, problems
from fatetable.rulesets.skein.creation.procedure import blank, creation
from fatetable.rulesets.skein.creation.samples import heroes, sample
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet.derived import experience_spent, refresh_of
from fatetable.rulesets.skein.sheet.stunts import compose
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.making import (
    ASPECTS,
    LISTS,
    PLAIN_STUNTS,
    SKILLS,
    advice_codes,
    codes,
    error_codes,
    hero,
    instead,
    stunts,
)

DEFAULTS = Dials()
ANSWERS: dict[str, object] = {
    "name": "Merrin",
    **{f"aspects.{slot}": phrase for slot, phrase in ASPECTS.items()},
    "traits": SKILLS,
    "features": stunts(*PLAIN_STUNTS),
    **{f"lists.{name}": entries for name, entries in LISTS.items()},
    "texts.mother-tongue": "the speech of the river people",
}


def fill_all(sheet: Sheet, answers: Mapping[str, object]) -> Sheet:
    for path, value in answers.items():
        sheet = fill(sheet, path, value)
    return sheet


def test_the_hero_of_these_tests_has_no_problems() -> None:
    assert problems(TABLES, hero(), DEFAULTS) == ()


# -- steps -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-CHAR-01")
def test_the_steps_come_in_the_order_of_the_book() -> None:
    steps = [step.id for step in creation(TABLES, DEFAULTS).steps(blank("hero"))]
    assert steps == [
        "name",
        *("tale-1", "tale-2", "tale-3", "tale-4", "oath", "free-aspect"),
        *("skills", "languages"),
        *("stunts", "stress", "fate-points", "resources"),
    ]


@pytest.mark.rule("SK-CHAR-01")
def test_the_steps_may_be_answered_in_any_order() -> None:
    procedure = creation(TABLES, DEFAULTS)
    wanted = procedure.finish(fill_all(procedure.blank("hero"), ANSWERS))
    paths = list(ANSWERS)
    for seed in range(10):
        random.Random(seed).shuffle(paths)
        draft = fill_all(procedure.blank("hero"), {path: ANSWERS[path] for path in paths})
        assert procedure.finish(draft) == wanted


@pytest.mark.rule("SK-CHAR-01", "SK-INTRO-03")
def test_an_empty_draft_lists_everything_a_character_is_made_of() -> None:
    found = error_codes(creation(TABLES, DEFAULTS).blank("hero"))
    assert found == [
        "name-missing",
        *["tale-aspect-missing"] * 4,
        "free-aspect-missing",
        "compulsory-skill-missing",
        "skill-count",
        "skill-pyramid",
        "stunt-count",
    ]


@pytest.mark.rule("SK-CHAR-01")
@pytest.mark.parametrize("path", ["name", "aspects.tale-1", "aspects.free", "traits", "features", "lists.companions"])
def test_a_character_is_not_finished_while_a_required_answer_is_missing(path: str) -> None:
    procedure = creation(TABLES, DEFAULTS)
    draft = fill_all(procedure.blank("hero"), {other: answer for other, answer in ANSWERS.items() if other != path})
    assert errors(procedure.problems(procedure.finish(draft)))


@pytest.mark.rule("SK-INTRO-03")
def test_steps_and_figures_together_have_a_place_for_aspects_skills_stunts_and_stress() -> None:
    procedure = creation(TABLES, DEFAULTS)
    inputs = [each for step in procedure.steps(procedure.blank("hero")) for each in step.inputs]
    asked = {each.path for each in inputs if not isinstance(each, TellInput)}
    told = {figure.path for figure in procedure.figures(hero())}
    assert {"traits", "features", "aspects.tale-1", "aspects.oath", "aspects.free"} <= asked
    assert {"numbers.health", "numbers.composure", "numbers.refresh", "consequences"} <= told
    assert {each.path for each in inputs if isinstance(each, TellInput)} <= told


def test_every_step_cites_rules_and_every_kind_has_steps() -> None:
    for kind in KINDS:
        steps = creation(TABLES, DEFAULTS).steps(blank(kind))
        assert steps
        assert all(step.cites for step in steps)
        assert all(step.help for step in steps)


def test_unknown_kinds_are_refused_with_those_there_are() -> None:
    with pytest.raises(MalformedCommand, match="hero, major, significant"):
        creation(TABLES, DEFAULTS).blank("ghost")
    with pytest.raises(MalformedCommand, match="hero, major, significant"):
        creation(TABLES, DEFAULTS).steps(Sheet(ruleset="skein", name="", kind="ghost"))


# -- tales and Aspects -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-CHAR-03")
@pytest.mark.parametrize("slot", ["tale-1", "tale-2", "tale-3", "tale-4"])
def test_each_tale_is_asked_for_its_telling_and_for_one_aspect(slot: str) -> None:
    [step] = [step for step in creation(TABLES, DEFAULTS).steps(blank("hero")) if step.id == slot]
    texts = [each for each in step.inputs if isinstance(each, TextInput)]
    aspects = [each.path for each in texts if each.path.startswith("aspects.")]
    assert aspects == [f"aspects.{slot}"]
    telling = next(each for each in texts if each.path == f"texts.{slot}")
    assert telling.optional
    assert "5 minutes" in telling.hint
    without = {name: phrase for name, phrase in ASPECTS.items() if name != slot}
    assert error_codes(hero(aspects=without)) == ["tale-aspect-missing"]


@pytest.mark.rule("SK-CHAR-04")
@pytest.mark.parametrize(
    ("extra", "total", "is_allowed"),
    [({}, 5, True), ({"oath": "Never Again"}, 6, True), ({"tale-5": "Odd"}, 6, False), ({"other": "Odd"}, 6, False)],
)
def test_five_aspects_without_an_oath_and_six_with_one(extra: dict[str, str], total: int, is_allowed: bool) -> None:
    sheet = hero(aspects={**ASPECTS, **extra}, lists={**LISTS, "witnesses": ("Brannoc",)})
    assert len(sheet.aspects) == total
    assert (error_codes(sheet) == []) is is_allowed


@pytest.mark.rule("SK-CHAR-04")
def test_a_table_may_let_somebody_without_an_oath_tell_a_fifth_tale() -> None:
    allowing = Dials(fifth_tale=True)
    told = hero(aspects={**ASPECTS, "tale-5": "The Year Underground"})
    assert error_codes(told, allowing) == []
    sworn = hero(aspects={**told.aspects, "oath": "x"}, lists={**LISTS, "witnesses": ("Brannoc",)})
    assert error_codes(sworn, allowing) == ["fifth-tale"]
    assert "tale-5" in [step.id for step in creation(TABLES, allowing).steps(blank("hero"))]


@pytest.mark.rule("SK-CHAR-06", "SK-CHAR-07", "SK-CHAR-08", "SK-CHAR-09")
def test_the_tales_have_their_names_and_their_prompts() -> None:
    tales = {tale.slot: tale for tale in TABLES.tales}
    assert [tale.name for tale in TABLES.tales] == [
        "Beginnings",
        "What did you do at …",
        "What made you a hero",
        "Significant events",
        "Oath making",
    ]
    assert len(tales["tale-1"].prompts) == 9
    assert len(tales["tale-3"].prompts) == 7
    by_id = {step.id: step for step in creation(TABLES, DEFAULTS).steps(blank("hero"))}
    for slot in ("tale-1", "tale-3", "tale-4"):
        assert all(prompt in by_id[slot].help for prompt in tales[slot].prompts)


@pytest.mark.rule("SK-CHAR-07")
def test_the_second_tale_is_about_an_event_that_the_storyteller_names() -> None:
    [step] = [step for step in creation(TABLES, DEFAULTS).steps(blank("hero")) if step.id == "tale-2"]
    assert step.inputs[0] == TextInput("texts.event", "The event", "The Storyteller names it", optional=True)
    assert "Storyteller" in step.help


@pytest.mark.rule("SK-CHAR-09")
@pytest.mark.parametrize("companions", [(), (" ",)])
def test_the_fourth_tale_involves_another_players_character(companions: tuple[str, ...]) -> None:
    sheet = hero(lists={**LISTS, "companions": companions})
    [problem] = errors(problems(TABLES, sheet, DEFAULTS))
    assert (problem.code, problem.where) == ("companion-missing", "lists.companions")
    assert "consent" in problem.fix
    asked = [
        each
        for step in creation(TABLES, DEFAULTS).steps(blank("hero"))
        for each in step.inputs
        if isinstance(each, ListInput) and each.path == "lists.companions"
    ]
    assert [each.least for each in asked] == [1]


@pytest.mark.rule("SK-CHAR-10", "SK-OATH-01")
def test_an_oath_is_optional_and_needs_a_witness() -> None:
    assert error_codes(hero()) == []
    sworn = hero(aspects={**ASPECTS, "oath": "I Will Find My Brother"})
    assert error_codes(sworn) == ["witness-missing"]
    witnessed = hero(aspects=sworn.aspects, lists={**LISTS, "witnesses": ("The abbess",)})
    assert error_codes(witnessed) == []
    [step] = [step for step in creation(TABLES, DEFAULTS).steps(blank("hero")) if step.id == "oath"]
    assert step.optional


@pytest.mark.rule("SK-CHAR-10")
def test_an_oath_sworn_at_creation_brings_no_fate_point() -> None:
    sworn = hero(aspects={**ASPECTS, "oath": "x"}, lists={**LISTS, "witnesses": ("The abbess",)})
    assert refresh_of(TABLES, sworn) == refresh_of(TABLES, hero()) == 5


@pytest.mark.rule("SK-CHAR-10")
def test_a_table_may_expect_oaths_or_leave_them_for_play() -> None:
    assert advice_codes(hero(), Dials(starting_oaths="expected")) == ["oath-expected"]
    sworn = hero(aspects={**ASPECTS, "oath": "x"}, lists={**LISTS, "witnesses": ("The abbess",)})
    never = Dials(starting_oaths="none")
    assert error_codes(sworn, never) == ["oath-too-early"]
    assert "oath" not in [step.id for step in creation(TABLES, never).steps(blank("hero"))]


@pytest.mark.rule("SK-CHAR-11")
def test_one_more_aspect_of_any_kind_is_required() -> None:
    without = {name: phrase for name, phrase in ASPECTS.items() if name != "free"}
    assert error_codes(hero(aspects=without)) == ["free-aspect-missing"]


def test_an_aspect_written_twice_draws_advice_only() -> None:
    sheet = hero(aspects={**ASPECTS, "free": ASPECTS["tale-1"].upper()})
    assert codes(problems(TABLES, sheet, DEFAULTS)) == ["aspect-repeated"]


@pytest.mark.rule("SK-GOD-01")
def test_a_blessing_of_a_god_is_an_aspect_taken_at_creation_or_bought_later() -> None:
    assert error_codes(hero(aspects={**ASPECTS, "free": "Blessed by the Horned One"})) == []
    later = {**ASPECTS, "bought-1": "Blessed by the Horned One"}
    assert error_codes(hero(aspects=later)) == ["aspect-not-earned"]
    assert error_codes(hero(aspects=later, numbers={"refreshes": 3, "experience": 3})) == []


# -- after creation --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-ADV-09")
@pytest.mark.parametrize(("number", "is_allowed"), [(10, True), (11, False)])
def test_nobody_has_more_than_ten_stunts(number: int, is_allowed: bool) -> None:
    aspects = {**ASPECTS, **{f"bought-{place}": f"Aspect {place}" for place in range(1, 7)}}
    sheet = hero(aspects=aspects, features=stunts(*["extra-refresh"] * number), numbers={"refreshes": 40})
    assert (error_codes(sheet) == []) is is_allowed


def test_stunts_and_refresh_beyond_the_aspects_draw_advice_that_they_cannot_grow() -> None:
    sheet = hero(features=stunts(*["extra-refresh"] * 6), numbers={"refreshes": 9, "refresh-gained": 1})
    assert advice_codes(sheet) == ["stunts-beyond-aspects", "refresh-beyond-aspects"]


@pytest.mark.parametrize(
    ("changes", "spent"),
    [
        ({}, 0),
        ({"traits": {**SKILLS, "stealth": 6}}, 6),
        ({"traits": {**SKILLS, "riding": 1}}, 1),
        ({"traits": {**SKILLS, "riding": 3}}, 6),
        ({"traits": {**SKILLS, "stealth": 4, "agility": 5}}, 0),
        ({"aspects": {**ASPECTS, "bought-1": "x"}}, 3),
        ({"aspects": {**ASPECTS, "oath-2": "x"}}, 0),
        ({"features": stunts(*PLAIN_STUNTS, "vanish")}, 3),
        ({"numbers": {"refresh-gained": 2}}, 6),
    ],
)
def test_what_a_sheet_cost_in_experience(changes: dict[str, object], spent: int) -> None:
    assert experience_spent(TABLES, hero(**changes)) == spent


def test_a_sheet_that_cost_more_than_was_earned_draws_advice() -> None:
    sheet = hero(traits={**SKILLS, "stealth": 6}, numbers={"refreshes": 5, "experience": 5})
    assert advice_codes(sheet) == ["experience-overspent"]
    paid = hero(traits={**SKILLS, "stealth": 6}, numbers={"refreshes": 6, "experience": 6})
    assert problems(TABLES, paid, DEFAULTS) == ()


@pytest.mark.parametrize("name", ["experience", "refreshes", "refresh-gained"])
def test_nobody_has_less_than_no_experience(name: str) -> None:
    assert "negative-number" in error_codes(hero(numbers={name: -1}))


def test_a_character_who_has_played_is_told_nothing_about_starting() -> None:
    told = {figure.path for figure in creation(TABLES, DEFAULTS).figures(hero(numbers={"refreshes": 1}))}
    assert told == {"numbers.health", "numbers.composure", "consequences", "numbers.refresh"}
    assert {"fate-points", "items"} <= {figure.path for figure in creation(TABLES, DEFAULTS).figures(hero())}
    assert creation(TABLES, DEFAULTS).figures(sample(TABLES, "Levy of the Marches")) == ()


# -- waivers, texts, samples -----------------------------------------------------------------------------------------


def test_an_error_the_storyteller_waives_becomes_advice_that_says_so() -> None:
    sheet = hero(traits={**SKILLS, "charm": 2}, waived=("skill-pyramid",))
    [advice] = problems(TABLES, sheet, DEFAULTS)
    assert (advice.severity, advice.code) == ("advice", "skill-pyramid")
    assert advice.message.endswith("The Storyteller has waived this.")


@pytest.mark.parametrize(
    ("code", "broken"),
    [
        ("wrong-ruleset", {"ruleset": "another"}),
        ("unknown-kind", {"kind": "ghost"}),
        ("skill-out-of-range", {"traits": {**SKILLS, "stealth": 99}}),
        ("unknown-stunt", {"features": (Feature(name="x", effects=compose(TABLES, "tough", {}).effects),)}),
    ],
)
def test_what_no_table_could_run_cannot_be_waived(code: str, broken: dict[str, object]) -> None:
    if code == "unknown-stunt":
        mark = msgspec.structs.replace(compose(TABLES, "tough", {}).effects[0], entry="nothing")
        broken = {"features": (Feature(name="x", effects=(mark,)),)}
    sheet = msgspec.structs.replace(hero(), **broken, waived=(code,))
    assert code in error_codes(sheet)


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "n" * 101},
        {"description": "d" * 4001},
        {"aspects": {**ASPECTS, "free": "f" * 201}},
        {"texts": {"tale-1": "t" * 4001, "mother-tongue": "x"}},
        {"lists": {**LISTS, "companions": ("c" * 201,)}},
        {"traits": instead({"lore [Old Roads]": f"lore [{'x' * 120}]"})},
    ],
)
def test_texts_longer_than_any_sheet_are_refused(changes: dict[str, object]) -> None:
    assert "text-too-long" in error_codes(msgspec.structs.replace(hero(), **changes))


def test_control_characters_are_refused_except_for_paragraphs_of_tales() -> None:
    assert error_codes(msgspec.structs.replace(hero(), name="Mer\x07rin")) == ["text-unprintable"]
    tale = {"tale-1": "One day.\n\nThen another.", "mother-tongue": "x"}
    assert error_codes(hero(texts=tale)) == []


def test_what_a_sheet_has_no_place_for_draws_advice() -> None:
    sheet = hero(lists={**LISTS, "enemies": ("everybody",)}, numbers={"luck": 7})
    assert advice_codes(sheet) == ["unknown-list", "unknown-number"]


@pytest.mark.parametrize("sheet", heroes(TABLES), ids=lambda sheet: sheet.name)
def test_the_ready_made_heroes_follow_every_rule_of_creation(sheet: Sheet) -> None:
    assert problems(TABLES, sheet, DEFAULTS) == ()
    assert len(sheet.aspects) in (5, 6)
    assert sheet in creation(TABLES, DEFAULTS).samples


def test_the_gear_step_offers_cheap_things_for_the_occupation_and_all_things_besides() -> None:
    [occupation, items] = [
        each
        for step in creation(TABLES, DEFAULTS).steps(blank("hero"))
        for each in step.inputs
        if isinstance(each, ChooseInput) and each.path in ("lists.occupation", "lists.items")
    ]
    assert "Short sword" in [option.value for option in occupation.options]
    assert "Broad sword" not in [option.value for option in occupation.options]
    assert "Broad sword" in [option.value for option in items.options]
