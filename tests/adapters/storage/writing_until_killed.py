"""A program that keeps steps of several tables as fast as it can, and says which of them are kept, until it is killed.

Each table begins its steps anew only where its log ends; what was kept by an earlier run is gone on from.
"""

import sys
from pathlib import Path
from threading import Lock, Thread

from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.tabletop.storage.store import StoredRecord, TableRow

TABLES = ("one", "two", "three", "four")


def keep_on(store: SqliteStore, table: str, voice: Lock) -> None:
    row = store.table(table)
    if row is None:
        store.create(TableRow(id=table, ruleset="any"), [StoredRecord(1, b"opened")]).result()
    seq = row.seq if row else 1
    while True:
        step = [StoredRecord(seq + 1, b"a" * 200), StoredRecord(seq + 2, b"b" * 200)]
        seq += 2
        store.append(table, step, f"step:{seq}").result()
        with voice:
            # One write a line, so that being killed cannot tear it.
            sys.stdout.write(f"{table} {seq}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    opened = SqliteStore(Path(sys.argv[1]))
    lock = Lock()
    threads = [Thread(target=keep_on, args=(opened, table, lock)) for table in TABLES]
    for thread in threads:
        thread.start()
