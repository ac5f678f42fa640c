"""A copy of all tables for each day on which a server runs, on a thread of its own; the oldest ones are removed."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

from fatetable.adapters.storage.append_checks import store_closed
from fatetable.adapters.storage.data_check import has_whole_chains
from fatetable.engine.errors import FatetableError
from fatetable.tabletop.storage.store import Store, StoreFailed

KEPT = 7
LOOK_SECONDS = 600.0
AFTER_FAILURE_SECONDS = 3_600.0

PAUSE = 0.01
"""Seconds between two portions of the check, so that it takes little from people at play."""

NAME = re.compile(r"tables-[0-9]{4}-[0-9]{2}-[0-9]{2}\.db")


def today() -> str:
    return time.strftime("%Y-%m-%d")


class DailyBackups:
    """`tell` gets an event and, if the copy failed, the code of the reason."""

    def __init__(
        self, store: Store, folder: Path, tell: Callable[[str, str], object], day: Callable[[], str] = today
    ) -> None:
        self._store = store
        self._folder = folder
        self._tell = tell
        self._day = day
        self._is_closed = Event()
        self._thread = Thread(target=self._run, name="fatetable-daily-backup", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Close the store as well, and a copy that is being made is given up."""
        self._is_closed.set()

    def _run(self) -> None:
        pause = 0.0
        while not self._is_closed.wait(pause):
            pause = LOOK_SECONDS
            try:
                self.make_if_due()
            except FatetableError as error:
                pause = AFTER_FAILURE_SECONDS
                if error.code != "store-closed":
                    self._tell("daily-backup-failed", error.code)
            except OSError:
                pause = AFTER_FAILURE_SECONDS
                self._tell("daily-backup-failed", "backup-not-written")

    def make_if_due(self) -> bool:
        """Make the copy of today unless it is there; raises if that fails."""
        path = self._folder / f"tables-{self._day()}.db"
        if path.exists() or not self._store.tables():
            return False
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # A server that is killed leaves half a copy; no other one can be making any, because it has the folder alone.
        for half in self._folder.glob(".tables-*.new"):
            half.unlink()
        self._store.backup(path).result()
        if not has_whole_chains(path, self._pause):
            # The older copies may be the last ones that are whole.
            path.unlink()
            raise StoreFailed("store-damaged", "The copy of today is damaged, so the tables are.")
        copies = sorted(each for each in self._folder.iterdir() if NAME.fullmatch(each.name))
        for old in copies[:-KEPT]:
            old.unlink()
        self._tell("daily-backup", "")
        return True

    def _pause(self) -> None:
        if self._is_closed.wait(PAUSE):
            raise store_closed()
