"""Appends records to the logs of tables: one append by itself, or many of them in one statement.

The thread that writes needs the interpreter before and after every statement, and has to wait for it while the server
is busy.  So all waiting appends are written in one statement, which is a transaction by itself; only if that fails is
each checked and written on its own.

"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from fatetable.adapters.storage.append_checks import as_text, check_continues, check_id, unknown_table
from fatetable.adapters.storage.record_chain import FIRST_LINK, damaged, link_of
from fatetable.engine.errors import FatetableError
from fatetable.tabletop.storage.store import AlreadyDone, StoredRecord

MOST_ROWS = 1_000
"""Rows in one statement; each has five values, and SQLite allows about thirty thousand values."""

COLUMNS = "number, seq, command, body, link"
VALUES = 1 + COLUMNS.count(",")

DONE = "SELECT seq FROM records WHERE number = ? AND command = ?"

LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class Append(Struct, frozen=True):
    """Records for the end of a table's log, and the id of the command that led to them, if there is one.

    A `secret` replaces that of the table's dice.
    """

    table: str
    records: Sequence[StoredRecord]
    command: str
    secret: bytes | None = None

    def __call__(self, connection: sqlite3.Connection) -> None:
        """Write them, or raise the refusal."""
        number = number_of(connection, self.table)
        if number is None:
            raise unknown_table(self.table)
        if not self.records:
            return
        if self.command:
            check_id(self.command)
        done = connection.execute(DONE, (number, self.command or None)).fetchone()
        if done is not None:
            raise AlreadyDone(self.command, done[0])
        log = log_end(connection, number)
        check_continues(self.records, log.end)
        insert(connection, log, self.records, self.command_at)
        if self.secret is not None:
            connection.execute("UPDATE tables SET secret = ? WHERE number = ?", (self.secret, number))

    @property
    def command_at(self) -> Mapping[int, str]:
        return {self.records[-1].seq: self.command} if self.command else {}


class LogEnd(NamedTuple):
    """The number of a table, the position of its last record and the hash of that."""

    number: int
    end: int = 0
    link: bytes = FIRST_LINK


class BatchAppender:
    """Writes appends in batches, and remembers where the logs end.  Used by the one thread that writes."""

    def __init__(self) -> None:
        self._logs: dict[str, LogEnd] = {}

    def all_at_once(self, connection: sqlite3.Connection, works: Sequence[object]) -> bool:
        """Write all appends in one statement; False, with nothing written, if that is not possible."""
        values: list[object] = []
        logs: dict[str, LogEnd] = {}
        try:
            for work in works:
                if not isinstance(work, Append) or not work.records or work.secret is not None:
                    return False
                log = logs.get(work.table) or self._log(connection, work)
                check_continues(work.records, log.end)
                if work.command:
                    check_id(work.command)
                logs[work.table] = _add(values, log, work.records, work.command_at)
            if not values or len(values) > VALUES * MOST_ROWS:
                return False
            _insert(connection, values)
        except (FatetableError, sqlite3.Error) as error:
            for table in logs:
                self._logs.pop(table, None)
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in LOCKED:
                raise
            return False
        self._logs.update(logs)
        return True

    def _log(self, connection: sqlite3.Connection, work: Append) -> LogEnd:
        """The end of a log; looked up if it is not remembered, or if another program has written to it."""
        known = self._logs.get(work.table)
        if known is None or known.end + 1 != work.records[0].seq:
            number = number_of(connection, work.table)
            if number is None:
                raise unknown_table(work.table)
            known = self._logs[work.table] = log_end(connection, number)
        return known


def number_of(connection: sqlite3.Connection, table: str) -> int | None:
    """The number of a table in the database."""
    found = connection.execute("SELECT number FROM tables WHERE id = ?", (as_text(table),)).fetchone()
    return found[0] if found else None


def log_end(connection: sqlite3.Connection, number: int) -> LogEnd:
    """Where the log of a table ends; a table has at least one record."""
    found = connection.execute("SELECT seq, link FROM log_ends WHERE number = ?", (number,)).fetchone()
    if found is None:
        raise damaged(1, "it is missing")
    return LogEnd(number, *found)


def insert(
    connection: sqlite3.Connection, log: LogEnd, records: Sequence[StoredRecord], command_at: Mapping[int, str]
) -> None:
    """Write records to the end of a log."""
    for start in range(0, len(records), MOST_ROWS):
        values: list[object] = []
        log = _add(values, log, records[start : start + MOST_ROWS], command_at)
        _insert(connection, values)


def _add(values: list[object], log: LogEnd, records: Sequence[StoredRecord], command_at: Mapping[int, str]) -> LogEnd:
    """Add the values of the rows to `values`; where the log ends then."""
    number, end, link = log
    for end, body in ((record.seq, record.body) for record in records):
        command = command_at.get(end)
        link = link_of(link, command, body)
        values += (number, end, command, body, link)
    return LogEnd(number, end, link)


def _insert(connection: sqlite3.Connection, values: Sequence[object]) -> None:
    row = f"({', '.join('?' * VALUES)})"
    rows = ", ".join([row] * (len(values) // VALUES))
    connection.execute(f"INSERT INTO records ({COLUMNS}) VALUES {rows}", values)
