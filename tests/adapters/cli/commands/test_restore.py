"""From a backup a host brings back all tables, whatever state the data folder is in."""

from __future__ import annotations

import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

from click.testing import CliRunner, Result

from fatetable.adapters.cli.main import main
from fatetable.adapters.storage.data_folder import DATABASE, open_data
from tests.adapters.server.support.groups import say
from tests.adapters.server.support.processes import Process
from tests.compatibility.stored_games import BEFORE_CHAINS, data_of, stored_tables


def run(data: Path, *args: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, args), "--data", str(data)])


def test_tables_are_played_on_from_a_backup_that_was_made_while_they_were_played(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    with Process(data) as server:
        opened = server.post("/api/tables", {"ruleset": "fae", "name": "Maria"})
        with server.visit(opened["key"]) as page:
            page.do(say("before the backup"))
            assert run(data, "backup", copy).exit_code == 0
            page.do(say("after the backup"))
            told = run(data, "restore", copy)
            assert told.output.endswith("(folder-in-use)\n"), "nothing is replaced under a running server"
        server.end(signal.SIGKILL)
    told = run(data, "restore", copy)
    assert told.exit_code == 0, told.output
    assert "1 table is back" in told.output
    (replaced,) = data.glob("replaced-*.db")
    assert str(replaced) in told.output
    with Process(data) as server, server.visit(opened["key"]) as page:
        assert page.lines()[-1] == "before the backup"
        page.do(say("and on"))
        server.end(signal.SIGTERM)
    # What was replaced is whole, with what was still in the WAL.
    again = tmp_path / "again"
    assert run(again, "restore", replaced).exit_code == 0
    with Process(again) as server, server.visit(opened["key"]) as page:
        assert page.lines()[-1] == "after the backup"


def test_a_damaged_folder_is_replaced(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    shutil.copytree(data_of(BEFORE_CHAINS), data)
    assert run(data, "backup", copy).exit_code == 0
    (data / DATABASE).write_bytes(b"\xff" * 10_000)
    assert run(data, "restore", copy).exit_code == 0
    assert run(data, "check-data").output.startswith("All is whole: 2 tables")
    (replaced,) = data.glob("replaced-*.db")
    assert replaced.read_bytes() == b"\xff" * 10_000


def test_a_backup_of_an_earlier_version_is_brought_back(tmp_path: Path) -> None:
    shutil.copytree(data_of(BEFORE_CHAINS), tmp_path / "old")
    with closing(sqlite3.connect(tmp_path / "old" / DATABASE)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    assert run(tmp_path / "data", "restore", tmp_path / "old" / DATABASE).exit_code == 0
    store = open_data(tmp_path / "data")
    assert [row.seq for row in store.tables()] == [table.seq for table in stored_tables(BEFORE_CHAINS)]
    store.close()


def test_a_damaged_backup_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    shutil.copytree(data_of(BEFORE_CHAINS), data)
    assert run(data, "backup", copy).exit_code == 0
    before = (data / DATABASE).read_bytes()
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE records SET body = CAST('other' AS BLOB) WHERE number = 1 AND seq = 200")
    assert run(data, "restore", copy).output.endswith("(backup-damaged)\n")
    assert run(data, "restore", tmp_path / "none").output.endswith("(no-such-file)\n")
    (tmp_path / "text").write_text("no backup at all, but long enough " * 100)
    assert run(data, "restore", tmp_path / "text").output.endswith("(not-a-database)\n")
    assert (data / DATABASE).read_bytes() == before
    assert not list(data.glob("*restored*"))
