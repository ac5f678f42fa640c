"""The stores that every test of the suite is run against."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fatetable.adapters.storage.memory_store import MemoryStore
from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.tabletop.storage.store import Store


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened: Store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "tables.db")
    yield opened
    opened.close()
