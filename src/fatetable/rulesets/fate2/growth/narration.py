"""The sentences in which the log tells of advancement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fatetable.engine.messages import Event
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import name_of
from fatetable.mechanics.ruleset import Teller
from fatetable.rulesets.fate2.growth.destiny_state import DestinyAnnounced, DestinyTurned
from fatetable.rulesets.fate2.growth.state import LongTimeBegan, PeriodEnded, PhaseLived


def _period(_: State, __: State, event: PeriodEnded) -> Iterator[str]:
    yield "Everybody gains a rank."


def _time(_: State, __: State, event: LongTimeBegan) -> Iterator[str]:
    yield "A long time passes."


def _lived(_: State, after: State, event: PhaseLived) -> Iterator[str]:
    yield f"{name_of(after, event.actor)} lives a phase off-screen."


def _announced(_: State, after: State, event: DestinyAnnounced) -> Iterator[str]:
    yield f"The Destiny of {name_of(after, event.actor)} is at hand."


def _turned(_: State, after: State, event: DestinyTurned) -> Iterator[str]:
    whose = f"the Destiny of {name_of(after, event.actor)}"
    if event.fulfilled:
        levels = "a level" if event.fulfilled == 1 else f"{event.fulfilled} levels"
        yield f"{levels[:1].upper()}{levels[1:]} of {whose} is fulfilled and becomes another aspect."
    if event.given_up:
        yield f"{name_of(after, event.actor)} turns away from a Destiny."


TELLERS: Mapping[type[Event], Teller] = {
    PeriodEnded: _period,
    LongTimeBegan: _time,
    PhaseLived: _lived,
    DestinyAnnounced: _announced,
    DestinyTurned: _turned,
}

HIGHLIGHTS: frozenset[type[Event]] = frozenset({PeriodEnded, LongTimeBegan, DestinyAnnounced, DestinyTurned})
"""What a recap tells of it."""
