"""Copies a database that is in use into one new file, without holding anybody up."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

from fatetable.adapters.storage.sqlite_file import ERRORS, in_words
from fatetable.tabletop.storage.store import StoreFailed

PAGES_AT_ONCE = 4_000
"""Between two portions the copy can be given up."""

ROOM_TO_SPARE = 20_000_000
"""Bytes of the disk that copies leave free."""


def copy_database(
    source: sqlite3.Connection,
    path: Path,
    *,
    may_replace: bool = False,
    times: int = 1,
    go_on: Callable[[], None] = lambda: None,
) -> None:
    """Copy all that is in a database at this moment; `go_on` is called now and then, and gives up by raising.

    There has to be room for so many `times` the size of the database.
    """
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        if not may_replace and path.exists():
            raise StoreFailed("file-exists", f'"{path}" exists already.')
        _require_room(source, path, times)
        _copy(source, new, go_on)
        os.replace(new, path)
        sync_folder(path.parent)
    except (OSError, *ERRORS) as error:
        reason = error.strerror if isinstance(error, OSError) else in_words(error, path).message.rstrip(".")
        raise StoreFailed("backup-not-written", f'"{path}" cannot be written: {reason}.') from None
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make it durable which files a folder has, where the system can do that."""
    if os.name == "nt":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _require_room(source: sqlite3.Connection, path: Path, times: int) -> None:
    (pages,) = source.execute("PRAGMA page_count").fetchone()
    (page,) = source.execute("PRAGMA page_size").fetchone()
    if shutil.disk_usage(path.parent).free < times * pages * page + ROOM_TO_SPARE:
        raise StoreFailed("no-room-for-copy", f'There is not enough room on the disk to write "{path}".')


def _copy(source: sqlite3.Connection, path: Path, go_on: Callable[[], None]) -> None:
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    target = sqlite3.connect(path, isolation_level=None)
    # As long as it reads, the source stays the same for it while others write; otherwise the copy would start again.
    source.execute("BEGIN")
    try:
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(target, pages=PAGES_AT_ONCE, progress=lambda *_: go_on(), sleep=0)
        # In WAL mode, two more files would appear beside the copy when it is opened.
        target.execute("PRAGMA journal_mode = DELETE")
    finally:
        source.execute("ROLLBACK")
        target.close()
    with path.open("rb+") as file:
        os.fsync(file.fileno())
