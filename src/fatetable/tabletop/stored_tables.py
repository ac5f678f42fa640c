"""Tables and the store they are kept in: coming back to one at once however long its log is, and moving one elsewhere.

Knows what is kept of a table; how a store keeps it is the store's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from typing import TypeAlias

import msgspec

from fatetable.engine.chance import commitment_of
from fatetable.engine.codec import seal, unseal
from fatetable.engine.errors import CorruptLog
from fatetable.engine.messages import LogRecord, Record
from fatetable.engine.opening import TABLE, DialValue, PlayClosed, PlayOpened, TableOpened
from fatetable.mechanics.ruleset import Ruleset
from fatetable.rulesets import load
from fatetable.tabletop.footing import GROUND, Footing, program_fingerprint, read_footing, write_footing
from fatetable.tabletop.log import Log
from fatetable.tabletop.ports import Key, Snapshot, Store, StoredRecord, StoreFailed, TableRow
from fatetable.tabletop.table import Table

LoadRuleset: TypeAlias = Callable[[str, Mapping[str, DialValue]], Ruleset]

OPENED, CLOSED = (str(event.__struct_config__.tag) for event in (PlayOpened, PlayClosed))

BETWEEN_SNAPSHOTS = 500
"""Records: so many are folded in a few milliseconds, and are far more than a table leaves behind in a minute."""


class StoredTables:
    """The tables of one store."""

    def __init__(self, store: Store, load_ruleset: LoadRuleset = load) -> None:
        self.store = store
        self._load_ruleset = load_ruleset
        # Now, while the files of the program are still those it was started from.
        program_fingerprint()

    # -- coming back ---------------------------------------------------------------------------------------------------

    def bring_back(self, table_id: str) -> Table:
        """A table as it was left; raises `unknown-table`, or `CorruptLog` rather than go on from a damaged log."""
        row = self._row(table_id)
        while True:
            past = _Past(self.store, table_id, self._load_ruleset)
            footing = past.footing(row.seq)
            log = Log(past.records(footing.seq, row.seq), footing.seq, past.records)
            secret = self.store.secret_of(table_id)
            table = Table(past.ruleset, log, secret, find_footing=past.footing)
            before, row = row, self._row(table_id)
            if _belongs(secret, table.state.get(TABLE).commitment):
                return table
            # Unless somebody sealed other dice at this very moment, the secret is lost.
            if row.seq == before.seq:
                raise CorruptLog(row.seq, "the secret of its dice is not the one that was sealed")

    def _row(self, table_id: str) -> TableRow:
        row = self.store.table(table_id)
        if row is None:
            raise StoreFailed("unknown-table", f'There is no table "{table_id[:60]}" here.')
        return row

    def keep_snapshot(self, table_id: str, table: Table) -> Future[None] | None:
        """Let the next one who comes back start from here; `None` if the log in the store does not end here.

        What a store has not taken yet it might refuse, and nobody must come back to what never happened.
        """
        row = self.store.table(table_id)
        if row is None or row.seq != table.state.seq:
            return None
        footing = table.here()
        (last,) = self.store.read(table_id, footing.seq - 1, footing.seq)
        table.rest_on(footing)
        return self.store.snapshot(table_id, Snapshot(footing.seq, write_footing(table.ruleset, footing, last.body)))

    # -- moving elsewhere ----------------------------------------------------------------------------------------------

    def export(self, table_id: str) -> tuple[list[bytes], bytes | None]:
        """The sealed lines of a table's log up to now, and the secret of its dice as long as it is one."""
        while True:
            seq = self._row(table_id).seq
            bodies = [record.body for record in self.store.read(table_id, upto=seq)]
            secret = self.store.secret_of(table_id)
            sealed = _commitment_in(bodies)
            is_at_rest = seq == self._row(table_id).seq
            if _belongs(secret, sealed) or is_at_rest:
                return list(seal(bodies)), secret if sealed and _belongs(secret, sealed) else None

    def take_in(
        self,
        table_id: str,
        lines: Sequence[bytes],
        *,
        secret: bytes | None = None,
        opened_at: int = 0,
        keys: Sequence[Key] = (),
    ) -> Future[None]:
        """Keep a table that was exported elsewhere; raises if it is damaged, or if it is not the secret of its dice."""
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
        )


def _belongs(secret: bytes | None, sealed: str) -> bool:
    return not sealed or (secret is not None and commitment_of(secret) == sealed)


def _commitment_in(bodies: Iterable[bytes]) -> str:
    """The fingerprint of the secret that is sealed at the end of a log, read without knowing its ruleset.

    Play cannot be taken back past the sealing of its dice, so the last word about it counts.
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
    return table.state.seq - table.footing.seq >= BETWEEN_SNAPSHOTS


def commands_in(records: Iterable[LogRecord]) -> dict[str, int]:
    """The ids of the commands that were carried out, and where each of them left the table."""
    left_at: dict[str, int] = {}
    current = ""
    for record in records:
        if not record.goes_on:
            current = record.id if record.id not in left_at else ""
        if current:
            left_at[current] = record.seq
    return left_at


class _Past:
    """What lies in the store about one table, read when it is needed."""

    def __init__(self, store: Store, table_id: str, load_ruleset: LoadRuleset) -> None:
        self._store = store
        self._table = table_id
        self.ruleset = self._find_ruleset(load_ruleset)
        self._known = GROUND

    def _find_ruleset(self, load_ruleset: LoadRuleset) -> Ruleset:
        try:
            (first,) = self._store.read(self._table, upto=1)
            opened = msgspec.json.decode(first.body, type=Record[TableOpened]).event
        except (ValueError, msgspec.MsgspecError) as error:
            raise CorruptLog(1, "the log does not begin with the opening of a table") from error
        return load_ruleset(opened.ruleset, opened.dials)

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

    def footing(self, at_most: int) -> Footing:
        """The last one that can be trusted; a log without any is read from the beginning."""
        while (snapshot := self._store.latest_snapshot(self._table, at_most)) is not None:
            if snapshot.seq == self._known.seq:
                return self._known
            for last in self._store.read(self._table, snapshot.seq - 1, snapshot.seq):
                footing = read_footing(self.ruleset, snapshot.body, last.body)
                if footing is not None and footing.seq == snapshot.seq:
                    self._known = footing
                    return footing
            at_most = snapshot.seq - 1
        return GROUND
