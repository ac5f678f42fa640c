"""Keys to seats are kept with a seal, so that damage never lets a key open another seat."""

from __future__ import annotations

import hashlib
import sqlite3
from typing import NamedTuple

SEAL_BYTES = 8


class KeyRow(NamedTuple):
    """A key as it is in the database; `number` is that of its table."""

    digest: bytes
    number: int
    purpose: str
    seat: str
    role: str
    created_at: int

    @property
    def seal(self) -> bytes:
        return hashlib.blake2b(repr(tuple(self)).encode(), digest_size=SEAL_BYTES).digest()


COLUMNS = ", ".join(KeyRow._fields)


def insert_key(connection: sqlite3.Connection, row: KeyRow) -> None:
    connection.execute(f"INSERT OR REPLACE INTO keys ({COLUMNS}, seal) VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, row.seal))


def seal_all_keys(connection: sqlite3.Connection) -> None:
    rows = [KeyRow(*row) for row in connection.execute(f"SELECT {COLUMNS} FROM keys").fetchall()]
    connection.executemany("UPDATE keys SET seal = ? WHERE digest = ?", [(row.seal, row.digest) for row in rows])
