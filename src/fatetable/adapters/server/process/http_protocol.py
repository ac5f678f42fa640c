"""uvicorn's HTTP protocol with limits: connections, the time of requests and answers, the size of headers.

Where several worker processes serve, a connection goes to the one that plays the table its next request is about.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from collections.abc import Callable
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fatetable.adapters.server.live.websocket_protocol import WebSocketProtocol
from fatetable.adapters.server.neighbours.handover import Handover
from fatetable.adapters.server.protection.connections import OpenConnections
from fatetable.adapters.server.protection.origin_and_headers import network_of
from fatetable.adapters.server.protection.rate_limits import Limits


def unavailable(code: str, message: str) -> bytes:
    """A whole answer, for a connection that is closed after it."""
    body = msgspec.json.encode({"code": code, "message": message})
    return (
        b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncache-control: no-store\r\n"
        b"retry-after: 5\r\nconnection: close\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body)
    )


REFUSAL = unavailable("too-many-connections", "Too many connections are open; close some, or try again later.")
RESTARTING = unavailable("worker-restarts", "The process that plays this table starts again; try again in a moment.")
LAST_WORDS_SECONDS = 1.0
"""How long a refused connection is kept so that the refusal can be read."""
MOST_REFUSED = 100
"""Refused connections that are given this time; the others are dropped at once."""


class HttpProtocol(HttpToolsProtocol):
    def __init__(
        self,
        *args: Any,
        limits: Limits,
        open_connections: OpenConnections,
        handover: Callable[[], Handover] | None = None,
        begun: bytes = b"",
        **settings: Any,
    ) -> None:
        """`begun` was read from the connection by the worker that it comes from."""
        super().__init__(*args, **settings)
        self._limits = limits
        self._open_connections = open_connections
        self._address: str | None = None
        """Under which this connection is counted; none if it was refused."""
        self._is_refused = False
        self._head_bytes = 0
        self._is_in_head = True
        self._deadline: TimerHandle | None = None
        self._stalled: TimerHandle | None = None
        self._handover = handover() if handover is not None else None
        self._begun = begun

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        peer = transport.get_extra_info("peername")
        address = network_of(str(peer[0])) if isinstance(peer, tuple) else ""
        if not self._open_connections.open(address):
            self._refuse(transport)
            return
        self._address = address
        super().connection_made(transport)
        self._start_timer()
        if self._begun:
            begun, self._begun = self._begun, b""
            self.data_received(begun)

    def _refuse(self, transport: Transport) -> None:
        self._is_refused = True
        if self._open_connections.being_refused >= MOST_REFUSED:
            transport.abort()
            return
        self._open_connections.being_refused += 1
        transport.write(REFUSAL)
        if transport.can_write_eof():
            transport.write_eof()
        # Closed at once, what it has sent and nobody has read would wipe out the answer.
        self.loop.call_later(LAST_WORDS_SECONDS, self._drop, transport)

    def _drop(self, transport: Transport) -> None:
        self._open_connections.being_refused -= 1
        transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self.resume_writing()
        if self._is_refused:
            # It holds this protocol, and would wait for the collector.
            self.parser = None  # type: ignore[assignment]
            return
        self._count_as_closed()
        super().connection_lost(exc)

    def _count_as_closed(self) -> None:
        if self._address is not None:
            self._open_connections.close(self._address)
            self._address = None

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        if self._is_in_head:
            self._head_bytes += len(data)
        if self._handover is not None:
            self._handover.read(data)
        super().data_received(data)
        if self._handover is not None and self._handover.goes_elsewhere:
            self._move(self._handover)
        elif self._is_in_head and self._head_bytes > self._limits.head_bytes:
            self.transport.abort()

    def _move(self, handover: Handover) -> None:
        if not handover.pass_on(self.transport.get_extra_info("socket").fileno()):
            self.transport.write(RESTARTING)
            self.transport.close()
            return
        # This closes the connection for this process alone.
        self.transport.abort()

    @property
    def _is_answering(self) -> bool:
        # uvicorn says that there always is one.
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete

    def on_message_begin(self) -> None:
        self._start_timer()
        if self._handover is not None:
            self._handover.begin(is_alone=not self._is_answering)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        if self._handover is None or self._handover.stays_by_head(self.url, self.headers):
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self._handover is None or self._handover.stays:
            super().on_body(body)
        elif not self._handover.goes_elsewhere and not self._handover.takes(body):
            super().on_headers_complete()
            super().on_body(self._handover.body)

    def on_message_complete(self) -> None:
        self._stop_timer()
        # The next bytes belong to the head of the next request.
        self._is_in_head, self._head_bytes = True, 0
        if self._handover is not None and not self._handover.stays:
            if not self._handover.stays_by_body():
                return
            super().on_headers_complete()
            super().on_body(self._handover.body)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        if self._handover is not None and not self._handover.stays:
            return
        # From here on `Handshake` limits the time.
        self._stop_timer()
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        if isinstance(protocol, WebSocketProtocol):
            protocol.when_lost = self._end_upgraded

    def _end_upgraded(self) -> None:
        """The socket that this connection became is closed."""
        self._count_as_closed()
        # They hold each other and this, and would wait for the collector.
        self.parser = self.transport = self.flow = None  # type: ignore[assignment]

    # -- an answer that nobody reads -----------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(self._limits.answer_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        if self.flow is not None:
            super().resume_writing()

    def _start_timer(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self._limits.request_seconds, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
