"""Tables kept in one SQLite file: one thread writes, any thread reads.

Knows how things lie in the file; what a record or a snapshot says is not its business.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from threading import Lock, Thread
from typing import Any, cast

from fatetable.adapters.storage.accepting import (
    as_text,
    check_goes_on,
    check_id,
    store_closed,
    table_exists,
    to_let_go,
    unknown_table,
)
from fatetable.adapters.storage.appending import Append, Appending, insert, last_of, number_of
from fatetable.adapters.storage.checkpoints import Checkpoints
from fatetable.adapters.storage.group_commit import GroupCommit
from fatetable.adapters.storage.sqlite_files import connect, in_words, open_for_writing
from fatetable.engine.errors import FatetableError
from fatetable.tabletop.ports import Key, KeyPurpose, Snapshot, StoredRecord, StoreFailed, TableRow

PATIENCE = 5.0
"""Seconds to wait for another program that holds the file, such as one that makes a copy of it."""

LAST_OF_ALL = 2**62

PAGE = 1_000
"""Records read at once; between pages nothing is held, so a slow reader keeps nobody from writing."""

ROW = "SELECT id, ruleset, title, opened_at, (SELECT max(seq) FROM records r WHERE r.number = t.number) FROM tables t"
KEYS = "SELECT digest, id, purpose, seat, role, created_at FROM keys JOIN tables USING (number)"


class SqliteStore:
    """Every method of `Store`, over the file at `path`."""

    def __init__(self, path: Path, *, patience: float = PATIENCE) -> None:
        self.path = path
        self._patience = patience
        self._writer = GroupCommit(open_for_writing(path, patience), self._in_words, Appending().all_at_once)
        self._checkpoints = Checkpoints(path, connect)
        self._lock = Lock()
        self._idle: list[sqlite3.Connection] = []
        self._is_closed = False
        self._numbers: dict[str, int] = {}

    def _in_words(self, error: sqlite3.Error) -> FatetableError:
        return in_words(error, self.path)

    # -- logs --------------------------------------------------------------------------------------------------------

    def create(
        self,
        row: TableRow,
        records: Sequence[StoredRecord],
        *,
        secret: bytes | None = None,
        keys: Sequence[Key] = (),
        commands: Sequence[tuple[str, int]] = (),
    ) -> Future[None]:
        command_at = {seq: command for command, seq in commands}

        def work(connection: sqlite3.Connection) -> None:
            check_id(row.id)
            for command, _ in commands:
                check_id(command)
            check_goes_on(records, 0)
            if number_of(connection, row.id) is not None:
                raise table_exists(row.id)
            added = connection.execute(
                "INSERT INTO tables (id, ruleset, title, opened_at, secret) VALUES (?, ?, ?, ?, ?)",
                (row.id, row.ruleset, row.title, row.opened_at, secret),
            )
            number = cast(int, added.lastrowid)
            insert(connection, number, records, command_at)
            for key in keys:
                _insert_key(connection, number, key)

        return self._writer.submit(work)

    def append(
        self, table: str, records: Sequence[StoredRecord], command: str = "", *, secret: bytes | None = None
    ) -> Future[None]:
        return self._writer.submit(Append(table, records, command, secret))

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[StoredRecord]:
        with self._reading() as connection:
            number = self._number(connection, table)
            last = 0 if number is None else last_of(connection, number) if upto is None else upto
        while after < last:
            with self._reading() as connection:
                page = connection.execute(
                    "SELECT seq, body FROM records WHERE number = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?",
                    (number, after, last, PAGE),
                ).fetchall()
            if not page:
                return
            for seq, body in page:
                yield StoredRecord(seq, body)
            after = page[-1][0]

    def position_of(self, table: str, command: str) -> int | None:
        check_id(command)
        with self._reading() as connection:
            number = self._number(connection, table)
            return None if number is None else _position_of(connection, number, command)

    # -- snapshots ---------------------------------------------------------------------------------------------------

    def snapshot(self, table: str, snapshot: Snapshot) -> Future[None]:
        def work(connection: sqlite3.Connection) -> None:
            number = self._known(connection, table)
            connection.execute(
                "INSERT OR REPLACE INTO snapshots (number, seq, body) VALUES (?, ?, ?)",
                (number, snapshot.seq, snapshot.body),
            )
            kept = connection.execute("SELECT seq FROM snapshots WHERE number = ?", (number,)).fetchall()
            connection.executemany(
                "DELETE FROM snapshots WHERE number = ? AND seq = ?",
                [(number, seq) for seq in to_let_go(seq for (seq,) in kept)],
            )

        return self._writer.submit(work)

    def latest_snapshot(self, table: str, at_most: int | None = None) -> Snapshot | None:
        with self._reading() as connection:
            number = self._number(connection, table)
            found = connection.execute(
                "SELECT seq, body FROM snapshots WHERE number = ? AND seq <= ? ORDER BY seq DESC LIMIT 1",
                (number, LAST_OF_ALL if at_most is None else at_most),
            ).fetchone()
        return Snapshot(*found) if found else None

    # -- tables ------------------------------------------------------------------------------------------------------

    def table(self, table: str) -> TableRow | None:
        with self._reading() as connection:
            found = connection.execute(f"{ROW} WHERE id = ?", (as_text(table),)).fetchone()
        return _row(found) if found else None

    def tables(self) -> tuple[TableRow, ...]:
        with self._reading() as connection:
            return tuple(map(_row, connection.execute(f"{ROW} ORDER BY number").fetchall()))

    def secret_of(self, table: str) -> bytes | None:
        with self._reading() as connection:
            found = connection.execute("SELECT secret FROM tables WHERE id = ?", (as_text(table),)).fetchone()
        return found[0] if found else None

    # -- keys --------------------------------------------------------------------------------------------------------

    def add_key(self, key: Key, *, replacing: Sequence[bytes] = ()) -> Future[None]:
        def work(connection: sqlite3.Connection) -> None:
            number = self._known(connection, key.table)
            _delete_keys(connection, replacing)
            _insert_key(connection, number, key)

        return self._writer.submit(work)

    def find_key(self, digest: bytes) -> Key | None:
        with self._reading() as connection:
            found = connection.execute(f"{KEYS} WHERE digest = ?", (digest,)).fetchone()
        return _key(found) if found else None

    def keys_of(self, table: str) -> tuple[Key, ...]:
        with self._reading() as connection:
            found = connection.execute(f"{KEYS} WHERE id = ? ORDER BY keys.rowid", (as_text(table),)).fetchall()
        return tuple(map(_key, found))

    def revoke(self, digests: Sequence[bytes]) -> Future[None]:
        return self._writer.submit(lambda connection: _delete_keys(connection, digests))

    # -- the whole ---------------------------------------------------------------------------------------------------

    def backup(self, path: Path) -> Future[None]:
        """By a thread of its own over a connection of its own, so that nobody waits for it."""
        future: Future[None] = Future()
        future.set_running_or_notify_cancel()
        # Not a daemon: a backup that was begun is finished before the program ends.
        Thread(target=self._back_up, args=(path, future), name="fatetable-backup").start()
        return future

    def _back_up(self, path: Path, future: Future[None]) -> None:
        new = path.with_name(f".{path.name}.{os.getpid()}.new")
        try:
            if path.exists():
                raise StoreFailed("file-exists", f'"{path}" exists already.')
            with self._reading() as source:
                _copy(source, new)
            os.replace(new, path)
        except FatetableError as error:
            future.set_exception(error)
        except (OSError, sqlite3.Error) as error:
            reason = error.strerror if isinstance(error, OSError) else in_words(error, path).message.rstrip(".")
            future.set_exception(StoreFailed("backup-not-written", f'"{path}" cannot be written: {reason}.'))
        else:
            future.set_result(None)
        finally:
            with contextlib.suppress(OSError):
                new.unlink(missing_ok=True)

    def close(self) -> None:
        self._checkpoints.close()
        self._writer.close()
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    # -- reading -----------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Lend a connection; what goes wrong with it is told in words."""
        connection = self._borrow()
        try:
            yield connection
        except sqlite3.Error as error:
            raise self._in_words(error) from None
        finally:
            with self._lock:
                is_kept = not self._is_closed
                if is_kept:
                    self._idle.append(connection)
            if not is_kept:
                connection.close()

    def _borrow(self) -> sqlite3.Connection:
        with self._lock:
            if self._is_closed:
                raise store_closed()
            if self._idle:
                return self._idle.pop()
        try:
            return connect(self.path, self._patience)
        except sqlite3.Error as error:
            raise self._in_words(error) from None

    def _number(self, connection: sqlite3.Connection, table: str) -> int | None:
        """Under which number a committed table's rows are kept; it never changes, so it is looked up once."""
        number = self._numbers.get(table)
        if number is None and (number := number_of(connection, table)) is not None:
            self._numbers[table] = number
        return number

    def _known(self, connection: sqlite3.Connection, table: str) -> int:
        """The number for whoever writes; not remembered, because the table may be taken back with the rest."""
        number = self._numbers.get(table) or number_of(connection, table)
        if number is None:
            raise unknown_table(table)
        return number


