"""Connections to a database, and its errors in words."""

from __future__ import annotations

import asyncio
from typing import Any, TypeAlias

from fatetable.engine.errors import FatetableError
from fatetable.tabletop.storage.store import StoreFailed

Pool: TypeAlias = Any
Connection: TypeAlias = Any
"""asyncpg, which has no types: a pool, and a connection of its own or one that a pool has lent."""

CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 20.0
MOST_READERS = 8


async def connect(url: str) -> Connection:
    return await _driver().connect(url, timeout=CONNECT_SECONDS, command_timeout=ANSWER_SECONDS)


async def make_pool(url: str) -> Pool:
    pool: Pool = await _driver().create_pool(
        url, min_size=1, max_size=MOST_READERS, timeout=CONNECT_SECONDS, command_timeout=ANSWER_SECONDS
    )
    return pool


def _driver() -> Any:
    try:
        import asyncpg  # type: ignore[import-untyped]
    except ModuleNotFoundError:
        message = 'Storing in PostgreSQL needs an extra: install "fatetable[postgres]".'
        raise StoreFailed("no-postgres", message) from None
    return asyncpg


def in_words(error: BaseException) -> FatetableError:
    """An error of the database as a sentence for the operator; its own text may quote what was to be stored."""
    if isinstance(error, FatetableError):
        return error
    if isinstance(error, OSError | asyncio.TimeoutError):
        return StoreFailed("database-unreachable", "The database does not answer.")
    state = str(getattr(error, "sqlstate", "") or "")
    for beginning, (code, message) in MEANINGS.items():
        if state.startswith(beginning):
            return StoreFailed(code, message)
    name = type(error).__name__
    if name in ("InterfaceError", "ConnectionDoesNotExistError"):
        return StoreFailed("database-unreachable", "The database does not answer.")
    return StoreFailed(
        "store-failed", f"The database does not work as a store of tables ({name} {state}).".replace(" )", ")")
    )


MEANINGS = {
    "08": ("database-unreachable", "The connection to the database is lost."),
    "28": ("database-closed", "The database does not let this user in."),
    "3D": ("no-database", "There is no such database."),
    "53100": ("disk-full", "Nothing more can be kept in the database: its disk is full."),
    "53": ("database-busy", "The database has no room for another connection."),
    "57": ("database-unreachable", "The database is being shut down."),
}
