"""Procedures of a game of superpowers, each a row of `trappings.toml`, played with the figures of its book."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.offers import ManyHole
from fatetable.mechanics.book.own_tables import OwnTable, with_content
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.mechanics.undertakings.questions import ProcedureToOppose, ShortfallToMeet
from fatetable.mechanics.undertakings.rows import Procedure
from fatetable.mechanics.undertakings.state import UNDERTAKINGS
from tests.mechanics.procedure_game import (
    JUMP,
    PUSH,
    ROWS,
    SKILLS,
    TRACK,
    asked,
    begin,
    game,
    throw,
    took,
)
from tests.mechanics.rolling_game import the_roll
from tests.mechanics.small_game import RETH, THUG

# -- climbing ----------------------------------------------------------------------------------------------------------


def test_climbing_at_night_in_the_rain_under_fire_is_harder_by_four() -> None:
    """The book's own example: difficulty Fair (+2), and -4 to the roll."""
    g = game()
    begin(g, "climb", claims=("darkness or rain",))
    g.answer("gm", ProcedureToOppose, "rung-0", time="none", claims=("wet or slick", "threatening"))
    roll = the_roll(g)
    assert (roll.difficulty, roll.efforts[0].fixed) == (2, 3 - 4)


def test_one_modifier_of_a_kind_counts_and_the_game_masters_word_is_the_last() -> None:
    g = game()
    begin(g, "climb", claims=("darkness or rain", "distracting"))
    g.answer(
        "gm", ProcedureToOppose, "rung-0", time="none", claims=("pitch black", "wet or slick", "completely smooth")
    )
    claimed = [each for each in the_roll(g).efforts[0].modifiers if each.source == "claim"]
    assert [(each.label, each.amount) for each in claimed] == [
        ("distracting", -1),
        ("completely smooth", -2),
        ("pitch black", -2),
    ]


@pytest.mark.parametrize(
    ("dice", "takes"),
    [("0000", "15 Minutes"), ("++++", "Half a Minute"), ("-000", "Half an Hour"), ("----", "Half an Hour")],
)
def test_each_shift_of_a_climb_saves_a_step_of_time_four_at_most(dice: str, takes: str) -> None:
    g = game(dice)
    begin(g, "climb")
    g.answer("gm", ProcedureToOppose, "rung-0", time="Half an Hour")
    throw(g)
    assert took(g) == takes
    assert g.state.get(UNDERTAKINGS) == {}


def test_nobody_saves_more_than_four_steps() -> None:
    g = game("++++")
    begin(g, "climb")
    g.answer("gm", ProcedureToOppose, "rung-0", time="A Week")
    throw(g)
    assert (the_roll(g).margin, took(g)) == (5, "A Few Hours")


def test_where_nobody_says_how_long_a_climb_takes_it_takes_no_time() -> None:
    g = game("0000")
    begin(g, "climb")
    g.answer("gm", ProcedureToOppose, "rung-0", time="none")
    throw(g)
    assert took(g) == ""


# -- security ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rung", "time"), [(1, "15 Minutes"), (2, "Half an Hour"), (3, "An Hour"), (0, "A Few Minutes")]
)
def test_a_point_of_difficulty_is_a_step_of_time(rung: int, time: str) -> None:
    """The book's own examples: Average takes 15 Minutes, Fair Half an Hour, Good An Hour."""
    g = game("----", "0000", "+000")
    begin(g, "security")
    g.answer("gm", ProcedureToOppose, f"rung-{rung}")
    difficulty = the_roll(g).difficulty
    assert difficulty is not None
    assert ROWS[3].usual_time(TRACK, difficulty) == time


def test_improvised_tools_cost_two_and_none_at_all_four() -> None:
    for tools, amount in (("improvised", -2), ("missing", -4)):
        roll = begin(game(), "security", claims=(tools,))
        assert roll.efforts[0].fixed == SKILLS["burglary"] + amount


