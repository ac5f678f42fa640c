"""Working out offers when there is time: they are the dearest part of a screen, and the first that may be late."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fatetable.adapters.server.live_tables import LiveTable


NAP = 0.001
MOST_NAPS = 20
"""How often one seat's offers are put off because somebody waits for something else."""


class OffersLater:
    """A list of tables at which offers are out of date, each on it once however often it changed meanwhile.

    `is_busy` says whether a command is being carried out anywhere.
    """

    def __init__(self, is_busy: Callable[[], bool]) -> None:
        self._is_busy = is_busy
        self._waiting: dict[LiveTable, None] = {}
        self._work: asyncio.Task[None] | None = None

    def later(self, table: LiveTable) -> None:
        self._waiting[table] = None
        if self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._catch_up())

    def __len__(self) -> int:
        return len(self._waiting)

    async def _catch_up(self) -> None:
        try:
            while self._waiting:
                # Everything else that is ready to run goes first, every time: the busier the server, the rarer offers.
                await asyncio.sleep(0)
                for _ in range(MOST_NAPS):
                    if not self._is_busy():
                        break
                    await asyncio.sleep(NAP)
                if self._waiting:
                    table = next(iter(self._waiting))
                    del self._waiting[table]
                    # One seat at a time, and the other tables before the next.
                    if table.show_next_offers():
                        self._waiting[table] = None
        finally:
            self._work = None

    async def close(self) -> None:
        self._waiting.clear()
        if self._work is not None:
            await self._work
