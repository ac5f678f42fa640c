"""Loads tables from a store with the help of snapshots, and exports and imports whole tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future

import msgspec

from fatetable.engine.chance import commitment_of
from fatetable.engine.codec import seal, unseal
from fatetable.engine.errors import CorruptLog
from fatetable.engine.messages import LogRecord, Record
from fatetable.engine.opening import TABLE, PlayClosed, PlayOpened, TableOpened
from fatetable.mechanics.ruleset import Ruleset
from fatetable.rulesets import load_opened
from fatetable.tabletop.record_log import RecordLog
from fatetable.tabletop.snapshot import START, Snapshot
from fatetable.tabletop.storage.snapshot_codec import program_fingerprint, read_snapshot, write_snapshot
from fatetable.tabletop.storage.store import (
    AccessKey,
    Store,
    StoredImage,
    StoredRecord,
    StoredSnapshot,
    StoreFailed,
    TableRow,
)
from fatetable.tabletop.table import Table

OPENED, CLOSED = (str(event.__struct_config__.tag) for event in (PlayOpened, PlayClosed))

BETWEEN_SNAPSHOTS = 500
"""Records: few enough to fold in milliseconds, and more than a table writes in a minute."""


class TableArchive:
    """The tables of one store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        # Computed now, while the source files are still the ones this process was started from.
        program_fingerprint()

    # -- loading -------------------------------------------------------------------------------------------------

    def load(self, table_id: str, *, naming_key: bytes | None = None) -> Table:
        """A table as it was left; raises `unknown-table`, or `CorruptLog` if the log is damaged.

        What is hidden from now on is named with the `naming_key`, which need not be the same every time.
        """
        row = self._row(table_id)
        while True:
            stored = _StoredLog(self.store, table_id)
            snapshot = stored.snapshot(row.seq)
            log = RecordLog(stored.records(snapshot.seq, row.seq), snapshot.seq, stored.records)
            secret = self.store.secret_of(table_id)
            table = Table(stored.ruleset, log, secret, find_snapshot=stored.snapshot, naming_key=naming_key)
            before, row = row, self._row(table_id)
            if _belongs(secret, table.state.get(TABLE).commitment):
                return table
            # The secret may have been replaced between the two reads; if nothing was written, it is lost.
            if row.seq == before.seq:
                raise CorruptLog(row.seq, "the secret of its dice is not the one that was sealed")

    def _row(self, table_id: str) -> TableRow:
        row = self.store.table(table_id)
        if row is None:
            raise StoreFailed("unknown-table", f'There is no table "{table_id[:60]}" here.')
        return row

    def save_snapshot(self, table_id: str, table: Table) -> Future[None] | None:
        """Store a snapshot of the present; `None` if the log in the store does not end here.

        The store might still refuse the records it does not have yet, and a snapshot must not contain them.
        """
        row = self.store.table(table_id)
        if row is None or row.seq != table.state.seq:
            return None
        snapshot = table.take_snapshot()
        (last,) = self.store.read(table_id, snapshot.seq - 1, snapshot.seq)
        table.start_from(snapshot)
        body = write_snapshot(table.ruleset, snapshot, last.body)
        return self.store.snapshot(table_id, StoredSnapshot(snapshot.seq, body))

    # -- exporting and importing ---------------------------------------------------------------------------------

    def export(self, table_id: str) -> tuple[list[bytes], bytes | None]:
        """The sealed lines of a table's log up to now, and the secret of its dice unless it was revealed."""
        while True:
            seq = self._row(table_id).seq
            bodies = [record.body for record in self.store.read(table_id, upto=seq)]
            secret = self.store.secret_of(table_id)
            sealed = _commitment_in(bodies)
            is_at_rest = seq == self._row(table_id).seq
            if _belongs(secret, sealed) or is_at_rest:
                return list(seal(bodies)), secret if sealed and _belongs(secret, sealed) else None

    def bodies(self, table_id: str) -> Iterator[bytes]:
        """The records of a table's log up to now, as they are stored."""
        return (record.body for record in self.store.read(table_id, upto=self._row(table_id).seq))

    def import_table(
        self,
        table_id: str,
        lines: Sequence[bytes],
        *,
        secret: bytes | None = None,
        opened_at: int = 0,
        keys: Sequence[AccessKey] = (),
        images: Sequence[StoredImage] = (),
    ) -> Future[None]:
        """Store an exported table; raises if it is damaged, or if `secret` is not the one its dice were sealed with."""
        table = Table.load(lines, secret)
        opened = table.state.get(TABLE)
        if opened.commitment and (secret is None or commitment_of(secret) != opened.commitment):
            raise StoreFailed(
                "wrong-secret", "The secret of this table's dice is missing, or is that of another table."
            )
        row = TableRow(id=table_id, ruleset=opened.ruleset, title=opened.title, opened_at=opened_at)
        records = [StoredRecord(seq, body) for seq, body in enumerate(unseal(lines), start=1)]
        return self.store.create(
            row,
            records,
            secret=secret if opened.commitment else None,
            keys=keys,
            commands=tuple(commands_in(table.records).items()),
            images=images,
        )


