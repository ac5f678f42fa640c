"""Growing: the book leaves it to the GM, who grants points and refresh; the budgets are checked again."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.mechanics.characters.sheet import Entry
from fatetable.rulesets.strange.growth.growing import GrantGrowth, RaiseSkill
from fatetable.rulesets.strange.sheet import refresh_of, skill_points_of, skills_of
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.playing import FOE, MAUD, Game, person, skill
from fatetable.rulesets.strange.tests.support.trappings import offered, with_trapping

NO_BUDGET = ("too-many-skill-points", "refresh-below-floor")


def hero(*skills: Entry, **dials: Any) -> Game:
    """Maud, whose budgets are not waived."""
    sheet = person("Maud", *skills)
    waived = tuple(code for code in sheet.waived if code not in NO_BUDGET)
    return Game(maud=msgspec.structs.replace(sheet, waived=waived), **dials)


FULL = tuple(skill(name, 4) for name in ("Arms", "Art", "Athletics", "Deceit", "Drive", "Empathy", "Endurance"))


def can(g: Game) -> set[str]:
    return set(offered(g, "ana", RaiseSkill, "what"))


def rise(g: Game, what: str, answer: str = "yes") -> None:
    g.do("ana", RaiseSkill(actor=MAUD, what=what))
    g.answer("gm", "raise-skill", answer)


def grant(g: Game, **what: int) -> None:
    g.do("gm", GrantGrowth(actor=MAUD, **what))


@pytest.mark.rule("SF-REF-04")
def test_points_that_the_gm_grants_buy_ratings() -> None:
    g = hero(*FULL, skill("Pilot", 2))
    assert can(g) == set()
    assert g.refused("ana", RaiseSkill(actor=MAUD, what="7 rating")) == "no-such-raise"
    grant(g, points=1)
    assert skill_points_of(TABLES, g.actor("maud").sheet, has_common_skills=True) == 31
    assert can(g) == {"7 rating"} | {f"{number} tier" for number in range(8)}
    rise(g, "7 rating")
    pilot = next(each for each in skills_of(TABLES, g.actor("maud").sheet) if each.name == "Pilot")
    assert (pilot.rating, g.actor("maud").sheet.traits["pilot"]) == (3, 3)
    assert "7 rating" not in can(g)
    grant(g, points=5)
    rise(g, "7 rating")
    assert "7 rating" not in can(g), "nothing above Great (+4)"


@pytest.mark.rule("SF-REF-04")
@pytest.mark.parametrize(("tier", "left"), [(0, 8), (1, 7), (2, 6)])
def test_refresh_that_the_gm_grants_buys_tiers(tier: int, left: int) -> None:
    g = hero(skill("Arms", 4, tier, drawbacks=()), refresh_floor=1)
    assert refresh_of(TABLES, g.actor("maud").sheet, "middle") == left
    grant(g, refresh=3)
    assert refresh_of(TABLES, g.actor("maud").sheet, "middle") == left + 3
    rise(g, "0 tier")
    assert skills_of(TABLES, g.actor("maud").sheet)[0].tier == tier + 1


@pytest.mark.rule("SF-REF-04")
def test_the_budgets_are_checked_again_for_what_is_raised() -> None:
    """Seven tiers of one refresh each leave 1; without more, none can rise."""
    seven = tuple(skill(each.name, 4, 1) for each in FULL)
    g = hero(*seven)
    grant(g, points=1)
    assert not {each for each in can(g) if each.endswith("tier")}
    assert g.refused("ana", RaiseSkill(actor=MAUD, what="0 tier")) == "no-such-raise"
    grant(g, refresh=1)
    assert len({each for each in can(g) if each.endswith("tier")}) == 7


@pytest.mark.rule("SF-REF-04", "SF-BEN-02")
def test_a_higher_rating_brings_one_more_benefit() -> None:
    """Fair (+2) with three trappings that have one: the third comes with Good (+3)."""
    body = with_trapping(
        2, 1, "physical-force", "stress-capacity physical", "leap", benefits=("physical-force", "leap"), name="Body"
    )
    g = hero(body)
    grant(g, points=1)
    assert not [each for each in can(g) if "benefits" in each]
    rise(g, "0 rating")
    third = "0 benefits stress-capacity physical"
    assert third in can(g)
    rise(g, third)
    assert set(skills_of(TABLES, g.actor("maud").sheet)[0].benefits) == {
        "physical-force",
        "leap",
        "stress-capacity physical",
    }
    assert not [each for each in can(g) if "benefits" in each]


@pytest.mark.rule("SF-REF-04")
def test_the_gm_agrees_or_nothing_changes() -> None:
    g = hero(*FULL, skill("Pilot", 2))
    grant(g, points=1)
    before = g.actor("maud").sheet
    g.do("ana", RaiseSkill(actor=MAUD, what="7 rating"))
    assert g.refused("ana", RaiseSkill(actor=MAUD, what="7 rating")) == "asked-already"
    g.answer("gm", "raise-skill", "no")
    assert g.actor("maud").sheet == before


@pytest.mark.rule("SF-REF-04")
def test_only_the_gm_grants_and_only_to_heroes_when_nothing_is_going_on() -> None:
    g = hero(skill("Arms", 4))
    assert g.refused("ana", GrantGrowth(actor=MAUD, points=1)) == "gm-only"
    assert g.refused("gm", GrantGrowth(actor=FOE, points=1)) == "no-hero"
    for bad in ({"points": 11}, {"refresh": -1}):
        assert g.refused("gm", GrantGrowth(actor=MAUD, **bad)) == "bad-value"
    g.start_conflict("physical", first="Maud")
    assert g.refused("gm", GrantGrowth(actor=MAUD, points=1)) == "not-finished"
