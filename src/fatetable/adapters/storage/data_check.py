"""Checks a data folder: the file itself, the chain and the folding of every log, keys and pictures.

It reads only, also what a store would refuse to open, and a server may be running.

"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Container, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from fatetable.adapters.storage.batch_append import LogEnd, log_end
from fatetable.adapters.storage.end_mark import missing_records
from fatetable.adapters.storage.key_seals import COLUMNS, KeyRow
from fatetable.adapters.storage.record_chain import FIRST_LINK, ChainReader, damaged, link_of
from fatetable.adapters.storage.schema import VERSION, version_of
from fatetable.adapters.storage.sqlite_file import ERRORS, connect, in_words
from fatetable.engine.codec import seal
from fatetable.engine.errors import CorruptLog, FatetableError
from fatetable.engine.messages import LogRecord
from fatetable.tabletop.storage.store import StoredImage, StoredRecord, TableRow, stored_image
from fatetable.tabletop.table import Table

PATIENCE = 5.0
MOST_PROBLEMS = 10
"""Of the file itself; one damaged page can be the reason for hundreds."""

PORTION = 1_000
RECORDS = "SELECT seq, command, body, link FROM records WHERE number = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?"

Row = tuple[int, str | None, bytes, bytes]


class LogCheck(NamedTuple):
    """What is right in a log: its records up to the first that is not, and the ids of commands at some of them."""

    records: tuple[StoredRecord, ...]
    commands: tuple[tuple[str, int], ...]
    problem: str = ""


class TableCheck(NamedTuple):
    """A table: what can be saved of it, and a sentence for everything that is wrong."""

    row: TableRow
    log: LogCheck
    secret: bytes | None
    keys: tuple[KeyRow, ...]
    images: tuple[StoredImage, ...]
    problems: tuple[str, ...]


def check_file(path: Path) -> tuple[str, ...]:
    """What is wrong with the file itself; raises `StoreFailed` if it cannot be read at all."""
    with _reading(path) as (connection, is_chained):
        return tuple(_problems_of_the_file(connection, path, is_chained=is_chained))


def check_tables(path: Path) -> Iterator[TableCheck]:
    """One table after the other, because a folder may hold more than fits into memory."""
    with _reading(path) as (connection, is_chained):
        for (number,) in connection.execute("SELECT number FROM tables ORDER BY number").fetchall():
            yield _check_table(connection, number, is_chained=is_chained)


def has_whole_chains(path: Path, go_on: Callable[[], None]) -> bool:
    """Are the file and all chains whole?  `go_on` is called between two portions, and may wait or raise."""
    with _reading(path) as (connection, _):
        if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            return False
        for (number,) in connection.execute("SELECT number FROM tables").fetchall():
            end, chain = _log_end(connection, number), ChainReader()
            if end is None:
                return False
            try:
                while rows := connection.execute(RECORDS, (number, chain.seq, end.end, PORTION)).fetchall():
                    for _ in chain.read(rows):
                        pass
                    go_on()
                chain.check_end(end.end, end.link)
            except CorruptLog:
                return False
    return True


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[tuple[sqlite3.Connection, bool]]:
    """A connection, and whether the records of the file are chained."""
    try:
        with contextlib.closing(connect(path, PATIENCE)) as connection:
            is_chained = version_of(connection, path) == VERSION
            # What is written from now on is not seen.
            connection.execute("BEGIN")
            yield connection, is_chained
    except ERRORS as error:
        raise in_words(error, path) from None


def _problems_of_the_file(connection: sqlite3.Connection, path: Path, *, is_chained: bool) -> Iterator[str]:
    try:
        found = [str(each) for (each,) in connection.execute(f"PRAGMA integrity_check({MOST_PROBLEMS})").fetchall()]
    except ERRORS as error:
        found = [str(error)]
    for problem in found:
        if problem != "ok":
            yield f"The file is damaged: {' '.join(problem.split()).rstrip('.')}."
    if is_chained and (missing := missing_records(connection, path)):
        lost = f"{_count(missing, 'record')} at its end {_are(missing)} missing"
        yield f"The file is older than what was stored in it: {lost}."


def _check_table(connection: sqlite3.Connection, number: int, *, is_chained: bool) -> TableCheck:
    columns = "id, ruleset, title, opened_at, secret"
    row = connection.execute(f"SELECT {columns} FROM tables WHERE number = ?", (number,)).fetchone()
    log = _folded(_read_log(connection, number, is_chained=is_chained))
    keys, damaged_keys = _check_keys(connection, number) if is_chained else ((), 0)
    images, damaged_images = _check_images(connection, number)
    problems = [log.problem] if log.problem else []
    if damaged_keys:
        problems.append(f"{_count(damaged_keys, 'key')} to its seats {_are(damaged_keys)} damaged and opens nothing.")
    if damaged_images:
        problems.append(f"{_count(damaged_images, 'picture')} {_are(damaged_images)} damaged.")
    return TableCheck(
        row=TableRow(
            id=str(row[0]), ruleset=str(row[1]), title=str(row[2]), opened_at=row[3] if isinstance(row[3], int) else 0
        ),
        log=log,
        secret=row[4],
        keys=keys,
        images=images,
        problems=tuple(problems),
    )


# -- logs --------------------------------------------------------------------------------------------------------------


def _read_log(connection: sqlite3.Connection, number: int, *, is_chained: bool) -> LogCheck:
    """The records of a log up to the first that is damaged."""
    records: list[StoredRecord] = []
    commands: list[tuple[str, int]] = []
    problem = ""
    try:
        end = _log_end(connection, number) if is_chained else None
        chain = ChainReader()
        for row in _rows(connection, number, is_chained=is_chained):
            records += (StoredRecord(*record) for record in chain.read([row]))
            if row[1]:
                commands.append((row[1], row[0]))
        if end is not None:
            chain.check_end(end.end, end.link)
        elif is_chained:
            problem = "Where its log ends is not known any more, so its last records may be missing."
    except CorruptLog as error:
        problem = error.message
    return LogCheck(tuple(records), tuple(commands), problem)


def _log_end(connection: sqlite3.Connection, number: int) -> LogEnd | None:
    try:
        return log_end(connection, number)
    except (CorruptLog, *ERRORS):
        return None


def _rows(connection: sqlite3.Connection, number: int, *, is_chained: bool) -> Iterator[Row]:
    """The rows of a log, one by one, so that those before a damaged page are read."""
    seq, link = 0, FIRST_LINK
    columns = "seq, command, body, link" if is_chained else "seq, command, body"
    one = f"SELECT {columns} FROM records WHERE number = ? AND seq > ? ORDER BY seq LIMIT 1"
    while True:
        try:
            found = connection.execute(one, (number, seq)).fetchone()
        except ERRORS:
            raise damaged(seq + 1, "the file is damaged there") from None
        if found is None:
            return
        if not is_chained:
            # The hash that it will get.
            found = (*found, link_of(link, found[1], found[2]))
        seq, link = found[0], found[3]
        yield found


def _folded(log: LogCheck) -> LogCheck:
    """The part of a log that ends with a whole step and folds to a state."""
    records, problem = log.records, log.problem
    while records:
        lines = list(seal(record.body for record in records))
        try:
            table = Table.load(lines)
        except CorruptLog as error:
            problem = problem or error.message
            records = records[: error.line - 1]
        except FatetableError as error:
            # Its ruleset is not installed here.
            return log._replace(problem=problem or error.message)
        else:
            assert table.state.seq == len(records)
            if problem:
                records = records[: _end_of_step(table.records, dict(log.commands).values())]
            break
    commands = tuple((command, seq) for command, seq in log.commands if seq <= len(records))
    return LogCheck(records, commands, problem)


def _end_of_step(records: Sequence[LogRecord], ends: Container[int]) -> int:
    """The last position at which a step is known to have ended; nobody knows whether the next record went on."""
    for position in range(len(records), 0, -1):
        if position in ends or (position < len(records) and not records[position].goes_on):
            return position
    return 0


# -- keys and pictures -------------------------------------------------------------------------------------------------


def _check_keys(connection: sqlite3.Connection, number: int) -> tuple[tuple[KeyRow, ...], int]:
    """The keys of a table that are whole, and the number of the others; 1 if nobody knows."""
    try:
        found = connection.execute(f"SELECT {COLUMNS}, seal FROM keys WHERE number = ?", (number,)).fetchall()
    except ERRORS:
        return (), 1
    rows = [(KeyRow(*columns), seal) for *columns, seal in found]
    whole = tuple(row for row, seal in rows if row.seal == seal)
    return whole, len(rows) - len(whole)


def _check_images(connection: sqlite3.Connection, number: int) -> tuple[tuple[StoredImage, ...], int]:
    """The pictures of a table that are whole, and the number of the others; 1 if nobody knows."""
    if not connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'images'").fetchone()[0]:
        return (), 0
    try:
        ids = connection.execute("SELECT rowid, id FROM images WHERE number = ? ORDER BY rowid", (number,)).fetchall()
    except ERRORS:
        return (), 1
    whole: list[StoredImage] = []
    for rowid, id in ids:
        with contextlib.suppress(*ERRORS):
            body = connection.execute("SELECT body FROM images WHERE rowid = ?", (rowid,)).fetchone()[0]
            if isinstance(body, bytes) and stored_image(body).id == id:
                whole.append(StoredImage(id, body))
    return tuple(whole), len(ids) - len(whole)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
