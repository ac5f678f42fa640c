"""The whole server as one ASGI application: the sockets, the HTTP interface, the page, and what watches over them."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from fatetable.adapters.secrets_for_dice import new_secret
from fatetable.adapters.server import api_rulesets, api_tables, builder_api
from fatetable.adapters.server.endpoints import Endpoint, Problem, as_json, route
from fatetable.adapters.server.guards import Guarded
from fatetable.adapters.server.hall import IDLE_SECONDS, Hall
from fatetable.adapters.server.journal import Journal
from fatetable.adapters.server.limits import Doorkeeper, Limits
from fatetable.adapters.server.openapi import description
from fatetable.adapters.server.sockets import Sockets
from fatetable.adapters.server.static_page import PLACE, StaticPage
from fatetable.tabletop.lobby import Lobby, Sources
from fatetable.tabletop.ports import Store

KEY_BYTES = 24
TABLE_ID_BYTES = 9


def sources() -> Sources:
    return Sources(
        key=lambda: secrets.token_urlsafe(KEY_BYTES),
        table_id=lambda: secrets.token_hex(TABLE_ID_BYTES),
        secret=new_secret,
        now=lambda: int(time.time()),
    )


def endpoints() -> Iterator[Endpoint]:
    yield from api_rulesets.endpoints()
    yield from api_tables.endpoints()
    yield from builder_api.endpoints()


@cache
def _described() -> bytes:
    """Always the same, and dear to work out: nobody should be able to keep the server busy with it."""
    return msgspec.json.encode(description(tuple(endpoints())))


class TableServer:
    """The application, and the hall behind it; `close` ends both in good order and leaves the store open."""

    def __init__(
        self,
        store: Store,
        *,
        limits: Limits | None = None,
        journal: Journal | None = None,
        idle_seconds: float = IDLE_SECONDS,
        page: Path = PLACE,
    ) -> None:
        self.hall = Hall(Lobby(store, sources()), journal or Journal(), idle_seconds=idle_seconds)
        self.doorkeeper = Doorkeeper(limits or Limits())
        self.app: Any = Guarded(Starlette(routes=list(self._routes(page)), lifespan=self._lifespan))

    def _routes(self, page: Path) -> Iterator[BaseRoute]:
        yield WebSocketRoute("/ws", Sockets(self.hall, self.doorkeeper))
        for endpoint in endpoints():
            yield route(endpoint, self.hall, self.doorkeeper)
        yield Route("/healthz", self._health, methods=["GET"])
        yield Route("/metrics", self._metrics, methods=["GET"])
        yield Route("/api/openapi.json", self._description, methods=["GET"])
        yield Route("/api/{path:path}", self._no_such_thing, methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
        yield Route("/{path:path}", StaticPage(page).__call__, methods=["GET"])

    async def _health(self, _: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def _metrics(self, _: Request) -> Response:
        text = self.hall.metrics.text(self.hall.gauges())
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    async def _description(self, _: Request) -> Response:
        return Response(_described(), headers={"cache-control": "no-store"}, media_type="application/json")

    async def _no_such_thing(self, _: Request) -> Response:
        return as_json(Problem("no-such-thing", "There is nothing at this address."), 404)

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(self.hall.keep_sweeping())
        try:
            yield
        finally:
            sweeping.cancel()
            with suppress(asyncio.CancelledError):
                await sweeping
            await self.hall.close()
