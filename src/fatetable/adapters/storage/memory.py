"""Tables kept in memory, for tests and for trying things out: with the end of the program they are gone.

Knows no files but those it writes as a backup.
"""

from __future__ import annotations

import os
from bisect import bisect_right, insort
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from threading import RLock

import msgspec
from msgspec import Struct

from fatetable.adapters.storage.accepting import (
    check_goes_on,
    check_id,
    store_closed,
    table_exists,
    to_let_go,
    unknown_table,
)
from fatetable.engine.errors import FatetableError
from fatetable.tabletop.ports import AlreadyDone, Key, Snapshot, StoredRecord, StoreFailed, TableRow


class _Kept(Struct):
    """Everything about one table."""

    row: TableRow
    records: list[StoredRecord]
    commands: dict[str, int]
    secret: bytes | None = None
    snapshots: list[Snapshot] = []


class _Everything(Struct):
    tables: dict[str, _Kept] = {}
    keys: dict[str, Key] = {}
    """By the digest in hexadecimal."""


class MemoryStore:
    """Every method of `Store`; a backup is opened again by `MemoryStore.restore`."""

    def __init__(self) -> None:
        self._kept = _Everything()
        self._lock = RLock()
        self._is_closed = False

    @classmethod
    def restore(cls, path: Path) -> MemoryStore:
        """A store with everything that is in a backup."""
        store = cls()
        try:
            store._kept = msgspec.msgpack.decode(path.read_bytes(), type=_Everything)
        except OSError as error:
            raise StoreFailed("store-not-opened", f'"{path}" cannot be opened: {error.strerror}.') from None
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise StoreFailed("not-a-backup", f'"{path}" is not the backup of a store in memory.') from None
        return store

    def _write(self, work: Callable[[], None]) -> Future[None]:
        future: Future[None] = Future()
        with self._lock:
            try:
                if self._is_closed:
                    raise store_closed()
                work()
            except FatetableError as error:
                future.set_exception(error)
            else:
                future.set_result(None)
        return future

    def _table(self, table: str) -> _Kept | None:
        if self._is_closed:
            raise store_closed()
        return self._kept.tables.get(table)

    def _known(self, table: str) -> _Kept:
        kept = self._table(table)
        if kept is None:
            raise unknown_table(table)
        return kept

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
        def work() -> None:
            check_id(row.id)
            for command, _ in commands:
                check_id(command)
            check_goes_on(records, 0)
            if row.id in self._kept.tables:
                raise table_exists(row.id)
            self._kept.tables[row.id] = _Kept(row, list(records), dict(commands), secret)
            for key in keys:
                self._kept.keys[key.digest.hex()] = key

        return self._write(work)

    def append(
        self, table: str, records: Sequence[StoredRecord], command: str = "", *, secret: bytes | None = None
    ) -> Future[None]:
        def work() -> None:
            kept = self._known(table)
            if not records:
                return
            if command:
                check_id(command)
                if command in kept.commands:
                    raise AlreadyDone(command, kept.commands[command])
            check_goes_on(records, kept.records[-1].seq)
            kept.records.extend(records)
            if command:
                kept.commands[command] = records[-1].seq
            if secret is not None:
                kept.secret = secret

        return self._write(work)

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[StoredRecord]:
        with self._lock:
            kept = self._table(table)
            # Positions count from one without a gap, so they are places in the list.
            found = kept.records[max(after, 0) : upto] if kept and (upto is None or upto > 0) else []
        return iter(found)

    def position_of(self, table: str, command: str) -> int | None:
        check_id(command)
        with self._lock:
            kept = self._table(table)
            return kept.commands.get(command) if kept else None

    # -- snapshots ---------------------------------------------------------------------------------------------------

    def snapshot(self, table: str, snapshot: Snapshot) -> Future[None]:
        def work() -> None:
            kept = self._known(table)
            kept.snapshots = [each for each in kept.snapshots if each.seq != snapshot.seq]
            insort(kept.snapshots, snapshot, key=_seq)
            gone = set(to_let_go(map(_seq, kept.snapshots)))
            kept.snapshots = [each for each in kept.snapshots if each.seq not in gone]

        return self._write(work)

    def latest_snapshot(self, table: str, at_most: int | None = None) -> Snapshot | None:
        with self._lock:
            kept = self._table(table)
            snapshots = kept.snapshots if kept else []
            place = len(snapshots) if at_most is None else bisect_right(snapshots, at_most, key=_seq)
            return snapshots[place - 1] if place else None

    # -- tables ------------------------------------------------------------------------------------------------------

    def table(self, table: str) -> TableRow | None:
        with self._lock:
            kept = self._table(table)
            return _row(kept) if kept else None

    def tables(self) -> tuple[TableRow, ...]:
        with self._lock:
            self._table("")
            return tuple(map(_row, self._kept.tables.values()))

    def secret_of(self, table: str) -> bytes | None:
        with self._lock:
            kept = self._table(table)
            return kept.secret if kept else None

    # -- keys --------------------------------------------------------------------------------------------------------

    def add_key(self, key: Key, *, replacing: Sequence[bytes] = ()) -> Future[None]:
        def work() -> None:
            self._known(key.table)
            for digest in replacing:
                self._kept.keys.pop(digest.hex(), None)
            self._kept.keys[key.digest.hex()] = key

        return self._write(work)

    def find_key(self, digest: bytes) -> Key | None:
        with self._lock:
            self._table("")
            return self._kept.keys.get(digest.hex())

    def keys_of(self, table: str) -> tuple[Key, ...]:
        with self._lock:
            self._table("")
            return tuple(key for key in self._kept.keys.values() if key.table == table)

    def revoke(self, digests: Sequence[bytes]) -> Future[None]:
        def work() -> None:
            for digest in digests:
                self._kept.keys.pop(digest.hex(), None)

        return self._write(work)

    # -- the whole ---------------------------------------------------------------------------------------------------

    def backup(self, path: Path) -> Future[None]:
        def work() -> None:
            try:
                with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                    file.write(msgspec.msgpack.encode(self._kept))
            except FileExistsError:
                raise StoreFailed("file-exists", f'"{path}" exists already.') from None
            except OSError as error:
                raise StoreFailed("backup-not-written", f'"{path}" cannot be written: {error.strerror}.') from None

        return self._write(work)

    def close(self) -> None:
        with self._lock:
            self._is_closed = True


def _seq(snapshot: Snapshot) -> int:
    return snapshot.seq


def _row(kept: _Kept) -> TableRow:
    return msgspec.structs.replace(kept.row, seq=kept.records[-1].seq)
