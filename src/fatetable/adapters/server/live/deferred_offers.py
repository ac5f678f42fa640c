"""Computes offers in the background: they are expensive and may arrive late."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fatetable.adapters.server.live.table import LiveTable


PAUSE_SECONDS = 0.001
MOST_PAUSES = 20
"""How often the offers of one seat are put off while commands are being carried out."""


class DeferredOffers:
    """The tables whose offers are outdated, each listed once however often it has changed.

    `is_busy` says whether a command is being carried out at any table.
    """

    def __init__(self, is_busy: Callable[[], bool]) -> None:
        self._is_busy = is_busy
        self._waiting: dict[LiveTable, None] = {}
        self._work: asyncio.Task[None] | None = None

    def add(self, table: LiveTable) -> None:
        self._waiting[table] = None
        if self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._catch_up())

    def __len__(self) -> int:
        return len(self._waiting)

    async def _catch_up(self) -> None:
        try:
            while self._waiting:
                # Everything else that is ready to run goes first: the busier the server, the rarer the offers.
                await asyncio.sleep(0)
                for _ in range(MOST_PAUSES):
                    if not self._is_busy():
                        break
                    await asyncio.sleep(PAUSE_SECONDS)
                if self._waiting:
                    table = next(iter(self._waiting))
                    del self._waiting[table]
                    # One seat at a time; its table then waits behind the other tables.
                    if table.send_next_offers():
                        self._waiting[table] = None
        finally:
            self._work = None

    async def close(self) -> None:
        self._waiting.clear()
        if self._work is not None:
            await self._work
