"""The file behind a store: that it keeps what it acknowledged, and says in a sentence what is wrong with it."""

import os
import re
import resource
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from click.testing import CliRunner

from fatetable.adapters.cli.main import main
from fatetable.adapters.storage.data_folder import DATABASE, open_data
from fatetable.adapters.storage.end_mark import mark_of
from fatetable.adapters.storage.schema import VERSION
from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.engine.errors import StaleStream
from fatetable.tabletop.storage.store import StoredSnapshot, StoreFailed, TableRow
from tests.adapters.storage import writing_until_killed
from tests.adapters.storage.keeping import OPENING, check_sentence, done, key, opened, positions, records, refusal
from tests.repository.checkout import ROOT

NOBODY = 65534
KILLS = int(os.environ.get("FATETABLE_KILLS", "4"))
LINES_BEFORE_A_KILL = 150


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def failure(path: Path) -> StoreFailed:
    """Why a file cannot be opened."""
    with pytest.raises(StoreFailed) as error:
        SqliteStore(path, patience=0.01)
    check_sentence(error.value)
    assert str(path) in str(error.value)
    return error.value


# -- keeping -----------------------------------------------------------------------------------------------------------


def test_everything_is_there_when_the_file_is_opened_again(path: Path) -> None:
    store = opened(SqliteStore(path))
    done(store.append("quay", records(2, 5), "ana:1", secret=b"secret"))
    done(store.add_key(key("k")))
    done(store.snapshot("quay", StoredSnapshot(3, b"s")))
    store.close()
    assert {file.name for file in path.parent.iterdir()} == {path.name, mark_of(path).name}, "without any WAL"
    again = SqliteStore(path)
    assert positions(again) == [1, 2, 3, 4, 5]
    assert (again.position_of("quay", "ana:1"), again.secret_of("quay")) == (5, b"secret")
    assert (again.keys_of("quay"), again.latest_snapshot("quay")) == ((key("k"),), StoredSnapshot(3, b"s"))
    again.close()


def test_what_was_acknowledged_survives_a_killed_process_and_nothing_is_there_twice(path: Path) -> None:
    for _ in range(KILLS):
        program = subprocess.Popen(
            [sys.executable, writing_until_killed.__file__, path], stdout=subprocess.PIPE, text=True
        )
        assert program.stdout is not None
        said = [program.stdout.readline() for _ in range(LINES_BEFORE_A_KILL)]
        program.kill()
        said += program.stdout.readlines()
        program.stdout.close()
        program.wait()
        store = SqliteStore(path)
        for table in writing_until_killed.TABLES:
            kept = positions(store, table)
            assert kept == list(range(1, len(kept) + 1))
            acknowledged = [int(line.split()[1]) for line in said if line.split()[0] == table]
            assert max(Counter(acknowledged).values()) == 1
            for seq in acknowledged:
                assert store.position_of(table, f"step:{seq}") == seq
                assert seq in kept
            assert len(kept) % 2 == 1, "no step is kept by half"
        store.close()


def test_two_programs_on_one_file_cannot_both_have_a_position(path: Path) -> None:
    first, second = opened(SqliteStore(path)), SqliteStore(path)
    done(second.append("quay", records(2, 3, "second")))
    assert isinstance(refusal(first.append("quay", records(2, 2, "first"))), StaleStream)
    assert list(first.read("quay", 1)) == list(records(2, 3, "second"))
    first.close()
    second.close()


def test_many_steps_share_one_commit(path: Path) -> None:
    store = opened(SqliteStore(path))
    with sqlite3.connect(path) as blocker:
        blocker.execute("BEGIN IMMEDIATE")
        futures = [store.append("quay", records(seq, seq)) for seq in range(2, 402)]
        blocker.execute("ROLLBACK")
    blocker.close()
    for future in futures:
        done(future)
    (page,) = sqlite3.connect(path).execute("PRAGMA page_size").fetchone()
    frames = (path.with_name(path.name + "-wal").stat().st_size - 32) // (page + 24)
    assert frames < 200, "a commit of its own for each would have written at least two pages each"
    store.close()


def test_whoever_gives_up_waiting_does_not_stop_the_others(path: Path) -> None:
    store = opened(SqliteStore(path))
    with sqlite3.connect(path) as blocker:
        blocker.execute("BEGIN IMMEDIATE")
        first = store.append("quay", records(2, 2))
        while not first.running():
            pass
        given_up = store.append("quay", records(3, 3))
        assert given_up.cancel()
        behind, other = store.append("quay", records(4, 4)), store.add_key(key("k"))
        blocker.execute("ROLLBACK")
    blocker.close()
    done(first)
    assert isinstance(refusal(behind), StaleStream)
    done(other)
    assert positions(store) == [1, 2]
    store.close()


