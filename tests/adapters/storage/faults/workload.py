"""Uses a store while one system call after the other fails, and says what it answered.

Started with `failing_calls.c` preloaded.  For each way to fail and each call a process is forked off that uses a new
store; afterwards the store is opened again without failures, and compared with what was acknowledged.  A case that went
wrong is one line of output; the last line says how many cases there were and how many commands were acknowledged.

"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import sys
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import NamedTuple

from fatetable.adapters.storage import sqlite_file
from fatetable.adapters.storage.data_folder import open_data
from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.engine.errors import FatetableError, StaleStream
from fatetable.tabletop.storage.store import (
    AlreadyDone,
    StoredRecord,
    StoredSnapshot,
    TableRow,
    digest_of,
    stored_image,
)
from tests.adapters.storage.keeping import check_sentence, key

NEVER, ONCE, FROM, SHORT, KILL = range(5)
WAYS = (
    ("EIO once", ONCE, errno.EIO),
    ("ENOSPC once", ONCE, errno.ENOSPC),
    ("EIO from then on", FROM, errno.EIO),
    ("ENOSPC from then on", FROM, errno.ENOSPC),
    ("a short write, then ENOSPC", SHORT, errno.ENOSPC),
    ("killed", KILL, 0),
)
TABLES = ("quay", "storm")
STEPS = 12
TRIES = 3
FAILING = ctypes.CDLL(None)


class Case(NamedTuple):
    name: str
    how: int
    error: int
    nth: int

    def __str__(self) -> str:
        return f"{self.name} at call {self.nth}"


# -- using a store -----------------------------------------------------------------------------------------------------


class Player:
    """Everything that is acknowledged is said, and everything that is refused is tried again."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self.say = say

    def done(self, name: str, begin: Callable[[], Future[None]]) -> None:
        for _ in range(TRIES):
            try:
                begin().result(60)
            except AlreadyDone:
                self.say(f"done {name}")
                return
            except FatetableError as refusal:
                self.note(refusal)
            else:
                self.say(f"done {name}")
                return

    def note(self, refusal: FatetableError) -> None:
        if not isinstance(refusal, StaleStream):
            check_sentence(refusal)
        self.say(f"refused {refusal.code}")


def play(folder: Path, player: Player) -> None:
    for _ in range(TRIES):
        try:
            store = open_data(folder / "data", to_serve=True)
        except FatetableError as refusal:
            player.note(refusal)
        else:
            try:
                use(store, player, folder)
            finally:
                store.close()
            return


def use(store: SqliteStore, player: Player, folder: Path) -> None:
    for table in TABLES:
        row = TableRow(id=table, ruleset="any")
        player.done(f"{table} open", lambda row=row: created(store, row))  # type: ignore[misc]
    for number in range(1, STEPS + 1):
        for table in TABLES:
            player.done(f"{table} step {number}", lambda table=table, number=number: step(store, table, number))  # type: ignore[misc]
        player.done(f"quay key {number}", lambda number=number: store.add_key(key(f"key {number}")))  # type: ignore[misc]
    player.done("quay snapshot", lambda: store.snapshot("quay", StoredSnapshot(3, b"s" * 2_000)))
    player.done("quay picture", lambda: store.add_image("quay", stored_image(b"p" * 3_000), quota=10_000))
    player.done("backup", lambda: store.backup(folder / "copy.db"))
    for table in TABLES:
        player.done(f"{table} step last", lambda table=table: step(store, table, "last"))  # type: ignore[misc]


def created(store: SqliteStore, row: TableRow) -> Future[None]:
    """A table that is there already was created by the call before, whose outcome was not known."""
    if store.table(row.id) is not None:
        there: Future[None] = Future()
        there.set_result(None)
        return there
    return store.create(row, [StoredRecord(1, b"opened")])


def step(store: SqliteStore, table: str, number: object) -> Future[None]:
    """Three records at the end of the log, as a server decides them: on what the store has."""
    row = store.table(table)
    end = row.seq if row else 1
    body = f"{table} {number} {'x' * 900}".encode()
    return store.append(table, [StoredRecord(end + each, body) for each in (1, 2, 3)], f"step {number}")


# -- looking at what is left -------------------------------------------------------------------------------------------


