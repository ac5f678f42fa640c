"""The stores that every test of the suite is run against."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fatetable.adapters.storage.memory_store import MemoryStore
from fatetable.adapters.storage.postgres.store import PostgresStore
from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.tabletop.storage.store import Store
from tests.adapters.storage.postgres import database, postgres_server

__all__ = ["database", "postgres_server", "store"]


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened: Store
    if request.param == "memory":
        opened = MemoryStore()
    elif request.param == "sqlite":
        opened = SqliteStore(tmp_path / "tables.db")
    else:
        opened = PostgresStore(request.getfixturevalue("database"))
    yield opened
    opened.close()
