"""What was written comes into the file proper while the store is open, and only by the connection that writes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest

from fatetable.adapters.storage import sqlite_store, upkeep
from fatetable.adapters.storage.sqlite_file import CHECKPOINT_PAGES, connect
from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.tabletop.storage.store import Store
from tests.adapters.storage.keeping import done, opened, positions, records

PAGE = 1024
ENOUGH = 6 * CHECKPOINT_PAGES
"""Steps that write several times as many pages as the WAL is to have."""

LONG = 2 * CHECKPOINT_PAGES * PAGE
STEP = 10
MOST = 100_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def wal(path: Path) -> int:
    return path.with_name(f"{path.name}-wal").stat().st_size


def play(store: Store, steps: int) -> None:
    for seq in range(2, steps + 2):
        store.append("quay", records(seq, seq, "x" * PAGE))
    done(store.append("quay", records(steps + 2, steps + 2)))


def test_the_wal_stays_short_although_somebody_writes_all_the_time(path: Path) -> None:
    store = opened(SqliteStore(path))
    play(store, ENOUGH)
    assert wal(path) < 4 * CHECKPOINT_PAGES * PAGE
    assert path.stat().st_size > 3 * CHECKPOINT_PAGES * PAGE, "it came into the file"
    assert positions(store) == list(range(1, ENOUGH + 3))
    store.close()


def test_the_wal_stays_short_although_others_read_all_the_time(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "LONG", LONG)
    store = opened(SqliteStore(path))
    is_over = Event()

    def read() -> None:
        while not is_over.is_set():
            positions(store)

    readers = [Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    written = 1
    # While it is not begun anew, the WAL holds at least all that was ever written.
    while written < MOST and wal(path) >= written * PAGE:
        done(store.append("quay", records(written + 1, written + STEP, "x" * PAGE)))
        written += STEP
    is_over.set()
    for reader in readers:
        reader.join()
    assert written < MOST, "for a moment all readers are waited for"
    store.close()


def test_a_store_beside_a_server_leaves_the_wal_to_it(path: Path) -> None:
    server = opened(SqliteStore(path))
    before = path.stat().st_size
    guest = SqliteStore(path, is_guest=True)
    play(guest, 2 * CHECKPOINT_PAGES)
    guest.close()
    assert path.stat().st_size == before
    assert wal(path) > 2 * CHECKPOINT_PAGES * PAGE
    done(server.append("quay", records(2 * CHECKPOINT_PAGES + 3, 2 * CHECKPOINT_PAGES + 3)))
    server.close()
    assert not path.with_name(f"{path.name}-wal").exists()


def test_of_all_connections_only_the_one_that_writes_checkpoints(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two that do so at the same moment can damage the file, in SQLite before 3.51.3."""
    readers: list[sqlite3.Connection] = []

    def noted(path: Path, patience: float) -> sqlite3.Connection:
        readers.append(connect(path, patience))
        return readers[-1]

    def limit(connection: sqlite3.Connection) -> int:
        return int(connection.execute("PRAGMA wal_autocheckpoint").fetchone()[0])

    monkeypatch.setattr(sqlite_store, "connect", noted)
    store = SqliteStore(path)
    opened(store)
    assert positions(store) == [1]
    assert [limit(reader) for reader in readers] == [0]
    assert store._writer.submit(limit).result() == CHECKPOINT_PAGES
    with closing(SqliteStore(path, is_guest=True)) as guest:
        assert guest._writer.submit(limit).result() == 0
    store.close()
