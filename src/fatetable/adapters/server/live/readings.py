"""Reading stored logs, however long, beside tables that are being played.

Readings have threads of their own: one reading of an address at a time, a few in all.  Each rests longer than it works,
so that play keeps most of the interpreter; a short log is read before the first rest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import thread_time
from typing import Any, TypeVar, cast

from fatetable.adapters.storage.append_checks import store_closed
from fatetable.adapters.workers.turns import Turns
from fatetable.tabletop.storage.lobby import Lobby
from fatetable.tabletop.storage.store import Store, StoredRecord

T = TypeVar("T")

AT_ONCE = 4
STRETCH_SECONDS = 0.02
"""Of processor time, after which a reading rests: some thousand records."""
REST = 3.0
"""How much longer it rests than it has worked."""


class UnhurriedStore:
    """The store for one reading, which rests between records and ends when the server stops."""

    def __init__(self, store: Store, stopping: Event) -> None:
        self._store = store
        self._stopping = stopping
        self._since = 0.0
        self._worked = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def go_on(self) -> None:
        """The reading goes on, perhaps on another thread, whose time is counted from now."""
        self._since = thread_time()

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[StoredRecord]:
        for record in self._store.read(table, after, upto):
            yield record
            self._rest()

    def _rest(self) -> None:
        now = thread_time()
        self._worked, self._since = self._worked + now - self._since, now
        if self._worked >= STRETCH_SECONDS:
            if self._stopping.wait(REST * self._worked):
                raise store_closed()
            self._worked, self._since = 0.0, thread_time()


class Reading:
    """One reading, which may have several parts."""

    def __init__(self, readings: Readings, lobby: Lobby, stopping: Event) -> None:
        self._readings = readings
        self._store = UnhurriedStore(lobby.store, stopping)
        self.lobby = Lobby(cast(Store, self._store), lobby.sources)

    async def run(self, address: str, read: Callable[[], T]) -> T:
        """What a part of the reading finds; raises `LineTooLong`."""

        def go_on() -> T:
            self._store.go_on()
            return read()

        return await self._readings.run(address, go_on)


class Readings:
    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._stopping = Event()
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="fatetable-reading")
        self._turns = Turns(AT_ONCE)

    def begin(self) -> Reading:
        return Reading(self, self._lobby, self._stopping)

    async def run(self, address: str, read: Callable[[], T]) -> T:
        async with self._turns.turn(address):
            return await asyncio.get_running_loop().run_in_executor(self._threads, read)

    def close(self) -> None:
        """End every reading at its next rest."""
        self._stopping.set()
        self._threads.shutdown(wait=False)
