"""A file of an earlier version is copied before it is changed, and its records are chained."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fatetable.adapters.storage import copying
from fatetable.adapters.storage.data_folder import DATABASE, open_data
from fatetable.adapters.storage.opening import copy_before
from fatetable.adapters.storage.schema import VERSION
from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.engine.errors import CorruptLog
from fatetable.tabletop.storage.store import StoreFailed
from tests.adapters.storage.keeping import check_sentence, done, positions, records
from tests.compatibility.stored_games import BEFORE_CHAINS, FOLDERS, data_of, stored_tables


@pytest.fixture
def data(tmp_path: Path) -> Path:
    shutil.copytree(data_of(BEFORE_CHAINS), tmp_path / "data")
    return tmp_path / "data"


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def stored_records(path: Path) -> list[tuple[int, int, str | None, bytes]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT number, seq, command, body FROM records ORDER BY number, seq").fetchall()


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_was_there_is_copied_before_it_is_changed(tmp_path: Path, folder: str) -> None:
    data, reference = tmp_path / "data", tmp_path / "reference"
    for each in (data, reference):
        shutil.copytree(data_of(folder), each)
    earlier, before = version(reference / DATABASE), stored_records(reference / DATABASE)
    open_data(data).close()
    copy = copy_before(data / DATABASE, earlier)
    assert {file.name for file in data.iterdir()} >= {DATABASE, copy.name}
    assert (version(data / DATABASE), version(copy)) == (VERSION, earlier)
    assert stored_records(copy) == stored_records(data / DATABASE) == before
    assert copy.stat().st_mode & 0o777 == 0o600, "it holds the secrets of dice"


def test_a_file_of_the_present_version_is_not_copied_again(data: Path) -> None:
    open_data(data).close()
    copy = copy_before(data / DATABASE, 2)
    copy.unlink()
    open_data(data).close()
    assert not copy.exists()


def test_records_of_an_earlier_version_are_chained_and_go_on(data: Path) -> None:
    (first, _) = stored_tables(BEFORE_CHAINS)
    store = open_data(data)
    assert positions(store, first.id) == list(range(1, first.seq + 1))
    done(store.append(first.id, records(first.seq + 1, first.seq + 2)))
    assert positions(store, first.id) == list(range(1, first.seq + 3))
    sizes = {
        table.id: sum(len(record.body) for record in store.read(table.id)) for table in stored_tables(BEFORE_CHAINS)
    }
    pictures = {table: sum(len(image.body) for image in store.images_of(table)) for table in sizes}
    assert store.table_sizes() == {table: size + pictures[table] for table, size in sizes.items()}
    store.close()
    with closing(sqlite3.connect(data / DATABASE)) as connection, connection:
        connection.execute("UPDATE records SET body = CAST('other' AS BLOB) WHERE seq = 100")
    store = open_data(data)
    with pytest.raises(CorruptLog):
        positions(store, first.id)
    store.close()


def test_without_room_for_a_copy_nothing_is_changed(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "ROOM_TO_SPARE", 2**62)
    with pytest.raises(StoreFailed) as error:
        open_data(data)
    check_sentence(error.value)
    assert error.value.code == "no-room-for-copy"
    assert version(data / DATABASE) == 2
    assert not list(data.glob("*version*"))


def test_a_copy_that_is_there_from_a_broken_upgrade_is_made_anew(data: Path) -> None:
    path = data / DATABASE
    copy_before(path, 2).write_bytes(b"something else")
    store = SqliteStore(path)
    store.close()
    assert version(copy_before(path, 2)) == 2
