"""The `Store` protocol: where the logs, keys, secrets, snapshots and pictures of tables are kept.

Implemented by `adapters/storage/memory_store.py` and `adapters/storage/sqlite_store.py`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from fatetable.engine.errors import FatetableError


class StoreFailed(FatetableError):
    """The store cannot be used, or refuses what it was given."""


class AlreadyDone(FatetableError):
    """A command with the same id was carried out before; `seq` is the position it led to."""

    seq: int

    def __init__(self, command: str, seq: int) -> None:
        FatetableError.__init__(self, "already-done", f'The command "{command[:60]}" was carried out already.')
        self.seq = seq


class TableRow(Struct, frozen=True, kw_only=True):
    """A table in a list of tables.

    `opened_at` is in seconds since 1970; `seq`, the position of the table's last record, is set by the store and
    ignored when a table is created.
    """

    id: str
    ruleset: str
    title: str = ""
    opened_at: int = 0
    seq: int = 0


class StoredRecord(Struct, frozen=True):
    """One record of a log as it is stored: its position, and the record as JSON."""

    seq: int
    body: bytes


class StoredSnapshot(Struct, frozen=True):
    """A snapshot as it is stored: its position, and the bytes that `snapshot_codec` writes."""

    seq: int
    body: bytes


class StoredImage(Struct, frozen=True):
    """A picture as it is stored, under the SHA-256 of its bytes in hexadecimal."""

    id: str
    body: bytes


def stored_image(body: bytes) -> StoredImage:
    return StoredImage(hashlib.sha256(body).hexdigest(), body)


KeyPurpose: TypeAlias = Literal["seat", "invitation"]


class AccessKey(Struct, frozen=True, kw_only=True):
    """A key to a seat, or an invitation.  Only its digest is stored, so the store does not give seats away.

    A `seat` key opens `seat`; an `invitation` lets its holder take a seat (in the role `role`, if given).
    """

    digest: bytes
    table: str
    purpose: KeyPurpose
    seat: str = ""
    role: str = ""
    created_at: int = 0


def digest_of(key: str) -> bytes:
    """The digest under which a key is kept.  Keys are long and random, so one plain hash is enough."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()


class Store(Protocol):
    """Keeps tables.  Every method may be called from any thread.

    A method that writes returns at once; its future is done when the change is durable, or has failed as a whole.
    Writes are carried out in the order of the calls.  A method that reads sees every write whose future is done.
    All errors are `FatetableError`s: `StoreFailed`, `StaleStream` or `AlreadyDone`.
    """

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
        """A new table with all that belongs to it, or nothing; `table-exists` if the id is taken.

        `commands` are the ids of the commands its records came from and the positions they led to; an imported table
        has some.
        """
        ...

    def append(
        self, table: str, records: Sequence[StoredRecord], command: str = "", *, secret: bytes | None = None
    ) -> Future[None]:
        """Add the records of one step to a log.

        They must continue where the log ends, otherwise `StaleStream`: if one of several appends in a row fails, the
        later ones fail as well.  `command` is the id of the command that led to them; if that id is known for this
        table, the append fails with `AlreadyDone`.  Without records nothing is stored, not even the id.  A `secret`
        replaces that of the table's dice in the same transaction, so that dice are never sealed with a lost secret.
        """
        ...

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[StoredRecord]:
        """The records after position `after`, up to and including `upto`, in order."""
        ...

    def position_of(self, table: str, command: str) -> int | None:
        """The position the command with this id led to, or `None` if it was never carried out."""
        ...

    def snapshot(self, table: str, snapshot: StoredSnapshot) -> Future[None]:
        """Store a snapshot; it replaces one at the same position, and older ones may be dropped."""
        ...

    def latest_snapshot(self, table: str, at_most: int | None = None) -> StoredSnapshot | None:
        """The snapshot at the highest position (not above `at_most`)."""
        ...

    def add_image(self, table: str, image: StoredImage, *, quota: int) -> Future[None]:
        """Keep a picture for a table; `images-full` if all its pictures would take up more than `quota` bytes."""
        ...

    def image(self, table: str, image: str) -> bytes | None:
        """The bytes of a picture of this table."""
        ...

    def image_ids(self, table: str) -> tuple[str, ...]:
        """The ids of all pictures of a table, the oldest first."""
        ...

    def images_of(self, table: str) -> tuple[StoredImage, ...]:
        """All pictures of a table, the oldest first."""
        ...

    def table(self, table: str) -> TableRow | None: ...

    def tables(self) -> tuple[TableRow, ...]:
        """All tables, the oldest first."""
        ...

    def table_sizes(self) -> Mapping[str, int]:
        """For each table the bytes of its log and its pictures; what the store needs besides is not counted."""
        ...

    def secret_of(self, table: str) -> bytes | None:
        """The secret of the table's dice, unless it was revealed."""
        ...

    def add_key(self, key: AccessKey, *, replacing: Sequence[bytes] = ()) -> Future[None]:
        """Make a key valid and those with the digests in `replacing` invalid, in one transaction.

        Unknown digests are ignored.
        """
        ...

    def find_key(self, digest: bytes) -> AccessKey | None: ...

    def keys_of(self, table: str) -> tuple[AccessKey, ...]: ...

    def backup(self, path: Path) -> Future[None]:
        """Write everything into one new file that this kind of store can open, while tables are in use."""
        ...

    def trouble(self) -> str:
        """A code that says why the store cannot keep anything at the moment; empty as long as it can."""
        ...

    def close(self) -> None:
        """Finish all pending writes and close.  Later calls fail with `store-closed`."""
        ...
