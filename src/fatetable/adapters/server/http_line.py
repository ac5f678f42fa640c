"""A connection over HTTP that is not waited for without end, and that does not begin with endless headers.

Knows when a request begins and ends, and nothing about what it asks for.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fatetable.adapters.server.limits import Limits


class HttpLine(HttpToolsProtocol):
    def __init__(self, *args: Any, limits: Limits, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._limits = limits
        self._head_bytes = 0
        self._is_in_head = True
        self._deadline: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_a_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._request_is_here()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_in_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._is_in_head and self._head_bytes > self._limits.head_bytes:
            self.transport.abort()

    def on_message_begin(self) -> None:
        self._expect_a_request()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._request_is_here()
        # Whatever comes now belongs to the head of the next one.
        self._is_in_head, self._head_bytes = True, 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        # From here on it is the line of a page, which has to say hello in time.
        self._request_is_here()
        super().handle_websocket_upgrade()

    def _expect_a_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self._limits.request_seconds, self.transport.abort)

    def _request_is_here(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
