"""What rows leave to code."""

from __future__ import annotations

from typing import Any

import msgspec

from fatetable.engine.errors import Refusal
from fatetable.engine.offers import Choice, ChoiceHole
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, Actor
from fatetable.mechanics.rolls.state import Modifier
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.mechanics.undertakings.procedures import Undertake
from tests.mechanics.procedure_game import (
    JUMP,
    PUSH,
    do_row,
    game,
    plain_row,
    throw,
)
from tests.mechanics.rolling_game import the_roll
from tests.mechanics.small_game import RETH, THUG, SmallGame


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


def test_what_stands_alone_is_against_nothing_yet() -> None:
    ends: list[Result] = []
    code = Code(done=lambda _, result: ends.append(result))
    g = game("0000", rows=(plain_row("hide", alone=True),), hide=code)
    assert (do_row(g, "hide").difficulty, the_roll(g).scale) == (0, 0)
    throw(g)
    assert [(end.margin, end.succeeded, end.trait) for end in ends] == [(3, True, "athletics")]


def test_code_may_say_what_it_is_against() -> None:
    code = Code(against=lambda state, actor, target: (5 if target == THUG else 0, 2))
    g = game(rows=(plain_row("seek", target="other"),), seek=code)
    roll = do_row(g, "seek", target=THUG)
    assert (roll.difficulty, roll.scale) == (5, 2)


def test_code_says_with_what_it_can_be_done() -> None:
    code = Code(fits=lambda state, actor, trait: trait == "craft")
    jump = plain_row("jump", difficulty=1)
    jump = msgspec.structs.replace(jump, skills=("athletics", "craft"))
    g = game(rows=(jump,), jump=code)
    (offer,) = g.offers("ana", Undertake)
    assert msgspec.to_builtins(offer.command)["trait"] == "craft"
    leap = Undertake(actor=RETH, procedure="jump", trait="athletics", description="up")
    assert g.refused("ana", leap)[0] == "unknown-trait"


PICKED = plain_row("track", picks="which trail", aspect="what is found")
TRAILS = (Choice("old", "an old trail"), Choice("new", "a fresh trail"))


def tracking(*dice: str, trails: tuple[Choice, ...] = TRAILS, **code: Any) -> SmallGame:
    return game(*dice, rows=(PICKED,), track=Code(picks=lambda state, actor: trails, **code))


def test_something_is_picked_before_of_what_code_lists() -> None:
    told: list[Result] = []
    g = tracking("+000", against=lambda state, actor, what: (2, len(what)), done=lambda _, result: told.append(result))
    (offer,) = g.offers("ana", Undertake)
    hole = next(hole for hole in offer.holes if hole.field == "pick")
    assert isinstance(hole, ChoiceHole)
    assert (hole.label, hole.options) == ("which trail", TRAILS)
    roll = do_row(g, "track", pick="new", words="A Muddy Boot")
    assert (roll.difficulty, roll.scale) == (2, 3)
    throw(g)
    (result,) = told
    assert (result.pick, result.words, result.total, result.margin) == ("new", "A Muddy Boot", 4, 2)


def test_nothing_else_can_be_picked_and_without_anything_it_is_not_offered() -> None:
    g = tracking()
    command = Undertake(actor=RETH, procedure="track", trait="athletics", description="so", words="A Boot")
    assert g.refused("ana", command)[0] == "bad-pick"
    assert g.refused("ana", msgspec.structs.replace(command, pick="other"))[0] == "bad-pick"
    assert not tracking(trails=()).offers("ana", Undertake)
