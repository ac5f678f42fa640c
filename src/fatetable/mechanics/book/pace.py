"""Pace: how much happens by itself at a table, and what waits for people.  Every ruleset has these options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from fatetable.mechanics.book.dials import DefaultIf, Dial, DialValue


class Pace(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The dials of a ruleset extend this; by default, whatever has one sensible answer happens by itself."""

    countdown: Literal[0, 5, 10, 20] = 5
    dice_fall: Literal["at-once", "when-pressed"] = "at-once"
    descriptions: Literal["optional", "required"] = "optional"
    nameless_defend: Literal["by-themselves", "when-asked"] = "by-themselves"
    turns_end: Literal["by-themselves", "when-pressed"] = "by-themselves"
    exchanges_follow: Literal["at-once", "when-pressed"] = "at-once"
    ask_before_throw: bool = False
    ask_after_throw: Literal["to-avoid-failure", "to-improve", "always"] = "to-avoid-failure"
    veto_waits: bool = False
    absent_seats: Literal["passed-over", "waited-for"] = "passed-over"
    recovery_waits: bool = False
    heroes_enter: bool = True
    opponents_enter: bool = True

    @property
    def needs_words(self) -> bool:
        return self.descriptions == "required"


BY_HAND: Mapping[str, DialValue] = {
    "dice_fall": "when-pressed",
    "ask_after_throw": "always",
    "countdown": 0,
    "veto_waits": True,
    "nameless_defend": "when-asked",
    "exchanges_follow": "when-pressed",
    "descriptions": "required",
    "recovery_waits": True,
    "heroes_enter": False,
    "opponents_enter": False,
}
"""Every step is somebody's: the slowest pace, in which almost nothing happens by itself."""


PACE_DIALS = (
    Dial(
        name="countdown",
        meaning="How many seconds others have to say “Wait” before a roll counts; 0 for no countdown.",
        values=(0, 5, 10, 20),
        # By post nobody reads in time.
        default_if=(DefaultIf("absent_seats", "waited-for", 0),),
        changes_rules=False,
        is_common=True,
    ),
    Dial(
        name="dice_fall",
        meaning="Whether the dice fall with the last input they need, or when the roller presses.",
        values=("at-once", "when-pressed"),
        changes_rules=False,
        is_common=True,
    ),
    Dial(
        name="descriptions",
        meaning="Whether people may act without writing how, or must describe each action.",
        values=("optional", "required"),
        changes_rules=False,
        is_common=True,
    ),
    Dial(
        name="nameless_defend",
        meaning="Whether nameless opponents defend by themselves with their best trait, or their player is asked.",
        values=("by-themselves", "when-asked"),
        changes_rules=False,
        is_common=True,
    ),
    Dial(
        name="turns_end",
        meaning="Whether a turn with only a move left ends after the countdown, or when its player says so.",
        values=("by-themselves", "when-pressed"),
        changes_rules=False,
    ),
    Dial(
        name="exchanges_follow",
        meaning="Whether the next exchange begins at once, or when it is called.",
        values=("at-once", "when-pressed"),
        # Ready-made scenes begin with an exchange.
        changes_rules=True,
    ),
    Dial(
        name="ask_before_throw",
        meaning="Whether everyone who could help or step in is asked before the dice fall.",
        values=(False, True),
        changes_rules=False,
    ),
    Dial(
        name="ask_after_throw",
        meaning="Who is asked after a roll: a side that can avoid its failure, one that can improve its outcome, "
        "or everybody with the means to change it.",
        values=("to-avoid-failure", "to-improve", "always"),
        changes_rules=False,
    ),
    Dial(
        name="veto_waits",
        meaning="Whether each invocation waits for the person who runs the game to object.",
        values=(False, True),
        changes_rules=False,
    ),
    Dial(
        name="absent_seats",
        meaning="Whether play goes on without people who are not connected, or waits for them, as in play by post.",
        values=("passed-over", "waited-for"),
        changes_rules=False,
        is_common=True,
    ),
    Dial(
        name="recovery_waits",
        meaning="Whether play stops until everybody has said how they recover.",
        values=(False, True),
        changes_rules=False,
    ),
    Dial(
        name="heroes_enter",
        meaning="Whether all heroes are in a new scene unless somebody says otherwise.",
        values=(True, False),
        changes_rules=False,
    ),
    Dial(
        name="opponents_enter",
        meaning="Whether a new opponent comes into the scene that is being played.",
        values=(True, False),
        changes_rules=False,
    ),
)
