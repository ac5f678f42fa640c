"""The server as one ASGI application: the WebSocket, the HTTP interface and the page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from fatetable.adapters.lobby_sources import sources
from fatetable.adapters.server.addresses import Addresses
from fatetable.adapters.server.http import (
    builder,
    dice_records,
    images,
    play_records,
    rulesets,
    seat_keys,
    sharing,
    table_sheets,
    tables,
)
from fatetable.adapters.server.http.endpoints import Endpoint, Shared, as_json, refusal, route
from fatetable.adapters.server.http.openapi import description
from fatetable.adapters.server.http.problems import Problem
from fatetable.adapters.server.http.root_path import RootPath
from fatetable.adapters.server.http.static_files import StaticFiles
from fatetable.adapters.server.live.handshake import Handshake
from fatetable.adapters.server.live.registry import IDLE_SECONDS, TableRegistry
from fatetable.adapters.server.neighbours.channel import Channel
from fatetable.adapters.server.neighbours.handover import Handover
from fatetable.adapters.server.neighbours.homes import ONE_HOME
from fatetable.adapters.server.neighbours.routing import Routing
from fatetable.adapters.server.operations.json_log import JsonLog
from fatetable.adapters.server.operations.metrics import added_up
from fatetable.adapters.server.operations.metrics_port import MetricsPort
from fatetable.adapters.server.protection.connections import OpenConnections
from fatetable.adapters.server.protection.host_key import OPEN, Door
from fatetable.adapters.server.protection.known_hosts import KnownHosts, own_names
from fatetable.adapters.server.protection.origin_and_headers import SecurityHeaders, address_of
from fatetable.adapters.server.protection.proxies import ForwardedAddresses, Network, TrustedProxies
from fatetable.adapters.server.protection.quotas import Quotas, metered
from fatetable.adapters.server.protection.rate_limits import Limits, RateLimits, TooMany
from fatetable.adapters.web import STATIC
from fatetable.engine.errors import FatetableError
from fatetable.tabletop.storage.lobby import Lobby
from fatetable.tabletop.storage.store import Store

SIZES_SECONDS = 60.0
"""How often the sizes of tables are read anew where several processes write."""


def endpoints() -> Iterator[Endpoint]:
    yield from rulesets.endpoints()
    yield from tables.endpoints()
    yield from seat_keys.endpoints()
    yield from play_records.endpoints()
    yield from dice_records.endpoints()
    yield from images.endpoints()
    yield from table_sheets.endpoints()
    yield from sharing.endpoints()
    yield from builder.endpoints()


def _with_key_in_body() -> Iterator[str]:
    return (endpoint.path for endpoint in endpoints() if endpoint.has_key_in_body)


@cache
def _openapi(root_path: str) -> bytes:
    """Cached, because it never changes and is expensive to make."""
    return msgspec.json.encode(description(tuple(endpoints()), root_path))


class TableServer:
    """The application and its registry of tables; the caller opens and closes the store."""

    def __init__(
        self,
        store: Store,
        *,
        limits: Limits | None = None,
        json_log: JsonLog | None = None,
        idle_seconds: float = IDLE_SECONDS,
        page: Path = STATIC,
        addresses: Addresses | None = None,
        proxies: tuple[Network, ...] = (),
        door: Door = OPEN,
        channel: Channel | None = None,
    ) -> None:
        """A `channel` reaches the other worker processes of the server, if there are any."""
        limits, json_log, trusted = limits or Limits(), json_log or JsonLog(), TrustedProxies(proxies)
        self.channel = channel
        self.quotas = Quotas(limits)
        self.registry = TableRegistry(
            Lobby(metered(store, self.quotas), sources()),
            json_log,
            idle_seconds=idle_seconds,
            second=limits.second_ms / 1000,
            quotas=self.quotas,
            homes=channel.homes if channel is not None else ONE_HOME,
        )
        self._routing = Routing(self.registry.homes, self.registry.lobby, _with_key_in_body())
        self.rate_limits = RateLimits(limits)
        self.connections = OpenConnections(limits, trusted.__contains__)
        self._shared = Shared(self.registry, self.rate_limits, addresses or Addresses(), door)
        routed = Starlette(routes=list(self._routes(page)), lifespan=self._lifespan)
        guarded: Any = KnownHosts(routed, own_names(self._shared.addresses.public_url))
        if self._shared.addresses.root_path:
            guarded = RootPath(guarded, self._shared.addresses.root_path)
        self.metrics_port = MetricsPort(ForwardedAddresses(SecurityHeaders(guarded), trusted, json_log), self._metrics)
        self.app: Any = self.metrics_port

    def _routes(self, page: Path) -> Iterator[BaseRoute]:
        yield WebSocketRoute("/ws", Handshake(self.registry, self.rate_limits))
        for endpoint in endpoints():
            yield route(endpoint, self._shared)
        yield Route("/healthz", self._health, methods=["GET"])
        yield Route("/api/openapi.json", self._description, methods=["GET"])
        yield Route("/api/{path:path}", self._not_found, methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
        self._files = StaticFiles(page)
        yield Route("/{path:path}", self._file, methods=["GET"])

    async def _health(self, _: Request) -> Response:
        trouble = self.registry.lobby.store.trouble()
        return PlainTextResponse(f"{trouble or 'ok'}\n", 503 if trouble else 200)

    @property
    def handover(self) -> Callable[[], Handover] | None:
        return partial(Handover, self._routing, self.channel) if self.channel is not None else None

    def own_metrics(self) -> str:
        return self.registry.metrics.text(self.registry.gauges())

    async def _metrics(self) -> str:
        """Of all worker processes together."""
        others = await self.channel.texts() if self.channel is not None else []
        return added_up([self.own_metrics(), *others])

    async def _file(self, request: Request) -> Response:
        started = perf_counter()
        answer = await self._found(request)
        self.registry.metrics.count_request("GET", "/{file}", answer.status_code, perf_counter() - started)
        return answer

    async def _found(self, request: Request) -> Response:
        try:
            self.rate_limits.check_request(address_of(request.scope), "files")
        except TooMany as error:
            self.registry.metrics.limited += 1
            await asyncio.sleep(self.rate_limits.limits.refusal_seconds)
            return refusal(error)
        return await self._files(request)

    async def _description(self, _: Request) -> Response:
        told = _openapi(self._shared.addresses.root_path)
        return Response(told, headers={"cache-control": "no-store"}, media_type="application/json")

    async def _not_found(self, _: Request) -> Response:
        return as_json(Problem("no-such-thing", "There is nothing at this address."), 404)

    async def _learn_sizes(self) -> None:
        """Once, and again and again if other processes write as well."""
        while True:
            try:
                await self.quotas.learn(self.registry.lobby.store)
            except FatetableError as error:
                self.registry.json_log.warning("sizes-unknown", code=error.code)
            if self.channel is None:
                return
            await asyncio.sleep(SIZES_SECONDS)

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        dropping = asyncio.create_task(self.registry.keep_dropping_idle())
        checking = asyncio.create_task(self.registry.keep_checking_keys())
        learning = asyncio.create_task(self._learn_sizes())
        try:
            yield
        finally:
            for task in (dropping, checking, learning):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await self.registry.close()
