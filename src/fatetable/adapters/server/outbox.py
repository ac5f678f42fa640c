"""The messages waiting to be read by one page.

A page that does not read must not hold up its table: what it may leave unread is limited, then it is cut off.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable

Deliver = Callable[[bytes], Awaitable[None]]
Write = Callable[[Iterable[bytes]], bool]


class Round:
    """Empties all boxes into which something was put at one go, as soon as that is over."""

    def __init__(self, note_fault: Callable[[Exception], None]) -> None:
        self._note_fault = note_fault
        self._boxes: list[Outbox] = []

    def add(self, box: Outbox) -> None:
        self._boxes.append(box)
        if len(self._boxes) == 1:
            asyncio.get_running_loop().call_soon(self._go)

    def _go(self) -> None:
        boxes, self._boxes = self._boxes, []
        for box in boxes:
            try:
                box.write_out()
            except Exception as error:
                # One line that breaks in a way nobody foresaw does not keep the others from what they are sent.
                self._note_fault(error)


class Outbox:
    """`put` never waits; `deliver` empties it at the speed of the other side.

    As long as the other side keeps up, whatever was put in at one go is handed to `write` together, in a `round` with
    the other boxes; `write` says whether it took it.  `overflow` is called once, when more is waiting than may wait;
    from then on nothing more is taken.
    """

    __slots__ = (
        "_bytes",
        "_is_delivering",
        "_is_due",
        "_is_overflowing",
        "_messages",
        "_most_bytes",
        "_most_messages",
        "_news",
        "_overflow",
        "_round",
        "_write",
        "is_closed",
    )

    def __init__(
        self,
        most_messages: int,
        most_bytes: int,
        overflow: Callable[[], None],
        round: Round,
        write: Write | None = None,
    ) -> None:
        self._most_messages = most_messages
        self._most_bytes = most_bytes
        self._overflow = overflow
        self._round = round
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
            self._round.add(self)

    def write_out(self) -> None:
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
            # Whoever catches up on return needs none of it.
            self._messages.clear()
        if last:
            self._messages.append(last)
        self.is_closed = True
        self._wake()

    def _wake(self) -> None:
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    async def deliver(self, send: Deliver) -> None:
        """Until the box is closed and empty."""
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
