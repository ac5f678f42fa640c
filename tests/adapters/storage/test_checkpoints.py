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


def open_journal(path: Path) -> sqlite3.Connection:
    """A connection that leaves its journal to others."""
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("PRAGMA wal_autocheckpoint = 0")
    writer.execute("CREATE TABLE words (word TEXT)")
    return writer


def test_the_journal_is_brought_home_by_a_thread_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY_SECONDS", 0.001)
    monkeypatch.setattr(checkpoints, "WORTH_IT", ENOUGH)
    path = tmp_path / "tables.db"
    writer = open_journal(path)
    connected, by = Event(), []

    def connect(path: Path, _: float) -> sqlite3.Connection:
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


def test_a_long_journal_begins_anew_although_somebody_writes_all_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "EVERY_SECONDS", 0.001)
    monkeypatch.setattr(checkpoints, "WORTH_IT", ENOUGH)
    monkeypatch.setattr(checkpoints, "LONG", 50)
    path = tmp_path / "tables.db"
    writer = open_journal(path)
    beside = Checkpoints(path, lambda path, patience: sqlite3.connect(path, patience, check_same_thread=False))
    written = 0
    while written < 20_000 and path.with_name("tables.db-wal").stat().st_size >= written * 1_000:
        writer.execute("INSERT INTO words VALUES (?)", ("x" * 1_000,))
        written += 1
    beside.close()
    assert written < 20_000, "the journal holds all that was ever written"
    (kept,) = writer.execute("SELECT count(*) FROM words").fetchone()
    assert kept == written
    writer.close()
