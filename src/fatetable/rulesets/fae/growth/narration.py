"""The sentences in which the log tells of milestones and new stunts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fatetable.engine.messages import Event
from fatetable.engine.state import State
from fatetable.mechanics.ruleset import Teller
from fatetable.rulesets.fae.growth.state import MilestoneReached, StuntProposed, StuntSettled


def _milestone(_: State, __: State, event: MilestoneReached) -> Iterator[str]:
    yield f"Milestone reached: {event.kind}."


def _proposed(_: State, __: State, event: StuntProposed) -> Iterator[str]:
    yield "Stunt proposed."


def _settled(_: State, __: State, event: StuntSettled) -> Iterator[str]:
    yield "Stunt settled."


TELLERS: Mapping[type[Event], Teller] = {
    MilestoneReached: _milestone,
    StuntProposed: _proposed,
    StuntSettled: _settled,
}

HIGHLIGHTS: frozenset[type[Event]] = frozenset({MilestoneReached})
"""What a recap tells of it."""
