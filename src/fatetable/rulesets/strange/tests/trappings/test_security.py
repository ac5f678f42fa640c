"""Locks, alarms and traps."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.rolls.actions import DISCOVER, CreateAdvantage
from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import done, ruled, took, undertake, with_trapping
from fatetable.testing import faces

DIFFICULTIES = (0, 1, 2, 3, 4, 6, 8)
TIMES = ("A Few Minutes", "15 Minutes", "Half an Hour", "An Hour", "A Few Hours", "A Day", "A Week")


def burglar(rating: int = 3, **more: Any) -> Game:
    return Game(maud=(with_trapping(rating, 0, "security"),), cora=(skill("Burglary", 2),), **more)


@pytest.mark.rule("SF-SECURITY-01", "SF-SECURITY-03")
@pytest.mark.parametrize(("rung", "difficulty"), list(enumerate(DIFFICULTIES)))
def test_the_gm_says_how_well_it_is_secured_and_that_says_how_long_it_takes(rung: int, difficulty: int) -> None:
    g = burglar(rating=4)
    undertake(g, "overcome-security")
    more = {"difficulty": 8} if difficulty == 8 else {}
    assert ruled(g, f"rung-{rung}", **more).difficulty == difficulty
    assert done(g, faces(difficulty - 4))[0] == 0, "no shift saves time"
    assert took(g) == TIMES[rung]


@pytest.mark.rule("SF-SECURITY-02")
@pytest.mark.parametrize(("tools", "less"), [((), 0), (("improvised tools",), -2), (("no tools",), -4)])
@pytest.mark.parametrize("row", ["overcome-security", "get-past"])
def test_tools_count(tools: tuple[str, ...], less: int, row: str) -> None:
    g = burglar()
    more = {}
    if row == "get-past":
        undertake(g, "secure", by="cora", trait="burglary")
        done(g, by="cora")
        more = {"to": "cora"}
    assert undertake(g, row, claims=tools, **more).efforts[0].fixed == 3 + less


@pytest.mark.rule("SF-SECURITY-03", "SF-ROLL-04")
@pytest.mark.parametrize(
    ("shifts", "time"),
    [(0, "Half an Hour"), (1, "15 Minutes"), (3, "One Minute"), (4, "Half a Minute"), (5, "Half a Minute")],
)
def test_each_shift_is_a_step_faster_four_at_most(shifts: int, time: str) -> None:
    g = burglar()
    undertake(g, "overcome-security")
    ruled(g, "rung-2")
    done(g, faces(shifts - 1))
    assert took(g) == time


@pytest.mark.rule("SF-SECURITY-03", "SF-ROLL-04")
@pytest.mark.parametrize(("missing", "time"), [(1, "An Hour"), (2, "A Few Hours"), (4, "A Day"), (5, "Half an Hour")])
def test_a_failure_is_made_good_by_a_step_for_each_point_four_at_most(missing: int, time: str) -> None:
    g = burglar(rating=1)
    undertake(g, "overcome-security")
    ruled(g, "rung-2")
    done(g, faces(1 - missing)) if missing < 5 else done(g, "----")
    prompt = g.prompt("shortfall")
    assert prompt is not None or missing == 5
    if prompt is not None:
        g.answer("ana", "shortfall", prompt.options[0].id)
    assert took(g) == time


@pytest.mark.rule("SF-SECURITY-01", "SF-TIER-12")
@pytest.mark.parametrize("tier", [0, 1, 3])
def test_what_somebody_has_secured_is_as_hard_as_their_roll_on_their_tier(tier: int) -> None:
    g = Game(maud=(with_trapping(4, tier, "security"),), cora=(skill("Burglary", 2),))
    undertake(g, "secure")
    assert (g.roll.difficulty, g.roll.scale) == (0, tier), "four Fate dice"
    done(g, "+000")
    (note,) = [text for name, text in _notes(g) if name == "Secured something"]
    assert note.endswith(f"(+5){TABLES.initial(tier)}")
    roll = undertake(g, "get-past", by="cora", trait="burglary", to="maud")
    assert (roll.difficulty, roll.scale) == (5, tier)


def _notes(g: Game) -> list[tuple[str, str]]:
    return list(g.ruleset.presenting.notes(g.table.state, g.actor("maud")))


@pytest.mark.rule("SF-SECURITY-01", "SF-TIER-12")
@pytest.mark.parametrize(("dice", "is_open"), [("+000", False), ("++00", True)])
def test_it_holds_until_somebody_gets_past_it_also_in_later_scenes(dice: str, is_open: bool) -> None:
    g = burglar(rating=4)
    undertake(g, "secure")
    done(g)
    g.do("gm", EndScene())
    g.do("gm", StartScene("At night", (MAUD, CORA, FOE)))
    past = Undertake(actor=CORA, procedure="get-past", trait="burglary", target=MAUD, description="so")
    undertake(g, "get-past", by="cora", trait="burglary", to="maud")
    done(g, dice, by="cora")
    if g.prompt("shortfall") is not None:
        g.answer("bo", "shortfall", "fail")
    assert g.is_offered("bo", past) != is_open


@pytest.mark.rule("SF-SECURITY-04")
@pytest.mark.parametrize("mode", ["new", DISCOVER])
def test_casing_a_target_is_declared_and_assessed_with_it(mode: str) -> None:
    g = burglar()
    words = "The Watchman Sleeps" if mode == "new" else ""
    case = CreateAdvantage(actor=MAUD, mode=mode, trait="knack", description="watches the house", words=words)
    g.do("ana", case)
    if mode == DISCOVER:
        g.answer("gm", "discover", "invent", words="The Watchman Sleeps")
    g.answer("gm", "opposition", "difficulty", value=2, scale="0")
    g.throw("ana", "0000")
    assert g.result()[1] == "succeed"
    assert g.has_card("The Watchman Sleeps")
