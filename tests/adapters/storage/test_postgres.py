"""What a store in a database does beyond what every store does: fences, locks, damage, moving, and restarts."""

from __future__ import annotations

import asyncio
import itertools
import signal
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from click.testing import CliRunner

from fatetable.adapters.cli.main import main
from fatetable.adapters.storage.data_check import check_file
from fatetable.adapters.storage.data_folder import DATABASE
from fatetable.adapters.storage.postgres.connection import connect
from fatetable.adapters.storage.postgres.store import PostgresStore
from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.engine.errors import CorruptLog, FatetableError, StaleStream
from fatetable.tabletop.storage.store import Store, StoredSnapshot, TableRow, digest_of, stored_image
from tests.adapters.server.support.groups import say
from tests.adapters.server.support.processes import Process
from tests.adapters.storage.keeping import (
    OPENING,
    TABLE,
    check_sentence,
    done,
    key,
    opened,
    positions,
    records,
)
from tests.adapters.storage.postgres import PostgresServer, run_sql

NAMES = ("quay", "storm")


@pytest.fixture
def store(database: str) -> Iterator[PostgresStore]:
    opened = PostgresStore(database)
    yield opened
    opened.close()


def fill(store: Store) -> None:
    done(
        store.create(TABLE, records(1, 3), secret=b"secret", keys=[key("a"), key("b", seat="bo")], commands=[("x", 2)])
    )
    done(store.create(TableRow(id="storm", ruleset="any", title="Ümläute"), OPENING))
    done(store.append("quay", records(4, 2_600), "ana:1"))
    done(store.snapshot("quay", StoredSnapshot(2_000, b"snapshot")))
    done(store.add_image("storm", stored_image(b"a face"), quota=100))
    done(store.add_key(key("c"), replacing=[digest_of("b")]))


def everything(store: Store) -> dict[str, object]:
    return {
        "tables": store.tables(),
        "sizes": dict(store.table_sizes()),
        "keys": [store.find_key(digest_of(word)) for word in "abc"],
        **{
            name: (
                list(store.read(name)),
                store.keys_of(name),
                store.secret_of(name),
                store.latest_snapshot(name),
                store.images_of(name),
                [store.position_of(name, command) for command in ("x", "ana:1", "ana:2")],
            )
            for name in NAMES
        },
    }


def moved(*where: object) -> str:
    told = CliRunner().invoke(main, ["move-data", *map(str, where)])
    return told.output if told.exit_code == 0 else f"{told.exit_code}: {told.output}"


