"""Copies all tables from a database into a file of the SQLite store, and back: rows as they are, hashes included."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from fatetable.adapters.storage.copying import sync_folder
from fatetable.adapters.storage.data_check import has_whole_chains
from fatetable.adapters.storage.end_mark import mark_of
from fatetable.adapters.storage.key_seals import COLUMNS
from fatetable.adapters.storage.postgres.connection import Connection, connect, in_words
from fatetable.adapters.storage.sqlite_file import ERRORS
from fatetable.adapters.storage.sqlite_file import connect as open_file
from fatetable.adapters.storage.sqlite_file import in_words as file_in_words
from fatetable.adapters.storage.sqlite_store import PATIENCE, SqliteStore
from fatetable.tabletop.storage.store import StoreFailed

PORTION = 1_000

COLUMNS_OF = {
    "tables": "number, id, ruleset, title, opened_at, secret",
    "records": "number, seq, command, body, link",
    "snapshots": "number, seq, body",
    "keys": f"{COLUMNS}, seal",
    "images": "number, id, size, body",
}
"""What both kinds of store keep, tables first."""
ORDER = {
    "tables": "number",
    "records": "number, seq",
    "snapshots": "number, seq",
    "keys": "{place}",
    "images": "{place}",
}
PLACE = {"database": "place", "file": "rowid"}
"""What orders rows by when they came."""


def _select(kind: str, place: str) -> str:
    return f"SELECT {COLUMNS_OF[kind]} FROM {kind} ORDER BY {ORDER[kind].format(place=PLACE[place])}"


async def copy_to_file(url: str, path: Path) -> int:
    """Copy a database, as it is at this moment, into a new file; returns how many tables there are."""
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        if path.exists():
            raise StoreFailed("file-exists", f'"{path}" exists already.')
        SqliteStore(new).close()
        async with _reading(url) as connection:
            count = await _fill_file(connection, new)
        if not has_whole_chains(new, lambda: None):
            raise StoreFailed("store-damaged", "The database is damaged, so the copy is; it was not kept.")
        os.replace(new, path)
        sync_folder(path.parent)
    except (OSError, *ERRORS) as error:
        reason = error.strerror if isinstance(error, OSError) else file_in_words(error, path).message.rstrip(".")
        raise StoreFailed("backup-not-written", f'"{path}" cannot be written: {reason}.') from None
    except StoreFailed as error:
        if error.code in ("store-not-opened", "folder-not-made"):
            raise StoreFailed("backup-not-written", error.message) from None
        raise
    finally:
        for left in (new, mark_of(new), *(new.with_name(f"{new.name}-{end}") for end in ("wal", "shm"))):
            with contextlib.suppress(OSError):
                left.unlink(missing_ok=True)
    return count


@asynccontextmanager
async def _reading(url: str) -> AsyncIterator[Connection]:
    """A connection for which time stands still."""
    connection = await connect(url)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            yield connection
    finally:
        await connection.close()


async def _fill_file(connection: Connection, path: Path) -> int:
    with closing(open_file(path, PATIENCE, is_writer=True, checkpoints=True)) as file:
        file.execute("BEGIN IMMEDIATE")
        for kind, columns in COLUMNS_OF.items():
            statement = f"INSERT INTO {kind} ({columns}) VALUES ({', '.join('?' * (1 + columns.count(',')))})"
            portion: list[tuple[Any, ...]] = []
            async for row in connection.cursor(_select(kind, "database"), prefetch=PORTION):
                portion.append(tuple(row))
                if len(portion) == PORTION:
                    file.executemany(statement, portion)
                    portion.clear()
            file.executemany(statement, portion)
        file.execute("COMMIT")
        (count,) = file.execute("SELECT count(*) FROM tables").fetchone()
        return int(count)


async def copy_from_file(path: Path, url: str) -> int:
    """Copy a file into an empty database, all or nothing; returns how many tables there are."""
    connection = await connect(url)
    try:
        async with connection.transaction():
            if await connection.fetchval("SELECT count(*) FROM tables"):
                raise StoreFailed("store-not-empty", "There are tables in the database already.")
            with closing(open_file(path, PATIENCE)) as file:
                return await _fill_database(file, connection)
    except ERRORS as error:
        raise file_in_words(error, path) from None
    except StoreFailed:
        raise
    except Exception as error:
        raise in_words(error) from None
    finally:
        await connection.close()


async def _fill_database(file: sqlite3.Connection, connection: Connection) -> int:
    # One transaction of the file too, so that it stands still.
    file.execute("BEGIN")
    ends = {number: (seq, link, size) for number, seq, link, size in file.execute("SELECT * FROM log_ends")}
    for kind, columns in COLUMNS_OF.items():
        names = columns.split(", ")
        for portion in _portions(file.execute(_select(kind, "file"))):
            rows: Sequence[tuple[Any, ...]] = portion
            if kind == "tables":
                rows = [(*row, *ends[row[0]]) for row in portion]
            more = ["seq", "link", "bytes"] if kind == "tables" else []
            await connection.copy_records_to_table(kind, records=rows, columns=[*names, *more])
    # Numbers of new tables go on behind those that were brought.
    await connection.execute(
        "SELECT setval(pg_get_serial_sequence('tables', 'number'), max(number)) FROM tables HAVING count(*) > 0"
    )
    return len(ends)


def _portions(found: sqlite3.Cursor) -> Iterator[list[tuple[Any, ...]]]:
    while portion := found.fetchmany(PORTION):
        yield portion
