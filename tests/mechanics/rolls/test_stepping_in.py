"""Stepping in: when it is too late or too early, who decides it, and what it does to the roll."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.prompts import PromptWithdrawn
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.opposition import DefenceToChoose
from fatetable.mechanics.rolls.state import OppositionSet
from fatetable.mechanics.rolls.stepping_in import Interpose, InterposeVote
from tests.mechanics.rolling_game import attack_reth, overcome, rolling, situation, the_roll, throw
from tests.mechanics.small_game import PEOPLE, RETH, THUG, VOLT, SmallGame, only


def attacked(**options: Any) -> SmallGame:
    """The thug attacks Reth, and she has not said how she defends."""
    g = rolling("0000", "0000", **options).scene()
    g.do("gm", Attack(actor=THUG, target=RETH, trait="speed", description="he charges"))
    return g


def volt_steps_in(g: SmallGame, **more: Any) -> Interpose:
    return Interpose(
        roll=the_roll(g).id, **{"actor": VOLT, "trait": "speed", "description": "he jumps between", **more}
    )


def vote(g: SmallGame, **votes: str) -> None:
    for seat, option in votes.items():
        g.answer(seat, InterposeVote, option)


def test_most_of_the_table_must_find_it_reasonable() -> None:
    g = attacked()
    g.do("bo", volt_steps_in(g))
    assert set(g.prompt(InterposeVote).seats) == {"gm", "ana", "bo"}
    vote(g, gm="no", ana="yes", bo="yes")
    assert (the_roll(g).defender, the_roll(g).has_interposer) == (VOLT, True)
    assert the_roll(g).efforts[1].description == "he jumps between"
    assert not g.is_asked(DefenceToChoose)


def test_without_a_majority_nothing_changes() -> None:
    g = attacked()
    before = the_roll(g)
    g.do("bo", volt_steps_in(g))
    vote(g, gm="no", ana="no", bo="yes")
    assert the_roll(g) == before
    assert g.is_asked(DefenceToChoose)


def test_half_of_the_table_is_not_enough() -> None:
    g = attacked(seats={**PEOPLE, "cy": "player"})
    g.do("bo", volt_steps_in(g))
    vote(g, gm="no", ana="yes", bo="yes", cy="no")
    assert (the_roll(g).has_interposer, g.is_asked(InterposeVote)) == (False, False)


def test_an_aspect_of_the_situation_needs_no_vote() -> None:
    g = attacked()
    assert g.refused("bo", volt_steps_in(g, aspect=g.card("Born to Run").id))[0] == "not-a-situation-aspect"
    bridge = situation(g, "Narrow Bridge")
    asked = g.prompt(DefenceToChoose).id
    done = g.do("bo", volt_steps_in(g, aspect=bridge.id))
    assert only(done, OppositionSet).is_interposed
    assert only(done, PromptWithdrawn).prompt == asked
    assert not g.is_asked(InterposeVote)


def test_it_is_refused_with_what_stands_in_the_way() -> None:
    g = attacked()
    assert g.refused("ana", volt_steps_in(g))[0] == "not-yours"
    assert g.refused("bo", volt_steps_in(g, trait="wit"))[0] == "unknown-trait"
    assert "cannot step in" in g.refused("ana", volt_steps_in(g, actor=RETH))[1]
    g.do("bo", volt_steps_in(g))
    assert g.refused("bo", volt_steps_in(g))[1] == "Somebody else is stepping in already."


def test_it_is_too_late_once_the_dice_are_down() -> None:
    g = rolling("0000", "0000").scene()
    attack_reth(g)
    throw(g, "gm")
    code, why = g.refused("bo", volt_steps_in(g))
    assert (code, why.startswith("The dice are down")) == ("cannot-interpose", True)


def test_against_a_difficulty_somebody_may_oppose_from_the_side() -> None:
    g = rolling().scene()
    overcome(g)
    road = situation(g, "Narrow Road")
    g.do("gm", volt_steps_in(g, actor=THUG, aspect=road.id))
    assert (the_roll(g).difficulty, the_roll(g).is_opposed, the_roll(g).defender) == (None, True, THUG)


@pytest.mark.parametrize(
    ("stored", "features"),
    [
        ("", ()),
        ("Sprinter", ("Sprinter",)),
        ("Sprinter\nShield Bearer", ("Sprinter", "Shield Bearer")),
        (("Sprinter",), ("Sprinter",)),
        ((), ()),
    ],
)
def test_features_of_old_votes_are_read_out_of_one_text(
    stored: str | tuple[str, ...], features: tuple[str, ...]
) -> None:
    about = {"roll": "r1", "actor": "volt", "features": stored}
    assert InterposeVote.upgrade(about) == {"roll": "r1", "actor": "volt", "features": features}
