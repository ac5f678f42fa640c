"""What a table needs from the outside: a place where its log, its keys and its secret are kept.

Says what every such place must do, and nothing about how one of them does it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from fatetable.engine.errors import FatetableError


class StoreFailed(FatetableError):
    """The place where tables are kept cannot be used, or does not take what it was given."""


class AlreadyDone(FatetableError):
    """A command was carried out before, under the same id; `seq` is where it left the table."""

    seq: int

    def __init__(self, command: str, seq: int) -> None:
        FatetableError.__init__(self, "already-done", f'The command "{command[:60]}" was carried out already.')
        self.seq = seq


class TableRow(Struct, frozen=True, kw_only=True):
    """A table in a list of tables.

    `opened_at` is in seconds since 1970, told by whoever opens the table; `seq`, the position of the table's last
    record, is told by the store and ignored when the table is created.
    """

    id: str
    ruleset: str
    title: str = ""
    opened_at: int = 0
    seq: int = 0


class StoredRecord(Struct, frozen=True):
    """One record of a log as it is kept: its position, and the record itself as JSON."""

    seq: int
    body: bytes


class Snapshot(Struct, frozen=True):
    """What a table had come to at a position, written down so that earlier records need not be read again."""

    seq: int
    body: bytes


KeyPurpose: TypeAlias = Literal["seat", "invitation"]


class Key(Struct, frozen=True, kw_only=True):
    """A key somebody holds, known by its digest alone: whoever reads the store cannot sit down with what they find.

    A `seat` key sits down at `seat`; an `invitation` lets its holder take a seat (in the role `role`, if given).
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
    """Where tables are kept.  Every method may be called from any thread.

    Whatever writes returns at once; its future is done when the change will survive the end of the process and of
    the machine, or has failed, in which case nothing of it was kept.  Writes are carried out in the order in which they
    were asked for.  Whatever reads sees every write whose future is done.
    All errors are `FatetableError`s: `StoreFailed`, `StaleStream` or `AlreadyDone`.
    """

    def create(
        self,
        row: TableRow,
        records: Sequence[StoredRecord],
        *,
        secret: bytes | None = None,
        keys: Sequence[Key] = (),
        commands: Sequence[tuple[str, int]] = (),
    ) -> Future[None]:
        """A new table with all that belongs to it, or nothing; `table-exists` if the id is taken.

        `commands` are the ids of the commands its records came from and the positions they led to; a table that is
        brought along from elsewhere has some.
        """
        ...

    def append(
        self, table: str, records: Sequence[StoredRecord], command: str = "", *, secret: bytes | None = None
    ) -> Future[None]:
        """Add the records of one step to a log.

        They must go on where the log ends, otherwise `StaleStream`: so if one of several appends in a row fails, those
        behind it fail as well.  `command` is the id of the command that led to them; if it led to something before,
        this fails with `AlreadyDone`.  Ids are told apart within a table; who sends commands for several people puts
        the seat in front, so that nobody can use up the id of somebody else.  Without records nothing is kept, not
        even the id.  A `secret` replaces that of the table's dice in the same moment, so that none can be sealed by one
        that is lost.
        """
        ...

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[StoredRecord]:
        """The records behind position `after`, up to and including `upto`, in order."""
        ...

    def position_of(self, table: str, command: str) -> int | None:
        """The position at which the command with this id left the table, or `None` if it was never carried out."""
        ...

    def snapshot(self, table: str, snapshot: Snapshot) -> Future[None]:
        """Keep a snapshot; it replaces one at the same position, and older ones may be thinned out."""
        ...

    def latest_snapshot(self, table: str, at_most: int | None = None) -> Snapshot | None:
        """The snapshot at the highest position (not above `at_most`)."""
        ...

    def table(self, table: str) -> TableRow | None: ...

    def tables(self) -> tuple[TableRow, ...]:
        """All tables, the oldest first."""
        ...

    def secret_of(self, table: str) -> bytes | None:
        """The secret of the table's dice, as long as it is one."""
        ...

    def add_key(self, key: Key, *, replacing: Sequence[bytes] = ()) -> Future[None]:
        """Make a key valid, and in the same moment the keys with the digests in `replacing` invalid."""
        ...

    def find_key(self, digest: bytes) -> Key | None: ...

    def keys_of(self, table: str) -> tuple[Key, ...]: ...

    def revoke(self, digests: Sequence[bytes]) -> Future[None]:
        """Make keys invalid; those that are not known are left out."""
        ...

    def backup(self, path: Path) -> Future[None]:
        """Write everything into one new file that this kind of store opens, while tables go on being played."""
        ...

    def close(self) -> None:
        """Carry out what is waiting, and let go of everything.  Later calls fail with `store-closed`."""
        ...