def test_shifts_make_it_faster_and_a_failure_is_made_good_by_time_alone() -> None:
    g = game("++00", "-000")
    begin(g, "security")
    g.answer("gm", ProcedureToOppose, "rung-2")
    throw(g)
    assert took(g) == "A Few Minutes"
    begin(g, "security")
    g.answer("gm", ProcedureToOppose, "rung-2")
    throw(g)
    assert [option.label for option in asked(g).options] == ["Take longer (An Hour)", "Leave it at that"]
    g.answer("ana", ShortfallToMeet, "way-1")
    assert took(g) == "An Hour"


# -- rows in general ---------------------------------------------------------------------------------------------------


def test_what_is_offered_asks_for_what_the_row_leaves_open() -> None:
    g = game(rows=(*ROWS, PUSH, JUMP))
    holes = {msgspec.to_builtins(offer.command)["procedure"]: offer.holes for offer in g.offers("ana", Undertake)}
    assert [hole.label for hole in holes["climb"]] == ["what counts", "how?"]
    assert [hole.label for hole in holes["information"]] == ["how?"]
    assert [hole.label for hole in holes["push"]] == ["whom"]
    assert [hole.label for hole in holes["jump"]] == ["with", "how?"]
    (counts, _) = holes["climb"]
    assert isinstance(counts, ManyHole)
    assert (counts.least, counts.options[0].label) == (0, "wet or slick (-1)")


def test_without_any_difficulty_the_target_resists() -> None:
    g = game("0000", "0000", rows=(PUSH,))
    g.do("ana", Undertake(actor=RETH, procedure="push", trait="athletics", target=THUG))
    assert the_roll(g).declaration.description == "Reth pushes Thug"
    assert the_roll(g).declaration.target == THUG


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"procedure": "fly"}, "no-such-procedure"),
        ({"trait": "craft"}, "unknown-trait"),
        ({"trait": ""}, "unknown-trait"),
        ({"target": THUG}, "bad-target"),
        ({"claims": ("moonlight",)}, "no-such-modifier"),
        ({"words": "Up High"}, "nothing-to-say"),
    ],
)
def test_what_no_row_says_is_refused(changed: dict[str, Any], code: str) -> None:
    g = game()
    command = Undertake(actor=RETH, procedure="climb", trait="athletics", description="up")
    assert g.refused("ana", msgspec.structs.replace(command, **changed))[0] == code


def test_where_the_row_describes_it_nobody_else_does() -> None:
    g = game(rows=(PUSH,))
    told = Undertake(actor=RETH, procedure="push", trait="athletics", target=THUG, description="gently")
    assert g.refused("ana", told)[0] == "nothing-to-say"


def test_a_refusal_names_what_a_procedure_can_be_rolled_with() -> None:
    g = game()
    code, sentence = g.refused("ana", Undertake(actor=RETH, procedure="climb", trait="craft", description="up"))
    assert code == "unknown-trait"
    assert sentence.startswith("Reth can do that with ")
    assert "thletics" in sentence


def test_a_campaign_may_have_rows_of_its_own() -> None:
    class Tables(msgspec.Struct, frozen=True):
        procedures: tuple[Procedure, ...]

    own = OwnTable(
        name="procedures",
        meaning="What people do by a roll.",
        heading="procedure",
        row=Procedure,
        key=lambda row: row.id,
        example="",
    )
    text = '[[procedure]]\nid = "climb"\nlabel = "climb"\ntopic = "climb"\ndifficulty = 3\n'
    rows = with_content(Tables(ROWS), (own,), {"procedures": text}).procedures
    assert [row.id for row in rows] == [row.id for row in ROWS]
    assert (rows[0].difficulty, rows[0].rungs) == (3, ())
    g = game(rows=rows)
    g.do("ana", Undertake(actor=RETH, procedure="climb", trait="craft", description="by a crane"))
    assert the_roll(g).difficulty == 3
