"""A host checks a data folder, and saves what is whole of a damaged one."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fatetable.adapters.cli.main import main
from fatetable.adapters.storage.data_folder import DATABASE, open_data
from fatetable.tabletop.storage.lobby import Lobby, Sources
from fatetable.tabletop.storage.store import StoredRecord
from fatetable.tabletop.storage.table_archive import TableArchive
from tests.compatibility.stored_games import BEFORE_CHAINS, data_of, log_of, stored_tables

QUAY, FORD = stored_tables(BEFORE_CHAINS)
UNUSED = Sources(key=str, table_id=str, secret=bytes, now=int)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with two real games and a picture."""
    shutil.copytree(data_of(BEFORE_CHAINS), tmp_path / "data")
    open_data(tmp_path / "data").close()
    return tmp_path / "data"


def check(data: Path, *more: str | Path) -> Result:
    return CliRunner().invoke(main, ["check-data", "--data", str(data), *map(str, more)])


def change(data: Path, *statements: str) -> None:
    with closing(sqlite3.connect(data / DATABASE)) as connection, connection:
        for statement in statements:
            assert connection.execute(statement).rowcount > 0


def test_a_whole_folder_is_told_to_be_whole(data: Path) -> None:
    told = check(data)
    assert told.exit_code == 0
    assert told.output == f"All is whole: 2 tables, {QUAY.seq + FORD.seq} records that can be read.\n"


def test_a_folder_is_checked_while_a_server_runs_and_nothing_in_it_changes(data: Path) -> None:
    store = open_data(data, to_serve=True)
    before = (data / DATABASE).read_bytes()
    assert check(data).exit_code == 0
    assert (data / DATABASE).read_bytes() == before
    store.close()


def test_a_folder_of_an_earlier_version_is_checked_as_it_is(tmp_path: Path) -> None:
    shutil.copytree(data_of(BEFORE_CHAINS), tmp_path / "data")
    assert check(tmp_path / "data").exit_code == 0
    assert not list((tmp_path / "data").glob("*version*"))


def test_damage_is_told_for_each_table_with_what_can_be_saved(data: Path) -> None:
    change(
        data,
        "UPDATE records SET body = CAST('other' AS BLOB) WHERE number = 1 AND seq = 200",
        "UPDATE keys SET seat = 'gm' WHERE seat = 'bo' AND number = 2",
        "UPDATE images SET body = zeroblob(10)",
    )
    told = check(data)
    assert told.exit_code == 1
    quay, ford, outcome = told.output.splitlines()
    assert quay.startswith(f"{QUAY.id} (A fight on the quay): Line 200 of the log cannot be read: it is not what was")
    assert quay.endswith("1 picture is damaged.")
    assert ford.endswith("1 key to its seats is damaged and opens nothing.")
    assert outcome.startswith("There is damage: 2 tables, 2 of them damaged, ")


def test_what_is_whole_is_saved_into_a_new_folder_and_can_be_played_on(data: Path, tmp_path: Path) -> None:
    change(data, "UPDATE records SET body = CAST('other' AS BLOB) WHERE number = 1 AND seq = 200")
    damaged, saved = (data / DATABASE).read_bytes(), tmp_path / "saved"
    assert check(data, "--save-what-can", saved).exit_code == 1
    assert (data / DATABASE).read_bytes() == damaged
    assert check(saved).exit_code == 0
    store = open_data(saved)
    lobby = Lobby(store, UNUSED)
    quay = lobby.load(QUAY.id)
    assert 150 < quay.state.seq < 200
    assert tuple(TableArchive(store).export(QUAY.id)[0]) == log_of(QUAY.game, BEFORE_CHAINS).lines[: quay.state.seq]
    assert {lobby.admit(key).seat for key in QUAY.keys.values()} == set(QUAY.keys)
    assert [image.id for image in store.images_of(QUAY.id)] == list(QUAY.images)
    lines, secret = TableArchive(store).export(FORD.id)
    before = log_of(FORD.game, BEFORE_CHAINS)
    assert (tuple(lines), secret) == (before.lines, before.secret)
    assert store.position_of(FORD.id, FORD.command[0]) == FORD.command[1]
    store.close()


def test_a_log_whose_end_alone_is_wrong_is_saved_whole(data: Path, tmp_path: Path) -> None:
    change(data, "UPDATE log_ends SET link = zeroblob(16) WHERE number = 2")
    assert "is not the last one that was stored" in check(data, "--save-what-can", tmp_path / "saved").output
    store = open_data(tmp_path / "saved")
    row = store.table(FORD.id)
    assert row is not None
    assert row.seq == FORD.seq
    store.close()


def test_a_file_that_lost_its_end_is_told_and_saved(data: Path, tmp_path: Path) -> None:
    older = (data / DATABASE).read_bytes()
    store = open_data(data)
    store.append(QUAY.id, [StoredRecord(QUAY.seq + 1, b"{}")]).result()
    store.close()
    (data / DATABASE).write_bytes(older)
    told = check(data, "--save-what-can", tmp_path / "saved")
    assert "1 record at its end is missing" in told.output
    assert told.exit_code == 1
    assert check(tmp_path / "saved").exit_code == 0


def test_pages_of_the_file_that_are_damaged_do_not_hide_the_records_before_them(data: Path, tmp_path: Path) -> None:
    path = data / DATABASE
    whole = bytearray(path.read_bytes())
    start = len(whole) * 6 // 10 // 1024 * 1024
    whole[start : start + 8 * 1024] = b"\xff" * 8 * 1024
    path.write_bytes(whole)
    told = check(data, "--save-what-can", tmp_path / "saved")
    assert told.exit_code == 1
    assert "The file is damaged" in told.output
    assert check(tmp_path / "saved").exit_code == 0


def test_a_folder_that_is_not_empty_is_not_written_to(data: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter").touch()
    told = check(data, "--save-what-can", tmp_path / "full")
    assert told.exit_code == 1
    assert told.output.endswith("is not empty. (folder-not-empty)\n")


@pytest.mark.parametrize("content", [b"", b"no database" * 500])
def test_a_file_of_which_nothing_can_be_read_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / DATABASE).write_bytes(content)
    told = check(tmp_path)
    assert told.exit_code == 1
    assert told.output.count("\n") == 1
    assert (
        CliRunner().invoke(main, ["check-data", "--data", str(tmp_path / "none")]).output.endswith("(no-tables-here)\n")
    )
