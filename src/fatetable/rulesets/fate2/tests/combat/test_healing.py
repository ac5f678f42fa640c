"""How long injuries last, what shortens them, and what happens to people who are Taken Out."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.taking_sides import LeaveConflict
from fatetable.mechanics.harm.wounds import MarkWound
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.state import open_rolls
from fatetable.mechanics.scenes.departures import LeaveStory
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.time.clock import now
from fatetable.mechanics.time.passing import PassTime
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.fate2.combat.arms import TakeArms
from fatetable.rulesets.fate2.combat.recovery.fates import DecideFate
from fatetable.rulesets.fate2.combat.recovery.injuries import A_DAY
from fatetable.rulesets.fate2.combat.recovery.rest import Rest
from fatetable.rulesets.fate2.tests.support.playing import Game

CYRUS, FINN, SYBIL, WATCH = ActorId("cyrus"), ActorId("finn"), ActorId("sybil"), ActorId("city-watch")
MILD = "fate2-mild-wound"


def injured(times: int = 1, **dials: Any) -> Game:
    """Finn is injured; Sybil, who knows Healing at Fair, is there."""
    g = Game(heroes=("Sybil", "Finn"), **dials)
    for _ in range(times):
        g.do("gm", MarkWound(FINN, "Injured", "a deep cut", "the fall"))
    return g


def days(g: Game, actor: str = "finn") -> list[float]:
    """In how many days each injury has healed."""
    time = now(g.table.state)
    return [(wound.due - time) / A_DAY for wound in g.condition(actor).wounds if wound.due is not None]


def pass_days(g: Game, number: int) -> None:
    for _ in range(number):
        g.do("gm", PassTime("A day"))


def treat(g: Game, margin: int, difficulty: int = 1, target: ActorId = FINN) -> None:
    """Sybil treats an injury, and her success is of this margin."""
    g.do("ana", Undertake(actor=SYBIL, procedure="treat-injury", trait="healing", target=target))
    assert g.roll.difficulty == difficulty
    needed = margin + difficulty - g.roll.efforts[0].fixed
    g.throw("ana", ("+" if needed > 0 else "-") * abs(needed) + "0" * (4 - abs(needed)))
    if any(open_rolls(g.table.state)):
        g.everyone_passes()


# -- time ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-WND-11")
@pytest.mark.parametrize("multiplier", [1, 2, 3, 4])
def test_an_injury_takes_a_week_times_the_multiplier_of_the_campaign(multiplier: int) -> None:
    g = injured(healing_multiplier=multiplier)
    assert days(g) == [7 * multiplier]
    g.do("gm", EndScene())
    pass_days(g, 7 * multiplier - 1)
    assert g.rows("finn") == ["Injured"]
    pass_days(g, 1)
    assert g.rows("finn") == []


@pytest.mark.rule("F2-WND-11")
def test_each_injury_has_a_clock_of_its_own() -> None:
    g = injured()
    pass_days(g, 3)
    g.do("gm", MarkWound(FINN, "Injured", "a fall", "the stairs"))
    assert days(g) == [4, 7]
    pass_days(g, 4)
    assert days(g) == [3]


@pytest.mark.rule("F2-WND-10", "F2-WND-11")
def test_only_injuries_take_days() -> None:
    g = injured()
    g.do("gm", MarkWound(FINN, "Hurt", "a bruise", "the fall"))
    assert [wound.due is None for wound in g.condition("finn").wounds] == [False, True]


@pytest.mark.rule("F2-WND-10")
def test_in_a_grim_campaign_it_takes_two_weeks_of_rest_or_three_of_activity() -> None:
    g = injured(healing="rest-or-activity")
    assert days(g) == [21]
    g.do("bo", Rest(actor=FINN, rests=True))
    assert days(g) == [14]
    pass_days(g, 7)
    g.do("bo", Rest(actor=FINN, rests=False))
    assert days(g) == [10.5], "half of it is left, and goes on by activity"
    assert g.refused("bo", Rest(actor=FINN, rests=False)) == "rests-already"
    g.do("bo", Rest(actor=FINN, rests=True))
    g.do("gm", MarkWound(FINN, "Injured", "a cut", "another fall"))
    assert days(g) == [7, 14], "who rests already begins to heal at once"
    pass_days(g, 14)
    assert g.rows("finn") == []


@pytest.mark.rule("F2-WND-10")
def test_rest_is_for_those_with_something_to_heal_from() -> None:
    g = injured(healing="rest-or-activity")
    assert g.refused("ana", Rest(actor=SYBIL, rests=True)) == "rests-already"
    assert not injured().offers("bo", Rest), "a week is a week"


# -- treatment -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-WND-11")
@pytest.mark.parametrize(("margin", "left"), [(0, 7), (1, 6), (3, 4), (-1, 7), (-4, 7)])
def test_treatment_takes_a_day_off_for_each_point_of_success(margin: int, left: int) -> None:
    g = injured()
    treat(g, margin)
    assert days(g) == [left]


@pytest.mark.rule("F2-WND-11")
def test_the_multiplier_comes_first_and_days_off_after_it() -> None:
    g = injured(healing_multiplier=3)
    treat(g, 3)
    assert days(g) == [18]


@pytest.mark.rule("F2-WND-11")
@pytest.mark.parametrize("margin", [2, -2])
def test_each_injury_is_treated_once(margin: int) -> None:
    g = injured(times=2)
    treat(g, margin)
    assert days(g) == [7 - max(0, margin), 7], "the older one"
    treat(g, 1)
    assert days(g) == [7 - max(0, margin), 6]
    again = Undertake(actor=SYBIL, procedure="treat-injury", trait="healing", target=FINN)
    assert g.refused("ana", again) == "bad-target"


@pytest.mark.rule("F2-WND-11")
def test_treatment_never_takes_more_than_there_is() -> None:
    g = injured()
    pass_days(g, 5)
    treat(g, 3)
    assert g.rows("finn") == []


@pytest.mark.rule("F2-WND-10")
def test_slow_healing_is_treated_against_average() -> None:
    g = injured(healing="rest-or-activity")
    treat(g, 2, difficulty=0)
    assert days(g) == [19]


@pytest.mark.rule("F2-WND-11")
def test_treatment_needs_a_skill_for_it_and_no_fight() -> None:
    g = injured(foes=("City Watch",))
    other = Undertake(actor=SYBIL, procedure="treat-injury", trait="bluff", target=FINN)
    assert g.refused("ana", other) == "unknown-trait"
    g.do("gm", EndScene())
    treat(g, 1)
    assert days(g) == [6], "between scenes as well"


@pytest.mark.rule("F2-WND-11", "F2-D6-03")
def test_six_sided_dice_have_a_number_to_reach_for_it() -> None:
    g = injured(dice="fate-d6")
    g.do("ana", Undertake(actor=SYBIL, procedure="treat-injury", trait="healing", target=FINN))
    assert g.roll.difficulty == 15


# -- bare hands ------------------------------------------------------------------------------------------------------


def beaten(trait: str, margin: int = 5, weapon: str = "", **dials: Any) -> Game:
    """Cyrus has injured City Watch with this skill."""
    g = Game(foes=("City Watch",), **dials)
    if weapon:
        g.do("ana", TakeArms(actor=CYRUS, weapon=weapon))
    g.fight_by_turns()
    g.come_to("cyrus")
    g.do("ana", Attack(actor=CYRUS, target=WATCH, trait=trait, description="strikes"))
    g.answer("gm", "defend", "defend", trait=g.best("city-watch"), description="parries")
    g.throw_for(margin)
    return g


def end_scene(g: Game) -> None:
    g.do("gm", LeaveConflict(WATCH))
    g.do("gm", EndScene())


@pytest.mark.rule("F2-WND-12")
@pytest.mark.parametrize(("answer", "left"), [("day", [1]), ("days", [2]), ("scene", [1])])
def test_an_injury_by_fists_heals_within_two_days(answer: str, left: list[int]) -> None:
    g = beaten("brawler")
    assert (g.rows("city-watch"), days(g, "city-watch")) == (["Injured"], [1]), "a day, unless the GM says otherwise"
    g.answer("gm", MILD, answer)
    assert days(g, "city-watch") == left
    end_scene(g)
    assert (g.rows("city-watch") == []) == (answer == "scene")
    pass_days(g, left[0])
    assert g.rows("city-watch") == []


@pytest.mark.rule("F2-WND-12")
def test_until_then_it_is_an_injury_like_any_other() -> None:
    g = beaten("brawler")
    other = beaten("footman")
    for game in (g, other):
        game.come_to("city-watch")
    assert [wound.row for wound in g.condition("city-watch").wounds] == ["Injured"]
    g.blow(0, by="city-watch", to="cyrus")
    assert sum(part.amount for part in g.last_roll.efforts[0].modifiers if part.label == "Injured") == -1


@pytest.mark.rule("F2-WND-12")
def test_an_injury_by_a_weapon_takes_a_week() -> None:
    g = beaten("footman")
    assert (days(g, "city-watch"), g.prompt(MILD)) == ([7], None)


@pytest.mark.rule("F2-WND-12")
@pytest.mark.parametrize(("weapon", "left"), [("", [1]), ("Martial Arts Strikes", [1]), ("Sword", [7])])
def test_where_weapons_are_noted_the_weapon_decides(weapon: str, left: list[int]) -> None:
    g = beaten(
        "footman", margin=6 - {"": 0, "Martial Arts Strikes": 1, "Sword": 2}[weapon], weapon=weapon, weapons="simple"
    )
    assert days(g, "city-watch") == left


@pytest.mark.rule("F2-WND-12")
def test_what_is_less_than_an_injury_is_not_asked_about() -> None:
    g = beaten("brawler", margin=3)
    assert (g.rows("city-watch"), g.prompt(MILD)) == (["Hurt"], None)


# -- Taken Out -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-WND-07")
def test_who_is_taken_out_lives_and_is_killed_only_by_a_decision() -> None:
    g = beaten("footman", margin=8)
    assert WATCH in g.cast
    assert g.refused("ana", DecideFate(actor=WATCH, words="dies")) == "gm-only"
    g.do("gm", DecideFate(actor=WATCH, words="left in the gutter, alive"))
    notes = dict(g.ruleset.presenting.notes(g.table.state, g.actor("city-watch")))
    assert notes["Fate"] == "left in the gutter, alive"
    g.do("gm", EndScene())
    g.do("gm", LeaveStory(WATCH))
    assert WATCH not in g.cast, "their throat was cut after all"


@pytest.mark.rule("F2-WND-07")
def test_nobody_decides_while_the_fight_goes_on_or_about_somebody_who_stands() -> None:
    g = Game(foes=("City Watch", "Hired Thug"))
    g.fight_by_turns()
    g.blow(8)
    assert g.refused("gm", DecideFate(actor=WATCH, words="dies")) == "not-finished"
    assert g.refused("gm", DecideFate(actor=CYRUS, words="dies")) == "not-out"


def test_the_sheet_says_when_an_injury_has_healed() -> None:
    g = injured()
    notes = dict(g.ruleset.presenting.notes(g.table.state, g.actor("finn")))
    assert notes["Injured"] == "a deep cut, heals in a week"
    treat(g, 1)
    notes = dict(g.ruleset.presenting.notes(g.table.state, g.actor("finn")))
    assert notes["Injured"] == "a deep cut, heals in a week, treated"