def test_a_backup_made_while_tables_are_played_is_one_whole_file(path: Path, tmp_path: Path) -> None:
    store = opened(SqliteStore(path))
    done(store.append("quay", records(2, 3_000)))
    is_over = Event()

    def play() -> None:
        seq = 3_001
        while not is_over.is_set():
            done(store.append("quay", records(seq, seq + 1)))
            seq += 2

    player = Thread(target=play)
    player.start()
    copies = [tmp_path / f"copy-{number}.db" for number in range(3)]
    for copy in copies:
        done(store.backup(copy))
    is_over.set()
    player.join()
    for copy in copies:
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        assert not list(tmp_path.glob(f"{copy.name}-*"))
        with sqlite3.connect(f"{copy.as_uri()}?mode=ro", uri=True) as looking:
            assert looking.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            (last, number) = looking.execute("SELECT max(seq), count(*) FROM records").fetchone()
        looking.close()
        assert last == number >= 3_000
        assert last % 2 == 0, "no step is copied by half"
        SqliteStore(copy).close()
    assert positions(store) == list(range(1, len(positions(store)) + 1))
    store.close()


def test_only_its_owner_may_read_the_file(path: Path) -> None:
    store = opened(SqliteStore(path))
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    store.close()


# -- files that cannot be used -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\x00" + b"\xff" * 5_000, b"x"])
def test_a_file_that_is_no_database_is_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert failure(path).code in ("not-a-database", "store-damaged")
    assert path.read_bytes() == content


def test_an_empty_file_is_as_good_as_none(path: Path) -> None:
    path.touch()
    opened(SqliteStore(path)).close()


def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    assert failure(path).code == "not-our-database"
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
    other.close()


def test_a_file_of_a_newer_version_is_refused(path: Path) -> None:
    opened(SqliteStore(path)).close()
    with sqlite3.connect(path) as newer:
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    newer.close()
    error = failure(path)
    assert error.code == "newer-store"
    assert "newer version" in str(error)


def test_a_file_without_some_of_its_pages_is_damaged(path: Path) -> None:
    store = opened(SqliteStore(path))
    done(store.append("quay", records(2, 2_000)))
    store.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2 // 4096 * 4096])
    assert failure(path).code == "store-damaged"


def test_damage_in_the_middle_is_found_by_whoever_reads_there(path: Path) -> None:
    store = opened(SqliteStore(path))
    done(store.append("quay", records(2, 2_000)))
    store.close()
    whole = path.read_bytes()
    third = len(whole) // 3 // 4096 * 4096
    path.write_bytes(whole[:third] + b"\xff" * third + whole[2 * third :])
    again = SqliteStore(path)
    with pytest.raises(StoreFailed) as error:
        positions(again)
    again.close()
    check_sentence(error.value)
    assert error.value.code == "store-damaged"


def test_a_folder_or_nothing_is_no_file(tmp_path: Path) -> None:
    assert failure(tmp_path).code == "store-not-opened"
    assert failure(tmp_path / "missing" / "tables.db").code == "store-not-opened"


@pytest.fixture
def read_only_folder() -> Iterator[Path]:
    """A folder that may be looked into but not changed, not even by somebody who may do everything."""
    # Nobody in particular may not read the program, so it is got to know beforehand.
    CliRunner().invoke(main, ["serve", "--limit", "none=0"])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        opened(SqliteStore(folder / "tables.db")).close()
        (folder / "tables.db").chmod(0o666)
        folder.chmod(0o555)
        is_root = os.geteuid() == 0
        if is_root:
            os.seteuid(NOBODY)
        yield folder
        if is_root:
            os.seteuid(0)
        folder.chmod(0o755)


def test_a_read_only_folder_is_one_sentence(read_only_folder: Path) -> None:
    assert failure(read_only_folder / "new.db").code == "store-not-opened"
    assert failure(read_only_folder / "tables.db").code in ("store-not-opened", "store-read-only")


def test_a_server_is_not_opened_over_a_read_only_folder(read_only_folder: Path) -> None:
    told = CliRunner().invoke(main, ["serve", "--port", "0", "--data", str(read_only_folder)])
    assert told.exit_code == 1
    assert re.fullmatch(r"error: [^\n]+ read-only\. \(store-(not-opened|read-only)\)\n", told.output), told.output


