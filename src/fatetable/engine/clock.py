"""Time at a table.  The server keeps the clock; what a timer leads to is recorded like any command."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.messages import Command, SeatId
from fatetable.engine.seats import Seat

CLOCK = Seat(SeatId("@clock"), "spectator")
"""Decides for the clock; records of what it does name no seat."""


class Timer(Struct, frozen=True):
    """After `seconds`, `command` is due.  A timer with another `key` is another timer and starts anew."""

    key: str
    seconds: int
    command: Command
