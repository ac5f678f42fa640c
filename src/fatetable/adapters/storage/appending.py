"""Adding records to the ends of logs: each log by itself, or many of them by one statement.

Whoever writes needs the interpreter before and after every statement, and waits for it as long as the tables have
something to do.  So what waits is added by a single one, which is a transaction of its own, and looked at more closely
only where that is not possible.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from fatetable.adapters.storage.accepting import as_text, check_goes_on, check_id, unknown_table
from fatetable.engine.errors import FatetableError
from fatetable.tabletop.ports import AlreadyDone, StoredRecord

MOST_ROWS = 1_000
"""In one statement; each has four values, and SQLite takes some thirty thousand of these."""

LAST_AND_DONE = """SELECT (SELECT max(seq) FROM records WHERE number = ?),
(SELECT seq FROM records WHERE number = ? AND command = ?)"""

LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class Append(Struct, frozen=True):
    """Records for the end of a table's log, and the id of the command they came of, if they came of one.

    A `secret` replaces that of the table's dice.
    """

    table: str
    records: Sequence[StoredRecord]
    command: str
    secret: bytes | None = None

    def __call__(self, connection: sqlite3.Connection) -> None:
        """Add them, or refuse with the reason."""
        number = number_of(connection, self.table)
        if number is None:
            raise unknown_table(self.table)
        if not self.records:
            return
        if self.command:
            check_id(self.command)
        last, done = connection.execute(LAST_AND_DONE, (number, number, self.command or None)).fetchone()
        if done is not None:
            raise AlreadyDone(self.command, done)
        check_goes_on(self.records, last or 0)
        insert(connection, number, self.records, self.command_at)
        if self.secret is not None:
            connection.execute("UPDATE tables SET secret = ? WHERE number = ?", (self.secret, number))

    @property
    def command_at(self) -> Mapping[int, str]:
        return {self.records[-1].seq: self.command} if self.command else {}


class Log(NamedTuple):
    number: int
    end: int


class Appending:
    """Knows where the logs end to which it has added something.  For the one thread that writes."""

    def __init__(self) -> None:
        self._logs: dict[str, Log] = {}

    def all_at_once(self, connection: sqlite3.Connection, works: Sequence[object]) -> bool:
        """Add everything by one statement; False, and nothing is added, if anything speaks against it."""
        values: list[object] = []
        logs: dict[str, Log] = {}
        try:
            for work in works:
                if not isinstance(work, Append) or not work.records or work.secret is not None:
                    return False
                number, end = log = logs.get(work.table) or self._log(connection, work)
                check_goes_on(work.records, end)
                if work.command:
                    check_id(work.command)
                values += _values(number, work.records, work.command_at)
                logs[work.table] = log._replace(end=work.records[-1].seq)
            if not values or len(values) > 4 * MOST_ROWS:
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

    def _log(self, connection: sqlite3.Connection, work: Append) -> Log:
        """The log something is to be added to; looked up if nothing is known of it, or somebody else was there."""
        known = self._logs.get(work.table)
        if known is None or known.end + 1 != work.records[0].seq:
            number = number_of(connection, work.table)
            if number is None:
                raise unknown_table(work.table)
            known = self._logs[work.table] = Log(number, last_of(connection, number))
        return known


def number_of(connection: sqlite3.Connection, table: str) -> int | None:
    """Under which number a table's rows are kept."""
    found = connection.execute("SELECT number FROM tables WHERE id = ?", (as_text(table),)).fetchone()
    return found[0] if found else None


def last_of(connection: sqlite3.Connection, number: int) -> int:
    return connection.execute("SELECT max(seq) FROM records WHERE number = ?", (number,)).fetchone()[0] or 0


def insert(
    connection: sqlite3.Connection, number: int, records: Sequence[StoredRecord], command_at: Mapping[int, str]
) -> None:
    for start in range(0, len(records), MOST_ROWS):
        _insert(connection, _values(number, records[start : start + MOST_ROWS], command_at))


def _values(number: int, records: Sequence[StoredRecord], command_at: Mapping[int, str]) -> list[object]:
    return [value for row in records for value in (number, row.seq, command_at.get(row.seq), row.body)]


def _insert(connection: sqlite3.Connection, values: Sequence[object]) -> None:
    rows = ", ".join(["(?, ?, ?, ?)"] * (len(values) // 4))
    connection.execute(f"INSERT INTO records (number, seq, command, body) VALUES {rows}", values)
