"""What the thread that writes does between commits: noting where the file ends, and keeping the WAL short."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from time import monotonic

from fatetable.adapters.storage.end_mark import EndMark

EVERY_SECONDS = 0.2
"""Under load; with nothing to write, it is done soon."""

LONG = 16_000_000
"""Bytes in the WAL after which readers are waited for to begin it anew; usually SQLite finds a moment without any."""

PATIENCE_MS = 20
"""How long to wait for readers then; writers wait meanwhile."""


class Upkeep:
    """Of the file at `path`; with `is_guest`, the WAL is left to the server."""

    def __init__(self, path: Path, *, is_guest: bool) -> None:
        self._wal = path.with_name(f"{path.name}-wal")
        self._is_guest = is_guest
        self._mark = EndMark(path)
        self._due = 0.0

    def __call__(self, connection: sqlite3.Connection, *, is_idle: bool) -> None:
        now = monotonic()
        if not is_idle and now < self._due:
            return
        self._due = now + EVERY_SECONDS
        # Nothing is lost if this fails, and the next write reports the same error.
        with contextlib.suppress(OSError, sqlite3.Error):
            self._mark.note(connection)
        if not self._is_guest:
            with contextlib.suppress(OSError, sqlite3.Error):
                self._shorten(connection)

    def _shorten(self, connection: sqlite3.Connection) -> None:
        if self._wal.stat().st_size <= LONG:
            return
        (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
        connection.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
        try:
            connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
        finally:
            connection.execute(f"PRAGMA busy_timeout = {patience}")
