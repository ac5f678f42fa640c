"""Organisations on paper: aspects, skills, holdings and scope, and those of the book."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from fatetable.builder.assessment import assess
from fatetable.engine.words import Words
from fatetable.mechanics.characters.creation import RanksInput
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.fate2.book import read_tables
from fatetable.rulesets.fate2.organisations import scope
from fatetable.rulesets.fate2.organisations.makeup import areas, skill_name
from fatetable.rulesets.fate2.ruleset import build

MADE = build({}).creation
FOUR = {"arms [Knights]": 1, "unity": 1, "secrecy": 1, "resources [Money]": 1}
THREE = {"arms [Knights]": 1, "unity": 1, "secrecy": 1}
TWO = {"arms [Knights]": 1, "unity": 1}


def organisation(
    *phases: Entry, number: int = 1, in_phases: bool = False, name: str = "The Hand", **more: Any
) -> Sheet:
    numbers = {"phases": number, **({"in-phases": 1} if in_phases else {})}
    sheet = Sheet(
        ruleset="fate2", name="The Hand", kind="organisation", numbers=numbers, entries={"phases": phases}, **more
    )
    return MADE.finish(sheet)


def whole(*aspects: str, skills: dict[str, int] | None = None, holdings: tuple[Entry, ...] = ()) -> Entry:
    return Entry(
        numbers=FOUR if skills is None else skills,
        lists={"aspects": aspects},
        entries={"holdings": holdings} if holdings else {},
    )


def holding(name: str, *qualities: str, **lists: tuple[str, ...]) -> Entry:
    return Entry(name=name, lists={"qualities": qualities, **lists})


def owner(skills: dict[str, int], *holdings: Entry) -> list[str]:
    """What is wrong with an organisation of these skills and holdings."""
    return codes(organisation(whole("Rich", skills=skills, holdings=holdings)))


def codes(sheet: Sheet, severity: str = "error") -> list[str]:
    return [problem.code for problem in MADE.problems(sheet) if problem.severity == severity]


def sample(name: str) -> Sheet:
    return next(sheet for sheet in MADE.samples if sheet.name == name)


def ranks(sheet: Sheet) -> int:
    return sum(rating + 1 for rating in sheet.traits.values())


def spread(sheet: Sheet) -> dict[int, int]:
    return dict(Counter(sheet.traits.values()))


# -- aspects and ranks -----------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ORG-01")
def test_every_four_ranks_go_with_one_aspect() -> None:
    assert codes(organisation(whole("Rich"))) == []
    assert codes(organisation(whole())) == ["wrong-number-of-aspects"]
    assert codes(organisation(whole("Rich", "Old"))) == ["wrong-number-of-aspects"]
    assert codes(organisation(whole("Rich"), number=2)) == ["wrong-number-of-aspects", "ranks-left"]
    eight = {**FOUR, "administration": 1, "lore [Stars]": 1, "arms [Monks]": 1, "communication": 1}
    assert codes(organisation(whole("Rich", "Old", skills=eight), number=2)) == []
    assert codes(organisation(whole("Rich", skills=eight))) == ["ranks-too-many"]


@pytest.mark.rule("F2-ORG-01")
def test_free_aspects_may_be_added_without_ranks() -> None:
    sheet = organisation(whole("Rich"), lists={"free-aspects": ("Rich", "Feared")})
    assert codes(sheet) == []
    assert sheet.levels == {"rich": 2, "feared": 1}


@pytest.mark.rule("F2-ORG-01")
def test_it_is_built_in_phases_if_several_are_made_together_and_otherwise_all_at_once() -> None:
    first = Entry(name="Rich", numbers=FOUR)
    later = {"arms [Knights]": 1, "administration": 1, "communication": 1, "lore [Stars]": 1}
    second = Entry(name="Old", numbers=later)
    assert codes(organisation(first, second, number=2, in_phases=True)) == []
    assert "ranks-left" in codes(organisation(first, number=2, in_phases=True))
    steep = Entry(name="Rich", numbers={"arms [Knights]": 2, "unity": 2})
    assert "pyramid-unbalanced" in codes(organisation(steep, second, number=2, in_phases=True))
    ids = [step.id for step in MADE.steps(organisation(number=3))]
    assert ids == ["who", "length", "phase-1", "shown"]
    in_phases = [step.id for step in MADE.steps(organisation(number=3, in_phases=True))]
    assert in_phases == ["who", "length", "phase-1", "phase-2", "phase-3", "shown"]


@pytest.mark.rule("F2-ORG-01")
def test_the_shorthand_is_told_where_it_is_built() -> None:
    length = next(step for step in MADE.steps(organisation(number=3)) if step.id == "length")
    assert "5 Average, 2 Fair, 1 Good" in length.help


@pytest.mark.rule("F2-ORG-02")
def test_its_aspects_should_show_its_scope_and_its_nature() -> None:
    assert codes(organisation(whole("Rich")), "advice") == ["scope-unsaid", "nature-unsaid"]
    said = organisation(whole("Rich"), texts={"scope": "rich", "nature": "Rich"})
    assert codes(said, "advice") == []
    assert codes(organisation(whole("Rich"), texts={"scope": "Poor"})) == ["scope-unknown"]


# -- scope -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ORG-03")
def test_scope_is_the_level_of_its_aspect_or_of_the_highest() -> None:
    sheet = sample("The Star Rangers")
    assert scope(sheet) == 5
    other = msgspec.structs.replace(sheet, texts={"scope": "Always Get Their Man"})
    assert scope(other) == 2
    assert scope(msgspec.structs.replace(sheet, texts={})) == 5
    figure = next(figure for figure in MADE.figures(sheet) if figure.path == "scope")
    assert figure.text == "Epic (+5)"


@pytest.mark.rule("F2-ORG-03")
def test_it_reaches_into_about_as_many_areas_as_its_scope() -> None:
    rangers = sample("The Star Rangers")
    assert set(areas(read_tables(), rangers)) == {"Core", "Corporate", "Starbelt", "Rim", "Wildspace"}
    assert "too-many-areas" not in codes(rangers, "advice")
    spread_thin = {"control [North]": 1, "sway [South]": 1, "influence [East]": 1, "information [West]": 1}
    assert "too-many-areas" in codes(organisation(whole("Rich", skills=spread_thin)), "advice")


# -- skills ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ORG-04")
def test_a_skill_is_taken_again_for_another_region_and_the_pyramid_applies_with_exceptions_of_the_gm() -> None:
    two = {"arms [Knights]": 2, "arms [Monks]": 2}
    unbalanced = organisation(whole("Rich", skills=two))
    assert codes(unbalanced) == ["pyramid-unbalanced"]
    assert [problem.can_be_waived for problem in MADE.problems(unbalanced) if problem.severity == "error"] == [True]
    assert codes(organisation(whole("Rich", skills=two), waived=("pyramid-unbalanced",))) == []
    assert codes(organisation(whole("Rich"), number=2, waived=("ranks-left",)))[-1] == "ranks-left"
    assert codes(organisation(whole("Rich", skills={"footman": 1, **THREE}))) == ["unknown-skill"]


@pytest.mark.rule("F2-ORG-05", "F2-ORG-06", "F2-ORG-07", "F2-ORG-08", "F2-ORG-09", "F2-ORG-10", "F2-ORG-11")
def test_the_usual_skills_are_there_with_the_region_or_type_they_ask_for() -> None:
    step = next(step for step in MADE.steps(organisation()) if step.id == "phase-1")
    spent = next(each for each in step.inputs if isinstance(each, RanksInput))
    groups = {group.id: group.asks for group in spent.groups}
    regional = ("control", "sway", "influence", "information")
    assert all("region" in groups[skill] for skill in regional)
    assert {"arms", "resources"} <= set(groups)
    assert {"unity", "administration", "communication"} <= {choice.value for choice in spent.traits}


@pytest.mark.rule("F2-ORG-12")
def test_special_skills_are_one_for_each_kind_and_more_may_be_invented() -> None:
    special = {"magic [Runes]": 1, "magic [Dreams]": 1, "lore [Stars]": 1, "special [Charity]": 1}
    assert owner(special) == []
    assert owner({"assassination": 1, "secrecy": 1, "reputation [Circus]": 1, "special [Weather]": 1}) == []
    assert skill_name(read_tables(), "special [Charity]") == "Charity"
    assert skill_name(read_tables(), "magic [Runes]") == "Magic: Runes"


# -- holdings --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ORG-13")
def test_a_holding_costs_a_rank_for_each_quality_and_is_no_part_of_the_pyramid() -> None:
    assert owner(THREE, holding("Keep", "Fortified")) == []
    assert owner(TWO, holding("Keep", "Fortified")) == ["ranks-left"]
    assert owner(TWO, holding("Keep", "Fortified", "Hidden")) == []
    assert owner({"arms [Knights]": 2}, holding("Keep", "Fortified", "Hidden")) == ["pyramid-unbalanced"]
    assert owner(THREE, holding("Keep")) == ["holding-without-quality"]
    assert owner(THREE, holding("", "Big")) == ["holding-unnamed"]


@pytest.mark.rule("F2-ORG-13")
def test_magic_that_gives_another_benefit_needs_that_quality_too() -> None:
    assert owner(TWO, holding("Tower", "Magical", "Isolated", benefits=("Isolated",))) == []
    assert owner(TWO, holding("Tower", "Magical", "Isolated", benefits=("Fortified",))) == ["benefit-unpaid"]
    assert owner(TWO, holding("Tower", "Ornate", "Isolated", benefits=("Isolated",))) == ["benefit-unpaid"]


@pytest.mark.rule("F2-ORG-13")
def test_a_quality_of_ones_own_is_as_good() -> None:
    assert owner(THREE, holding("Ark", "Sea-Going")) == []


# -- those of the book -----------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ORG-14")
def test_the_church_of_saint_agnes_adds_up() -> None:
    """F2-EX-62."""
    sheet = sample("Church of Saint Agnes")
    assert codes(sheet) == []
    assert sheet.levels == {"quintarian": 2, "militant": 1}
    assert (ranks(sheet), spread(sheet)) == (10, {2: 1, 1: 2, 0: 3})
    assert [(feature.name, feature.text) for feature in sheet.features] == [
        ("Chapterhouse in Beve", "Holding; Fortified"),
        ("Chapterhouse in Anas", "Holding; Fortified"),
    ]


@pytest.mark.rule("F2-ORG-17")
def test_the_travelling_circus_adds_up() -> None:
    """F2-EX-63."""
    sheet = sample("Amazing Vinka's Traveling Circus")
    assert codes(sheet) == []
    assert sum(sheet.levels.values()) == 4
    assert (ranks(sheet), spread(sheet), sheet.features) == (16, {2: 2, 1: 3, 0: 4}, ())
    assert {"special [Espionage]", "special [Entertain]"} <= set(sheet.traits)


@pytest.mark.rule("F2-ORG-18")
def test_the_star_rangers_add_up() -> None:
    """F2-EX-64."""
    sheet = sample("The Star Rangers")
    assert codes(sheet) == []
    assert sum(sheet.levels.values()) == 8
    assert (ranks(sheet), spread(sheet)) == (30, {3: 2, 2: 3, 1: 4, 0: 5})
    assert sheet.feature("Carrier Group Roland").text == "Holding; Mobile, Fortified"  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["Church of Saint Agnes", "Amazing Vinka's Traveling Circus", "The Star Rangers"])
def test_it_can_be_read_on_paper(name: str) -> None:
    page = assess(MADE, read_tables().ladder, Words({}), sample(name)).page
    titles = {section.title for section in page.sections}
    assert page.kind == "Organisation"
    assert {"Aspects", "Traits", "Figures"} <= titles


@pytest.mark.parametrize(("number", "filled"), [(0, 0), (21, 1), (1, 2)])
def test_there_are_as_many_phases_as_it_is_made_of(number: int, filled: int) -> None:
    phases = tuple(Entry(name=f"Aspect {place}") for place in range(filled))
    found = codes(organisation(*phases, number=number, in_phases=True))
    assert found[0] in ("wrong-number-of-phases", "too-many-phases")
