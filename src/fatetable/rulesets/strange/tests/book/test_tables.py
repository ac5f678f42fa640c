"""The tables of the book: ladder, tiers, time, trappings and common skills."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.errors import InvalidContent
from fatetable.rulesets.strange.ruleset import build
from fatetable.rulesets.strange.tests.support.book import TABLES


@pytest.mark.rule("SF-LADDER-01")
def test_the_ladder_runs_from_terrible_to_divine_and_nine_is_a_number() -> None:
    assert dict(TABLES.ladder.rungs) == {
        -2: "Terrible",
        -1: "Poor",
        0: "Mediocre",
        1: "Average",
        2: "Fair",
        3: "Good",
        4: "Great",
        5: "Superb",
        6: "Fantastic",
        7: "Epic",
        8: "Legendary",
        9: "+9",
        10: "Divine",
    }
    assert TABLES.ladder.label(4) == "Great (+4)"
    assert TABLES.ladder.label(9) == "+9"
    assert TABLES.ladder.parse("+9") == 9


@pytest.mark.rule("SF-TIER-01")
def test_the_tiers_rise_from_mundane_to_godlike() -> None:
    assert [tier.name for tier in TABLES.tiers] == ["Mundane", "Extraordinary", "Superhuman", "Ascendant", "Godlike"]


@pytest.mark.rule("SF-TIME-01")
def test_the_time_table_has_the_order_that_the_text_implies() -> None:
    time = TABLES.time
    assert time.track == (
        "An Instant",
        "A Few Moments",
        "Half a Minute",
        "One Minute",
        "A Few Minutes",
        "15 Minutes",
        "Half an Hour",
        "An Hour",
        "A Few Hours",
        "An Afternoon",
        "A Day",
        "A Few Days",
        "A Week",
        "A Few Weeks",
        "A Month",
        "A Few Months",
        "A Season",
        "Half a Year",
        "A Year",
        "A Few Years",
        "A Decade",
        "A Lifetime",
    )
    assert time.moved("Half an Hour", -1) == "15 Minutes"
    assert time.moved("Half an Hour", 1) == "An Hour"
    assert (time.index("A Full Action"), time.index("Two Rounds")) == (1, 2)


@pytest.mark.rule("SF-TIME-01")
@pytest.mark.parametrize(("shifts", "time"), [(1, "15 Minutes"), (4, "Half a Minute"), (5, "Half a Minute")])
def test_shifts_buy_four_steps_at_most(shifts: int, time: str) -> None:
    assert TABLES.time.shortened("Half an Hour", shifts) == time


@pytest.mark.rule("SF-TIME-01")
def test_a_default_time_moves_by_any_number_of_steps_and_stays_within_the_table() -> None:
    assert TABLES.time.moved("A Day", 7) == "Half a Year"
    assert TABLES.time.moved("A Day", 99) == "A Lifetime"
    assert TABLES.time.moved("A Day", -99) == "An Instant"


@pytest.mark.rule("SF-TIME-01")
def test_a_campaign_may_have_a_time_table_of_its_own() -> None:
    table = next(table for table in build({}).own_tables if table.name == "time_steps")
    steps = table.read(table.example, TABLES.time_steps)
    changed = msgspec.structs.replace(TABLES, time_steps=steps)
    assert changed.time.track == ("A Moment", "A Scene", "A Day")
    wrong = '[[step]]\nname = "A Blink"\nseconds = 1\n'
    with pytest.raises(InvalidContent, match="from the shortest to the longest"):
        build({}, {"time_steps": wrong})


@pytest.mark.rule("SF-COM-01", "SF-COM-02")
def test_there_are_twenty_eight_common_skills_with_the_trappings_of_the_book() -> None:
    assert len(TABLES.skills) == 28
    written = {
        skill.name: [" ".join(filter(None, (held.id, held.of, *held.extras))) for held in skill.trappings]
        for skill in TABLES.skills
    }
    assert written["Arms"] == ["strike", "strike range", "parry", "information"]
    assert written["Marksmanship"] == ["shoot range", "information"]
    assert written["Athletics"] == ["climb", "dodge", "leap", "move", "move unusual"]
    assert written["Contacting"] == ["esteem", "networking", "influence", "initiative social", "treatment social"]
    assert written["Resolve"] == ["willpower", "stress-capacity mental", "initiative mental"]


@pytest.mark.rule("SF-COM-03")
def test_four_trappings_belong_to_no_common_skill() -> None:
    common = {held.id for skill in TABLES.skills for held in skill.trappings}
    assert {trapping.id for trapping in TABLES.trappings} - common == {
        "resist-damage",
        "workspace",
        "minions",
        "variable",
    }


@pytest.mark.rule("SF-TRAP-01")
def test_there_are_forty_one_trappings_in_eight_categories() -> None:
    assert len(TABLES.trappings) == 41
    assert {trapping.category for trapping in TABLES.trappings} == {
        "offense",
        "defense",
        "mobility",
        "social",
        "perception",
        "technical",
        "subterfuge",
        "general",
    }


@pytest.mark.rule("SF-TRAP-03")
@pytest.mark.parametrize(
    ("trapping", "track", "scope"),
    [
        ("influence", "reputation", "social"),
        ("menace", "composure", "mental"),
        ("shoot", "health", "physical"),
        ("strike", "health", "physical"),
        ("convince", "composure", "mental"),
        ("guile", "composure", "mental"),
        ("wealth", "reputation", "social"),
    ],
)
def test_each_attack_harms_its_track(trapping: str, track: str, scope: str) -> None:
    row = TABLES.attack(trapping)
    assert row is not None
    assert (TABLES.track(row.scope), row.scope) == (track, scope)
