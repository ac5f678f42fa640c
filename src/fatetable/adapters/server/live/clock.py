"""The clock of one table: ends countdowns, and notes who has come and gone."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from fatetable.engine.messages import Command
from fatetable.engine.opening import TABLE
from fatetable.engine.seats import Seat, SetPresence, people
from fatetable.tabletop.storage.stored_table import StoredStep, StoredTable

if TYPE_CHECKING:
    from fatetable.adapters.server.live.command_queue import Outcome
    from fatetable.adapters.server.live.table import LiveTable

AWAY_SECONDS = 45
"""How long a page may be gone before play goes on without its seat."""

FREE_SECONDS = 20
"""How long a table with players waits for somebody to take a free seat."""

WAITED_FOR = ("absent_seats", "waited-for")
"""The dial, and its value, with which a table waits for people who are not connected."""


class Due(NamedTuple):
    key: str
    seconds: int
    command: Command


class ClockCommand:
    """A `PendingCommand` that the clock has sent."""

    __slots__ = ("_command",)

    def __init__(self, command: Command) -> None:
        self._command = command

    def carry_out(self, table: StoredTable) -> StoredStep:
        return table.time_out(self._command)

    def answer(self, outcome: Outcome) -> None:
        """Nobody waits for an answer."""


class TableClock:
    """`second` is how long a second of this clock lasts; tests make it short."""

    def __init__(self, live: LiveTable, second: float) -> None:
        self._live: LiveTable = weakref.proxy(live)
        self._second = second
        self._running: dict[str, asyncio.TimerHandle] = {}

    def update(self) -> None:
        """Start and stop timers, as the table stands now."""
        wanted = {timer.key: (timer.seconds, timer.command) for timer in self._timers()}
        for key in self._running.keys() - wanted.keys():
            self._running.pop(key).cancel()
        for key in wanted.keys() - self._running.keys():
            seconds, command = wanted[key]
            loop = asyncio.get_running_loop()
            self._running[key] = loop.call_later(seconds * self._second, self._fire, key, command)

    def stop(self) -> None:
        for handle in self._running.values():
            handle.cancel()
        self._running.clear()

    def _fire(self, key: str, command: Command) -> None:
        self._running.pop(key, None)
        self._live.submit(ClockCommand(command))

    def _timers(self) -> list[Due]:
        live = self._live
        if not live.pages:
            # Nobody looks: no countdown runs out unseen, and nobody is missed.
            return []
        table = live.table
        due = [Due(timer.key, timer.seconds, timer.command) for timer in table.ruleset.engine.timers(table.state)]
        for seat in people(table.state):
            if not seat.is_away:
                live.arrived.discard(seat.id)
            if (is_away := self._is_away(seat)) is not None and is_away != seat.is_away:
                seconds = 0 if not is_away else AWAY_SECONDS if seat.id in live.taken else FREE_SECONDS
                due.append(Due(f"presence {seat.id} {is_away}", seconds, SetPresence(seat.id, is_away)))
        return due

    def _is_away(self, seat: Seat) -> bool | None:
        """Should play go on without this seat?  `None` leaves it as it is."""
        live = self._live
        if seat.is_gm:
            return None
        if seat.id in live.pages:
            # Somebody who is here and slow stays away until they do something.
            return False if seat.id in live.arrived else None
        if not any(other.id in live.pages for other in people(live.table.state) if not other.is_gm):
            # The game master is alone and waits for players: their turns do not go by meanwhile.
            return None
        name, value = WAITED_FOR
        waits: Mapping[str, object] = live.table.state.get(TABLE).dials
        return not (seat.id in live.taken and waits.get(name) == value)
