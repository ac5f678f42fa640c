"""A table that is kept in a store: every step is decided in memory and handed to the store at once.

A step counts only when the store has it; whoever shows it to people waits for that.
If the store does not take a step, the room is of no use any more and the table is brought back from the store.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any, NamedTuple

from fatetable.engine.messages import Command, LogRecord
from fatetable.engine.opening import TABLE, Rewound
from fatetable.tabletop.lobby import as_stored
from fatetable.tabletop.ports import AlreadyDone, Store
from fatetable.tabletop.stored_tables import commands_in
from fatetable.tabletop.table import Table

KEPT_IDS = 2_000
"""Of commands carried out lately; for older ones the store is asked."""


class Step(NamedTuple):
    """What a command led to; it has happened once `stored` is done."""

    seq: int
    news: tuple[LogRecord, ...]
    stored: Future[None]

    @property
    def is_rewind(self) -> bool:
        return any(isinstance(record.event, Rewound) for record in self.news)


class Room:
    """One table and the store it is kept in.  Commands are carried out one after the other, each exactly once."""

    def __init__(self, table_id: str, table: Table, store: Store) -> None:
        self.id = table_id
        self.table = table
        self.store = store
        # Of a short log all ids are at hand; only where they are not has the store to be asked.
        self._knows_all = table.footing.seq == 0
        self._done = commands_in(table.records) if self._knows_all else {}

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
    ) -> Step:
        """Do something as `seat`; raises the refusal, or `AlreadyDone` if this `id` was carried out before.

        Ids are told apart by who sends: nobody can use up the id of somebody else.
        """
        known_as = f"{proxy or seat}/{id}" if id else ""
        if known_as:
            self._refuse_twice(known_as)
        news = self.table.send(seat, command, proxy=proxy, id=known_as)
        return self._keep(news, known_as)

    def _refuse_twice(self, known_as: str) -> None:
        seq = self._done.get(known_as)
        if seq is None and not self._knows_all:
            seq = self.store.position_of(self.id, known_as)
        if seq is not None:
            raise AlreadyDone(known_as, seq)

    def _keep(self, news: tuple[LogRecord, ...], known_as: str = "", secret: bytes | None = None) -> Step:
        stored = self.store.append(self.id, tuple(as_stored(self.table, news)), known_as, secret=secret)
        if known_as:
            self._done[known_as] = self.seq
            if len(self._done) > KEPT_IDS:
                self._done.pop(next(iter(self._done)))
                self._knows_all = False
        return Step(self.seq, news, stored)

    def new_dice(self, secret: bytes) -> Step:
        """Tell the secret behind the dice thrown so far, and seal a new one: both, or neither if it is not stored."""
        before = self.seq
        if self.table.state.get(TABLE).commitment:
            self.table.close()
        self.table.seal(secret)
        return self._keep(tuple(self.table.records[before:]), secret=secret)
