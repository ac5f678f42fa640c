"""From the command line, a host lists tables, exports and imports one, and makes backups."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fatetable.adapters.cli.main import main
from fatetable.adapters.cli.play.saved_games import read_game, read_pictures, secret_path, write_game
from fatetable.adapters.storage.data_folder import DATABASE, open_data
from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.engine.seats import AddSeat, gm_seat
from fatetable.engine.speaking import Say
from fatetable.rulesets import folders
from fatetable.tabletop.storage.lobby import as_stored
from fatetable.tabletop.storage.store import TableRow, digest_of, stored_image
from fatetable.tabletop.storage.table_archive import TableArchive
from fatetable.tabletop.table import Table

SECRET = bytes(range(32))
PICTURE = stored_image(b"RIFF\x04\0\0\0WEBPand so on")
PROGRAM = Path(sys.executable).with_name("fatetable")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def table() -> Table:
    opened = Table.open(folders()[0], {"gm": "gm", "ana": "player"}, title="A fight on the quay", secret=SECRET)
    opened.send("gm", AddSeat("Bo", "player"), id="gm/1")
    return opened


@pytest.fixture
def store(data: Path, table: Table) -> Iterator[SqliteStore]:
    """A store that is in use, as by a server, with a table in it."""
    opened = open_data(data)
    row = TableRow(id="quay", ruleset=folders()[0], title="A fight on the quay")
    records = tuple(as_stored(table, table.records))
    opened.create(row, records, secret=SECRET, commands=[("gm/1", table.state.seq)]).result()
    yield opened
    opened.close()


def run(data: Path, *args: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, args), "--data", str(data)])


def refusal(result: Result) -> str:
    """The code of an error told in one sentence."""
    found = re.fullmatch(r"error: [^\n]+\. \(([a-z-]+)\)\n", result.output)
    assert found, result.output
    assert result.exit_code == 1
    return found[1]


def test_the_tables_of_a_folder_are_listed(data: Path, store: SqliteStore, table: Table) -> None:
    assert f"quay ({folders()[0]}), {table.state.seq} records  A fight on the quay" in run(data, "tables").output
    (listed,) = json.loads(run(data, "tables", "--json").output)
    assert (listed["id"], listed["records"]) == ("quay", table.state.seq)


def test_a_folder_may_be_empty_of_tables(data: Path) -> None:
    open_data(data).close()
    assert run(data, "tables").output == "There are no tables yet.\n"


@pytest.mark.parametrize("command", [("tables",), ("export", "quay", "x"), ("backup", "x")])
def test_a_folder_that_was_never_used_is_one_sentence(data: Path, command: tuple[str, ...]) -> None:
    assert refusal(run(data, *command)) == "no-tables-here"
    assert not data.exists()


def test_an_exported_table_is_one_file_that_is_a_saved_game(
    data: Path, store: SqliteStore, table: Table, tmp_path: Path
) -> None:
    file = tmp_path / "evening.log"
    assert run(data, "export", "quay", file).exit_code == 0
    assert list(tmp_path.glob("evening*")) == [file]
    assert file.stat().st_mode & 0o777 == 0o600, "it holds the secret of the dice"
    again, secret = read_game(file)
    assert (again.state, secret) == (table.state, SECRET)
    assert "The log is whole" in CliRunner().invoke(main, ["verify", str(file)]).output


def test_a_log_that_is_exported_apart_from_its_secret_can_be_shown_to_anybody(
    data: Path, store: SqliteStore, table: Table, tmp_path: Path
) -> None:
    file = tmp_path / "evening.log"
    assert run(data, "export", "quay", file, "--apart").exit_code == 0
    assert file.read_bytes() == b"".join(table.dump())
    assert SECRET.hex() not in file.read_text(encoding="utf-8")
    assert secret_path(file).stat().st_mode & 0o777 == 0o600
    again, secret = read_game(file)
    assert (again.state, secret) == (table.state, SECRET)
    assert "The log is whole" in CliRunner().invoke(main, ["verify", str(file)]).output


@pytest.mark.parametrize("how", [(), ("--apart",)])
def test_what_is_exported_is_taken_in_elsewhere_with_everything(
    data: Path, store: SqliteStore, table: Table, tmp_path: Path, how: tuple[str, ...]
) -> None:
    file, there = tmp_path / "evening.log", tmp_path / "there"
    store.add_image("quay", PICTURE, quota=1_000).result()
    assert "records and 1 picture are in" in run(data, "export", "quay", file, *how).output
    taken_in = run(there, "import", "friday", file)
    assert taken_in.exit_code == 0
    assert "records and 1 picture were taken in" in taken_in.output
    key = taken_in.output.rpartition("#seat=")[2].strip()
    moved = open_data(there)
    assert list(moved.read("friday")) == list(store.read("quay"))
    assert (moved.secret_of("friday"), moved.position_of("friday", "gm/1")) == (SECRET, table.state.seq)
    row = moved.table("friday")
    assert row is not None
    assert (row.ruleset, row.title) == (folders()[0], "A fight on the quay")
    assert TableArchive(moved).load("friday").state == table.state
    assert moved.images_of("friday") == (PICTURE,)
    held = moved.find_key(digest_of(key))
    assert held is not None
    assert (held.table, held.purpose, held.seat) == ("friday", "seat", gm_seat(table.state).id)
    moved.close()


def test_a_game_with_pictures_keeps_them_when_it_is_played_on_in_the_terminal(
    data: Path, store: SqliteStore, table: Table, tmp_path: Path
) -> None:
    file = tmp_path / "evening.log"
    other = stored_image(b"RIFF\x04\0\0\0WEBPof nobody")
    for picture in (PICTURE, other):
        store.add_image("quay", picture, quota=1_000).result()
    run(data, "export", "quay", file)
    again, secret = read_game(file)
    again.send("gm", Say(f"shown: {PICTURE.id}"))
    write_game(again, secret, file)
    assert read_pictures(file) == (PICTURE,), "those of another game would be left out"
    assert read_game(file)[0].state == again.state


def test_a_file_with_a_damaged_picture_is_refused(data: Path, store: SqliteStore, tmp_path: Path) -> None:
    file = tmp_path / "evening.log"
    store.add_image("quay", PICTURE, quota=1_000).result()
    run(data, "export", "quay", file)
    file.write_bytes(file.read_bytes().replace(PICTURE.id.encode(), b"0" * 64))
    assert refusal(run(data, "import", "friday", file)) == "damaged-image"


def test_the_program_exports_while_a_server_writes(
    data: Path, store: SqliteStore, table: Table, tmp_path: Path
) -> None:
    file = tmp_path / "evening.log"
    told = subprocess.run([PROGRAM, "export", "quay", file, "--data", data], capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (0, "")
    news = table.send("gm", AddSeat("Cem", "player"))
    store.append("quay", tuple(as_stored(table, news))).result()
    assert len(read_game(file)[0].records) == table.state.seq - 1


def test_a_game_from_the_terminal_is_taken_in(data: Path, table: Table, tmp_path: Path) -> None:
    file = tmp_path / "evening.log"
    write_game(table, SECRET, file)
    assert run(data, "import", "friday", file).exit_code == 0
    store = open_data(data)
    assert TableArchive(store).load("friday").records == table.records
    store.close()


def test_nothing_is_overwritten(data: Path, store: SqliteStore, tmp_path: Path) -> None:
    file = tmp_path / "evening.log"
    run(data, "export", "quay", file, "--apart")
    assert refusal(run(data, "export", "quay", file)) == "file-exists"
    assert refusal(run(data, "import", "quay", file)) == "table-exists"
    file.unlink()
    assert refusal(run(data, "export", "quay", file)) == "file-exists", "the secret of another game is there"
    assert refusal(run(data, "backup", data / DATABASE)) == "file-exists"


def test_what_cannot_be_done_is_one_sentence(data: Path, store: SqliteStore, tmp_path: Path) -> None:
    file = tmp_path / "evening.log"
    assert refusal(run(data, "export", "nowhere", file)) == "unknown-table"
    assert refusal(run(data, "export", "quay", tmp_path / "missing" / "file")) == "game-not-saved"
    assert refusal(run(data, "import", "friday", file)) == "log-not-opened"
    run(data, "export", "quay", file)
    assert refusal(run(data, "import", "a\nb", file)) == "bad-id"
    *log, last = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join((*log, last[:-3], b"00\n")))
    assert refusal(run(data, "import", "friday", file)) == "wrong-secret"
    file.write_bytes(b"".join((*log, b"secret of mine\n")))
    assert refusal(run(data, "import", "friday", file)) == "wrong-secret"
    file.write_bytes(b"".join(log))
    assert refusal(run(data, "import", "friday", file)) == "secret-missing"
    file.write_bytes(file.read_bytes()[:-20])
    assert refusal(run(data, "import", "friday", file)) == "corrupt-log"
    assert [table.id for table in store.tables()] == ["quay"]


def test_a_backup_becomes_a_data_folder_again(data: Path, store: SqliteStore, table: Table, tmp_path: Path) -> None:
    again = tmp_path / "again"
    again.mkdir()
    result = run(data, "backup", again / DATABASE)
    assert (result.exit_code, "1 table is in" in result.output) == (0, True)
    opened = open_data(again, is_new=False)
    assert TableArchive(opened).load("quay").state == table.state
    opened.close()
