"""Looking for events of one kind among those that a command led to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from fatetable.engine.messages import Event

E = TypeVar("E", bound=Event)


def first(events: Iterable[Event], kind: type[E]) -> E:
    """The first event of a kind."""
    found = next((event for event in events if isinstance(event, kind)), None)
    assert found is not None, f"no {kind.__name__} among the events"
    return found


def all_of(events: Iterable[Event], kind: type[E]) -> tuple[E, ...]:
    return tuple(event for event in events if isinstance(event, kind))
