"""The sentences in which the log tells of advancement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fatetable.engine.messages import Event
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import name_of
from fatetable.mechanics.ruleset import Teller
from fatetable.rulesets.fate2.growth.state import LongTimeBegan, PeriodEnded, PhaseLived


def _period(_: State, __: State, event: PeriodEnded) -> Iterator[str]:
    yield "Everybody gains a rank."


def _time(_: State, __: State, event: LongTimeBegan) -> Iterator[str]:
    yield "A long time passes."


def _lived(_: State, after: State, event: PhaseLived) -> Iterator[str]:
    yield f"{name_of(after, event.actor)} lives a phase off-screen."


TELLERS: Mapping[type[Event], Teller] = {PeriodEnded: _period, LongTimeBegan: _time, PhaseLived: _lived}

HIGHLIGHTS: frozenset[type[Event]] = frozenset({PeriodEnded, LongTimeBegan})
"""What a recap tells of it."""
