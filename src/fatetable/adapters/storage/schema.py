"""The schema of the database file: what each version adds to the one before, and bringing a file up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

from fatetable.adapters.storage.key_seals import seal_all_keys
from fatetable.adapters.storage.record_chain import FIRST_LINK, link_of
from fatetable.tabletop.storage.store import StoreFailed

APPLICATION = 0x46745462
"""Written into the header of every file, so that the database of another program is recognised."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tables (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            ruleset TEXT NOT NULL,
            title TEXT NOT NULL,
            opened_at INTEGER NOT NULL,
            secret BLOB
        )""",
        # Rows are in the order of writing, so that appends of all tables go to the end of the file.
        """CREATE TABLE records (
            number INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            command TEXT,
            body BLOB NOT NULL,
            UNIQUE (number, seq)
        )""",
        "CREATE UNIQUE INDEX commands ON records (number, command) WHERE command IS NOT NULL",
        """CREATE TABLE snapshots (
            number INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            body BLOB NOT NULL,
            UNIQUE (number, seq)
        )""",
        """CREATE TABLE keys (
            digest BLOB PRIMARY KEY,
            number INTEGER NOT NULL,
            purpose TEXT NOT NULL,
            seat TEXT NOT NULL,
            role TEXT NOT NULL,
            created_at INTEGER NOT NULL
        )""",
        "CREATE INDEX keys_of_a_table ON keys (number)",
    ),
    (
        """CREATE TABLE images (
            number INTEGER NOT NULL,
            id TEXT NOT NULL,
            size INTEGER NOT NULL,
            body BLOB NOT NULL,
            UNIQUE (number, id)
        )""",
    ),
    (
        "ALTER TABLE records ADD COLUMN link BLOB",
        "ALTER TABLE keys ADD COLUMN seal BLOB",
        # Apart from `tables`, because these few bytes change with every step.
        """CREATE TABLE log_ends (
            number INTEGER PRIMARY KEY,
            seq INTEGER NOT NULL,
            link BLOB NOT NULL,
            bytes INTEGER NOT NULL
        )""",
    ),
)
"""What each version of the schema adds to the one before; a released migration is never changed."""

KEEP_LOG_ENDS = """CREATE TRIGGER keep_log_ends AFTER INSERT ON records BEGIN
    SELECT RAISE(ABORT, 'a program of an older version has tried to write') WHERE NEW.link IS NULL;
    INSERT INTO log_ends (number, seq, link, bytes) VALUES (NEW.number, NEW.seq, NEW.link, length(NEW.body))
        ON CONFLICT (number) DO UPDATE SET seq = NEW.seq, link = NEW.link, bytes = bytes + length(NEW.body);
END"""
"""Part of the statement that appends, so that a batch of appends stays one statement."""

VERSION = len(MIGRATIONS)


def _chain_records(connection: sqlite3.Connection) -> None:
    """Add what version 3 keeps of records that were there before."""
    for (number,) in connection.execute("SELECT DISTINCT number FROM records").fetchall():
        link, seq, size = FIRST_LINK, 0, 0
        links: list[tuple[bytes, int]] = []
        of_a_table = "SELECT rowid, seq, command, body FROM records WHERE number = ? ORDER BY seq"
        for row in connection.execute(of_a_table, (number,)).fetchall():
            rowid, seq, command, body = row
            link = link_of(link, command, body)
            size += len(body)
            links.append((link, rowid))
        connection.executemany("UPDATE records SET link = ? WHERE rowid = ?", links)
        connection.execute("INSERT INTO log_ends VALUES (?, ?, ?, ?)", (number, seq, link, size))
    seal_all_keys(connection)
    connection.execute(KEEP_LOG_ENDS)


AFTERWARDS: Mapping[int, Callable[[sqlite3.Connection], None]] = {3: _chain_records}
"""What is to be done with the rows that were there, by the version of the schema that needs it."""


def upgrade(connection: sqlite3.Connection, path: Path, before: Callable[[int], None]) -> None:
    """Bring the file to the present version; `before` is called with the version of a file that has content."""
    if version_of(connection, path) == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have done it while this one waited for the lock.
        found = version_of(connection, path)
        if 0 < found < VERSION:
            before(found)
        for version, migration in enumerate(MIGRATIONS[found:], start=found + 1):
            for statement in migration:
                connection.execute(statement)
            if version in AFTERWARDS:
                AFTERWARDS[version](connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The version of a file, 0 if it is empty; raises `StoreFailed` if it is not one this program can use."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    is_new = not (application or version or tables)
    if not is_new and application != APPLICATION:
        raise StoreFailed("not-our-database", f'"{path}" is a database of another program.')
    if version > VERSION:
        message = f'"{path}" was written by a newer version of Fatetable; this one cannot read it.'
        raise StoreFailed("newer-store", message)
    return int(version)
