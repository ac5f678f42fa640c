"""Turns for work that costs much: one job of an address at a time, a few in all, and the others wait in short lines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

MOST_IN_LINE = 8
"""Jobs of one address, that which is being done included."""
MOST_WAITING = 200
"""Jobs altogether: each holds what it was sent."""


class LineTooLong(Exception):
    """Too many jobs are waiting, for one address or altogether."""

    def __init__(self, *, is_address: bool) -> None:
        super().__init__("address" if is_address else "all")
        self.is_address = is_address


class _Line:
    def __init__(self) -> None:
        self.length = 0
        self.lock = asyncio.Lock()


class Turns:
    def __init__(self, at_once: int) -> None:
        self._turns = asyncio.Semaphore(at_once)
        self._lines: dict[str, _Line] = {}
        self._waiting = 0

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait until it is this job's turn; raises `LineTooLong` at once."""
        if self._waiting >= MOST_WAITING:
            raise LineTooLong(is_address=False)
        line = self._lines.setdefault(address, _Line())
        if line.length >= MOST_IN_LINE:
            raise LineTooLong(is_address=True)
        line.length += 1
        self._waiting += 1
        try:
            async with line.lock, self._turns:
                yield
        finally:
            self._waiting -= 1
            line.length -= 1
            if not line.length:
                del self._lines[address]
