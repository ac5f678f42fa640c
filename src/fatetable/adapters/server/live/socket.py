"""The WebSocket of one page, as ASGI hands it over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from fatetable.adapters.server.live.websocket_protocol import DIRECT_EXTENSION, WebSocketProtocol


class Disconnected(Exception):
    """The page has closed the socket."""


class Socket(NamedTuple):
    scope: Any
    receive: Callable[[], Any]
    send: Callable[[Any], Any]

    async def read(self) -> str:
        event = await self.receive()
        if event["type"] == "websocket.disconnect":
            raise Disconnected
        text: str | None = event.get("text")
        return text if text is not None else event["bytes"].decode("utf-8", "replace")

    async def write(self, message: bytes) -> None:
        await self.send({"type": "websocket.send", "text": message.decode()})

    async def close(self, code: int, reason: str = "") -> None:
        await self.send({"type": "websocket.close", "code": code, "reason": reason})

    @property
    def direct(self) -> WebSocketProtocol | None:
        """The protocol object below ASGI, if the server is ours."""
        found: WebSocketProtocol | None = self.scope.get("extensions", {}).get(DIRECT_EXTENSION)
        return found

    def abort(self) -> None:
        if direct := self.direct:
            direct.abort()
