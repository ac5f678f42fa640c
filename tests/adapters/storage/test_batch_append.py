"""Adding to many logs by one statement: all of it, or nothing where anything speaks against it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from fatetable.adapters.storage import batch_append
from fatetable.adapters.storage.batch_append import Append, BatchAppender
from fatetable.adapters.storage.sqlite_file import connect
from fatetable.adapters.storage.sqlite_store import SqliteStore
from tests.adapters.storage.keeping import done, opened, records


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "tables.db"
    store = SqliteStore(path)
    opened(opened(store, "quay"), "ford")
    store.close()
    return path


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    connection = connect(path, 5.0, is_writer=True)
    yield connection
    connection.close()


def kept(connection: sqlite3.Connection) -> list[tuple[str, int, str | None]]:
    """The records after the first one of each table."""
    rows = "SELECT id, seq, command FROM records JOIN tables USING (number) WHERE seq > 1 ORDER BY id, seq"
    return connection.execute(rows).fetchall()


def test_many_logs_grow_by_one_statement(connection: sqlite3.Connection) -> None:
    logs = BatchAppender()
    assert logs.all_at_once(connection, [Append("quay", records(2, 2), ""), Append("ford", records(2, 2), "")])
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    works = [
        Append("quay", records(3, 4), "ana/1"),
        Append("ford", records(3, 3), "bo/1"),
        Append("quay", records(5, 5), "bo/2"),
    ]
    assert logs.all_at_once(connection, works)
    # The statement is told again for each row that its trigger writes.
    assert len(set(statements)) == 1
    assert statements[0].startswith("INSERT INTO records")
    assert kept(connection) == [
        ("ford", 2, None),
        ("ford", 3, "bo/1"),
        ("quay", 2, None),
        ("quay", 3, None),
        ("quay", 4, "ana/1"),
        ("quay", 5, "bo/2"),
    ]


@pytest.mark.parametrize(
    "work",
    [
        Append("quay", records(3, 3), ""),
        Append("quay", (*records(2, 2), *records(4, 4)), ""),
        Append("ford", records(2, 2), "a\nline"),
        Append("nowhere", records(1, 1), ""),
        Append("quay", (), ""),
        lambda connection: connection.execute("SELECT 1"),
    ],
    ids=["stale", "gap", "bad id", "unknown", "nothing", "something else"],
)
def test_nothing_is_added_if_anything_speaks_against_it(connection: sqlite3.Connection, work: object) -> None:
    logs = BatchAppender()
    assert not logs.all_at_once(connection, [Append("ford", records(2, 2), "bo/1"), work])
    assert kept(connection) == []
    assert logs.all_at_once(connection, [Append("ford", records(2, 2), "bo/1")]), "and it can be by itself"


def test_the_same_command_twice_is_left_to_whoever_looks_more_closely(connection: sqlite3.Connection) -> None:
    logs = BatchAppender()
    assert not logs.all_at_once(
        connection, [Append("quay", records(2, 2), "ana/1"), Append("quay", records(3, 3), "ana/1")]
    )
    assert kept(connection) == []


def test_more_than_one_statement_can_take_is_left_to_several(
    connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch_append, "MOST_ROWS", 3)
    assert not BatchAppender().all_at_once(connection, [Append("quay", records(2, 5), "")])
    Append("quay", records(2, 5), "ana/1")(connection)
    assert kept(connection)[-1] == ("quay", 5, "ana/1")
    assert len(kept(connection)) == 4


def test_where_another_program_has_added_something_nothing_is_added_at_its_place(
    connection: sqlite3.Connection, path: Path
) -> None:
    logs = BatchAppender()
    assert logs.all_at_once(connection, [Append("quay", records(2, 2), "")])
    other = SqliteStore(path)
    done(other.append("quay", records(3, 3, "theirs")))
    other.close()
    assert not logs.all_at_once(connection, [Append("quay", records(3, 3, "ours"), "")])
    assert logs.all_at_once(connection, [Append("quay", records(4, 4), "")]), "it goes on behind theirs"
    assert [seq for _, seq, _ in kept(connection)] == [2, 3, 4]
