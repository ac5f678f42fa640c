"""Skills, languages, stunts, stress and Fate Points of a new character of Skein."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.characters.creation import (
    AllocateInput,
    FeaturesInput,
)
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.skein.creation.checks.whole_sheet import problems
from fatetable.rulesets.skein.creation.procedure import blank, creation
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet.derived import refresh_of, stress
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.making import (
    LISTS,
    PLAIN_STUNTS,
    SKILLS,
    codes,
    error_codes,
    hero,
    instead,
    stunts,
)

DEFAULTS = Dials()


# -- skills ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-CHAR-15", "SK-CHAR-24")
def test_fifteen_skills_form_a_pyramid_of_thirty_five_levels() -> None:
    array = TABLES.figures.skills.array
    assert {level: array.count(level) for level in set(array)} == {5: 1, 4: 2, 3: 3, 2: 4, 1: 5}
    assert (len(array), sum(array)) == (15, 35)
    [allocation] = [
        each
        for step in creation(TABLES, DEFAULTS).steps(blank("hero"))
        for each in step.inputs
        if isinstance(each, AllocateInput)
    ]
    assert allocation.array == array
    assert len(allocation.traits) + len(allocation.groups) == 32


@pytest.mark.rule("SK-CHAR-15")
@pytest.mark.parametrize("change", [{"riding": 1}, {"charm": 0}])
def test_more_or_fewer_than_fifteen_skills_are_an_error(change: dict[str, int]) -> None:
    assert error_codes(hero(traits={**SKILLS, **change})) == ["skill-count", "skill-pyramid"]


@pytest.mark.rule("SK-CHAR-24")
@pytest.mark.parametrize(
    "change",
    [{"charm": 2}, {"stealth": 4}, {"stealth": 6}, {"charm": 3, "empathy": 1}, {"agility": 5, "strength": 4}],
)
def test_levels_that_form_no_pyramid_are_an_error(change: dict[str, int]) -> None:
    assert error_codes(hero(traits={**SKILLS, **change})) == ["skill-pyramid"]


@pytest.mark.rule("SK-CHAR-24")
def test_the_pyramid_is_only_required_of_new_characters() -> None:
    raised = {**SKILLS, "stealth": 6, "riding": 1}
    assert error_codes(hero(traits=raised)) == ["skill-count", "skill-pyramid"]
    assert error_codes(hero(traits=raised, numbers={"refreshes": 7})) == []


@pytest.mark.rule("SK-INTRO-03")
@pytest.mark.parametrize(("level", "is_allowed"), [(-1, False), (1, True), (8, True), (9, False)])
def test_skills_are_rated_from_one_to_eight(level: int, is_allowed: bool) -> None:
    sheet = hero(traits={**SKILLS, "stealth": level}, numbers={"refreshes": 30})
    assert ("skill-out-of-range" in error_codes(sheet)) is not is_allowed


@pytest.mark.rule("SK-CHAR-18")
def test_lore_and_profession_need_a_type_and_may_be_taken_with_several() -> None:
    assert error_codes(hero(traits=instead({"lore [Old Roads]": "lore"}))) == ["skill-type-missing"]
    assert error_codes(hero(traits=instead({"charm": "lore [The Fae]", "gaming": "profession [cook]"}))) == []
    assert error_codes(hero(traits=instead({"charm": "charm [Courtly]"}))) == ["skill-type-unknown"]
    twice = Sheet(ruleset="skein", name="x", traits={"lore [A]": 1, "Lore [a]": 2})
    assert "skill-repeated" in error_codes(msgspec.structs.replace(hero(), traits=twice.traits))


@pytest.mark.rule("SK-CHAR-18")
def test_a_character_without_lore_or_profession_draws_advice_only() -> None:
    sheet = hero(traits=instead({"lore [Old Roads]": "riding"}))
    assert codes(problems(TABLES, sheet, DEFAULTS)) == ["no-lore-or-profession"]


@pytest.mark.rule("SK-CHAR-19", "SK-SKILL-38")
def test_wealth_is_one_of_the_fifteen_skills() -> None:
    assert error_codes(hero(traits=instead({"wealth": "riding"}), lists={**LISTS, "items": ()})) == [
        "compulsory-skill-missing"
    ]
    found = [skill.name for skill in TABLES.skills if skill.is_compulsory]
    assert found == ["Wealth"]


@pytest.mark.rule("SK-SKILL-02")
def test_a_skill_of_ones_own_is_up_to_the_table() -> None:
    sheet = hero(traits=instead({"charm": "rope-dancing"}))
    assert codes(problems(TABLES, sheet, DEFAULTS)) == ["own-skill"]
    assert error_codes(sheet, Dials(own_skills="never")) == ["unknown-skill"]


def test_a_misspelt_skill_is_told_what_it_might_be() -> None:
    [problem] = problems(TABLES, hero(traits=instead({"stealth": "stelth"})), DEFAULTS)
    assert "Did you mean Stealth?" in problem.message


# -- languages -------------------------------------------------------------------------------------------------------


def linguist(languages: int, *listed: str, alphabets: tuple[str, ...] = (), many_tongues: bool = False) -> Sheet:
    traits = {**SKILLS, "languages": languages} if languages else SKILLS
    taken = ("many-tongues", *PLAIN_STUNTS[1:]) if many_tongues else PLAIN_STUNTS
    lists = {**LISTS, "languages": listed, "alphabets": alphabets}
    return hero(traits=traits, features=stunts(*taken), lists=lists, numbers={"refreshes": 1})


@pytest.mark.rule("SK-CHAR-20")
def test_ones_own_tongue_is_free_and_anything_further_takes_levels() -> None:
    assert error_codes(linguist(0)) == []
    assert error_codes(linguist(0, "Coastal")) == ["too-many-languages"]
    assert error_codes(linguist(0, alphabets=("Runes",))) == ["too-many-languages"]
    nameless = hero(texts={})
    assert codes(problems(TABLES, nameless, DEFAULTS)) == ["mother-tongue-missing"]


@pytest.mark.rule("SK-SKILL-35")
@pytest.mark.parametrize(
    ("level", "listed", "found"),
    [(2, ("A", "B"), []), (2, ("A",), ["languages-open"]), (2, ("A", "B", "C"), ["too-many-languages"])],
)
def test_each_level_brings_a_language_or_an_alphabet(level: int, listed: tuple[str, ...], found: list[str]) -> None:
    assert codes(problems(TABLES, linguist(level, *listed), DEFAULTS)) == found
    mixed = linguist(level, *listed[:-1], alphabets=listed[-1:])
    assert codes(problems(TABLES, mixed, DEFAULTS)) == found


@pytest.mark.rule("SK-STUNT-03")
def test_many_tongues_doubles_what_languages_bring() -> None:
    four = ("A", "B", "C", "D")
    assert error_codes(linguist(2, *four)) == ["too-many-languages"]
    assert error_codes(linguist(2, *four, many_tongues=True)) == []
    assert error_codes(linguist(2, *four, "E", many_tongues=True)) == ["too-many-languages"]


# -- stunts, stress and Fate Points ----------------------------------------------------------------------------------


@pytest.mark.rule("SK-CHAR-26")
@pytest.mark.parametrize(("number", "is_allowed"), [(0, False), (4, False), (5, True), (6, False)])
def test_a_new_character_has_exactly_five_stunts(number: int, is_allowed: bool) -> None:
    taken = (*PLAIN_STUNTS, "extra-refresh")[:number]
    assert (error_codes(hero(features=stunts(*taken))) == []) is is_allowed
    [offered] = [
        each
        for step in creation(TABLES, DEFAULTS).steps(blank("hero"))
        for each in step.inputs
        if isinstance(each, FeaturesInput)
    ]
    assert (offered.least, offered.most) == (5, 5)


@pytest.mark.rule("SK-CHAR-28", "SK-CHAR-29")
def test_health_by_strength_as_the_table_has_it() -> None:
    plain = stunts("vanish")
    found = [stress(TABLES, hero(traits={"strength": level}, features=plain), "health") for level in range(9)]
    assert found == [3, 4, 4, 5, 5, 6, 6, 7, 7]


@pytest.mark.rule("SK-CHAR-28", "SK-CHAR-30")
def test_composure_by_willpower_as_the_table_has_it() -> None:
    plain = stunts("vanish")
    found = [stress(TABLES, hero(traits={"willpower": level}, features=plain), "composure") for level in range(9)]
    assert found == [3, 4, 4, 5, 5, 6, 6, 7, 7]


@pytest.mark.rule("SK-STUNT-11", "SK-STUNT-06", "SK-STYPE-04")
@pytest.mark.parametrize(
    ("stunt", "skill", "score", "other"),
    [("tough", "strength", "health", "composure"), ("strong-willed", "willpower", "composure", "health")],
)
def test_extra_capacity_gives_a_point_of_stress_for_every_level(stunt: str, skill: str, score: str, other: str) -> None:
    sheets = [hero(traits={skill: level}, features=stunts(stunt)) for level in range(1, 9)]
    assert [stress(TABLES, sheet, score) for sheet in sheets] == [3 + level for level in range(1, 9)]  # type: ignore[arg-type]
    assert {stress(TABLES, sheet, other) for sheet in sheets} == {3}  # type: ignore[arg-type]


@pytest.mark.rule("SK-CHAR-29", "SK-CHAR-30", "SK-CHAR-31")
def test_the_finished_sheet_notes_stress_and_refresh_and_other_figures_are_an_error() -> None:
    numbers = hero().numbers
    assert numbers == {"health": 6, "composure": 5, "refresh": 5}
    for name in numbers:
        wrong = msgspec.structs.replace(hero(), numbers={**numbers, name: numbers[name] + 1})
        assert error_codes(wrong) == ["figure-wrong"]


@pytest.mark.rule("SK-CHAR-31", "SK-STYPE-07", "SK-STUNT-57")
@pytest.mark.parametrize("extra", [0, 1, 3, 5])
def test_refresh_is_five_and_one_more_for_each_extra_refresh(extra: int) -> None:
    sheet = hero(features=stunts(*["extra-refresh"] * extra, *PLAIN_STUNTS[extra:]))
    assert sheet.numbers["refresh"] == refresh_of(TABLES, sheet) == 5 + extra
    assert error_codes(sheet) == []
    told = {figure.path: figure.text for figure in creation(TABLES, DEFAULTS).figures(sheet)}
    assert told["fate-points"] == str(5 + extra)
