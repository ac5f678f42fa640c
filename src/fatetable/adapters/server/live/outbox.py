"""The outbox of one page: messages that wait to be sent.

A page that does not read must not hold up its table: its outbox is limited, and when it is full the page is cut off.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable

Deliver = Callable[[bytes], Awaitable[None]]
Write = Callable[[Iterable[bytes]], bool]


class OutboxFlusher:
    """Flushes all outboxes that got messages in one turn of the event loop, at the end of that turn."""

    def __init__(self, note_fault: Callable[[Exception], None]) -> None:
        self._note_fault = note_fault
        self._outboxes: list[Outbox] = []

    def add(self, outbox: Outbox) -> None:
        self._outboxes.append(outbox)
        if len(self._outboxes) == 1:
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        outboxes, self._outboxes = self._outboxes, []
        for outbox in outboxes:
            try:
                outbox.flush()
            except Exception as error:
                # An unexpected error in one connection must not keep the others from their messages.
                self._note_fault(error)


class Outbox:
    """`put` never waits; `deliver` sends at the speed of the page.

    As long as the page keeps up, all messages of one turn of the event loop are handed to `write` together, by the
    `flusher`; `write` returns whether it took them.  `overflow` is called once, when too much is waiting; from then on
    no more messages are taken.
    """

    __slots__ = (
        "_bytes",
        "_flusher",
        "_is_delivering",
        "_is_due",
        "_is_overflowing",
        "_messages",
        "_most_bytes",
        "_most_messages",
        "_news",
        "_overflow",
        "_write",
        "is_closed",
    )

    def __init__(
        self,
        most_messages: int,
        most_bytes: int,
        overflow: Callable[[], None],
        flusher: OutboxFlusher,
        write: Write | None = None,
    ) -> None:
        self._most_messages = most_messages
        self._most_bytes = most_bytes
        self._overflow = overflow
        self._flusher = flusher
        self._write = write
        self._messages: deque[bytes] = deque()
        self._bytes = 0
        self._news: asyncio.Future[None] | None = None
        self._is_overflowing = False
        self._is_due = False
        self._is_delivering = False
        self.is_closed = False

    def put(self, message: bytes) -> None:
        if self.is_closed or self._is_overflowing:
            return
        if len(self._messages) >= self._most_messages or self._bytes + len(message) > self._most_bytes:
            self._is_overflowing = True
            self._overflow()
            return
        self._messages.append(message)
        self._bytes += len(message)
        if self._write is None:
            self._wake()
        elif not self._is_due:
            self._is_due = True
            self._flusher.add(self)

    def flush(self) -> None:
        self._is_due = False
        if self._write is not None and not self._is_delivering and not self.is_closed and self._write(self._messages):
            self._messages.clear()
            self._bytes = 0
        else:
            self._wake()

    def close(self, last: bytes = b"") -> None:
        """Deliver what is waiting and then `last`, and take nothing more."""
        if self.is_closed:
            return
        if self._is_overflowing:
            # A page that was cut off gets everything when it connects again.
            self._messages.clear()
        if last:
            self._messages.append(last)
        self.is_closed = True
        # They belong to the connection, which holds this outbox.
        self._overflow, self._write = _nothing, None
        self._wake()

    def _wake(self) -> None:
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    async def deliver(self, send: Deliver) -> None:
        """Send messages until the outbox is closed and empty."""
        while True:
            self._is_delivering = True
            while self._messages:
                message = self._messages.popleft()
                self._bytes -= len(message)
                await send(message)
            self._is_delivering = False
            if self.is_closed:
                return
            self._news = asyncio.get_running_loop().create_future()
            await self._news


def _nothing() -> None:
    """Nothing is put into a closed outbox."""
