"""Bringing what was written from SQLite's journal into the file proper, beside the writing and not in between.

A checkpoint takes as long as several commits.  Whoever waits for a commit does not wait for it, except for the rest
of one in the rare case that the journal has become very long because there never was a pause.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

EVERY_SECONDS = 1.0
WORTH_IT = 4_000_000
"""Bytes of journal."""


class Checkpoints:
    """A thread of its own, with a connection of its own that `connect` gives."""

    def __init__(self, path: Path, connect: Callable[[], sqlite3.Connection]) -> None:
        self._journal = path.with_name(f"{path.name}-wal")
        self._connect = connect
        self._is_over = Event()
        self._thread = Thread(target=self._run, name="fatetable-checkpoints", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._is_over.set()
        self._thread.join()

    def _run(self) -> None:
        connection: sqlite3.Connection | None = None
        while not self._is_over.wait(EVERY_SECONDS):
            try:
                if self._journal.stat().st_size > WORTH_IT:
                    connection = connection or self._connect()
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            except (OSError, sqlite3.Error):
                # Nothing is lost by it: everything is in the journal, and whoever writes meets the same trouble.
                continue
        if connection is not None:
            connection.close()
