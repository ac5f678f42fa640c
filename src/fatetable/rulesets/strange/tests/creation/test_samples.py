"""The ready-made characters: legal in every part of the century, with and without common skills."""

from __future__ import annotations

import pytest

from fatetable.rulesets.strange.creation.checks.budgets import points_left
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import refresh_of, skills_of
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.making import advice, errors, procedure

HEROES = [row.name for row in TABLES.heroes]
OPPONENTS = [row.name for row in TABLES.opponents]


@pytest.mark.rule("SF-ARCH-01", "SF-CHAR-03", "SF-CHAR-06")
@pytest.mark.parametrize("era", ["early", "middle", "late"])
@pytest.mark.parametrize("name", HEROES)
def test_a_ready_made_hero_can_be_played_in_every_part_of_the_century(name: str, era: str) -> None:
    sheet = next(each for each in procedure(era=era).samples if each.name == name)
    assert errors(sheet, era=era) == []
    assert points_left(TABLES, Dials(), sheet) == 0
    assert refresh_of(TABLES, sheet, era) >= 1
    assert set(advice(sheet, era=era)) <= {"gift-left", "drawbacks-wasted"}


@pytest.mark.rule("SF-SKILL-09")
@pytest.mark.parametrize("name", HEROES)
def test_it_can_be_played_without_common_skills_too(name: str) -> None:
    sheet = next(each for each in procedure(common_skills=False).samples if each.name == name)
    assert errors(sheet, common_skills=False) == []
    assert {entry.kind for entry in sheet.entries["skills"]} <= {"unique", "strange"}
    assert len(sheet.entries["skills"]) >= 3


def test_there_is_one_of_each_archetype_and_there_are_ordinary_people() -> None:
    assert sorted(row.archetype for row in TABLES.heroes) == sorted(["", "", *(each.id for each in TABLES.archetypes)])


@pytest.mark.parametrize("common_skills", [True, False])
@pytest.mark.parametrize("name", OPPONENTS)
def test_a_ready_made_opponent_can_be_played(name: str, common_skills: bool) -> None:
    sheet = next(each for each in procedure(common_skills=common_skills).samples if each.name == name)
    assert errors(sheet, common_skills=common_skills) == []


def test_there_are_opponents_of_every_tier() -> None:
    opponents = [sheet for sheet in procedure().samples if sheet.kind == "npc"]
    assert {skills_of(TABLES, sheet)[0].tier for sheet in opponents} == set(range(len(TABLES.tiers)))
