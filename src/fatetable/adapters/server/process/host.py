"""A server as its host has set it up: one process, or several that share the tables of a data folder."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from fatetable.adapters.server.addresses import Addresses
from fatetable.adapters.server.app import TableServer
from fatetable.adapters.server.neighbours.channel import Channel
from fatetable.adapters.server.neighbours.homes import Homes
from fatetable.adapters.server.operations.json_log import JsonLog
from fatetable.adapters.server.process.supervisor import Supervisor, Worker
from fatetable.adapters.server.process.uvicorn_server import address_in_words, serve
from fatetable.adapters.server.process.warm_up import warm_up_msgspec
from fatetable.adapters.server.protection.host_key import Door
from fatetable.adapters.server.protection.proxies import Network
from fatetable.adapters.server.protection.rate_limits import Limits
from fatetable.adapters.storage.backups.daily_backups import DailyBackups
from fatetable.adapters.storage.data_folder import open_data, open_shared, prepare_to_share
from fatetable.tabletop.storage.store import Store


def cores() -> int:
    """How many processes can run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Host(NamedTuple):
    data: Path
    listening: socket.socket
    metrics: socket.socket | None
    limits: Limits
    proxies: tuple[Network, ...]
    addresses: Addresses
    open_door: Callable[[], Door]
    """Who may open tables; asked once the data folder is this server's."""
    json_log: JsonLog
    backups: Path | None
    """Where daily copies go, if any are made."""
    workers: int = 1
    database: str = ""
    """The address of a database that keeps the tables, in place of a file in the data folder."""

    def run(self, ready: Callable[[str], None]) -> bool:
        """Serve until told to stop; `ready` gets the address.  Returns False if a worker process could not start."""
        if self.workers == 1:
            self._serve(self._open_alone(), self.open_door, ready)
            return True
        # A database keeps other servers out by itself.
        lock = prepare_to_share(self.data) if not self.database else None
        try:
            warm_up_msgspec()
            url, door = address_in_words(self.listening), self.open_door()
            with tempfile.TemporaryDirectory(prefix="fatetable-") as folder:

                def work(worker: Worker) -> None:
                    homes = Homes(worker.number, self.workers)
                    store = self._open_shared(is_first=homes.is_first)
                    channel = Channel(Path(folder), homes)
                    self._serve(store, lambda: door, lambda _: worker.ready(), channel, worker.lifeline)

                return Supervisor(self.workers, work, self.json_log).run(lambda: ready(url))
        finally:
            if lock is not None:
                lock.release()

    def _open_alone(self) -> Store:
        return self._open_shared(is_first=True) if self.database else open_data(self.data, to_serve=True)

    def _open_shared(self, *, is_first: bool) -> Store:
        """The store of one worker process; the first does what only one may do."""
        if not self.database:
            return open_shared(self.data, checkpoints=is_first)
        # Its driver is an extra.
        from fatetable.adapters.storage.postgres.store import PostgresStore

        return PostgresStore(self.database, lock=is_first)

    def _serve(
        self,
        store: Store,
        open_door: Callable[[], Door],
        ready: Callable[[str], None],
        channel: Channel | None = None,
        lifeline: int = -1,
    ) -> None:
        is_first = channel is None or channel.homes.is_first
        server = TableServer(
            store,
            limits=self.limits,
            json_log=self.json_log,
            addresses=self.addresses,
            proxies=self.proxies,
            door=open_door(),
            channel=channel,
        )
        daily = DailyBackups(store, self.backups, self._tell) if self.backups is not None and is_first else None

        def start(url: str) -> None:
            ready(url)
            if daily is not None:
                daily.start()

        metrics = self.metrics if is_first else None
        try:
            serve(server, store, self.listening, metrics=metrics, ready=start, lifeline=lifeline)
        finally:
            if daily is not None:
                daily.close()

    def _tell(self, event: str, code: str) -> None:
        if code:
            self.json_log.warning(event, code=code)
        else:
            self.json_log.info(event)
