"""Opens the database file of a store for writing: it is created or brought up to date if needed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

from fatetable.adapters.storage.copying import copy_database
from fatetable.adapters.storage.end_mark import check_end
from fatetable.adapters.storage.schema import upgrade
from fatetable.adapters.storage.sqlite_file import ERRORS, connect, create_file, in_words
from fatetable.tabletop.storage.store import StoreFailed

COPY_AND_MIGRATION = 3
"""How many times the size of a file is needed to upgrade it: for the copy, for the WAL, and for what it grows by."""


def open_for_writing(path: Path, patience: float, *, checkpoints: bool) -> sqlite3.Connection:
    """The connection that writes to a file."""
    create_file(path)
    try:
        connection = connect(path, patience, is_writer=True, checkpoints=checkpoints)
    except ERRORS as error:
        raise in_words(error, path) from None
    try:
        upgrade(connection, path, partial(_keep_copy, path, patience))
        check_end(connection, path)
    except ERRORS as error:
        connection.close()
        raise in_words(error, path) from None
    except StoreFailed:
        connection.close()
        raise
    return connection


def copy_before(path: Path, version: int) -> Path:
    """Where the content of a file is kept as it was before it was upgraded from a version."""
    return path.with_name(f"{path.name}.version-{version}")


def _keep_copy(path: Path, patience: float, version: int) -> None:
    with closing(connect(path, patience)) as reading:
        copy_database(reading, copy_before(path, version), may_replace=True, times=COPY_AND_MIGRATION)
