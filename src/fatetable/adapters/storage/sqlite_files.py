"""Database files: opening one, bringing its tables up to date, and saying in a sentence what is wrong with it.

Knows how the tables of the database look, and nothing about what happens with them.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from fatetable.tabletop.ports import StoreFailed

APPLICATION = 0x46745462
"""Written into the header of every file, so that the database of another program is not taken for one of ours."""

HEADER = b"SQLite format 3\0"

STEPS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tables (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            ruleset TEXT NOT NULL,
            title TEXT NOT NULL,
            opened_at INTEGER NOT NULL,
            secret BLOB
        )""",
        # Rows lie in the order in which they were written: a step of any table goes to the end of the file.
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
)
"""What each version of the file adds to the one before; a released step is never changed."""

VERSION = len(STEPS)


def connect(path: Path, patience: float, *, is_writer: bool = False) -> sqlite3.Connection:
    """A connection on which every statement is a transaction of its own unless one is begun."""
    # A URI, because a plain name would create the file that a reader expects to be there.
    uri = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, timeout=patience, isolation_level=None, check_same_thread=False, uri=True)
    try:
        if is_writer:
            # What a step adds is small, and every page it touches is written whole, twice: a new file has small pages.
            connection.execute("PRAGMA page_size = 1024")
            connection.execute("PRAGMA journal_mode = WAL")
            # A commit has reached the disk when it returns, whatever happens to the machine then.
            connection.execute("PRAGMA synchronous = FULL")
            # Usually done beside the writing, long before there are this many pages.
            connection.execute("PRAGMA wal_autocheckpoint = 64000")
            connection.execute("PRAGMA journal_size_limit = 8000000")
        else:
            connection.execute("PRAGMA query_only = ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def open_for_writing(path: Path, patience: float) -> sqlite3.Connection:
    """The connection that writes to a file, which is created or brought up to date if need be."""
    try:
        _create(path)
        connection = connect(path, patience, is_writer=True)
    except OSError as error:
        raise StoreFailed("store-not-opened", f'"{path}" cannot be opened: {_reason(error)}.') from None
    except sqlite3.Error as error:
        raise in_words(error, path) from None
    try:
        _bring_up_to_date(connection, path)
    except sqlite3.Error as error:
        connection.close()
        raise in_words(error, path) from None
    except StoreFailed:
        connection.close()
        raise
    return connection


def _create(path: Path) -> None:
    """It holds the secrets of dice that are still being thrown, so only its owner may read it."""
    with open(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "rb") as file:
        beginning = file.read(len(HEADER))
    # SQLite itself would take a few bytes of something else for an empty file, and write over them.
    if beginning not in (b"", HEADER):
        raise StoreFailed("not-a-database", MEANINGS["SQLITE_NOTADB"][1].format(path=path))


def _bring_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    if _version(connection, path) == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Somebody else may have done it while this one waited for its turn.
        for step in STEPS[_version(connection, path) :]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _version(connection: sqlite3.Connection, path: Path) -> int:
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


def in_words(error: sqlite3.Error, path: Path) -> StoreFailed:
    """What an error of the database means to whoever runs it."""
    name = getattr(error, "sqlite_errorname", "")
    for beginning, (code, message) in MEANINGS.items():
        if name.startswith(beginning):
            return StoreFailed(code, message.format(path=path))
    return StoreFailed("store-failed", f'"{path}" does not work as a store of tables: {str(error).rstrip(".")}.')


MEANINGS = {
    "SQLITE_FULL": ("disk-full", 'Nothing more can be kept in "{path}": the disk is full.'),
    "SQLITE_READONLY": ("store-read-only", '"{path}" cannot be written to: it or its folder is read-only.'),
    "SQLITE_CANTOPEN": ("store-not-opened", '"{path}" cannot be opened: it is missing, or its folder is read-only.'),
    "SQLITE_PERM": ("store-read-only", '"{path}" cannot be written to: it or its folder is read-only.'),
    "SQLITE_BUSY": ("store-locked", '"{path}" is locked by another program.'),
    "SQLITE_LOCKED": ("store-locked", '"{path}" is locked by another program.'),
    "SQLITE_NOTADB": ("not-a-database", '"{path}" is not a database.'),
    "SQLITE_CORRUPT": ("store-damaged", '"{path}" is damaged; go back to a backup of it.'),
    "SQLITE_IOERR": ("disk-failed", 'The disk does not take or give back what is kept in "{path}".'),
}


def _reason(error: OSError) -> str:
    return (error.strerror or "unknown reason").lower()
