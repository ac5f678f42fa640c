"""The lock of a database: one server at a time.

The database holds it for a connection and gives it up when that ends, however it ends.
"""

from __future__ import annotations

import asyncio
from time import monotonic

from fatetable.adapters.storage.postgres.connection import Connection, connect
from fatetable.tabletop.storage.store import StoreFailed

ONE_SERVER = 0x46745463
PATIENCE = 3.0
"""Seconds to wait for the lock of a server that has just died, until the database has noticed."""


async def lock_database(url: str) -> Connection:
    """The connection that holds the lock as long as it is open; raises `store-in-use` if another server has it."""
    connection, deadline = await connect(url), monotonic() + PATIENCE
    while not await connection.fetchval("SELECT pg_try_advisory_lock($1)", ONE_SERVER):
        if monotonic() >= deadline:
            await connection.close()
            raise StoreFailed("store-in-use", "Another server is running on this database.")
        await asyncio.sleep(0.1)
    return connection
