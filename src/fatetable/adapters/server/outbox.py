"""The messages waiting to be read by one page.

A page that does not read must not hold up its table: what it may leave unread is limited, then it is cut off.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

MOST_MESSAGES = 512
MOST_BYTES = 4_000_000

Deliver = Callable[[bytes], Awaitable[None]]


class Outbox:
    """`put` never waits; `deliver` empties it at the speed of the other side."""

    def __init__(self, most_messages: int = MOST_MESSAGES, most_bytes: int = MOST_BYTES) -> None:
        self._most_messages = most_messages
        self._most_bytes = most_bytes
        self._messages: deque[bytes] = deque()
        self._bytes = 0
        self._has_news = asyncio.Event()
        self.is_overflowing = False
        self.is_closed = False
        self.overflowed = asyncio.Event()

    def put(self, message: bytes) -> None:
        if self.is_closed or self.is_overflowing:
            return
        if len(self._messages) >= self._most_messages or self._bytes + len(message) > self._most_bytes:
            self.is_overflowing = True
            self.overflowed.set()
            return
        self._messages.append(message)
        self._bytes += len(message)
        self._has_news.set()

    def close(self, last: bytes = b"") -> None:
        """Deliver what is waiting and then `last`, and take nothing more."""
        if not self.is_closed:
            if self.is_overflowing:
                # Whoever catches up on return needs none of it.
                self._messages.clear()
            if last:
                self._messages.append(last)
            self.is_closed = True
            self._has_news.set()

    async def deliver(self, send: Deliver) -> None:
        """Until the box is closed and empty."""
        while True:
            while self._messages:
                message = self._messages.popleft()
                self._bytes -= len(message)
                await send(message)
            if self.is_closed:
                return
            self._has_news.clear()
            await self._has_news.wait()
