"""The metrics, at a port of their own: they tell how many people play when, which concerns the host alone."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import Any

from starlette.responses import PlainTextResponse

from fatetable.adapters.server.protection.known_hosts import KnownHosts, own_names

POLICY_VIOLATION = 1008


class MetricsPort:
    """An ASGI application that answers `/metrics` to what came in at the port it was given, and nothing else there.

    Everything that came in at another port is passed on.
    """

    def __init__(self, app: Any, text: Callable[[], Awaitable[str]]) -> None:
        self._app = app
        self._text = text
        self._port: int | None = None
        self._guarded: Any = self._answer

    def listen_at(self, listening: socket.socket) -> None:
        host, self._port = listening.getsockname()[:2]
        if ip_address(host).is_loopback:
            # No other site can point a name of its own at this machine.
            self._guarded = KnownHosts(self._answer, own_names())

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        is_here = scope["type"] != "lifespan" and scope.get("server") and scope["server"][1] == self._port
        await (self._guarded if is_here else self._app)(scope, receive, send)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        elif scope["path"] != "/metrics":
            await PlainTextResponse("There is nothing at this address.\n", 404)(scope, receive, send)
        else:
            told = PlainTextResponse(await self._text(), media_type="text/plain; version=0.0.4")
            await told(scope, receive, send)
