"""A small file beside the database that tells which record was the last one stored.

If the end of the WAL is lost, the database is whole without it, only older, and nothing in it can tell.  The mark is
written after the commit, so it never names a record that was not durable.  It is not forced to the disk: after a power
cut it may be a little behind, and then the loss of the very last records is not noticed.

"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from pathlib import Path
from typing import NamedTuple

from fatetable.adapters.storage.record_chain import LINK_BYTES
from fatetable.tabletop.storage.store import StoreFailed

ROW_BYTES = 8
CHECK_BYTES = 8
LAST = "SELECT rowid, link FROM records ORDER BY rowid DESC LIMIT 1"


class LastRecord(NamedTuple):
    """The row of the last record of all tables, and its hash."""

    row: int
    link: bytes


class EndMark:
    """The mark of the database at `path`."""

    def __init__(self, path: Path) -> None:
        self.path = mark_of(path)
        self._noted: LastRecord | None = None

    def note(self, connection: sqlite3.Connection) -> None:
        """Write down which record is the last one now."""
        found = connection.execute(LAST).fetchone()
        last = LastRecord(*found) if found else None
        if last is None or last == self._noted:
            return
        content = last.row.to_bytes(ROW_BYTES, "big") + last.link
        file = os.open(self.path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        try:
            os.write(file, content + _check(content))
        finally:
            os.close(file)
        self._noted = last


def mark_of(path: Path) -> Path:
    return path.with_name(f"{path.stem}.end")


def read_mark(path: Path) -> LastRecord | None:
    """The last record according to the mark of a database; `None` without a mark that can be read."""
    try:
        content = mark_of(path).read_bytes()
    except OSError:
        return None
    content, check = content[: ROW_BYTES + LINK_BYTES], content[ROW_BYTES + LINK_BYTES :]
    if check != _check(content):
        return None
    return LastRecord(int.from_bytes(content[:ROW_BYTES], "big"), content[ROW_BYTES:])


def missing_records(connection: sqlite3.Connection, path: Path) -> int:
    """How many records at the end of the database are missing or others than the mark says; 0 if all is well."""
    marked = read_mark(path)
    if marked is None:
        return 0
    found = connection.execute("SELECT link FROM records WHERE rowid = ?", (marked.row,)).fetchone()
    if found is not None and found[0] == marked.link:
        return 0
    (last,) = connection.execute("SELECT coalesce(max(rowid), 0) FROM records").fetchone()
    return max(1, marked.row - int(last))


def check_end(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a database that has lost its end."""
    if missing := missing_records(connection, path):
        records = "the last record is" if missing == 1 else f"the last {missing} records are"
        raise StoreFailed(
            "store-end-lost",
            f'"{path}" is older than what was stored in it: {records} missing; go back to a backup, '
            f'or delete "{mark_of(path).name}" beside it to go on without.',
        )


def _check(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=CHECK_BYTES).digest()
