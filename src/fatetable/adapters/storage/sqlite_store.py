"""A store in one SQLite file: one thread writes, any thread reads."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from threading import Lock, Thread
from typing import Any, cast

from fatetable.adapters.storage.append_checks import (
    as_text,
    check_continues,
    check_id,
    check_image_fits,
    store_closed,
    table_exists,
    unknown_table,
)
from fatetable.adapters.storage.batch_append import Append, BatchAppender, LogEnd, insert, log_end, number_of
from fatetable.adapters.storage.copying import copy_database
from fatetable.adapters.storage.group_commit import GroupCommit
from fatetable.adapters.storage.key_seals import COLUMNS, KeyRow, insert_key
from fatetable.adapters.storage.opening import open_for_writing
from fatetable.adapters.storage.record_chain import FIRST_LINK, LINK_BYTES, ChainReader
from fatetable.adapters.storage.snapshot_retention import snapshots_to_drop
from fatetable.adapters.storage.sqlite_file import ERRORS, connect, in_words
from fatetable.adapters.storage.store_health import StoreHealth
from fatetable.adapters.storage.upkeep import Upkeep
from fatetable.engine.errors import FatetableError
from fatetable.tabletop.storage.store import (
    AccessKey,
    KeyPurpose,
    StoredImage,
    StoredRecord,
    StoredSnapshot,
    TableRow,
)

PATIENCE = 5.0
"""Seconds to wait for another program that has locked the file, such as a backup."""

LAST_OF_ALL = 2**62

BATCH = 1_000
"""Records read at once; between batches no lock is held, so a slow reader does not block writers."""

ROW = "SELECT id, ruleset, title, opened_at, log_ends.seq FROM tables LEFT JOIN log_ends USING (number)"
SIZES = """SELECT id, coalesce(log_ends.bytes, 0)
+ (SELECT coalesce(sum(size), 0) FROM images WHERE images.number = tables.number)
FROM tables LEFT JOIN log_ends USING (number)"""
KEYS = f"SELECT {COLUMNS}, seal, id FROM keys JOIN tables USING (number)"
RECORDS = "SELECT seq, command, body, link FROM records WHERE number = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?"


class SqliteStore:
    """Implements `Store` on the file at `path`.

    With `is_guest`, another program may be serving the file at the same time, and the WAL is left to it.
    Worker processes that share the file take `turns` at writing.
    `at_end` is called when the store was closed.
    """

    def __init__(
        self,
        path: Path,
        *,
        patience: float = PATIENCE,
        is_guest: bool = False,
        at_end: Callable[[], None] = lambda: None,
        turns: contextlib.AbstractContextManager[None] | None = None,
    ) -> None:
        self.path = path
        self._at_end = at_end
        self._patience = patience
        writer = open_for_writing(path, patience, checkpoints=not is_guest)
        upkeep = Upkeep(path, is_guest=is_guest)
        self._writer = GroupCommit(writer, self._in_words, BatchAppender().all_at_once, upkeep, turns)
        self._health = StoreHealth(path, self._writer)
        self._lock = Lock()
        self._idle: list[sqlite3.Connection] = []
        self._is_closing = self._is_closed = False
        self._numbers: dict[str, int] = {}

    def _in_words(self, error: Exception) -> FatetableError:
        return in_words(error, self.path)

    # -- logs --------------------------------------------------------------------------------------------------------

    def create(
        self,
        row: TableRow,
        records: Sequence[StoredRecord],
        *,
        secret: bytes | None = None,
        keys: Sequence[AccessKey] = (),
        commands: Sequence[tuple[str, int]] = (),
        images: Sequence[StoredImage] = (),
    ) -> Future[None]:
        command_at = {seq: command for command, seq in commands}

        def work(connection: sqlite3.Connection) -> None:
            check_id(row.id)
            for command, _ in commands:
                check_id(command)
            check_continues(records, 0)
            if number_of(connection, row.id) is not None:
                raise table_exists(row.id)
            added = connection.execute(
                "INSERT INTO tables (id, ruleset, title, opened_at, secret) VALUES (?, ?, ?, ?, ?)",
                (row.id, row.ruleset, row.title, row.opened_at, secret),
            )
            number = cast(int, added.lastrowid)
            insert(connection, LogEnd(number), records, command_at)
            for key in keys:
                insert_key(connection, _key_row(number, key))
            for image in images:
                _insert_image(connection, number, image)

        return self._writer.submit(work)

    def append(
        self, table: str, records: Sequence[StoredRecord], command: str = "", *, secret: bytes | None = None
    ) -> Future[None]:
        return self._writer.submit(Append(table, records, command, secret))

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[StoredRecord]:
        """Each record is compared with the hash it was stored with."""
        with self._reading() as connection:
            number = self._number(connection, table)
            if number is None:
                return
            end = log_end(connection, number)
            chain = ChainReader(*_link_at(connection, number, max(after, 0)))
        last = end.end if upto is None else min(upto, end.end)
        while chain.seq < last:
            with self._reading() as connection:
                batch = connection.execute(RECORDS, (number, chain.seq, last, BATCH)).fetchall()
            if not batch:
                break
            for seq, body in chain.read(batch):
                yield StoredRecord(seq, body)
        if last == end.end > after:
            chain.check_end(end.end, end.link)

    def position_of(self, table: str, command: str) -> int | None:
        check_id(command)
        with self._reading() as connection:
            number = self._number(connection, table)
            return None if number is None else _position_of(connection, number, command)

    # -- snapshots ---------------------------------------------------------------------------------------------------

    def snapshot(self, table: str, snapshot: StoredSnapshot) -> Future[None]:
        def work(connection: sqlite3.Connection) -> None:
            number = self._known(connection, table)
            connection.execute(
                "INSERT OR REPLACE INTO snapshots (number, seq, body) VALUES (?, ?, ?)",
                (number, snapshot.seq, snapshot.body),
            )
            kept = connection.execute("SELECT seq FROM snapshots WHERE number = ?", (number,)).fetchall()
            connection.executemany(
                "DELETE FROM snapshots WHERE number = ? AND seq = ?",
                [(number, seq) for seq in snapshots_to_drop(seq for (seq,) in kept)],
            )

        return self._writer.submit(work)

    def latest_snapshot(self, table: str, at_most: int | None = None) -> StoredSnapshot | None:
        with self._reading() as connection:
            number = self._number(connection, table)
            found = connection.execute(
                "SELECT seq, body FROM snapshots WHERE number = ? AND seq <= ? ORDER BY seq DESC LIMIT 1",
                (number, LAST_OF_ALL if at_most is None else at_most),
            ).fetchone()
        return StoredSnapshot(*found) if found else None

    # -- pictures ----------------------------------------------------------------------------------------------------

    def add_image(self, table: str, image: StoredImage, *, quota: int) -> Future[None]:
        def work(connection: sqlite3.Connection) -> None:
            number = self._known(connection, table)
            held, is_there = connection.execute(
                "SELECT coalesce(sum(size), 0), coalesce(max(id = ?), 0) FROM images WHERE number = ?",
                (image.id, number),
            ).fetchone()
            if not is_there:
                check_image_fits(held, len(image.body), quota)
                _insert_image(connection, number, image)

        return self._writer.submit(work)

    def image(self, table: str, image: str) -> bytes | None:
        with self._reading() as connection:
            found = connection.execute(
                "SELECT body FROM images WHERE number = ? AND id = ?", (self._number(connection, table), as_text(image))
            ).fetchone()
        return found[0] if found else None

    def image_ids(self, table: str) -> tuple[str, ...]:
        with self._reading() as connection:
            found = connection.execute(
                "SELECT id FROM images WHERE number = ? ORDER BY rowid", (self._number(connection, table),)
            ).fetchall()
        return tuple(image for (image,) in found)

    def images_of(self, table: str) -> tuple[StoredImage, ...]:
        with self._reading() as connection:
            found = connection.execute(
                "SELECT id, body FROM images WHERE number = ? ORDER BY rowid", (self._number(connection, table),)
            ).fetchall()
        return tuple(StoredImage(*each) for each in found)

    # -- tables ------------------------------------------------------------------------------------------------------

    def table(self, table: str) -> TableRow | None:
        with self._reading() as connection:
            found = connection.execute(f"{ROW} WHERE id = ?", (as_text(table),)).fetchone()
        return _row(found) if found else None

    def tables(self) -> tuple[TableRow, ...]:
        with self._reading() as connection:
            return tuple(map(_row, connection.execute(f"{ROW} ORDER BY number").fetchall()))

    def table_sizes(self) -> Mapping[str, int]:
        with self._reading() as connection:
            return dict(connection.execute(SIZES).fetchall())

    def secret_of(self, table: str) -> bytes | None:
        with self._reading() as connection:
            found = connection.execute("SELECT secret FROM tables WHERE id = ?", (as_text(table),)).fetchone()
        return found[0] if found else None

    # -- keys --------------------------------------------------------------------------------------------------------

    def add_key(self, key: AccessKey, *, replacing: Sequence[bytes] = ()) -> Future[None]:
        def work(connection: sqlite3.Connection) -> None:
            number = self._known(connection, key.table)
            _delete_keys(connection, replacing)
            insert_key(connection, _key_row(number, key))

        return self._writer.submit(work)

    def find_key(self, digest: bytes) -> AccessKey | None:
        with self._reading() as connection:
            found = connection.execute(f"{KEYS} WHERE digest = ?", (digest,)).fetchall()
        return next(_whole_keys(found), None)

    def keys_of(self, table: str) -> tuple[AccessKey, ...]:
        with self._reading() as connection:
            found = connection.execute(f"{KEYS} WHERE id = ? ORDER BY keys.rowid", (as_text(table),)).fetchall()
        return tuple(_whole_keys(found))

    # -- the whole ---------------------------------------------------------------------------------------------------

    def backup(self, path: Path) -> Future[None]:
        """Runs on its own thread and connection, so that nothing waits for it; closing the store gives it up."""
        future: Future[None] = Future()
        future.set_running_or_notify_cancel()
        Thread(target=self._back_up, args=(path, future), name="fatetable-backup").start()
        return future

    def _back_up(self, path: Path, future: Future[None]) -> None:
        try:
            with self._reading() as source:
                copy_database(source, path, go_on=self._require_open)
        except FatetableError as error:
            future.set_exception(error)
        else:
            future.set_result(None)

    def _require_open(self) -> None:
        if self._is_closing:
            raise store_closed()

    def trouble(self) -> str:
        return "store-closed" if self._is_closed else self._health.trouble()

    def close(self) -> None:
        self._is_closing = True
        self._writer.close()
        with self._lock:
            was_closed, self._is_closed = self._is_closed, True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
        if not was_closed:
            self._at_end()

    # -- reading -----------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Lend a connection for reading; its errors are raised as `FatetableError`s."""
        connection = self._borrow()
        try:
            yield connection
        except ERRORS as error:
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
        except ERRORS as error:
            raise self._in_words(error) from None

    def _number(self, connection: sqlite3.Connection, table: str) -> int | None:
        """The number of a committed table; it never changes, so it is looked up once."""
        number = self._numbers.get(table)
        if number is None and (number := number_of(connection, table)) is not None:
            self._numbers[table] = number
        return number

    def _known(self, connection: sqlite3.Connection, table: str) -> int:
        """The number of a table inside a transaction; not remembered, because the transaction may be rolled back."""
        number = self._numbers.get(table) or number_of(connection, table)
        if number is None:
            raise unknown_table(table)
        return number


