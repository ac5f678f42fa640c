"""Fights at scene pace: one roll for each, read in three ways, and lesser results that leave no mark."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.offers import ChoiceHole, ManyHole
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.encounters.frays import DeclareIntent
from fatetable.mechanics.encounters.state import fight_of
from fatetable.mechanics.harm.state import TAKEN_OUT
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.comparing.reading import ALONE
from fatetable.mechanics.scenes.facts import FACTS
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EndScene, EnterScene
from fatetable.rulesets.fate2.combat.troubles import EndTrouble, troubles_of
from fatetable.rulesets.fate2.tests.support.playing import Game
from fatetable.rulesets.fate2.tests.support.rolling import invoke

CYRUS, FINN, WATCH, THUG = ActorId("cyrus"), ActorId("finn"), ActorId("city-watch"), ActorId("hired-thug")
READ, LOSERS, OVER = "fate2-fight-to-read", "fate2-losers", "fate2-fight-settled"


def fought(how: str, outcomes: dict[str, int], foes: tuple[str, ...] = ("City Watch",), **dials: Any) -> Game:
    """Everybody has said what they are after, and has rolled this; for some what is added is counted in."""
    g = Game(foes=foes, combat_pace="scene", scene_fights=how, **dials)
    g.fight_by_exchanges("scene")
    for actor in g.cast:
        g.intend(actor, "goal")
    g.outcomes(**outcomes)
    g.everyone_passes()
    return g


def result(g: Game, **results: str) -> None:
    """The GM reads the roll; who is not named suffers nothing."""
    names = {str(effort.actor): "nothing" for effort in g.roll.efforts}
    suffered = {name.replace("_", "-"): what for name, what in results.items()}
    g.answer("gm", READ, "read", **{**names, **suffered})


# -- the procedure ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-COMB-06")
def test_all_say_what_they_are_after_and_roll_once_and_the_gm_reads_it() -> None:
    g = Game(foes=("City Watch",), combat_pace="scene")
    g.fight_by_exchanges("scene")
    assert {offer.command.stance for offer in g.offers("ana", DeclareIntent)} == {"goal"}  # type: ignore[attr-defined]
    for actor in g.cast:
        g.intend(actor, "goal", description="to be the last one standing")
    g.outcomes(cyrus=3, finn=1, city_watch=2)
    g.everyone_passes()
    prompt = g.prompt(READ)
    assert prompt is not None
    holes = [hole for hole in prompt.options[0].holes if isinstance(hole, ChoiceHole)]
    assert [hole.label for hole in holes] == ["Cyrus, Great (+3)", "Finn, Fair (+1)", "City Watch, Good (+2)"]
    assert [choice.value for choice in holes[0].options] == ["nothing", "Clipped", "Hurt", "Injured", "Taken Out"]
    result(g, city_watch="Injured", finn="Clipped")
    assert (g.rows("city-watch"), g.rows("finn"), g.rows("cyrus")) == (["Injured"], [], [])
    assert fight_of(g.table.state) is None


@pytest.mark.rule("F2-COMB-06")
def test_dice_are_rerolled_as_usual_before_it_is_read() -> None:
    g = Game(foes=("City Watch",), combat_pace="scene")
    g.fight_by_exchanges("scene")
    for actor in g.cast:
        g.intend(actor, "goal")
    g.outcomes(cyrus=0, finn=1, city_watch=2)
    assert g.prompt(READ) is None
    g.do("ana", invoke(g), "++++")
    g.everyone_passes()
    prompt = g.prompt(READ)
    assert prompt is not None
    assert prompt.options[0].holes[0].label.startswith("Cyrus, Legendary +2")


# -- totals ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-COMB-07")
@pytest.mark.parametrize(
    ("heroes", "foe", "row"),
    [((2, 0), 0, "Hurt"), ((3, 1), 0, "Hurt"), ((3, 2), 0, "Injured"), ((4, 2), -1, "Taken Out")],
)
def test_the_totals_of_the_sides_say_what_the_losers_suffer(heroes: tuple[int, int], foe: int, row: str) -> None:
    g = fought("totals", {"cyrus": heroes[0], "finn": heroes[1], "city_watch": foe})
    prompt = g.prompt(LOSERS)
    assert prompt is not None
    assert f"({row})" in prompt.question
    g.answer("gm", LOSERS, "name", who=("city-watch",))
    assert g.rows("city-watch") == ([row] if row in ("Injured", "Taken Out") else [])
    assert (g.condition("city-watch").out == TAKEN_OUT) == (row == "Taken Out")


@pytest.mark.rule("F2-COMB-07")
def test_bad_outcomes_are_taken_off_the_sum() -> None:
    g = fought("totals", {"cyrus": 0, "finn": -1, "city_watch": 4})
    prompt = g.prompt(LOSERS)
    assert prompt is not None
    assert "the heroes by 5 (Injured)" in prompt.question


@pytest.mark.rule("F2-COMB-07")
def test_every_loser_suffers_it_unless_the_gm_narrows_it() -> None:
    for who in (("cyrus", "finn"), ("finn",), ()):
        g = fought("totals", {"cyrus": 0, "finn": 0, "city_watch": 5})
        prompt = g.prompt(LOSERS)
        assert prompt is not None
        hole = prompt.options[0].holes[0]
        assert isinstance(hole, ManyHole)
        assert hole.suggested == ("cyrus", "finn")
        g.answer("gm", LOSERS, "name", who=who)
        assert {actor for actor in ("cyrus", "finn", "city-watch") if g.rows(actor) == ["Injured"]} == set(who)


@pytest.mark.rule("F2-COMB-07", "F2-TEST-11")
def test_where_the_sides_are_level_nobody_suffers() -> None:
    g = fought("totals", {"cyrus": 2, "finn": 1, "city_watch": 3})
    assert g.prompt(LOSERS) is None
    assert fight_of(g.table.state) is None


@pytest.mark.rule("F2-COMB-07", "F2-MOD-02")
@pytest.mark.parametrize(
    ("foes", "outnumbering"), [(("City Watch",), {"cyrus", "finn"}), (("City Watch", "Hired Thug"), set())]
)
@pytest.mark.parametrize("how", ["totals", "read"])
def test_everybody_of_the_larger_side_has_the_numbers(how: str, foes: tuple[str, ...], outnumbering: set[str]) -> None:
    g = fought(how, {}, foes)
    parts = {
        each.actor: [part.amount for part in each.modifiers if part.source == "numbers"] for each in g.roll.efforts
    }
    assert {actor for actor, amounts in parts.items() if amounts == [1]} == outnumbering


@pytest.mark.rule("F2-COMB-07", "F2-D6-03")
def test_with_six_sided_dice_five_points_are_a_step() -> None:
    g = Game(foes=("City Watch",), combat_pace="scene", scene_fights="totals", dice="fate-d6")
    g.fight_by_exchanges("scene")
    for actor in g.cast:
        g.intend(actor, "goal")
    state, rules = g.table.state, g.ruleset.presenting.rules
    dice = [
        ("1 " if effort.actor == "city-watch" else "4 ") * len(rules.pool(state, g.roll, place, ALONE)[0].dice)
        for place, effort in enumerate(g.roll.efforts)
    ]
    g.throw("ana", *map(str.strip, dice))
    g.everyone_passes()
    prompt = g.prompt(LOSERS)
    assert prompt is not None
    totals = [rules.total(g.table.state, g.roll, place) for place in range(3)]
    ahead = sum(totals) - 2 * totals[2]
    assert f"the opposition by {ahead // 5} " in prompt.question


# -- pairs -----------------------------------------------------------------------------------------------------------


def in_pairs(**outcomes: int) -> Game:
    g = Game(foes=("City Watch", "Hired Thug"), combat_pace="scene", scene_fights="pairs")
    g.fight_by_exchanges("scene")
    g.intend("cyrus", "attack", "city-watch")
    g.intend("finn", "attack", "hired-thug")
    g.intend("city-watch", "attack", "cyrus")
    g.intend("hired-thug", "attack", "finn")
    g.outcomes(**outcomes)
    g.everyone_passes()
    return g


@pytest.mark.rule("F2-COMB-08")
def test_pairs_are_fights_of_their_own() -> None:
    g = in_pairs(cyrus=4, city_watch=-1, finn=-1, hired_thug=4)
    assert {(one, other): margin for one, other, margin in g.pairs()} == {
        ("cyrus", "city-watch"): 5,
        ("finn", "hired-thug"): -5,
    }
    assert (g.rows("city-watch"), g.rows("finn")) == (["Injured"], ["Injured"])
    assert (g.rows("cyrus"), g.rows("hired-thug")) == ([], [])
    assert fight_of(g.table.state) is None


@pytest.mark.rule("F2-COMB-08", "F2-COMB-10")
def test_in_pairs_too_the_lesser_results_leave_no_mark() -> None:
    g = in_pairs(cyrus=3, city_watch=2, finn=3, hired_thug=0)
    assert (g.rows("city-watch"), g.rows("hired-thug")) == ([], [])
    g.answer("gm", "fate2-trouble", "name", words="a torn sleeve")
    assert (troubles_of(g.table.state, THUG), troubles_of(g.table.state, WATCH)) == (("a torn sleeve",), ())


# -- results ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-COMB-10")
@pytest.mark.parametrize(
    ("name", "rows", "is_trouble"),
    [("Clipped", [], False), ("Hurt", [], True), ("Injured", ["Injured"], False), ("Taken Out", ["Taken Out"], False)],
)
def test_what_does_not_outlast_a_scene_marks_no_box(name: str, rows: list[str], is_trouble: bool) -> None:
    g = fought("read", {"cyrus": 1, "finn": 1, "city_watch": 4})
    result(g, cyrus=name)
    assert g.rows("cyrus") == rows
    assert (g.prompt("fate2-trouble") is not None) == is_trouble


@pytest.mark.rule("F2-COMB-10")
def test_a_full_row_of_injuries_takes_out_as_usual() -> None:
    g = Game(foes=("City Watch",), combat_pace="scene", injured_boxes=1)
    for _ in range(2):
        g.fight_by_exchanges("scene")
        for actor in g.cast:
            g.intend(actor, "goal")
        g.outcomes()
        g.everyone_passes()
        result(g, cyrus="Injured")
        if g.condition("cyrus").out:
            break
        g.do("gm", EndScene())
        g.start_scene()
    assert g.rows("cyrus") == ["Injured", "Taken Out"]


@pytest.mark.rule("F2-COMB-10")
def test_a_trouble_counts_where_it_matters_until_it_is_dealt_with() -> None:
    g = fought("read", {"cyrus": 1, "finn": 1, "city_watch": 4})
    result(g, cyrus="Hurt")
    g.answer("gm", "fate2-trouble", "name", words="a sprained wrist")
    assert dict(g.ruleset.presenting.notes(g.table.state, g.actor("cyrus")))["Trouble"] == "a sprained wrist"
    climb = Overcome(actor=CYRUS, trait=g.best("cyrus"), description="climbs", claims=("a sprained wrist",))
    g.do("ana", climb)
    assert [part.amount for part in g.roll.efforts[0].modifiers if part.label == "a sprained wrist"] == [-1]
    g.answer("gm", "opposition", "difficulty", value=0)
    g.throw("ana", "0000")
    g.everyone_passes()
    g.do("gm", EndScene())
    g.start_scene()
    assert troubles_of(g.table.state, CYRUS) == ("a sprained wrist",)
    assert g.refused("ana", EndTrouble(actor=CYRUS, trouble="a sprained wrist")) == "gm-only"
    g.do("gm", EndTrouble(actor=CYRUS, trouble="a sprained wrist"))
    assert troubles_of(g.table.state, CYRUS) == ()
    assert g.refused("ana", climb) == "no-such-modifier"


# -- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-COMB-09")
def test_the_fight_settles_something() -> None:
    g = fought("read", {})
    result(g)
    g.answer("gm", OVER, "tell", words="The gate is held.")
    assert [(each.aspect, each.fact) for each in g.table.state.get(FACTS)] == [("The fight", "The gate is held.")]


@pytest.mark.rule("F2-COMB-09")
def test_nobody_tries_again_for_luck_in_the_same_scene() -> None:
    g = fought("read", {})
    result(g)
    again = StartConflict("fight", (WATCH,), pace="scene")
    assert g.refused("gm", again) == "encounter-running"
    assert g.refused("gm", StartConflict("fight", (WATCH,), pace="exchange")) == "encounter-running"
    g.do("gm", EndScene())
    g.start_scene()
    g.do("gm", again)


@pytest.mark.rule("F2-COMB-09")
def test_somebody_new_makes_it_another_fight() -> None:
    g = fought("read", {})
    result(g)
    g.do("gm", AddOpponent(g.sheet("Hired Thug"), open_aspects=True))
    g.do("gm", EnterScene(THUG))
    g.do("gm", StartConflict("fight", (WATCH, THUG), pace="scene"))
