"""A short way between a socket and the table: messages are written and heard without a task waiting in between.

The ordinary way of ASGI stays open for whatever the short one does not take: a page that does not keep up, closing,
and servers other than ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

DIRECT_LINE = "fatetable.line"
"""The name among ASGI's extensions under which the server passes on the short way."""

Hear = Callable[[str], None]


def text_frame(message: bytes) -> bytes:
    """A whole text message as a server sends it (RFC 6455, 5.2): final, not masked, not compressed."""
    length = len(message)
    if length < 126:
        return b"\x81%c%b" % (length, message)
    if length < 1 << 16:
        return b"\x81\x7e%b%b" % (length.to_bytes(2, "big"), message)
    return b"\x81\x7f%b%b" % (length.to_bytes(8, "big"), message)


class DirectLine(WebSocketsSansIOProtocol):
    """The socket of one page."""

    _hear: Hear | None = None

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[DIRECT_LINE] = self

    def abort(self) -> None:
        """Drop a connection whose other side does not read."""
        self.transport.abort()

    def write(self, messages: Iterable[bytes]) -> bool:
        """Send these text messages at once; False if they have to wait or cannot be sent any more."""
        is_open = self.handshake_complete and not self.close_sent and not self.disconnected
        if not is_open or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(b"".join(map(text_frame, messages)))
        return True

    def listen(self, hear: Hear | None) -> None:
        """Have every message heard the moment it arrives."""
        self._hear = hear

    def send_receive_event_to_app(self) -> None:
        # Whatever waits to be read the ordinary way is older and comes first.
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
