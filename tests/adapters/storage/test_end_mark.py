"""A database that has lost its end is not taken for one in which less was stored."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fatetable.adapters.storage.end_mark import mark_of, read_mark
from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.tabletop.storage.store import StoreFailed
from tests.adapters.storage.keeping import check_sentence, done, opened, positions, records
from tests.repository.checkout import ROOT

KILLED = """
import os, signal, sys
from pathlib import Path
from fatetable.adapters.storage.end_mark import read_mark
from fatetable.adapters.storage.sqlite_store import SqliteStore
from tests.adapters.storage.keeping import done, opened, records
path = Path(sys.argv[1])
store = opened(SqliteStore(path))
for seq in range(2, 42):
    done(store.append("quay", records(seq, seq)))
while (mark := read_mark(path)) is None or mark.row != 41:
    pass
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a server that was killed: everything is still in its WAL."""
    path = tmp_path / "tables.db"
    subprocess.run([sys.executable, "-c", KILLED, path], cwd=ROOT, check=False)
    assert wal_of(path).stat().st_size > 40 * 1024
    return path


def wal_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def refused(path: Path) -> StoreFailed:
    with pytest.raises(StoreFailed) as error:
        SqliteStore(path)
    check_sentence(error.value)
    assert error.value.code == "store-end-lost"
    return error.value


def test_a_killed_server_leaves_a_whole_store(path: Path) -> None:
    store = SqliteStore(path)
    assert positions(store) == list(range(1, 42))
    store.close()


@pytest.mark.parametrize("share", [0.3, 0.7, 0.95])
def test_a_wal_that_was_cut_is_told(path: Path, share: float) -> None:
    whole = wal_of(path).read_bytes()
    wal_of(path).write_bytes(whole[: int(len(whole) * share)])
    assert "missing" in refused(path).message


def test_a_wal_with_a_flipped_byte_is_told(path: Path) -> None:
    """SQLite leaves out everything behind it."""
    whole = bytearray(wal_of(path).read_bytes())
    whole[len(whole) // 2] ^= 1
    wal_of(path).write_bytes(whole)
    assert "missing" in refused(path).message


def test_a_database_without_its_wal_is_told(path: Path) -> None:
    wal_of(path).unlink()
    refused(path)


def test_an_older_copy_in_its_place_is_told_until_the_mark_is_deleted(tmp_path: Path) -> None:
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    store = opened(SqliteStore(path))
    done(store.backup(copy))
    done(store.append("quay", records(2, 9)))
    store.close()
    shutil.copy(copy, path)
    assert "the last 8 records are missing" in refused(path).message
    mark_of(path).unlink()
    again = SqliteStore(path)
    assert positions(again) == [1]
    again.close()


def test_another_history_of_the_same_length_is_told(tmp_path: Path) -> None:
    path, other = tmp_path / "tables.db", tmp_path / "other.db"
    for each, what in ((path, "one"), (other, "another")):
        store = opened(SqliteStore(each))
        done(store.append("quay", records(2, 9, what)))
        store.close()
    shutil.copy(other, path)
    refused(path)


@pytest.mark.parametrize("content", [b"", b"torn", b"x" * 32])
def test_a_mark_that_cannot_be_read_says_nothing(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "tables.db"
    opened(SqliteStore(path)).close()
    mark_of(path).write_bytes(content)
    store = SqliteStore(path)
    done(store.append("quay", records(2, 2)))
    store.close()
    mark = read_mark(path)
    assert mark is not None
    assert mark.row == 2


def test_a_program_beside_the_server_may_write_a_mark_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    server = opened(SqliteStore(path))
    guest = opened(SqliteStore(path, is_guest=True), "storm")
    done(server.append("quay", records(2, 3)))
    guest.close()
    server.close()
    SqliteStore(path).close()
