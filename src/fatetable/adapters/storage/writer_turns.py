"""Turns at writing for several processes that share a database: the system wakes the next one as soon as it may.

SQLite would look again and again with growing pauses, and a checkpoint must not run beside a writer; see
docs/decisions/0020-checkpoints-by-the-writer.md.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from types import TracebackType

NAME = "writer.lock"


class WriterTurns:
    """A context that only one process at a time is in; made by each process for itself."""

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o600)

    def __enter__(self) -> None:
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        fcntl.flock(self._file, fcntl.LOCK_UN)