def test_all_tables_move_into_a_database_and_back_and_nothing_is_lost(database: str, tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    file = SqliteStore(tmp_path / "old" / DATABASE)
    fill(file)
    before = everything(file)
    file.close()
    assert moved(tmp_path / "old", database) == "2 tables are in the database.\n"
    inside = PostgresStore(database)
    assert everything(inside) == before
    done(inside.append("quay", records(2_601, 2_602), "ana:2"))
    done(inside.create(TableRow(id="new", ruleset="any"), OPENING))
    changed = everything(inside)
    inside.close()
    assert moved(database, tmp_path / "new") == f'3 tables are in "{tmp_path / "new"}".\n'
    again = SqliteStore(tmp_path / "new" / DATABASE)
    assert everything(again) == changed
    done(again.append("quay", records(2_603, 2_604), "ana:3"))
    again.close()
    assert check_file(tmp_path / "new" / DATABASE) == ()


def test_tables_are_never_moved_onto_others(database: str, tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    file = SqliteStore(tmp_path / "old" / DATABASE)
    fill(file)
    file.close()
    moved(tmp_path / "old", database)
    assert "There are tables in the database already." in moved(tmp_path / "old", database)
    assert "already" in moved(database, tmp_path / "old")
    assert "One of the two is a data folder" in moved(tmp_path / "old", tmp_path / "new")
    inside = PostgresStore(database, lock=True)
    assert "Another server is running on this database." in moved(database, tmp_path / "new")
    inside.close()


def test_one_server_at_a_time_has_a_database(database: str) -> None:
    first = PostgresStore(database, lock=True)
    with pytest.raises(FatetableError) as refused:
        PostgresStore(database, lock=True)
    assert refused.value.code == "store-in-use"
    check_sentence(refused.value)
    first.close()
    PostgresStore(database, lock=True).close()


def test_of_two_programs_that_write_the_same_position_one_is_refused(store: PostgresStore, database: str) -> None:
    other = PostgresStore(database)
    opened(store)
    for turn in range(2, 30):
        mine, theirs = (
            store.append("quay", records(turn, turn, "mine")),
            other.append("quay", records(turn, turn, "theirs")),
        )
        outcomes = [future.exception(30) for future in (mine, theirs)]
        assert sorted(isinstance(outcome, StaleStream) for outcome in outcomes) == [False, True]
    other.close()
    assert positions(store) == list(range(1, 30))


@pytest.mark.parametrize(
    ("change", "seq"),
    [
        ("UPDATE records SET body = 'forged' WHERE seq = 3", 3),
        ("DELETE FROM records WHERE seq = 4", 4),
        ("DELETE FROM records WHERE seq = 5", 5),
        ("UPDATE records SET command = 'other' WHERE seq = 2", 2),
        ("UPDATE tables SET link = '\\x00'", 5),
    ],
)
def test_damage_in_the_database_is_told_and_never_read_as_play(
    store: PostgresStore, database: str, change: str, seq: int
) -> None:
    opened(store)
    done(store.append("quay", records(2, 5)))
    run_sql(database, change)
    with pytest.raises(CorruptLog) as damage:
        list(store.read("quay"))
    assert damage.value.line == seq


def test_a_damaged_key_opens_nothing(store: PostgresStore, database: str) -> None:
    done(store.create(TABLE, OPENING, keys=[key("a")]))
    run_sql(database, "UPDATE keys SET seat = 'gm'")
    assert store.find_key(digest_of("a")) is None


def test_a_database_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(FatetableError) as refused:
        PostgresStore("postgresql://nobody@127.0.0.1:1/none")
    assert refused.value.code == "database-unreachable"
    check_sentence(refused.value)


def test_what_is_acknowledged_while_the_database_restarts_is_there_once(
    postgres_server: PostgresServer, database: str
) -> None:
    """Writes go on until they fail, and again as soon as they succeed; the log has each of them once."""
    store = PostgresStore(database)
    opened(store)
    acknowledged: list[str] = []
    is_over, seen = Event(), Event()

    def write() -> None:
        for number in itertools.count():
            if is_over.is_set():
                return
            command = f"ana:{number}"
            while not is_over.is_set():
                try:
                    last = store.table("quay")
                    assert last is not None
                    store.append("quay", records(last.seq + 1, last.seq + 1), command).result(30)
                except FatetableError as error:
                    if error.code == "already-done":
                        break
                    is_over.wait(0.02)
                    continue
                break
            else:
                return
            acknowledged.append(command)
            if len(acknowledged) % 20 == 0:
                seen.set()

    writing = Thread(target=write)
    writing.start()
    for _ in range(3):
        seen.clear()
        assert seen.wait(30)
        postgres_server.restart()
    seen.clear()
    assert seen.wait(30)
    is_over.set()
    writing.join()
    found = [store.position_of("quay", command) for command in acknowledged]
    assert None not in found
    assert len(set(found)) == len(found)
    assert positions(store) == list(range(1, len(positions(store)) + 1))
    store.close()


def test_a_server_of_two_processes_plays_on_a_database_and_loses_nothing_when_killed(
    database: str, tmp_path: Path
) -> None:
    settings = ("--store", database, "--workers", "2")
    with Process(tmp_path / "data", *settings) as process:
        tables = [process.post("/api/tables", {"ruleset": "fae", "name": "Maria"}) for _ in range(4)]
        for number, table in enumerate(tables):
            with process.visit(table["key"], table=table["table"]) as page:
                page.do(say(f"words {number}"))
        process.end(signal.SIGKILL)
    with Process(tmp_path / "data", *settings) as process:
        for number, table in enumerate(tables):
            with process.visit(table["key"], table=table["table"]) as page:
                page.do(say("again"))
                page.wait(lambda page: any("again" in line for line in page.lines()))
                assert any(f"words {number}" in line for line in page.lines())
    assert not (tmp_path / "data" / DATABASE).exists()


def test_the_schema_of_a_newer_version_is_refused(database: str) -> None:
    PostgresStore(database).close()
    run_sql(database, "UPDATE fatetable_schema SET version = 99")
    with pytest.raises(FatetableError) as refused:
        PostgresStore(database)
    assert refused.value.code == "newer-store"
    assert asyncio.run(_version(database)) == 99


async def _version(database: str) -> int:
    connection = await connect(database)
    found: int = await connection.fetchval("SELECT version FROM fatetable_schema")
    await connection.close()
    return found
