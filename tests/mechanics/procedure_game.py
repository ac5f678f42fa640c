"""A game whose people do what the rows of `undertakings/trappings.toml` say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from fatetable.engine.prompts import PROMPTS, Prompt
from fatetable.mechanics.rolls.check_rules import Trait
from fatetable.mechanics.rolls.state import Roll
from fatetable.mechanics.time.lengthy_work import LengthyWork
from fatetable.mechanics.time.time_taken import TIME_TAKEN
from fatetable.mechanics.time.track import TimeTrack
from fatetable.mechanics.undertakings.code import Code
from fatetable.mechanics.undertakings.procedures import Procedures, Undertake
from fatetable.mechanics.undertakings.rows import Procedure
from tests.mechanics.rolling_game import RULES, everybody_passes, rolling, the_roll
from tests.mechanics.rolling_game import throw as throw_dice
from tests.mechanics.small_game import RETH, SmallGame, cites

ROWS = msgspec.toml.decode(
    (Path(__file__).parent / "undertakings" / "trappings.toml").read_bytes(), type=dict[str, tuple[Procedure, ...]]
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

PUSH = Procedure(
    id="push", label="push", topic="push", skills=("athletics",), target="other", words="{name} pushes {target}"
)
JUMP = Procedure(id="jump", label="jump", topic="jump", skills=("athletics", "craft"), difficulty=1)


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


def plain_row(name: str, **more: Any) -> Procedure:
    return Procedure(id=name, label=name, topic=name, skills=("athletics",), **more)


def do_row(g: SmallGame, name: str, **more: Any) -> Roll:
    g.do("ana", Undertake(actor=RETH, procedure=name, trait="athletics", description="so", **more))
    return the_roll(g)
