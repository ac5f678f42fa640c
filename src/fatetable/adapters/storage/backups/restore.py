"""Puts a backup into the place of the tables of a data folder."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from fatetable.adapters.storage.copying import copy_database, sync_folder
from fatetable.adapters.storage.data_check import check_file, check_tables
from fatetable.adapters.storage.data_folder import DATABASE, make_folder
from fatetable.adapters.storage.end_mark import mark_of
from fatetable.adapters.storage.folder_lock import FolderLock
from fatetable.adapters.storage.sqlite_file import ERRORS, connect, in_words
from fatetable.tabletop.storage.store import StoreFailed

PATIENCE = 5.0


def restore(backup: Path, folder: Path, moment: str) -> Path | None:
    """Copy a backup into a data folder that no server uses; returns where the tables that were there are now.

    The backup is checked first, and its file stays as it is.  `moment` becomes part of the name of the old tables.
    """
    if not backup.is_file():
        raise StoreFailed("no-such-file", f'There is no file "{backup}".')
    _require_whole(backup)
    make_folder(folder)
    lock = FolderLock(folder)
    try:
        new, path = folder / f".{DATABASE}.restored", folder / DATABASE
        try:
            with closing(connect(backup, PATIENCE)) as source:
                copy_database(source, new, may_replace=True)
        except ERRORS as error:
            raise in_words(error, backup) from None
        old = _keep(path, folder / f"replaced-{moment}.db") if path.exists() else None
        mark_of(path).unlink(missing_ok=True)
        os.replace(new, path)
        sync_folder(folder)
        return old
    finally:
        lock.release()


def _require_whole(backup: Path) -> None:
    damaged = sum(bool(table.problems) for table in check_tables(backup))
    if check_file(backup) or damaged:
        message = f'"{backup}" is damaged; "fatetable check-data" tells what can be saved of it in a data folder.'
        raise StoreFailed("backup-damaged", message)


def _keep(path: Path, old: Path) -> Path:
    """Give the old file a second name, with all that is still in its WAL."""
    if old.exists():
        raise StoreFailed("file-exists", f'"{old}" exists already.')
    wal, index = (path.with_name(f"{path.name}{ending}") for ending in ("-wal", "-shm"))
    try:
        # The last connection that is closed moves everything into the file itself.
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error:
        # It is too damaged for that, which may be why it is replaced.
        if wal.exists():
            os.replace(wal, old.with_name(f"{old.name}-wal"))
    index.unlink(missing_ok=True)
    try:
        # So there is a file with tables at any moment.
        os.link(path, old)
    except OSError:
        os.replace(path, old)
    return old
