"""A store in memory, for tests and for trying things out."""

from __future__ import annotations

import os
from bisect import bisect_right, insort
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from threading import RLock

import msgspec
from msgspec import Struct

from fatetable.adapters.storage.append_checks import (
    check_continues,
    check_id,
    check_image_fits,
    store_closed,
    table_exists,
    unknown_table,
)
from fatetable.adapters.storage.snapshot_retention import snapshots_to_drop
from fatetable.engine.errors import FatetableError
from fatetable.tabletop.storage.store import (
    AccessKey,
    AlreadyDone,
    StoredImage,
    StoredRecord,
    StoredSnapshot,
    StoreFailed,
    TableRow,
)


class _TableData(Struct):
    """Everything about one table."""

    row: TableRow
    records: list[StoredRecord]
    commands: dict[str, int]
    secret: bytes | None = None
    snapshots: list[StoredSnapshot] = []
    images: dict[str, bytes] = {}


class _StoreData(Struct):
    tables: dict[str, _TableData] = {}
    keys: dict[str, AccessKey] = {}
    """By the digest in hexadecimal."""


class MemoryStore:
    """Implements `Store`; `restore` opens a backup again."""

    def __init__(self) -> None:
        self._kept = _StoreData()
        self._lock = RLock()
        self._is_closed = False

    @classmethod
    def restore(cls, path: Path) -> MemoryStore:
        """A store from a backup."""
        store = cls()
        try:
            store._kept = msgspec.msgpack.decode(path.read_bytes(), type=_StoreData)
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

    def _table(self, table: str) -> _TableData | None:
        if self._is_closed:
            raise store_closed()
        return self._kept.tables.get(table)

    def _known(self, table: str) -> _TableData:
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
        keys: Sequence[AccessKey] = (),
        commands: Sequence[tuple[str, int]] = (),
        images: Sequence[StoredImage] = (),
    ) -> Future[None]:
        def work() -> None:
            check_id(row.id)
            for command, _ in commands:
                check_id(command)
            check_continues(records, 0)
            if row.id in self._kept.tables:
                raise table_exists(row.id)
            kept = self._kept.tables[row.id] = _TableData(row, list(records), dict(commands), secret)
            kept.images = {image.id: image.body for image in images}
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
            check_continues(records, kept.records[-1].seq)
            kept.records.extend(records)
            if command:
                kept.commands[command] = records[-1].seq
            if secret is not None:
                kept.secret = secret

        return self._write(work)

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[StoredRecord]:
        with self._lock:
            kept = self._table(table)
            # Positions count from one without a gap, so they are indexes of the list.
            found = kept.records[max(after, 0) : upto] if kept and (upto is None or upto > 0) else []
        return iter(found)

    def position_of(self, table: str, command: str) -> int | None:
        check_id(command)
        with self._lock:
            kept = self._table(table)
            return kept.commands.get(command) if kept else None

    # -- snapshots ---------------------------------------------------------------------------------------------------

    def snapshot(self, table: str, snapshot: StoredSnapshot) -> Future[None]:
        def work() -> None:
            kept = self._known(table)
            kept.snapshots = [each for each in kept.snapshots if each.seq != snapshot.seq]
            insort(kept.snapshots, snapshot, key=_seq)
            gone = set(snapshots_to_drop(map(_seq, kept.snapshots)))
            kept.snapshots = [each for each in kept.snapshots if each.seq not in gone]

        return self._write(work)

    def latest_snapshot(self, table: str, at_most: int | None = None) -> StoredSnapshot | None:
        with self._lock:
            kept = self._table(table)
            snapshots = kept.snapshots if kept else []
            place = len(snapshots) if at_most is None else bisect_right(snapshots, at_most, key=_seq)
            return snapshots[place - 1] if place else None

    # -- pictures ----------------------------------------------------------------------------------------------------

    def add_image(self, table: str, image: StoredImage, *, quota: int) -> Future[None]:
        def work() -> None:
            images = self._known(table).images
            if image.id not in images:
                check_image_fits(sum(map(len, images.values())), len(image.body), quota)
                images[image.id] = image.body

        return self._write(work)

    def image(self, table: str, image: str) -> bytes | None:
        with self._lock:
            kept = self._table(table)
            return kept.images.get(image) if kept else None

    def image_ids(self, table: str) -> tuple[str, ...]:
        with self._lock:
            kept = self._table(table)
            return tuple(kept.images) if kept else ()

    def images_of(self, table: str) -> tuple[StoredImage, ...]:
        with self._lock:
            kept = self._table(table)
            return tuple(StoredImage(*each) for each in kept.images.items()) if kept else ()

    # -- tables ------------------------------------------------------------------------------------------------------

    def table(self, table: str) -> TableRow | None:
        with self._lock:
            kept = self._table(table)
            return _row(kept) if kept else None

    def tables(self) -> tuple[TableRow, ...]:
        with self._lock:
            self._table("")
            return tuple(map(_row, self._kept.tables.values()))

    def table_sizes(self) -> Mapping[str, int]:
        with self._lock:
            self._table("")
            return {table: _size(kept) for table, kept in self._kept.tables.items()}

    def secret_of(self, table: str) -> bytes | None:
        with self._lock:
            kept = self._table(table)
            return kept.secret if kept else None

    # -- keys --------------------------------------------------------------------------------------------------------

    def add_key(self, key: AccessKey, *, replacing: Sequence[bytes] = ()) -> Future[None]:
        def work() -> None:
            self._known(key.table)
            for digest in replacing:
                self._kept.keys.pop(digest.hex(), None)
            self._kept.keys[key.digest.hex()] = key

        return self._write(work)

    def find_key(self, digest: bytes) -> AccessKey | None:
        with self._lock:
            self._table("")
            return self._kept.keys.get(digest.hex())

    def keys_of(self, table: str) -> tuple[AccessKey, ...]:
        with self._lock:
            self._table("")
            return tuple(key for key in self._kept.keys.values() if key.table == table)

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

    def trouble(self) -> str:
        return "store-closed" if self._is_closed else ""

    def close(self) -> None:
        with self._lock:
            self._is_closed = True


def _seq(snapshot: StoredSnapshot) -> int:
    return snapshot.seq


def _row(kept: _TableData) -> TableRow:
    return msgspec.structs.replace(kept.row, seq=kept.records[-1].seq)


def _size(kept: _TableData) -> int:
    return sum(len(record.body) for record in kept.records) + sum(map(len, kept.images.values()))