def test_a_locked_file_is_one_sentence_and_works_again_afterwards(path: Path) -> None:
    store = opened(SqliteStore(path, patience=0.01))
    with sqlite3.connect(path) as other:
        other.execute("BEGIN IMMEDIATE")
        error = refusal(store.append("quay", records(2, 2)))
        assert error.code == "store-locked"
        assert positions(store) == [1], "reading goes on"
        other.execute("ROLLBACK")
    other.close()
    done(store.append("quay", records(2, 2)))
    store.close()


def test_a_file_locked_while_it_is_opened_is_one_sentence(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE t (x)")
        other.execute("BEGIN EXCLUSIVE")
        assert failure(path).code == "store-locked"
    other.close()


def test_a_full_file_is_one_sentence_and_works_again_when_there_is_room(path: Path) -> None:
    store = SqliteStore(path)
    opened(store)

    def pages(connection: sqlite3.Connection) -> int:
        return int(connection.execute("PRAGMA page_count").fetchone()[0])

    def limit(number: int) -> None:
        store._writer.submit(lambda connection: connection.execute(f"PRAGMA max_page_count = {number}")).result()

    limit(store._writer.submit(pages).result() + 2)
    small = store.append("quay", records(2, 3), "small")
    large = store.append("quay", records(4, 5_000), "large")
    behind = store.append("quay", records(5_001, 5_001), "behind")
    done(small)
    error = refusal(large)
    assert (error.code, "disk is full" in str(error)) == ("disk-full", True)
    assert isinstance(refusal(behind), StaleStream)
    assert positions(store) == [1, 2, 3]
    limit(1_000_000)
    done(store.append("quay", records(4, 5_000), "large"))
    assert store.position_of("quay", "large") == 5_000
    store.close()


def test_a_disk_that_takes_no_more_is_one_sentence(path: Path) -> None:
    """The system refuses to let the file grow, as a quota does."""
    script = (
        "import resource, signal, sys\n"
        "from pathlib import Path\n"
        "from fatetable.adapters.storage.sqlite_store import SqliteStore\n"
        "from tests.adapters.storage.keeping import opened, records, done, positions\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "store = opened(SqliteStore(Path(sys.argv[1])))\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))\n"
        "error = store.append('quay', records(2, 5_000, 'x' * 100)).exception()\n"
        "print(error.code, positions(store))\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))\n"
        "done(store.append('quay', records(2, 5_000)))\n"
        "store.close()\n"
    )
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    told = subprocess.run([sys.executable, "-c", script, path], capture_output=True, text=True, cwd=ROOT)
    assert (told.stdout, told.stderr) == ("disk-failed [1]\n", "")


def test_a_step_that_cannot_be_written_does_not_take_others_with_it(path: Path) -> None:
    store = opened(SqliteStore(path))
    opened(store, "storm")
    with sqlite3.connect(path) as blocker:
        blocker.execute("BEGIN IMMEDIATE")
        futures = [store.append("storm", records(2, 2))]
        while not futures[0].running():
            pass
        unwritable = TableRow(id="odd", ruleset="any", title=object())  # type: ignore[arg-type]
        odd = store.create(unwritable, OPENING)
        futures += [store.append("quay", records(2, 2)), store.append("storm", records(3, 3))]
        blocker.execute("ROLLBACK")
    blocker.close()
    assert odd.exception() is not None
    for future in futures:
        done(future)
    assert (positions(store), positions(store, "storm"), positions(store, "odd")) == ([1, 2], [1, 2, 3], [])
    store.close()


# -- folders -----------------------------------------------------------------------------------------------------------


def test_a_folder_for_tables_is_made_where_there_is_none(tmp_path: Path) -> None:
    opened(open_data(tmp_path / "new" / "folder")).close()
    assert (tmp_path / "new" / "folder" / DATABASE).is_file()
    again = open_data(tmp_path / "new" / "folder", is_new=False)
    assert positions(again) == [1]
    again.close()


def test_whoever_expects_tables_in_a_folder_is_told_that_there_are_none(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed) as error:
        open_data(tmp_path, is_new=False)
    check_sentence(error.value)
    assert error.value.code == "no-tables-here"
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_no_folder_for_tables(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreFailed) as error:
        open_data(tmp_path / "file")
    check_sentence(error.value)
    assert error.value.code == "folder-not-made"
