"""Stored tables against what they save: coming back through a snapshot against folding the whole log, keeping steps by
group commit against bare sqlite3 with a commit for each.

Run as a script it plays a long game first (about a minute for 100,000 events; another number may be given) and then
prints a table; nothing here passes or fails on a time.
"""

import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from statistics import median

from play import SEATS, SECRET, Row, open_fight, play

from fatetable import rulesets
from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.engine.opening import Rewind
from fatetable.tabletop.storage.lobby import as_stored
from fatetable.tabletop.storage.store import StoredRecord, TableRow
from fatetable.tabletop.storage.table_archive import BETWEEN_SNAPSHOTS, TableArchive
from fatetable.tabletop.table import Table

EVENTS = 100_000
ROUNDS = 5
TABLES = 200
STEPS = 20
STEP = 3
"""Records of a step, and bytes of a record, as they are on average in a fight."""
BODY = b"x" * 400


# --- a long game -------------------------------------------------------------------------------------------------


def keep_long_game(events: int, with_snapshots: TableArchive, without: TableArchive) -> Table:
    """A fight of so many events in two stores, in one of them with snapshots as a server takes them."""
    table = open_fight(rulesets.folders()[0])
    stores = (with_snapshots.store, without.store)
    row = TableRow(id="long", ruleset=table.ruleset.id)
    kept = len(table.records)
    for store in stores:
        store.create(row, tuple(as_stored(table, table.records)), secret=SECRET).result()

    def keep() -> int:
        for store in stores:
            store.append("long", tuple(as_stored(table, table.records[kept:]))).result()
        return len(table.records)

    for _ in play(table, events):
        if len(table.records) - kept >= BETWEEN_SNAPSHOTS:
            kept = keep()
            with_snapshots.save_snapshot("long", table)
        if len(table.records) >= events:
            break
    keep()
    return table


def come_back(tables: TableArchive) -> Table:
    """Everybody's view included, as when a server brings a table back."""
    table = tables.load("long")
    for seat in SEATS:
        table.view(seat)
    return table


def rewind(tables: TableArchive, back: int) -> Callable[[], float]:
    def work() -> float:
        table = come_back(tables)
        return seconds(lambda: (table.send("gm", Rewind(table.state.seq - back)), *map(table.view, SEATS)))

    return work


# --- keeping steps -----------------------------------------------------------------------------------------------


def step_from(seq: int) -> list[StoredRecord]:
    return [StoredRecord(seq + each, BODY) for each in range(STEP)]


def by_group_commit(folder: Path) -> Callable[[], float]:
    """Every table has one step on its way at any time, as people would."""

    def work() -> float:
        store = SqliteStore(Path(tempfile.mkdtemp(dir=folder)) / "tables.db")
        names = [f"table-{number}" for number in range(TABLES)]
        for future in [store.create(TableRow(id=name, ruleset="any"), step_from(1)) for name in names]:
            future.result()

        def keep() -> None:
            for number in range(1, STEPS + 1):
                waiting: list[Future[None]] = [
                    store.append(name, step_from(1 + number * STEP), f"step-{number}") for name in names
                ]
                for future in waiting:
                    future.result()

        taken = seconds(keep)
        store.close()
        return taken

    return work


def by_bare_sqlite(folder: Path) -> Callable[[], float]:
    """The same rows, durable one step after the other, by a single thread that does nothing else."""

    def work() -> float:
        database = sqlite3.connect(Path(tempfile.mkdtemp(dir=folder)) / "bare.db", isolation_level=None)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("CREATE TABLE records (number, seq, command, body, UNIQUE (number, seq))")
        insert = "INSERT INTO records VALUES (?, ?, ?, ?)"

        def keep() -> None:
            for number in range(1, STEPS + 1):
                for table in range(TABLES):
                    database.execute("BEGIN")
                    rows = [(table, record.seq, None, record.body) for record in step_from(1 + number * STEP)]
                    database.executemany(insert, rows)
                    database.execute("COMMIT")

        taken = seconds(keep)
        database.close()
        return taken

    return work


# --- side by side ------------------------------------------------------------------------------------------------


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def compare(name: str, ours: Callable[[], float], peer: Callable[[], float], each: int = 1) -> Row:
    """Medians of interleaved rounds."""
    times = [(ours(), peer()) for _ in range(ROUNDS)]
    our_time, peer_time = median(each for each, _ in times), median(each for _, each in times)
    return Row(name, our_time / each, peer_time / each, our_time / peer_time)


def rows(events: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        quick, slow = (TableArchive(SqliteStore(folder / f"{kind}.db")) for kind in ("quick", "slow"))
        long_game = keep_long_game(events, quick, slow)
        assert come_back(quick).state == come_back(slow).state == long_game.state
        found = [
            compare(
                f"coming back to {events:,} events, against folding them all",
                lambda: seconds(lambda: come_back(quick)),
                lambda: seconds(lambda: come_back(slow)),
            ),
            compare("rewinding it by 20 events, against folding them all", rewind(quick, 20), rewind(slow, 20)),
            compare(
                "rewinding it by a tenth, against folding them all",
                rewind(quick, events // 10),
                rewind(slow, events // 10),
            ),
            compare(
                f"keeping a step of one of {TABLES} tables, against bare sqlite3",
                by_group_commit(folder),
                by_bare_sqlite(folder),
                TABLES * STEPS,
            ),
        ]
        for tables in (quick, slow):
            tables.store.close()
        return found


def main() -> None:
    events = int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS
    print(f"{'work':<64}{'ours':>13}{'peer':>13}{'ratio':>9}")
    for row in rows(events):
        print(f"{row.name:<64}{row.ours * 1e3:>10.3f} ms{row.peer * 1e3:>10.3f} ms{row.ratio:>8.3f}x")


if __name__ == "__main__":
    main()
