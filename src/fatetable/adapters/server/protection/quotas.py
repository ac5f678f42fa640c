"""Quotas of the disk: the bytes of each table and each seat, the number of tables, and the bytes of all."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, cast

from fatetable.adapters.server.protection.rate_limits import Buckets, Limits
from fatetable.engine.errors import FatetableError
from fatetable.engine.halting import AskToStop, ContinuePlay, PauseTable, ResumeTable
from fatetable.tabletop.storage.store import Store, StoredImage, StoredRecord, TableRow

ALWAYS_ALLOWED = frozenset(
    str(command.__struct_config__.tag) for command in (AskToStop, ContinuePlay, PauseTable, ResumeTable)
)
"""Commands that anybody may need at any time; they hold no texts."""


class NoRoom(FatetableError):
    """A quota is used up."""


class Quotas:
    """What is stored, by table, and what each seat has added lately.

    The sizes of tables are read once from the store; `MeteredStore` adds what is written from then on.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._tables: dict[str, int] = {}
        self.total = 0
        self._seats = Buckets(limits.seat_bytes, limits.seat_bytes_burst, clock=clock)

    async def learn(self, store: Store) -> None:
        """Read what is stored already."""
        for table, size in (await asyncio.to_thread(store.table_sizes)).items():
            self.wrote(table, size - self._tables.get(table, 0))

    def wrote(self, table: str, size: int) -> None:
        self._tables[table] = self._tables.get(table, 0) + size
        self.total += size

    def wrote_for(self, table: str, seat: str, size: int) -> None:
        """Count what a seat has added; `wrote` counts it for the table."""
        self._seats.spend(f"{table}/{seat}", size)

    def check_opening(self) -> None:
        limits = self._limits
        if len(self._tables) >= limits.tables_in_all:
            raise NoRoom("tables-full", f"This server keeps at most {limits.tables_in_all} tables; ask its host.")
        self._check_total()

    def check_writing(self, table: str, seat: str, command: object = "") -> None:
        """May this seat add to this table?  What stops play may always be said."""
        if isinstance(command, str) and command in ALWAYS_ALLOWED:
            return
        most = self._limits.table_bytes
        if self._tables.get(table, 0) >= most:
            raise NoRoom("table-full", f"This table has used up its space of {_in_mb(most)}; its host can allow more.")
        if not self._seats.has(f"{table}/{seat}"):
            raise NoRoom("seat-full", "This seat has written too much for one day; go on later.")
        self._check_total()

    def _check_total(self) -> None:
        if self.total >= self._limits.store_bytes:
            raise NoRoom("store-full", "All the space for tables on this server is used up; ask its host.")


def _in_mb(size: float) -> str:
    return f"{size / 1_000_000:g} MB"


class MeteredStore:
    """The store, with everything that is written to it counted."""

    def __init__(self, store: Store, quotas: Quotas) -> None:
        self._store = store
        self._quotas = quotas

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def create(
        self, row: TableRow, records: Sequence[StoredRecord], *, images: Sequence[StoredImage] = (), **more: Any
    ) -> Future[None]:
        size = _size(records) + sum(len(image.body) for image in images)
        return self._when_stored(self._store.create(row, records, images=images, **more), row.id, size)

    def append(
        self, table: str, records: Sequence[StoredRecord], command: str = "", *, secret: bytes | None = None
    ) -> Future[None]:
        size = _size(records)
        self._quotas.wrote(table, size)
        if command:
            # Its id begins with its seat.
            self._quotas.wrote_for(table, command.partition("/")[0], size)
        return self._store.append(table, records, command, secret=secret)

    def add_image(self, table: str, image: StoredImage, *, quota: int) -> Future[None]:
        return self._when_stored(self._store.add_image(table, image, quota=quota), table, len(image.body))

    def _when_stored(self, stored: Future[None], table: str, size: int) -> Future[None]:
        def count(done: Future[None]) -> None:
            if not done.cancelled() and done.exception() is None:
                self._quotas.wrote(table, size)

        stored.add_done_callback(count)
        return stored


def metered(store: Store, quotas: Quotas) -> Store:
    return cast(Store, MeteredStore(store, quotas))


def _size(records: Sequence[StoredRecord]) -> int:
    return sum(len(record.body) for record in records)