def problems(folder: Path, said: list[str]) -> Iterator[str]:
    """What is not there although it was acknowledged, what is there twice or by half, and what was no plain refusal."""
    yield from (line for line in said if line.startswith("fault"))
    acknowledged = [line.removeprefix("done ") for line in said if line.startswith("done ")]
    if not acknowledged and not (folder / "data" / "tables.db").exists():
        return
    store = open_data(folder / "data", to_serve=True)
    try:
        for table in TABLES:
            yield from _problems_of_a_table(store, table, acknowledged)
        for name in acknowledged:
            if "key" in name and store.find_key(digest_of(name.removeprefix("quay "))) is None:
                yield f"{name} is lost"
        if "quay snapshot" in acknowledged and store.latest_snapshot("quay") != StoredSnapshot(3, b"s" * 2_000):
            yield "the snapshot is lost"
        if "quay picture" in acknowledged and store.images_of("quay") != (stored_image(b"p" * 3_000),):
            yield "the picture is lost"
    finally:
        store.close()
    if "backup" in acknowledged:
        copy = SqliteStore(folder / "copy.db")
        for table in TABLES:
            yield from (
                f"backup: {each}" for each in _problems_of_a_table(copy, table, _before(acknowledged, "backup"))
            )
        copy.close()
    elif (folder / "copy.db").exists() and "refused" in " ".join(said):
        SqliteStore(folder / "copy.db").close()


def _before(acknowledged: list[str], name: str) -> list[str]:
    return acknowledged[: acknowledged.index(name)]


def _problems_of_a_table(store: SqliteStore, table: str, acknowledged: list[str]) -> Iterator[str]:
    if store.table(table) is None:
        if f"{table} open" in acknowledged:
            yield f"{table} is lost"
        return
    bodies = [record.body for record in store.read(table)]
    steps = [bodies[at : at + 3] for at in range(1, len(bodies), 3)]
    names = [b" ".join(step[0].split()[:2]).decode() for step in steps]
    if any(len(step) != 3 or len(set(step)) != 1 for step in steps):
        yield f"{table} has a step by half"
    if len(set(names)) != len(names):
        yield f"{table} has a step twice: {names}"
    for at, name in enumerate(names):
        command = f"step {name.split()[1]}"
        if store.position_of(table, command) != 1 + 3 * (at + 1):
            yield f"{table} {command} is not found where it is"
    for name in acknowledged:
        if name.startswith(f"{table} step") and name.replace(" step", "") not in names:
            yield f"{name} is lost"


# -- cases -------------------------------------------------------------------------------------------------------------


def run(folder: Path, case: Case) -> tuple[list[str], int]:
    """What a process said that was forked off, and the number of its system calls."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "w", buffering=1) as voice:
            try:
                FAILING.fail_at(os.fsencode(folder), b"", case.nth, case.error, case.how)
                play(folder, Player(lambda line: voice.write(line + "\n")))
                calls = FAILING.calls_made()
                FAILING.fail_at(b"", b"", 0, 0, NEVER)
                voice.write(f"calls {calls}\n")
            except BaseException as error:
                FAILING.fail_at(b"", b"", 0, 0, NEVER)
                where = traceback.extract_tb(error.__traceback__)[-1]
                voice.write(f"fault {type(error).__name__}: {error} at {where.name}:{where.lineno}\n")
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as voice:
        said = voice.read().splitlines()
    os.waitpid(child, 0)
    return said, next((int(line.split()[1]) for line in said if line.startswith("calls ")), 0)


def cases(calls: int, most: int) -> Iterator[Case]:
    """Every call in every way, or so many of these cases, spread over all calls."""
    found = [Case(name, how, error, nth) for nth in range(1, calls + 1) for name, how, error in WAYS]
    return iter(found if most == 0 else sorted(Random(calls).sample(found, min(most, len(found)))))


def main(place: Path, most: int) -> None:
    # Small, so that checkpoints are among the calls that fail.
    sqlite_file.CHECKPOINT_PAGES = 20
    place.mkdir(parents=True, exist_ok=True)
    _, calls = run(place / "whole", Case("never", NEVER, 0, 0))
    tried = acknowledged = refused = 0
    for case in cases(calls, most):
        folder = place / "case"
        folder.mkdir()
        said, _ = run(folder, case)
        tried += 1
        acknowledged += sum(line.startswith("done") for line in said)
        refused += sum(line.startswith("refused") for line in said)
        try:
            found = list(problems(folder, said))
        except Exception as error:
            found = [f"cannot be opened again: {type(error).__name__}: {error}"]
        for problem in found:
            sys.stdout.write(f"{case}: {problem}\n")
        shutil.rmtree(folder)
    sys.stdout.write(f"{calls} calls, {tried} cases, {acknowledged} acknowledged, {refused} refused\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
