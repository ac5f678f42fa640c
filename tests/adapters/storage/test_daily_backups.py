"""A server copies all tables once a day, and keeps the copies of seven days."""

from __future__ import annotations

import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from fatetable.adapters.storage import copying
from fatetable.adapters.storage.backups.daily_backups import KEPT, DailyBackups, today
from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.engine.errors import FatetableError
from tests.adapters.server.support.processes import Process
from tests.adapters.storage.keeping import done, opened, positions, records


class Calendar:
    day = 1

    def __call__(self) -> str:
        return f"2026-11-{self.day:02}"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "tables.db")
    yield store
    store.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_there_is_one_copy_for_each_day_however_often_a_server_starts(store: SqliteStore, folder: Path) -> None:
    calendar, told = Calendar(), []
    assert not DailyBackups(store, folder, lambda *event: told.append(event), calendar).make_if_due()
    assert not folder.exists(), "without tables there is nothing to copy"
    opened(store)
    for _ in range(3):
        DailyBackups(store, folder, lambda *event: told.append(event), calendar).make_if_due()
    assert names(folder) == ["tables-2026-11-01.db"]
    assert told == [("daily-backup", "")]
    assert folder.stat().st_mode & 0o777 == 0o700, "copies hold the secrets of dice"
    done(store.append("quay", records(2, 2)))
    calendar.day = 2
    DailyBackups(store, folder, lambda *_: None, calendar).make_if_due()
    for day, expected in ((1, [1]), (2, [1, 2])):
        copy = SqliteStore(folder / f"tables-2026-11-0{day}.db")
        assert positions(copy) == expected
        copy.close()


def test_the_copies_of_seven_days_are_kept_and_other_files_left_alone(store: SqliteStore, folder: Path) -> None:
    opened(store)
    folder.mkdir()
    (folder / "tables-of-monday.db").touch()
    (folder / ".tables-2026-10-31.db.77.new").touch()
    calendar = Calendar()
    for day in range(1, 12):
        calendar.day = day
        assert DailyBackups(store, folder, lambda *_: None, calendar).make_if_due()
    assert names(folder) == [*(f"tables-2026-11-{day:02}.db" for day in range(12 - KEPT, 12)), "tables-of-monday.db"]


def test_a_copy_of_damaged_tables_replaces_no_older_one(store: SqliteStore, folder: Path) -> None:
    opened(store)
    calendar = Calendar()
    for day in range(1, KEPT + 1):
        calendar.day = day
        DailyBackups(store, folder, lambda *_: None, calendar).make_if_due()
    kept = names(folder)
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE records SET body = CAST('other' AS BLOB)")
    calendar.day = KEPT + 1
    with pytest.raises(FatetableError) as error:
        DailyBackups(store, folder, lambda *_: None, calendar).make_if_due()
    assert error.value.code == "store-damaged"
    assert names(folder) == kept


def test_without_room_on_the_disk_no_copy_is_begun(
    store: SqliteStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(store)
    monkeypatch.setattr(copying, "ROOM_TO_SPARE", 2**62)
    with pytest.raises(FatetableError) as error:
        DailyBackups(store, folder, lambda *_: None, Calendar()).make_if_due()
    assert error.value.code == "no-room-for-copy"
    assert names(folder) == []


def test_a_store_that_is_closed_gives_up_a_copy_that_is_being_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "PAGES_AT_ONCE", 1)
    store = opened(SqliteStore(tmp_path / "tables.db"))
    done(store.append("quay", records(2, 20_000, "x" * 100)))
    copy = store.backup(tmp_path / "copy.db")
    store.close()
    error = copy.exception(60)
    assert isinstance(error, FatetableError)
    assert error.code == "store-closed"
    assert not list(tmp_path.glob("*copy*"))


def test_a_server_makes_a_copy_by_itself_unless_it_is_told_not_to(tmp_path: Path) -> None:
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    with Process(data) as server:
        opened = server.post("/api/tables", {"ruleset": "fae", "name": "Maria"})
        server.end(signal.SIGTERM)
    with Process(data, "--no-daily-backup") as server:
        assert server.http.get("/healthz").text == "ok\n"
        server.end(signal.SIGTERM)
    assert not (data / "backups").exists()
    for settings, folder in (((), data / "backups"), (("--backups", str(elsewhere)), elsewhere)):
        path = folder / f"tables-{today()}.db"
        with Process(data, *settings) as server:
            while not path.exists():
                assert server.process.poll() is None
            server.end(signal.SIGTERM)
        copy = SqliteStore(path)
        assert [row.id for row in copy.tables()] == [opened["table"]]
        copy.close()