def _position_of(connection: sqlite3.Connection, number: int, command: str) -> int | None:
    found = connection.execute("SELECT seq FROM records WHERE number = ? AND command = ?", (number, command)).fetchone()
    return found[0] if found else None


def _link_at(connection: sqlite3.Connection, number: int, seq: int) -> tuple[int, bytes]:
    """A position and the hash of the record there, which the next one must follow."""
    if seq == 0:
        return 0, FIRST_LINK
    found = connection.execute("SELECT link FROM records WHERE number = ? AND seq = ?", (number, seq)).fetchone()
    return seq, found[0][:LINK_BYTES] if found and isinstance(found[0], bytes) else b""


def _key_row(number: int, key: AccessKey) -> KeyRow:
    return KeyRow(key.digest, number, key.purpose, key.seat, key.role, key.created_at)


def _insert_image(connection: sqlite3.Connection, number: int, image: StoredImage) -> None:
    connection.execute(
        "INSERT OR IGNORE INTO images (number, id, size, body) VALUES (?, ?, ?, ?)",
        (number, image.id, len(image.body), image.body),
    )


def _delete_keys(connection: sqlite3.Connection, digests: Sequence[bytes]) -> None:
    connection.executemany("DELETE FROM keys WHERE digest = ?", [(digest,) for digest in digests])


def _row(found: tuple[Any, ...]) -> TableRow:
    table, ruleset, title, opened_at, seq = found
    return TableRow(id=table, ruleset=ruleset, title=title, opened_at=opened_at, seq=seq or 0)


def _whole_keys(found: Sequence[tuple[Any, ...]]) -> Iterator[AccessKey]:
    """The keys in rows; one that was damaged opens nothing."""
    for *columns, seal, table in found:
        row = KeyRow(*columns)
        if row.seal == seal:
            yield AccessKey(
                digest=row.digest,
                table=table,
                purpose=cast(KeyPurpose, row.purpose),
                seat=row.seat,
                role=row.role,
                created_at=row.created_at,
            )
