"""All tables with people at them: brought into memory when somebody comes, and out of it when nobody is left."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from fatetable.adapters.server.journal import Journal
from fatetable.adapters.server.live_tables import LiveTable
from fatetable.adapters.server.metrics import Metrics
from fatetable.adapters.server.offers_later import OffersLater
from fatetable.adapters.server.outbox import Round
from fatetable.engine.opening import TABLE
from fatetable.tabletop.lobby import Lobby, Opened
from fatetable.tabletop.room import Room

IDLE_SECONDS = 120.0
PARTING_SECONDS = 3.0
"""How long everybody is given to read that the server stops."""


class Hall:
    def __init__(
        self,
        lobby: Lobby,
        journal: Journal,
        *,
        clock: Callable[[], float] = time.monotonic,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self.lobby = lobby
        self.journal = journal
        self.clock = clock
        self.metrics = Metrics()
        self.at_work = 0
        """How many tables have commands that are being carried out."""
        self.round = Round(self.note_fault)
        self.offers = OffersLater(lambda: self.at_work > 0)
        self._idle_seconds = idle_seconds
        self.visits: set[asyncio.Task[Any]] = set()
        """One for each page that is being attended to."""
        self._tables: dict[str, LiveTable] = {}
        self._arriving: dict[str, asyncio.Task[LiveTable]] = {}

    # -- tables ------------------------------------------------------------------------------------------------------

    async def open(
        self, ruleset: str, name: str, *, dials: Mapping[str, str | int | bool], title: str = "", scene: str = ""
    ) -> Opened:
        # Laying a table takes a while, and nobody at another one should wait for it.
        opened = await asyncio.to_thread(self.lobby.open, ruleset, name, dials=dials, title=title, scene=scene)
        await asyncio.wrap_future(opened.stored)
        self.metrics.tables_opened += 1
        self.journal.info("table-opened", table=opened.id)
        return opened

    async def table(self, table_id: str) -> LiveTable:
        """The table, from memory or from the store; raises what is wrong with it."""
        found = self._tables.get(table_id)
        if found is not None:
            found.idle_since = self.clock()
            return found
        if table_id not in self._arriving:
            self._arriving[table_id] = asyncio.get_running_loop().create_task(self._arrive(table_id))
        return await asyncio.shield(self._arriving[table_id])

    async def _arrive(self, table_id: str) -> LiveTable:
        try:
            room = await self.bring_back(table_id)
            table = self._tables[table_id] = LiveTable(self, room, self.lobby.taken_seats(table_id))
            return table
        finally:
            del self._arriving[table_id]

    async def bring_back(self, table_id: str) -> Room:
        table = await asyncio.to_thread(self.lobby.bring_back, table_id)
        room = Room(table_id, table, self.lobby.store)
        if not table.state.get(TABLE).commitment:
            # It comes from elsewhere, where play was closed.
            await asyncio.wrap_future(room.new_dice(self.lobby.sources.secret()).stored)
        return room

    def in_memory(self, table_id: str) -> LiveTable | None:
        return self._tables.get(table_id)

    def forget(self, table: LiveTable) -> None:
        if self._tables.get(table.room.id) is table:
            del self._tables[table.room.id]

    def sweep(self) -> None:
        """Let go of the tables at which nobody has been for a while; the store has everything."""
        now = self.clock()
        for table in list(self._tables.values()):
            if table.is_idle and now - table.idle_since >= self._idle_seconds:
                self.forget(table)

    async def keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(max(0.05, min(self._idle_seconds / 2, 30.0)))
            self.sweep()

    # -- as a whole ----------------------------------------------------------------------------------------------

    def note_fault(self, error: Exception) -> None:
        """An error nobody foresaw: it is counted and noted, and the server goes on."""
        self.metrics.faults += 1
        self.journal.fault(error)

    def gauges(self) -> dict[str, int]:
        pages = sum(len(pages) for table in self._tables.values() for pages in table.pages.values())
        return {"tables_in_memory": len(self._tables), "pages": pages, "offers_waiting": len(self.offers)}

    async def close(self) -> None:
        """Finish what was begun, and tell every page that the server stops."""
        for table in list(self._tables.values()):
            with suppress(TimeoutError):
                async with asyncio.timeout(PARTING_SECONDS):
                    await table.settled()
            table.close("server-stops", "The server stops; the page comes back by itself when it runs again.")
        await self.offers.close()
        if self.visits:
            await asyncio.wait(self.visits, timeout=PARTING_SECONDS)
