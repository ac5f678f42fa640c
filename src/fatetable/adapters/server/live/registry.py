"""The tables in memory: a table is loaded when the first page comes, and dropped some time after the last one left."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

from fatetable.adapters.images.reencoding import Reencoding
from fatetable.adapters.server.live.deferred_offers import DeferredOffers
from fatetable.adapters.server.live.outbox import OutboxFlusher
from fatetable.adapters.server.live.readings import Readings
from fatetable.adapters.server.live.table import LiveTable
from fatetable.adapters.server.neighbours.homes import ONE_HOME, Homes
from fatetable.adapters.server.operations.json_log import JsonLog
from fatetable.adapters.server.operations.metrics import Metrics
from fatetable.adapters.server.protection.quotas import Quotas
from fatetable.adapters.server.protection.rate_limits import Limits
from fatetable.adapters.workers.pool import WorkerPool
from fatetable.engine.errors import FatetableError
from fatetable.engine.opening import TABLE
from fatetable.tabletop.storage.lobby import Lobby, Opened
from fatetable.tabletop.storage.stored_table import StoredTable

IDLE_SECONDS = 120.0
MOST_IDLE = 20
"""Tables without a page that stay in memory; of more, those are dropped that have been idle longest."""
SHORTLY_IDLE_SECONDS = 5.0
"""How long they stay all the same: somebody may be about to use them."""
KEY_CHECK_SECONDS = 2.0
"""How often to look whether another program, such as `fatetable link`, has replaced a key that is in use."""
PARTING_SECONDS = 1.0
"""How long commands have to be finished when the server stops, and then pages to read that it does."""


class TableRegistry:
    """All live tables, and what they share: the lobby, the log, the metrics and the background work."""

    def __init__(
        self,
        lobby: Lobby,
        json_log: JsonLog,
        *,
        clock: Callable[[], float] = time.monotonic,
        idle_seconds: float = IDLE_SECONDS,
        second: float = 1.0,
        quotas: Quotas | None = None,
        homes: Homes = ONE_HOME,
    ) -> None:
        """`second` is how long a second of a countdown lasts."""
        self.homes = homes
        self.lobby = lobby
        self.json_log = json_log
        self.clock = clock
        self.second = second
        self.metrics = Metrics()
        self.quotas = quotas or Quotas(Limits())
        self.busy_tables = 0
        """How many tables are carrying out commands."""
        self.outbox_flusher = OutboxFlusher(self.note_fault)
        self.deferred_offers = DeferredOffers(lambda: self.busy_tables > 0)
        self.reencoding = Reencoding()
        self.workers = WorkerPool()
        self.readings = Readings(lobby)
        self._idle_seconds = idle_seconds
        self.tasks: set[asyncio.Task[Any]] = set()
        """The tasks of open connections, and of tables that are being loaded again."""
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    # -- tables --------------------------------------------------------------------------------------------------

    async def open(
        self,
        ruleset: str,
        name: str,
        *,
        dials: Mapping[str, str | int | bool],
        content: Mapping[str, str] | None = None,
        title: str = "",
        scene: str = "",
        solo: bool = False,
    ) -> Opened:
        # On another thread, because setting up a table takes a while and other tables should not wait for it.
        opened = await asyncio.to_thread(
            self.lobby.open, ruleset, name, dials=dials, content=content, title=title, scene=scene, solo=solo
        )
        await asyncio.wrap_future(opened.stored)
        self.metrics.tables_opened += 1
        self.json_log.info("table-opened", table=opened.id)
        return opened

    async def table(self, table_id: str) -> LiveTable:
        """The table, from memory or from the store; raises what is wrong with it.

        A table that another process plays is never loaded here, so each is played once.
        """
        self.homes.check(table_id)
        found = self._tables.get(table_id)
        if found is not None:
            found.idle_since = self.clock()
            return found
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.get_running_loop().create_task(self._load_live(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def _load_live(self, table_id: str) -> LiveTable:
        try:
            stored_table = await self.load(table_id)
            self.drop_idle()
            table = self._tables[table_id] = LiveTable(self, stored_table, self.lobby.taken_seats(table_id))
            return table
        finally:
            del self._loading[table_id]

    async def load(self, table_id: str) -> StoredTable:
        table = await asyncio.to_thread(self.lobby.load, table_id)
        stored_table = StoredTable(table_id, table, self.lobby.store, self.lobby.sources.now)
        if not table.state.get(TABLE).commitment:
            # An imported table whose play was closed has no dice.
            await asyncio.wrap_future(stored_table.new_dice(self.lobby.sources.secret()).stored)
        return stored_table

    def forget(self, table: LiveTable) -> None:
        table.clock.stop()
        if self._tables.get(table.id) is table:
            del self._tables[table.id]

    def drop_idle(self) -> None:
        """Drop the tables that had no page for a while, sooner if there are many; the store has everything."""
        now = self.clock()
        idle = sorted((table for table in self._tables.values() if table.is_idle), key=lambda table: table.idle_since)
        shortly = min(SHORTLY_IDLE_SECONDS, self._idle_seconds)
        for number, table in enumerate(idle, start=1):
            stays = self._idle_seconds if len(idle) - number < MOST_IDLE else shortly
            if now - table.idle_since >= stays:
                self.forget(table)

    async def keep_dropping_idle(self) -> None:
        while True:
            await asyncio.sleep(max(0.05, min(self._idle_seconds / 2, 30.0)))
            self.drop_idle()

    async def keep_checking_keys(self) -> None:
        while True:
            await asyncio.sleep(KEY_CHECK_SECONDS)
            try:
                await self.check_keys()
            except FatetableError:
                # The store fails; commands and visitors report that.
                continue
            except Exception as error:
                self.note_fault(error)

    async def check_keys(self) -> None:
        """Close the pages whose key is not in the store any more."""
        for table in list(self._tables.values()):
            if table.pages and table.match_keys(self.lobby.store.keys_of(table.id)):
                self.json_log.info("links-replaced", table=table.id)
            # Other tables need not wait for all of this.
            await asyncio.sleep(0)

    # -- the whole server ----------------------------------------------------------------------------------------

    def run_task(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background; `close` waits for it."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def note_fault(self, error: Exception) -> None:
        """Count and log an unexpected error; the server goes on."""
        self.metrics.faults += 1
        self.json_log.fault(error)

    def gauges(self) -> dict[str, int]:
        pages = sum(len(pages) for table in self._tables.values() for pages in table.pages.values())
        return {"tables_in_memory": len(self._tables), "pages": pages, "offers_waiting": len(self.deferred_offers)}

    async def close(self) -> None:
        """Finish what was begun, and tell every page that the server stops."""
        tables = list(self._tables.values())
        with suppress(TimeoutError):
            async with asyncio.timeout(PARTING_SECONDS):
                for table in tables:
                    await table.settled()
        for table in tables:
            table.clock.stop()
            table.close("server-stops", "The server stops; the page comes back by itself when it runs again.")
        self.workers.close()
        self.reencoding.close()
        self.readings.close()
        await self.deferred_offers.close()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=PARTING_SECONDS)
