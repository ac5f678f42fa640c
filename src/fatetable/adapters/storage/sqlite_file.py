"""The database file: opening or creating it, and explaining its errors."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from fatetable.tabletop.storage.store import StoreFailed

HEADER = b"SQLite format 3\0"

CHECKPOINT_PAGES = 1_000
"""Pages in the WAL at which the connection that writes checkpoints it: so few that nobody waits long for it."""


def connect(path: Path, patience: float, *, is_writer: bool = False, checkpoints: bool = False) -> sqlite3.Connection:
    """A connection in autocommit mode; of all connections to a file at most one may have `checkpoints`."""
    # A URI, because a plain name would create the file that a reader expects to be there.
    uri = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, timeout=patience, isolation_level=None, check_same_thread=False, uri=True)
    try:
        if is_writer:
            # An append is small, and every page it touches is written whole, twice: so pages are small.
            connection.execute("PRAGMA page_size = 1024")
            connection.execute("PRAGMA journal_mode = WAL")
            # A commit is on the disk when it returns.
            connection.execute("PRAGMA synchronous = FULL")
            # Only the connection that writes may checkpoint; see docs/decisions/0020-checkpoints-by-the-writer.md.
            connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES if checkpoints else 0}")
            connection.execute("PRAGMA journal_size_limit = 8000000")
        else:
            connection.execute("PRAGMA wal_autocheckpoint = 0")
            connection.execute("PRAGMA query_only = ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def create_file(path: Path) -> None:
    """Create the file if it is missing, readable by its owner only, because it holds the secrets of dice in use."""
    try:
        with open(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "rb") as file:
            beginning = file.read(len(HEADER))
    except OSError as error:
        raise StoreFailed("store-not-opened", f'"{path}" cannot be opened: {_reason(error)}.') from None
    # SQLite would take a few bytes of something else for an empty file, and overwrite them.
    if beginning not in (b"", HEADER):
        raise StoreFailed("not-a-database", MEANINGS["SQLITE_NOTADB"][1].format(path=path))


ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What sqlite3 raises; the second one if names in a damaged file are no text."""


def in_words(error: Exception, path: Path) -> StoreFailed:
    """A database error as a sentence for the operator."""
    is_no_text = isinstance(error, UnicodeDecodeError) or "decode to UTF-8" in str(error)
    name = "SQLITE_CORRUPT" if is_no_text else getattr(error, "sqlite_errorname", "")
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
