"""The sentences in which the log tells of the conspiracy game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fatetable.engine.messages import Event
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import name_of
from fatetable.mechanics.ruleset import Teller
from fatetable.rulesets.fate2.organisations.conspiracy.state import (
    ConnectionNamed,
    ConspiracyOver,
    ConspiracyPhaseBegan,
    ConspiracyPhaseEnded,
)


def _ended(_: State, __: State, event: ConspiracyPhaseEnded) -> Iterator[str]:
    yield f"Phase {event.phase} of the organisations is over."


def _named(_: State, after: State, event: ConnectionNamed) -> Iterator[str]:
    what = "closest ally" if event.is_ally else "greatest enemy"
    yield f"{name_of(after, event.actor)} takes {name_of(after, event.other)} for its {what}."


def _began(_: State, __: State, event: ConspiracyPhaseBegan) -> Iterator[str]:
    yield f"Phase {event.phase} of the organisations begins."


def _over(_: State, __: State, event: ConspiracyOver) -> Iterator[str]:
    yield "The organisations are made; now come the characters."


TELLERS: Mapping[type[Event], Teller] = {
    ConspiracyPhaseEnded: _ended,
    ConnectionNamed: _named,
    ConspiracyPhaseBegan: _began,
    ConspiracyOver: _over,
}
