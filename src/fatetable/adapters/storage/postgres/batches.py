"""Appends of many tables, written by a handful of statements: where the logs end, all records, where they end now."""

from __future__ import annotations

from collections.abc import Sequence

from fatetable.adapters.storage.append_checks import check_continues, check_id, unknown_table
from fatetable.adapters.storage.batch_append import Append, LogEnd
from fatetable.adapters.storage.postgres.connection import Connection
from fatetable.adapters.storage.record_chain import link_of
from fatetable.engine.errors import FatetableError
from fatetable.tabletop.storage.store import AlreadyDone

# In one order, so that two programs never wait for each other.
ENDS = "SELECT id, number, seq, link FROM tables WHERE id = ANY($1::text[]) ORDER BY number FOR UPDATE"
DONE = """SELECT records.number, records.command, records.seq
FROM unnest($1::bigint[], $2::text[]) AS asked (number, command) JOIN records USING (number, command)"""
INSERT = """INSERT INTO records (number, seq, command, body, link)
SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[], $5::bytea[])"""
UPDATE = """UPDATE tables SET seq = news.seq, link = news.link, bytes = tables.bytes + news.bytes
FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bigint[]) AS news (number, seq, link, bytes)
WHERE tables.number = news.number"""

Row = tuple[int, int, str | None, bytes, bytes]


async def append_all(connection: Connection, appends: Sequence[Append]) -> list[FatetableError | None]:
    """Write them inside a transaction; for each the refusal, if there is one."""
    ends = {
        table: LogEnd(number, seq, link)
        for table, number, seq, link in await connection.fetch(
            ENDS, sorted({each.table for each in appends if each.table.isprintable()})
        )
    }
    asked = [(ends[each.table].number, each.command) for each in appends if each.command and each.table in ends]
    asked = [(number, command) for number, command in asked if command.isprintable()]
    done: dict[tuple[int, str], int] = {}
    if asked:
        found = await connection.fetch(DONE, [number for number, _ in asked], [command for _, command in asked])
        done = {(number, command): seq for number, command, seq in found}
    batch = _Batch(ends, done)
    outcomes = [batch.take(each) for each in appends]
    if batch.rows:
        await connection.execute(INSERT, *map(list, zip(*batch.rows, strict=True)))
        await connection.execute(UPDATE, *map(list, zip(*batch.changes(), strict=True)))
    for number, secret in batch.secrets.items():
        await connection.execute("UPDATE tables SET secret = $2 WHERE number = $1", number, secret)
    return outcomes


class _Batch:
    """The rows of all appends that are taken."""

    def __init__(self, ends: dict[str, LogEnd], done: dict[tuple[int, str], int]) -> None:
        self._ends = ends
        self._done = done
        self._bytes: dict[int, int] = {}
        self.rows: list[Row] = []
        self.secrets: dict[int, bytes] = {}

    def take(self, append: Append) -> FatetableError | None:
        try:
            self._add(append)
        except FatetableError as refusal:
            return refusal
        return None

    def _add(self, append: Append) -> None:
        log = self._ends.get(append.table)
        if log is None:
            raise unknown_table(append.table)
        if not append.records:
            return
        if append.command:
            check_id(append.command)
        done = self._done.get((log.number, append.command))
        if done is not None:
            raise AlreadyDone(append.command, done)
        check_continues(append.records, log.end)
        link, at = log.link, append.command_at
        for record in append.records:
            command = at.get(record.seq)
            link = link_of(link, command, record.body)
            self.rows.append((log.number, record.seq, command, record.body, link))
        last = append.records[-1].seq
        self._ends[append.table] = LogEnd(log.number, last, link)
        self._bytes[log.number] = self._bytes.get(log.number, 0) + sum(len(record.body) for record in append.records)
        if append.command:
            self._done[log.number, append.command] = last
        if append.secret is not None:
            self.secrets[log.number] = append.secret

    def changes(self) -> list[tuple[int, int, bytes, int]]:
        """For each log with news its number, its new end, the hash of that, and how many bytes came."""
        ends = {log.number: log for log in self._ends.values()}
        return [(number, ends[number].end, ends[number].link, size) for number, size in self._bytes.items()]
