"""Procedures of a game of superpowers, each a row of `trappings.toml`, played with the figures of its book."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from fatetable.engine.errors import Refusal
from fatetable.engine.offers import ChoiceHole, ManyHole, NumberHole
from fatetable.engine.prompts import PROMPTS, Prompt
from fatetable.engine.state import State
from fatetable.mechanics.book.own_tables import OwnTable, with_content
from fatetable.mechanics.characters.cast import CAST, Actor
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.modifiers.menus import MenuRow
from fatetable.mechanics.rolls.check_rules import Trait
from fatetable.mechanics.rolls.state import ROLLS, Modifier, Roll, open_rolls
from fatetable.mechanics.scenes.facts import FACTS
from fatetable.mechanics.time.lengthy_work import LengthyWork
from fatetable.mechanics.time.time_taken import TIME_TAKEN
from fatetable.mechanics.time.track import TimeTrack
from fatetable.mechanics.undertakings.procedures import (
    Code,
    Procedures,
    ProcedureToOppose,
    Result,
    ShortfallToMeet,
    Undertake,
    once_limits,
)
from fatetable.mechanics.undertakings.rows import Procedure, Rung, Yield
from fatetable.mechanics.undertakings.state import UNDERTAKINGS
from tests.mechanics.rolling_game import RULES, everybody_passes, rolling, the_roll
from tests.mechanics.rolling_game import throw as throw_dice
from tests.mechanics.small_game import RETH, THUG, SmallGame, cites

ROWS = msgspec.toml.decode(
    Path(__file__).with_name("trappings.toml").read_bytes(), type=dict[str, tuple[Procedure, ...]]
)["procedure"]
TRACK = TimeTrack(
    track=(
        *("An Instant", "A Few Moments", "Half a Minute", "One Minute", "A Few Minutes", "15 Minutes", "Half an Hour"),
        *("An Hour", "A Few Hours", "An Afternoon", "A Day", "A Few Days", "A Week", "A Few Weeks", "A Month"),
    )
)
SKILLS = {"athletics": 3, "academics": 2, "craft": 3, "burglary": 2}
SKILLED = msgspec.structs.replace(
    RULES, traits=lambda actor, action: tuple(Trait(name, f"{name} ({n:+d})", n, name) for name, n in SKILLS.items())
)


def game(*dice: str, rows: tuple[Procedure, ...] = ROWS, **code: Code) -> SmallGame:
    parts = (
        Procedures(rows=rows, rules=SKILLED, track=TRACK, may_declare=lambda *_: None, cites=cites, code=code),
        LengthyWork(track=TRACK, is_shortened=True, usual=lambda trait: "", cites=cites),
    )
    return rolling(*dice, rules=SKILLED, extra=parts).scene()


def begin(g: SmallGame, procedure: str, **more: Any) -> Roll:
    trait = next(row.skills[0] for row in ROWS if row.id == procedure)
    g.do("ana", Undertake(actor=RETH, procedure=procedure, trait=trait, description="she tries", **more))
    return the_roll(g)


def throw(g: SmallGame) -> Roll:
    throw_dice(g)
    return everybody_passes(g)


def asked(g: SmallGame) -> Prompt:
    (prompt,) = g.state.get(PROMPTS).values()
    return prompt


def took(g: SmallGame) -> str:
    return g.state.get(TIME_TAKEN).get(RETH, "")


# -- climbing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rung", "difficulty", "scale"), [(0, 2, 0), (1, 4, 0), (2, 4, 1), (3, 4, 2)])
def test_how_high_a_climb_is_says_what_it_is_against(rung: int, difficulty: int, scale: int) -> None:
    g = game()
    begin(g, "climb")
    assert asked(g).question.startswith("How high is it?")
    g.answer("gm", ProcedureToOppose, f"rung-{rung}", time="none")
    assert (the_roll(g).difficulty, the_roll(g).scale) == (difficulty, scale)


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


# -- information -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rung", "difficulty", "scale"), [(0, 0, 0), (3, 3, 0), (5, 6, 0), (6, 8, 1)])
def test_how_obscure_a_fact_is_says_what_it_is_against(rung: int, difficulty: int, scale: int) -> None:
    g = game()
    roll = begin(g, "information")
    assert not roll.takes_action
    g.answer("gm", ProcedureToOppose, f"rung-{rung}")
    assert (the_roll(g).difficulty, the_roll(g).scale) == (difficulty, scale)


def test_lost_knowledge_is_at_ten_or_more() -> None:
    g = game()
    begin(g, "information")
    (hole,) = asked(g).options[7].holes
    assert isinstance(hole, NumberHole)
    assert (hole.low, hole.high) == (10, 20)
    g.answer("gm", ProcedureToOppose, "rung-7", difficulty=12)
    assert (the_roll(g).difficulty, the_roll(g).scale) == (12, 2)


def test_the_game_master_may_let_it_succeed_or_ask_for_something_else() -> None:
    ends: list[Result] = []
    g = game(information=Code(done=lambda _, result: ends.append(result)))
    begin(g, "information")
    g.answer("gm", ProcedureToOppose, "no-roll")
    assert [(end.procedure.id, end.margin) for end in ends] == [("information", 0)]
    begin(g, "information")
    g.answer("gm", ProcedureToOppose, "send-back", reason="not like that")
    assert len(ends) == 1
    assert all(roll.stage == "over" for roll in g.state.get(ROLLS).values())


# -- repair ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("quality", "value", "difficulty"), [(3, 5, 5), (4, 2, 4)])
def test_a_repair_is_against_the_higher_of_quality_and_value(quality: int, value: int, difficulty: int) -> None:
    g = game()
    begin(g, "repair")
    g.answer("gm", ProcedureToOppose, "figures", quality=quality, value=value, time="A Day")
    assert the_roll(g).difficulty == difficulty


@pytest.mark.parametrize("time", ["A Few Hours", "A Day", "A Week"])
def test_what_is_broken_says_how_long_a_repair_takes_however_well_it_goes(time: str) -> None:
    g = game("++++")
    begin(g, "repair")
    g.answer("gm", ProcedureToOppose, "figures", quality=3, value=0, time=time)
    throw(g)
    assert took(g) == time


def failed_repair(code: Code) -> SmallGame:
    """Craft 3 with -000 against 5: three shifts are missing."""
    g = game("-000", repair=code)
    begin(g, "repair")
    g.answer("gm", ProcedureToOppose, "figures", quality=5, value=0, time="A Day")
    throw(g)
    return g


def test_a_failed_repair_is_made_good_by_time_by_quality_or_by_both() -> None:
    ends: list[Result] = []
    g = failed_repair(Code(done=lambda _, result: ends.append(result)))
    assert ends == []
    labels = [option.label for option in asked(g).options]
    assert labels == [
        "Take longer (A Few Weeks)",
        "Take longer (A Week) and lower the quality by 1",
        "Take longer (A Few Days) and lower the quality by 2",
        "Lower the quality by 3",
        "Leave it at that",
    ]
    g.answer("ana", ShortfallToMeet, "way-2")
    assert took(g) == "A Week"
    (result,) = ends
    assert (result.margin, result.time, result.lowered) == (0, "A Week", 1)
    assert [fact.fact for fact in g.state.get(FACTS)] == ["the quality is lower by 1"]


def test_a_failure_may_be_left_at_that() -> None:
    ends: list[Result] = []
    g = failed_repair(Code(done=lambda _, result: ends.append(result)))
    g.answer("ana", ShortfallToMeet, "fail")
    assert [(end.margin, end.lowered) for end in ends] == [(-3, 0)]
    assert took(g) == "A Day"


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

PUSH = Procedure(
    id="push", label="push", topic="push", skills=("athletics",), target="other", words="{name} pushes {target}"
)
JUMP = Procedure(id="jump", label="jump", topic="jump", skills=("athletics", "craft"), difficulty=1)


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


def test_a_fixed_difficulty_needs_no_question_and_the_code_is_told_the_end() -> None:
    ends: list[Result] = []
    more = Modifier("gear", "springs", 1)
    code = Code(modifiers=lambda state, actor: (more,), done=lambda _, result: ends.append(result))
    g = game("0000", rows=(JUMP,), jump=code)
    g.do("ana", Undertake(actor=RETH, procedure="jump", trait="athletics", description="up"))
    assert the_roll(g).difficulty == 1
    assert more in the_roll(g).efforts[0].modifiers
    throw(g)
    assert [(end.procedure, end.actor, end.margin, end.time) for end in ends] == [(JUMP, RETH, 3, "")]


def test_without_any_difficulty_the_target_resists() -> None:
    g = game("0000", "0000", rows=(PUSH,))
    g.do("ana", Undertake(actor=RETH, procedure="push", trait="athletics", target=THUG))
    assert the_roll(g).declaration.description == "Reth pushes Thug"
    assert the_roll(g).declaration.target == THUG


def test_code_says_who_may_and_to_whom() -> None:
    def nobody(state: State, actor: Actor) -> Refusal | None:
        return Refusal("tired", f"{actor.name} is tired.")

    def thugs(state: State, actor: Actor) -> tuple[Actor, ...]:
        return (state.get(CAST)[THUG],)

    g = game(rows=(JUMP, PUSH), jump=Code(may=nobody), push=Code(targets=thugs))
    assert g.refused("ana", Undertake(actor=RETH, procedure="jump", trait="athletics")) == ("tired", "Reth is tired.")
    (offer,) = g.offers("ana", Undertake)
    assert isinstance(offer.holes[0], ChoiceHole)
    assert [choice.value for choice in offer.holes[0].options] == [THUG]
    push = Undertake(actor=RETH, procedure="push", trait="athletics", target=RETH)
    assert g.refused("ana", push) == ("bad-target", "That can be done to Thug.")


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"procedure": "fly"}, "no-such-procedure"),
        ({"trait": "craft"}, "unknown-trait"),
        ({"trait": ""}, "unknown-trait"),
        ({"target": THUG}, "bad-target"),
        ({"claims": ("moonlight",)}, "no-such-modifier"),
    ],
)
def test_what_no_row_says_is_refused(changed: dict[str, Any], code: str) -> None:
    g = game()
    command = Undertake(actor=RETH, procedure="climb", trait="athletics", description="up")
    assert g.refused("ana", msgspec.structs.replace(command, **changed))[0] == code


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


# -- what else a row may say -------------------------------------------------------------------------------------------


def row(name: str, **more: Any) -> Procedure:
    return Procedure(id=name, label=name, topic=name, skills=("athletics",), **more)


def do(g: SmallGame, name: str, **more: Any) -> Roll:
    g.do("ana", Undertake(actor=RETH, procedure=name, trait="athletics", description="so", **more))
    return the_roll(g)


def test_what_stands_alone_is_against_nothing_yet() -> None:
    ends: list[Result] = []
    code = Code(done=lambda _, result: ends.append(result))
    g = game("0000", rows=(row("hide", alone=True),), hide=code)
    assert (do(g, "hide").difficulty, the_roll(g).scale) == (0, 0)
    throw(g)
    assert [(end.margin, end.succeeded, end.trait) for end in ends] == [(3, True, "athletics")]


def test_code_may_say_what_it_is_against() -> None:
    code = Code(against=lambda state, actor, target: (5 if target == THUG else 0, 2))
    g = game(rows=(row("seek", target="other"),), seek=code)
    roll = do(g, "seek", target=THUG)
    assert (roll.difficulty, roll.scale) == (5, 2)


def test_whom_it_is_done_to_is_the_one_who_answers_if_the_row_says_with_what() -> None:
    g = game(rows=(row("grip", target="other", opposed_by=("athletics",)), row("touch", target="other")))
    assert do(g, "grip", target=THUG).defender == THUG
    assert do(game(rows=(row("touch", target="other"),)), "touch", target=THUG).defender == ""


def test_each_further_thing_makes_it_harder_by_one() -> None:
    find = row("find", asks="How likely?", further="further criteria", rungs=(Rung(name="likely", difficulty=3),))
    g = game(rows=(find,))
    do(g, "find")
    g.answer("gm", ProcedureToOppose, "rung-0", further=2)
    assert the_roll(g).difficulty == 5


@pytest.mark.parametrize(("dice", "facts"), [("----", []), ("0000", ["1 clues"]), ("++++", ["3 clues"])])
def test_a_success_brings_what_the_row_says(dice: str, facts: list[str]) -> None:
    search = row("search", difficulty=2, yields=(Yield(shifts=0, says="{number} clues", every=2),))
    g = game(dice, rows=(search,))
    do(g, "search")
    throw(g)
    assert [fact.fact for fact in g.state.get(FACTS)] == facts


def test_of_several_things_a_success_brings_the_best() -> None:
    rumour = row("rumour", yields=(Yield(shifts=0, says="a mention"), Yield(shifts=3, says="talk")))
    assert [rumour.yielded(margin) for margin in (-1, 0, 2, 3, 9)] == ["", "a mention", "a mention", "talk", "talk"]


def test_once_a_scene_is_once_to_each_target() -> None:
    rows = (row("look", target="other", once="scene", difficulty=0), row("buy", once="scene", difficulty=0))
    g = game("0000", "0000", rows=rows)
    do(g, "look", target=THUG)
    throw(g)
    look = Undertake(actor=RETH, procedure="look", trait="athletics", description="so", target=THUG)
    assert g.refused("ana", look)[0] == "bad-target"
    do(g, "buy")
    throw(g)
    buy = Undertake(actor=RETH, procedure="buy", trait="athletics", description="so")
    assert g.refused("ana", buy) == ("used-up", "Buy: once a scene only.")
    assert set(once_limits(rows)(g.state, g.state.get(CAST)[RETH])) >= {"buy", f"look {THUG}"}


def test_what_takes_calm_is_not_done_in_a_fight() -> None:
    g = game(rows=(row("study", calm=True, difficulty=0),))
    assert g.offers("ana", Undertake)
    g.do("gm", StartConflict("fight", (RETH, THUG)))
    assert g.refused("ana", Undertake(actor=RETH, procedure="study", trait="athletics"))[0] == "no-calm"
    assert not g.offers("ana", Undertake)


def test_what_is_far_below_a_rating_needs_no_roll_and_is_no_use_of_it() -> None:
    """Athletics is 3: up to 1 is easy, 2 takes a little fuss, 3 has to be rolled for."""
    easy = (Yield(shifts=1, says="with a little fuss"), Yield(shifts=2, says="easily"))
    ends: list[Result] = []
    code = Code(done=lambda _, result: ends.append(result))
    g = game("0000", rows=(row("buy", asks="For how much?", highest_of=("cost",), once="scene", easy=easy),), buy=code)
    for cost, facts in ((0, ["easily"]), (1, ["easily"]), (2, ["with a little fuss"])):
        g.do("ana", Undertake(actor=RETH, procedure="buy", trait="athletics", description="so"))
        g.answer("gm", ProcedureToOppose, "figures", cost=cost)
        assert [fact.fact for fact in g.state.get(FACTS)][-1:] == facts
    g.do("ana", Undertake(actor=RETH, procedure="buy", trait="athletics", description="so"))
    g.answer("gm", ProcedureToOppose, "figures", cost=3)
    assert [(end.margin, end.succeeded) for end in ends] == [(0, True)] * 3
    assert len(open_rolls(g.state)) == 1


def test_modifiers_that_always_count_are_not_claimed() -> None:
    steal = row("steal", difficulty=0, always=(MenuRow(name="stealing", amount=-2, family="stealing"),))
    g = game(rows=(steal,))
    assert do(g, "steal").efforts[0].fixed == 3 - 2
    assert "what counts" not in [hole.label for offer in g.offers("ana", Undertake) for hole in offer.holes]


def test_an_aspect_is_worded_where_the_row_makes_one() -> None:
    g = game(rows=(row("inspire", difficulty=3, aspect="mood"),))
    (offer,) = g.offers("ana", Undertake)
    assert [hole.label for hole in offer.holes] == ["mood", "how?"]
    assert do(g, "inspire", words=" Somber ").declaration.words == "Somber"


@pytest.mark.parametrize(
    ("margin", "time"),
    [(1, "Half an Hour"), (2, "15 Minutes"), (3, "Half an Hour"), (5, "A Few Minutes"), (9, "One Minute")],
)
def test_only_shifts_that_nothing_else_takes_save_time(margin: int, time: str) -> None:
    yields = (Yield(shifts=1, says="some aspect"), Yield(shifts=3, says="the aspect sought"))
    insight = row("insight", time="Half an Hour", saves=3, yields=yields, spares=True)
    assert insight.time_taken(TRACK, "Half an Hour", margin) == time