def _belongs(secret: bytes | None, sealed: str) -> bool:
    return not sealed or (secret is not None and commitment_of(secret) == sealed)


def _commitment_in(bodies: Iterable[bytes]) -> str:
    """The fingerprint of the secret that is sealed at the end of a log, read without its ruleset.

    A rewind cannot go back past the sealing of dice, so the last record about it counts.
    """
    sealed = ""
    for body in bodies:
        if b'"play-' in body:
            match msgspec.json.decode(body):
                case {"event": {"type": str(tag), "commitment": str(commitment)}} if tag == OPENED:
                    sealed = commitment
                case {"event": {"type": str(tag)}} if tag == CLOSED:
                    sealed = ""
    return sealed


def is_snapshot_due(table: Table) -> bool:
    return table.state.seq - table.snapshot.seq >= BETWEEN_SNAPSHOTS


def commands_in(records: Iterable[LogRecord]) -> dict[str, int]:
    """The ids of the commands that were carried out, and the position each of them led to."""
    left_at: dict[str, int] = {}
    current = ""
    for record in records:
        if not record.goes_on:
            current = record.id if record.id not in left_at else ""
        if current:
            left_at[current] = record.seq
    return left_at


class _StoredLog:
    """The log and snapshots of one table, read from the store when they are needed."""

    def __init__(self, store: Store, table_id: str) -> None:
        self._store = store
        self._table = table_id
        self.ruleset = self._find_ruleset()
        self._newest = START

    def _find_ruleset(self) -> Ruleset:
        try:
            (first,) = self._store.read(self._table, upto=1)
            opened = msgspec.json.decode(first.body, type=Record[TableOpened]).event
        except (ValueError, msgspec.MsgspecError) as error:
            raise CorruptLog(1, "the log does not begin with the opening of a table") from error
        return load_opened(opened)

    def records(self, after: int, upto: int) -> list[LogRecord]:
        read = self.ruleset.codec.read_record
        found: list[LogRecord] = []
        for stored in self._store.read(self._table, after, upto):
            try:
                record = read(stored.body)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                raise CorruptLog(stored.seq, str(error)) from error
            if not record.seq == stored.seq == after + len(found) + 1:
                raise CorruptLog(stored.seq, "the record does not belong here")
            found.append(record)
        if len(found) != max(0, upto - after):
            raise CorruptLog(after + len(found) + 1, "the record is missing")
        return found

    def snapshot(self, at_most: int) -> Snapshot:
        """The last usable snapshot up to a position; without any, the log is read from the start."""
        while (stored := self._store.latest_snapshot(self._table, at_most)) is not None:
            if stored.seq == self._newest.seq:
                return self._newest
            for last in self._store.read(self._table, stored.seq - 1, stored.seq):
                snapshot = read_snapshot(self.ruleset, stored.body, last.body)
                if snapshot is not None and snapshot.seq == stored.seq:
                    self._newest = snapshot
                    return snapshot
            at_most = stored.seq - 1
        return START
