"""What travels: commands (wishes), events (facts), and the record that wraps a fact with who may know it.

Nothing here can be part of a cycle, so the garbage collector is spared looking at it: there is very much of it.
"""

from __future__ import annotations

from typing import Generic, NewType, TypeAlias, TypeVar

from msgspec import Struct

SeatId = NewType("SeatId", str)

GM = SeatId("@gm")
"""Stands in an audience or a prompt for whoever holds the game master's seat at that moment."""

Audience: TypeAlias = tuple[SeatId, ...] | None
"""The seats that are told a fact; `None` is everybody, spectators included."""

EVERYONE: Audience = None


class Command(Struct, frozen=True, gc=False, tag_field="type", forbid_unknown_fields=True):
    """Something a person wants; named in the imperative; may be refused."""


class Event(Struct, frozen=True, gc=False, tag_field="type"):
    """Something that happened; named in the past tense; carries results, never instructions.

    Tags end in a version (`"aspect-placed/1"`); a changed shape gets a new version and an upcaster.
    """


E = TypeVar("E")


class Record(Struct, Generic[E], frozen=True, gc=False, omit_defaults=True):
    """One fact in a table's log.

    `to` are the seats that are told the event itself; everybody else is told `face`, or nothing.
    `by` is the seat that caused it, `proxy` the one who acted in that seat's stead.
    One step may leave several records; all but the first say that it `goes_on`.
    """

    seq: int
    event: E
    by: SeatId | None = None
    to: tuple[SeatId, ...] | None = None
    face: E | None = None
    proxy: SeatId | None = None
    id: str = ""
    goes_on: bool = False


LogRecord: TypeAlias = Record[Event]
Log: TypeAlias = tuple[LogRecord, ...]
