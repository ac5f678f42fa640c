"""Whether a store can keep anything at the moment: how the last write ended, and room on the disk."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from threading import Lock
from time import monotonic

from fatetable.adapters.storage.group_commit import GroupCommit
from fatetable.adapters.storage.schema import VERSION

LITTLE_ROOM = 20_000_000
"""Bytes free on the disk below which a host should know."""

AGAIN_SECONDS = 2.0
"""How long the store is not looked at again, so that asking costs next to nothing however often somebody asks."""


class StoreHealth:
    """Of the store that `writer` writes into the folder of `path`."""

    def __init__(self, path: Path, writer: GroupCommit) -> None:
        self._folder = path.absolute().parent
        self._writer = writer
        self._lock = Lock()
        self._room = ""
        self._look_again = 0.0

    def trouble(self) -> str:
        """The code of what is wrong; empty if nothing is."""
        with self._lock:
            if (now := monotonic()) >= self._look_again:
                self._look_again = now + AGAIN_SECONDS
                self._room = self._trouble_with_room()
                if self._writer.trouble:
                    # Perhaps nobody else tries.  Nobody waits for it; the next time its outcome is known.
                    self._writer.submit(_write_something)
        return self._writer.trouble or self._room

    def _trouble_with_room(self) -> str:
        try:
            return "disk-nearly-full" if shutil.disk_usage(self._folder).free < LITTLE_ROOM else ""
        except OSError:
            return "disk-failed"


def _write_something(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA user_version = {VERSION}")