def _position_of(connection: sqlite3.Connection, number: int, command: str) -> int | None:
    found = connection.execute("SELECT seq FROM records WHERE number = ? AND command = ?", (number, command)).fetchone()
    return found[0] if found else None


def _insert_key(connection: sqlite3.Connection, number: int, key: Key) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO keys (digest, number, purpose, seat, role, created_at) VALUES (?, ?, ?, ?, ?, ?)",
        (key.digest, number, key.purpose, key.seat, key.role, key.created_at),
    )


def _delete_keys(connection: sqlite3.Connection, digests: Sequence[bytes]) -> None:
    connection.executemany("DELETE FROM keys WHERE digest = ?", [(digest,) for digest in digests])


def _row(found: tuple[Any, ...]) -> TableRow:
    table, ruleset, title, opened_at, seq = found
    return TableRow(id=table, ruleset=ruleset, title=title, opened_at=opened_at, seq=seq or 0)


def _key(found: tuple[Any, ...]) -> Key:
    digest, table, purpose, seat, role, created_at = found
    return Key(
        digest=digest, table=table, purpose=cast(KeyPurpose, purpose), seat=seat, role=role, created_at=created_at
    )


def _copy(source: sqlite3.Connection, path: Path) -> None:
    """All at once: a copy in parts would have to begin again whenever somebody writes in between."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    target = sqlite3.connect(path)
    try:
        source.backup(target)
        # Otherwise two more files would appear beside the copy as soon as somebody looks into it.
        target.execute("PRAGMA journal_mode = DELETE")
    finally:
        target.close()
    with path.open("rb+") as file:
        os.fsync(file.fileno())
