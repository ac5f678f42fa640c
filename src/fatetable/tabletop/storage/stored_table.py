"""A table together with its store: every step is decided in memory and handed to the store at once.

A step counts only when the store has it, so it is not shown to anybody before.  If the store refuses a step, this
object is discarded and the table is loaded again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any, NamedTuple

from fatetable.engine.messages import Command, LogRecord
from fatetable.engine.opening import TABLE, Rewound
from fatetable.tabletop.storage.lobby import as_stored
from fatetable.tabletop.storage.store import AlreadyDone, Store
from fatetable.tabletop.storage.table_archive import commands_in
from fatetable.tabletop.table import Table

KEPT_IDS = 2_000
"""Ids of recent commands; for older ones the store is asked."""


class StoredStep(NamedTuple):
    """What a command led to; it counts once `stored` is done."""

    seq: int
    news: tuple[LogRecord, ...]
    stored: Future[None]

    @property
    def is_rewind(self) -> bool:
        return any(isinstance(record.event, Rewound) for record in self.news)


class StoredTable:
    """One table and the store it is kept in.  Commands are carried out one after the other, each exactly once."""

    def __init__(self, table_id: str, table: Table, store: Store, now: Callable[[], int] = lambda: 0) -> None:
        """`now` is the clock by which steps are dated; without one they have no date."""
        self._now = now
        self.id = table_id
        self.table = table
        self.store = store
        # A table loaded without a snapshot has all ids in memory; otherwise the store has to be asked.
        self._knows_all = table.snapshot.seq == 0
        self._positions = commands_in(table.records) if self._knows_all else {}

    @property
    def seq(self) -> int:
        return self.table.state.seq

    def carry_out(
        self,
        seat: str,
        command: Command | Mapping[str, Any],
        *,
        id: str = "",
        proxy: str | None = None,
    ) -> StoredStep:
        """Carry out a command as `seat`; raises the refusal, or `AlreadyDone` if this `id` was carried out before.

        The id is stored with the sender's seat in front, so that nobody can use up the id of another seat.
        """
        command_id = f"{proxy or seat}/{id}" if id else ""
        if command_id:
            self._refuse_repeated(command_id)
        news = self.table.send(seat, command, proxy=proxy, id=command_id, at=self._now())
        if command_id and news and news[0].by is None:
            # The id names the seat, so that of an anonymous command is known only as long as this process runs.
            self._positions[command_id] = self.seq
            return self._keep(news)
        return self._keep(news, command_id)

    def time_out(self, command: Command) -> StoredStep:
        """Carry out what the clock asks for."""
        return self._keep(self.table.time_out(command, at=self._now()))

    def _refuse_repeated(self, command_id: str) -> None:
        seq = self._positions.get(command_id)
        if seq is None and not self._knows_all:
            seq = self.store.position_of(self.id, command_id)
        if seq is not None:
            raise AlreadyDone(command_id, seq)

    def nothing(self) -> StoredStep:
        """A step that changes nothing, and counts once everything before it is stored."""
        return self._keep(())

    def _keep(self, news: tuple[LogRecord, ...], command_id: str = "", secret: bytes | None = None) -> StoredStep:
        stored = self.store.append(self.id, tuple(as_stored(self.table, news)), command_id, secret=secret)
        if command_id:
            self._positions[command_id] = self.seq
            if len(self._positions) > KEPT_IDS:
                self._positions.pop(next(iter(self._positions)))
                self._knows_all = False
        return StoredStep(self.seq, news, stored)

    def new_dice(self, secret: bytes) -> StoredStep:
        """Reveal the secret of the dice thrown so far and seal a new one, both in one step."""
        before = self.seq
        if self.table.state.get(TABLE).commitment:
            self.table.close()
        self.table.seal(secret)
        return self._keep(tuple(self.table.records[before:]), secret=secret)
