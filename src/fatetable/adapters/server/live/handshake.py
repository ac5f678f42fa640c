"""The ASGI application behind `/ws`: checks who connects, and runs a `Connection` for each page that is let in."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from fatetable.adapters.server.live.connection import GOODBYE_CODE, Connection
from fatetable.adapters.server.live.registry import TableRegistry
from fatetable.adapters.server.live.socket import Disconnected, Socket
from fatetable.adapters.server.live.table import LiveTable
from fatetable.adapters.server.neighbours.homes import PlayedElsewhere
from fatetable.adapters.server.protection.origin_and_headers import address_of, is_same_site
from fatetable.adapters.server.protection.rate_limits import RateLimits, TooMany
from fatetable.adapters.server.screens.patches import encode
from fatetable.adapters.server.wire import VERSION, FromPage, Goodbye, Hello
from fatetable.engine.errors import FatetableError
from fatetable.engine.messages import SeatId
from fatetable.tabletop.storage.lobby import NotAdmitted
from fatetable.tabletop.storage.store import AccessKey, StoreFailed

POLICY_VIOLATION = 1008

_DECODER = msgspec.json.Decoder(FromPage)


class Rejected(Exception):
    """The page is not let in: it is told why, and the socket is closed."""

    def __init__(self, code: str, message: str, *, may_return: bool = False, table: str = "") -> None:
        super().__init__(code)
        self.goodbye = Goodbye(code, message, may_return, table)


class Handshake:
    def __init__(self, registry: TableRegistry, rate_limits: RateLimits) -> None:
        self.registry = registry
        self.rate_limits = rate_limits

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        socket = Socket(scope, receive, send)
        await receive()
        address = address_of(scope)
        if not is_same_site(scope) or not self.rate_limits.open_socket(address):
            self.registry.metrics.sockets_refused += 1
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return
        try:
            await send({"type": "websocket.accept"})
            self.registry.metrics.sockets_opened += 1
            await self._attend(socket, address)
        except (Disconnected, OSError):
            pass
        except Exception as error:
            self.registry.note_fault(error)
        finally:
            self.rate_limits.close_socket(address)

    async def _attend(self, socket: Socket, address: str) -> None:
        try:
            hello = await self._hello(socket)
            key, table = await self._admit(hello, address)
            limits = self.rate_limits.limits
            if len(table.pages.get(SeatId(key.seat), ())) >= limits.pages_per_seat:
                raise Rejected("too-many-pages", "This seat is open in too many places; close one of them first.")
        except Rejected as rejected:
            self.registry.metrics.sockets_refused += 1
            await socket.write(encode(rejected.goodbye))
            await socket.close(GOODBYE_CODE, rejected.goodbye.code)
            return
        await Connection(self.registry, self.rate_limits, table, key, socket).run(hello.after, hello.role)

    async def _slow_down(self, address: str) -> None:
        """Let somebody wait who tries many wrong keys; right ones are let in at once, also from the same address."""
        try:
            self.rate_limits.check_request(address)
        except TooMany:
            self.registry.metrics.limited += 1
            await asyncio.sleep(self.rate_limits.limits.refusal_seconds)

    async def _hello(self, socket: Socket) -> Hello:
        try:
            async with asyncio.timeout(self.rate_limits.limits.hello_seconds):
                hello = _DECODER.decode(await socket.read())
        except TimeoutError:
            raise Rejected("no-hello", "The page did not say who it is.", may_return=True) from None
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self.registry.metrics.malformed += 1
            raise Rejected("malformed", "The first message could not be read.") from None
        if not isinstance(hello, Hello):
            raise Rejected("malformed", "The first message says who the page is.")
        if hello.version != VERSION:
            raise Rejected("other-version", "The table speaks another version than this page: load the page again.")
        return hello

    async def _admit(self, hello: Hello, address: str) -> tuple[AccessKey, LiveTable]:
        try:
            key = self.registry.lobby.admit(hello.key)
            if key.purpose != "seat":
                raise NotAdmitted("not-a-seat", "This link invites to a table; it is not a seat.")
            self.rate_limits.check_visit(key.table, key.seat)
            return key, await self.registry.table(key.table)
        except TooMany as error:
            self.registry.metrics.limited += 1
            raise Rejected(error.code, error.message, may_return=True) from None
        except NotAdmitted as error:
            await self._slow_down(address)
            raise Rejected(error.code, error.message) from None
        except PlayedElsewhere as error:
            raise Rejected(error.code, error.message, may_return=True, table=error.table) from None
        except FatetableError as error:
            self.registry.json_log.error("table-unavailable", code=error.code)
            message = "The table cannot be read at the moment; try again later."
            # A damaged log stays damaged; a store that cannot be used now may work again soon.
            raise Rejected("table-unavailable", message, may_return=isinstance(error, StoreFailed)) from None
