"""uvicorn's WebSocket protocol with a direct way to the table: messages are read and written without a task switch.

The ordinary way through ASGI is used for everything else: a page that does not keep up, closing, and other servers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

DIRECT_EXTENSION = "fatetable.direct"
"""The ASGI extension under which an application finds the protocol object."""

Hear = Callable[[str], None]


def text_frame(message: bytes) -> bytes:
    """A text message as a single frame from a server (RFC 6455, 5.2): final, not masked, not compressed."""
    length = len(message)
    if length < 126:
        return b"\x81%c%b" % (length, message)
    if length < 1 << 16:
        return b"\x81\x7e%b%b" % (length.to_bytes(2, "big"), message)
    return b"\x81\x7f%b%b" % (length.to_bytes(8, "big"), message)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """The socket of one page."""

    _hear: Hear | None = None
    when_lost: Callable[[], None] | None = None
    """Called when the connection is gone."""
    _is_attended = False
    """Does the application use this socket?"""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.when_lost is not None:
            self.when_lost()
            self.when_lost = None
        self._let_go()

    async def run_asgi(self) -> None:
        self._is_attended = True
        try:
            await super().run_asgi()
        finally:
            self._is_attended = False
            self._let_go()

    def _let_go(self) -> None:
        """Break the circles in which the parts of a closed socket hold each other, so that it is freed at once."""
        if self.disconnected and not self._is_attended:
            self.conn.parser.close()
            self.transport = None  # type: ignore[assignment]
            if hasattr(self, "scope"):
                self.scope["extensions"].clear()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[DIRECT_EXTENSION] = self

    def abort(self) -> None:
        """Drop the connection without a goodbye."""
        if not self.disconnected:
            self.transport.abort()

    def write(self, messages: Iterable[bytes]) -> bool:
        """Send these text messages now; False if they have to wait or cannot be sent any more."""
        is_open = self.handshake_complete and not self.close_sent and not self.disconnected
        if not is_open or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(b"".join(map(text_frame, messages)))
        return True

    def listen(self, hear: Hear | None) -> None:
        """Call `hear` with every message as soon as it arrives."""
        self._hear = hear

    def send_receive_event_to_app(self) -> None:
        # Messages that wait in the queue of ASGI are older and come first.
        is_direct = self._hear is not None and self.queue.empty() and self.curr_msg_data_type == "text"
        if not is_direct or len(self.frames) != 1 or self.close_sent:
            super().send_receive_event_to_app()
            return
        try:
            text = bytes(self.frames[0]).decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()
            return
        self.frames = []
        assert self._hear is not None
        self._hear(text)
