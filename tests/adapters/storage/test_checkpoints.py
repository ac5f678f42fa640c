"""What was written comes into the file proper while the store is open, and not by the thread that writes."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from threading import Event, current_thread

import pytest

from fatetable.adapters.storage import checkpoints
from fatetable.adapters.storage.checkpoints import Checkpoints

PATIENCE = 20.0
ENOUGH = 100_000


def test_the_journal_is_brought_home_by_a_thread_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY_SECONDS", 0.001)
    monkeypatch.setattr(checkpoints, "WORTH_IT", ENOUGH)
    path = tmp_path / "tables.db"
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("PRAGMA wal_autocheckpoint = 0")
    writer.execute("CREATE TABLE words (word TEXT)")
    connected, by = Event(), []

    def connect() -> sqlite3.Connection:
        by.append(current_thread().name)
        connected.set()
        return sqlite3.connect(path, check_same_thread=False)

    before = path.stat().st_size
    writer.execute("INSERT INTO words VALUES (?)", ("x" * 10 * ENOUGH,))
    beside = Checkpoints(path, connect)
    assert connected.wait(PATIENCE)
    beside.close()
    assert by == ["fatetable-checkpoints"]
    assert path.stat().st_size > before + 9 * ENOUGH
    writer.close()
