"""Bringing what was written from SQLite's journal into the file proper, beside the writing and not in between.

A checkpoint takes as long as several commits.  Whoever waits for a commit does not wait for it, except for the little
that is left to do when the journal has become long because there never was a pause, and is begun anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

EVERY_SECONDS = 1.0
WORTH_IT = 4_000_000
"""Bytes of journal."""

LONG = 16_000
"""Pages in the journal.  As long as somebody writes it does not begin anew by itself, and so would grow and grow."""

PATIENCE = 0.02
"""Seconds to wait for whoever reads or writes before the journal is begun anew; those who write wait as well."""


class Checkpoints:
    """A thread of its own, with a connection of its own that `connect` gives."""

    def __init__(self, path: Path, connect: Callable[[Path, float], sqlite3.Connection]) -> None:
        self._path = path
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
                    connection = connection or self._connect(self._path, PATIENCE)
                    _, pages, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                    if pages > LONG:
                        connection.execute("PRAGMA wal_checkpoint(RESTART)")
            except (OSError, sqlite3.Error):
                # Nothing is lost by it: everything is in the journal, and whoever writes meets the same trouble.
                continue
        if connection is not None:
            connection.close()
