"""What was damaged in the file of a store is told, and never read as if it had been stored."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.engine.errors import CorruptLog, FatetableError
from fatetable.tabletop.storage.store import AccessKey, StoredRecord, TableRow, digest_of
from tests.adapters.storage.keeping import check_sentence, done, key, opened, positions, records, refusal

TABLES = ("quay", "storm", "ford")
LENGTH = 40
FLIPS = 120


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a store with three logs and keys to their seats."""
    path = tmp_path / "tables.db"
    store = SqliteStore(path)
    for table in TABLES:
        keys = [key(f"{table}-{seat}", table=table, seat=seat) for seat in ("gm", "ana")]
        done(store.create(TableRow(id=table, ruleset="any"), records(1, 1, table), keys=keys))
    for seq in range(2, LENGTH + 1):
        for table in TABLES:
            done(store.append(table, records(seq, seq, f"{table} {'x' * seq}"), f"ana:{seq}"))
    store.close()
    return path


def content(path: Path) -> tuple[dict[str, list[StoredRecord]], dict[str, AccessKey]]:
    """Everything that players get to see, or the error with which it is told that it cannot be read."""
    store = SqliteStore(path)
    try:
        logs = {row.id: list(store.read(row.id)) for row in store.tables()}
        # Every table has records, so somebody who opens one without any is told that they are missing.
        if not all(logs.values()):
            raise CorruptLog(1, "it is missing")
        words = [f"{table}-{seat}" for table in TABLES for seat in ("gm", "ana")]
        keys = {word: found for word in words if (found := store.find_key(digest_of(word)))}
        return logs, keys
    finally:
        store.close()


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TRIGGER keep_log_ends")
        assert connection.execute(statement).rowcount > 0


def told(path: Path, table: str = "quay") -> tuple[CorruptLog, list[int]]:
    """How reading a log ends, and the positions that were read before."""
    store = SqliteStore(path)
    read: list[int] = []
    with pytest.raises(CorruptLog) as error:
        read.extend(record.seq for record in store.read(table))
    store.close()
    check_sentence(error.value)
    return error.value, read


def test_no_flipped_bit_is_read_as_truth(path: Path) -> None:
    whole, (logs, keys) = path.read_bytes(), content(path)
    random, noticed = Random(7), 0
    for _ in range(FLIPS):
        flipped = bytearray(path.read_bytes())
        place = random.randrange(len(flipped))
        flipped[place] ^= 1 << random.randrange(8)
        path.write_bytes(flipped)
        try:
            logs_now, keys_now = content(path)
        except FatetableError as error:
            noticed += 1
            check_sentence(error)
        else:
            # A table that cannot be found by its name is missed; nothing is told of it that is not so.
            assert all(logs.get(table, log) == log for table, log in logs_now.items()), place
            assert len(logs_now) == len(logs), place
            assert all(keys[word] == found for word, found in keys_now.items()), place
        path.write_bytes(whole)
    assert noticed > FLIPS / 4


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE records SET body = CAST('other' AS BLOB) WHERE number = 1 AND seq = 20",
        "UPDATE records SET command = 'ana:99' WHERE number = 1 AND seq = 20",
        "UPDATE records SET link = zeroblob(16) WHERE number = 1 AND seq = 20",
        "UPDATE records SET body = 'text' WHERE number = 1 AND seq = 20",
        "UPDATE records SET body = (SELECT body FROM records WHERE number = 2 AND seq = 20), "
        "link = (SELECT link FROM records WHERE number = 2 AND seq = 20) WHERE number = 1 AND seq = 20",
        "DELETE FROM records WHERE number = 1 AND seq = 20",
    ],
    ids=["body", "command", "hash", "type", "another table's", "missing"],
)
def test_the_first_record_that_is_not_what_was_stored_is_named_and_those_before_it_are_read(
    path: Path, statement: str
) -> None:
    change(path, statement)
    error, read = told(path)
    assert (error.code, error.line) == ("corrupt-log", 20)
    assert read == list(range(1, 20))
    assert 'the 19 records before it can be saved with "fatetable check-data' in error.message
    store = SqliteStore(path)
    assert positions(store, "storm") == list(range(1, LENGTH + 1)), "the other tables are whole"
    store.close()


def test_a_log_that_was_read_from_the_middle_is_compared_with_the_record_before(path: Path) -> None:
    change(path, "UPDATE records SET body = CAST('other' AS BLOB) WHERE number = 1 AND seq = 20")
    store = SqliteStore(path)
    assert positions(store, after=20) == list(range(21, LENGTH + 1)), "damage before it is not looked for"
    with pytest.raises(CorruptLog):
        positions(store, after=19, upto=20)
    assert positions(store, upto=19) == list(range(1, 20))
    store.close()


@pytest.mark.parametrize(
    "forget",
    [
        lambda path: change(path, f"DELETE FROM records WHERE number = 1 AND seq > {LENGTH - 3}"),
        lambda path: change(path, f"UPDATE records SET number = 9 WHERE number = 1 AND seq > {LENGTH - 3}"),
    ],
    ids=["deleted", "astray"],
)
def test_a_log_without_its_end_is_not_taken_for_a_shorter_one(path: Path, forget: Callable[[Path], None]) -> None:
    forget(path)
    error, read = told(path)
    assert (error.line, len(read)) == (LENGTH - 2, LENGTH - 3)


def test_an_end_that_is_not_the_one_that_was_stored_is_told(path: Path) -> None:
    change(path, f"UPDATE log_ends SET seq = {LENGTH - 5} WHERE number = 1")
    assert told(path)[0].line == LENGTH - 5


def test_a_table_whose_log_cannot_be_found_is_not_taken_for_an_empty_one(path: Path) -> None:
    change(path, "DELETE FROM log_ends WHERE number = 1")
    error, read = told(path)
    assert (error.line, read) == (1, [])
    assert "nothing before it can be saved" in error.message
    store = SqliteStore(path)
    assert refusal(store.append("quay", records(1, 1))).code == "corrupt-log"
    store.close()


def test_a_damaged_key_opens_nothing(path: Path) -> None:
    change(path, "UPDATE keys SET seat = 'gm' WHERE seat = 'ana' AND number = 1")
    store = SqliteStore(path)
    assert store.find_key(digest_of("quay-ana")) is None
    assert {found.seat for found in store.keys_of("quay")} == {"gm"}
    found = store.find_key(digest_of("quay-gm"))
    assert found is not None
    store.close()


def test_what_is_written_after_a_backup_was_opened_goes_on_with_its_chain(path: Path, tmp_path: Path) -> None:
    store = SqliteStore(path)
    done(store.backup(tmp_path / "copy.db"))
    store.close()
    again = SqliteStore(tmp_path / "copy.db")
    done(again.append("quay", records(LENGTH + 1, LENGTH + 2)))
    assert positions(again) == list(range(1, LENGTH + 3))
    again.close()


def test_a_program_of_an_older_version_cannot_write_without_hashes(path: Path) -> None:
    with closing(sqlite3.connect(path)) as older, pytest.raises(sqlite3.IntegrityError):
        older.execute("INSERT INTO records (number, seq, command, body) VALUES (1, 41, NULL, x'00')")
    store = opened(SqliteStore(path), "new")
    assert positions(store) == list(range(1, LENGTH + 1))
    store.close()
