"""A store in a PostgreSQL database: one connection writes, a few others read, and any thread may ask."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar, cast

from fatetable.adapters.storage.append_checks import (
    as_text,
    check_continues,
    check_id,
    check_image_fits,
    store_closed,
    table_exists,
    unknown_table,
)
from fatetable.adapters.storage.batch_append import Append
from fatetable.adapters.storage.key_seals import COLUMNS, KeyRow
from fatetable.adapters.storage.postgres.connection import Connection, Pool, in_words, make_pool
from fatetable.adapters.storage.postgres.copies import copy_to_file
from fatetable.adapters.storage.postgres.schema import upgrade
from fatetable.adapters.storage.postgres.server_lock import lock_database
from fatetable.adapters.storage.postgres.writer import Writer
from fatetable.adapters.storage.record_chain import FIRST_LINK, ChainReader, link_of
from fatetable.adapters.storage.snapshot_retention import snapshots_to_drop
from fatetable.tabletop.storage.store import (
    AccessKey,
    KeyPurpose,
    StoredImage,
    StoredRecord,
    StoredSnapshot,
    TableRow,
)

T = TypeVar("T")

BATCH = 1_000
"""Records read at once."""

ROW = "SELECT id, ruleset, title, opened_at, seq FROM tables"
SIZES = """SELECT id, bytes + (SELECT coalesce(sum(size), 0) FROM images WHERE images.number = tables.number)
FROM tables"""
KEYS = (
    f"SELECT {', '.join(f'keys.{name}' for name in COLUMNS.split(', '))}, seal, id FROM keys JOIN tables USING (number)"
)
NUMBER = "SELECT number FROM tables WHERE id = $1"
RECORDS = (
    "SELECT seq, command, body, link FROM records WHERE number = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4"
)


class PostgresStore:
    """Implements `Store` in the database at `url`, as in `postgresql://user@host/name`.

    A server has the database alone, and holds the `lock`.
    """

    def __init__(self, url: str, *, lock: bool = False) -> None:
        self._url = url
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="fatetable-postgres", daemon=True)
        self._thread.start()
        self._is_closed = False
        self._writer = Writer(url, self._loop)
        self._lock: Connection = None
        self._pool: Pool = None
        try:
            if lock:
                self._lock = self._wait(lock_database(url))
            self._pool = self._wait(make_pool(url))
            self._wait(self._with_reader(upgrade))
        except BaseException:
            self._disconnect()
            raise
        self._writing = asyncio.run_coroutine_threadsafe(self._writer.run(), self._loop)

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

        async def work(connection: Connection) -> None:
            check_id(row.id)
            for command, _ in commands:
                check_id(command)
            check_continues(records, 0)
            link = FIRST_LINK
            rows: list[tuple[int, str | None, bytes, bytes]] = []
            for record in records:
                link = link_of(link, command_at.get(record.seq), record.body)
                rows.append((record.seq, command_at.get(record.seq), record.body, link))
            number = await connection.fetchval(
                "INSERT INTO tables (id, ruleset, title, opened_at, secret, seq, link, bytes)"
                " VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING RETURNING number",
                *(row.id, row.ruleset, row.title, row.opened_at, secret),
                *(records[-1].seq, link, sum(len(record.body) for record in records)),
            )
            if number is None:
                raise table_exists(row.id)
            await connection.copy_records_to_table(
                "records",
                records=[(number, *each) for each in rows],
                columns=["number", "seq", "command", "body", "link"],
            )
            for key in keys:
                await _insert_key(connection, number, key)
            for image in images:
                await _insert_image(connection, number, image)

        return self._writer.submit(work)

    def append(
        self, table: str, records: Sequence[StoredRecord], command: str = "", *, secret: bytes | None = None
    ) -> Future[None]:
        return self._writer.submit(Append(table, records, command, secret))

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[StoredRecord]:
        """Each record is compared with the hash it was stored with."""
        start = max(after, 0)

        async def begin(connection: Connection) -> tuple[int, int, bytes, bytes] | None:
            found = await connection.fetchrow("SELECT number, seq, link FROM tables WHERE id = $1", as_text(table))
            if found is None:
                return None
            number, end, link = found
            before = await connection.fetchval("SELECT link FROM records WHERE number = $1 AND seq = $2", number, start)
            return number, end, link, FIRST_LINK if start == 0 else before or b""

        found = self._read(begin)
        if found is None:
            return
        number, end, link, before = found
        chain = ChainReader(start, before)
        last = end if upto is None else min(upto, end)
        while chain.seq < last:
            batch = self._fetch(RECORDS, number, chain.seq, last, BATCH)
            if not batch:
                break
            for seq, body in chain.read(batch):
                yield StoredRecord(seq, body)
        if last == end > after:
            chain.check_end(end, link)

    def position_of(self, table: str, command: str) -> int | None:
        check_id(command)
        asked = f"SELECT seq FROM records WHERE number = ({NUMBER}) AND command = $2"
        found: int | None = self._value(asked, as_text(table), command)
        return found

    # -- snapshots ---------------------------------------------------------------------------------------------------

    def snapshot(self, table: str, snapshot: StoredSnapshot) -> Future[None]:
        async def work(connection: Connection) -> None:
            number = await _known(connection, table)
            await connection.execute(
                "INSERT INTO snapshots (number, seq, body) VALUES ($1, $2, $3)"
                " ON CONFLICT (number, seq) DO UPDATE SET body = excluded.body",
                *(number, snapshot.seq, snapshot.body),
            )
            kept = await connection.fetch("SELECT seq FROM snapshots WHERE number = $1", number)
            gone = snapshots_to_drop(seq for (seq,) in kept)
            await connection.execute(
                "DELETE FROM snapshots WHERE number = $1 AND seq = ANY($2::bigint[])", number, gone
            )

        return self._writer.submit(work)

    def latest_snapshot(self, table: str, at_most: int | None = None) -> StoredSnapshot | None:
        found = self._fetch(
            f"SELECT seq, body FROM snapshots WHERE number = ({NUMBER}) AND ($2::bigint IS NULL OR seq <= $2)"
            " ORDER BY seq DESC LIMIT 1",
            *(as_text(table), at_most),
        )
        return StoredSnapshot(*found[0]) if found else None

    # -- pictures ----------------------------------------------------------------------------------------------------

    def add_image(self, table: str, image: StoredImage, *, quota: int) -> Future[None]:
        async def work(connection: Connection) -> None:
            number = await _known(connection, table)
            held, is_there = await connection.fetchrow(
                "SELECT coalesce(sum(size), 0)::bigint, coalesce(bool_or(id = $2), false)"
                " FROM images WHERE number = $1",
                *(number, image.id),
            )
            if not is_there:
                check_image_fits(held, len(image.body), quota)
                await _insert_image(connection, number, image)

        return self._writer.submit(work)

    def image(self, table: str, image: str) -> bytes | None:
        asked = f"SELECT body FROM images WHERE number = ({NUMBER}) AND id = $2"
        found: bytes | None = self._value(asked, as_text(table), as_text(image))
        return found

    def image_ids(self, table: str) -> tuple[str, ...]:
        found = self._fetch(f"SELECT id FROM images WHERE number = ({NUMBER}) ORDER BY place", as_text(table))
        return tuple(image for (image,) in found)

    def images_of(self, table: str) -> tuple[StoredImage, ...]:
        found = self._fetch(f"SELECT id, body FROM images WHERE number = ({NUMBER}) ORDER BY place", as_text(table))
        return tuple(StoredImage(*each) for each in found)

    # -- tables ------------------------------------------------------------------------------------------------------

    def table(self, table: str) -> TableRow | None:
        found = self._fetch(f"{ROW} WHERE id = $1", as_text(table))
        return _row(found[0]) if found else None

    def tables(self) -> tuple[TableRow, ...]:
        return tuple(map(_row, self._fetch(f"{ROW} ORDER BY number")))

    def table_sizes(self) -> Mapping[str, int]:
        return {table: int(size) for table, size in self._fetch(SIZES)}

    def secret_of(self, table: str) -> bytes | None:
        found: bytes | None = self._value("SELECT secret FROM tables WHERE id = $1", as_text(table))
        return found

    # -- keys --------------------------------------------------------------------------------------------------------

    def add_key(self, key: AccessKey, *, replacing: Sequence[bytes] = ()) -> Future[None]:
        async def work(connection: Connection) -> None:
            number = await _known(connection, key.table)
            await connection.execute("DELETE FROM keys WHERE digest = ANY($1::bytea[])", list(replacing))
            await _insert_key(connection, number, key)

        return self._writer.submit(work)

    def find_key(self, digest: bytes) -> AccessKey | None:
        return next(_whole_keys(self._fetch(f"{KEYS} WHERE digest = $1", digest)), None)

    def keys_of(self, table: str) -> tuple[AccessKey, ...]:
        return tuple(_whole_keys(self._fetch(f"{KEYS} WHERE id = $1 ORDER BY place", as_text(table))))

    # -- the whole ---------------------------------------------------------------------------------------------------

    def backup(self, path: Path) -> Future[None]:
        """Into a file of the other kind of store, from which `restore` and `move-data` bring it back."""
        if self._is_closed:
            raise store_closed()
        # On a thread and a connection of its own, so that nothing waits for it.
        future: Future[None] = Future()
        future.set_running_or_notify_cancel()

        def work() -> None:
            try:
                asyncio.run(copy_to_file(self._url, path))
            except Exception as error:
                future.set_exception(in_words(error))
            else:
                future.set_result(None)

        Thread(target=work, name="fatetable-backup").start()
        return future

    def trouble(self) -> str:
        return "store-closed" if self._is_closed else self._writer.trouble

    def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self._writer.close()
        self._writing.result()
        self._disconnect()

    def _disconnect(self) -> None:
        for opened in (self._pool, self._lock):
            if opened is not None:
                asyncio.run_coroutine_threadsafe(opened.close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    # -- reading -----------------------------------------------------------------------------------------------------

    def _read(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        if self._is_closed:
            raise store_closed()
        return self._wait(self._with_reader(work))

    async def _with_reader(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        async with self._pool.acquire() as connection:
            return await work(connection)

    def _fetch(self, asked: str, *values: Any) -> list[tuple[Any, ...]]:
        async def work(connection: Connection) -> list[tuple[Any, ...]]:
            return [tuple(each) for each in await connection.fetch(asked, *values)]

        return self._read(work)

    def _value(self, asked: str, *values: Any) -> Any:
        found = self._fetch(asked, *values)
        return found[0][0] if found else None

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for something on the loop; errors of the database are raised as `FatetableError`s."""
        try:
            return asyncio.run_coroutine_threadsafe(work, self._loop).result()
        except Exception as error:
            raise in_words(error) from None


async def _known(connection: Connection, table: str) -> int:
    number: int | None = await connection.fetchval(NUMBER, as_text(table))
    if number is None:
        raise unknown_table(table)
    return number


async def _insert_key(connection: Connection, number: int, key: AccessKey) -> None:
    row = KeyRow(key.digest, number, key.purpose, key.seat, key.role, key.created_at)
    await connection.execute(
        f"INSERT INTO keys ({COLUMNS}, seal) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (digest) DO UPDATE SET"
        " number = excluded.number, purpose = excluded.purpose, seat = excluded.seat, role = excluded.role,"
        " created_at = excluded.created_at, seal = excluded.seal",
        *(*row, row.seal),
    )


async def _insert_image(connection: Connection, number: int, image: StoredImage) -> None:
    await connection.execute(
        "INSERT INTO images (number, id, size, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        *(number, image.id, len(image.body), image.body),
    )


def _row(found: tuple[Any, ...]) -> TableRow:
    table, ruleset, title, opened_at, seq = found
    return TableRow(id=table, ruleset=ruleset, title=title, opened_at=opened_at, seq=seq)


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
