"""The data folder of a server: which file of it holds the tables."""

from __future__ import annotations

from pathlib import Path

from fatetable.adapters.storage.folder_lock import FolderLock
from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.tabletop.storage.store import StoreFailed

DATABASE = "tables.db"


def open_data(folder: Path, *, is_new: bool = True, to_serve: bool = False) -> SqliteStore:
    """The store in a folder; with `is_new`, folder and store are created if they are missing.

    A server opens it `to_serve` and has it alone; all others are guests, who may work beside a server.
    """
    path = folder / DATABASE if is_new else existing_database(folder)
    make_folder(folder)
    if not to_serve:
        return SqliteStore(path, is_guest=True)
    lock = FolderLock(folder)
    try:
        return SqliteStore(path, at_end=lock.release)
    except BaseException:
        lock.release()
        raise


def prepare_to_share(folder: Path) -> FolderLock:
    """Bring a data folder up to date for worker processes; returns the lock that keeps other servers out."""
    make_folder(folder)
    lock = FolderLock(folder)
    try:
        SqliteStore(folder / DATABASE).close()
    except BaseException:
        lock.release()
        raise
    return lock


def open_shared(folder: Path, *, checkpoints: bool) -> SqliteStore:
    """The store of one worker process; one of them `checkpoints` the WAL for all."""
    # Not every system has this kind of lock.
    from fatetable.adapters.storage.writer_turns import WriterTurns

    return SqliteStore(folder / DATABASE, is_guest=not checkpoints, turns=WriterTurns(folder))


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise StoreFailed("folder-not-made", f'"{folder}" cannot be used as a folder for tables: {reason}.') from None


def existing_database(folder: Path) -> Path:
    path = folder / DATABASE
    if not path.is_file():
        raise StoreFailed("no-tables-here", f'There are no tables in "{folder}": "{DATABASE}" is missing.')
    return path
