"""Runs the server under uvicorn: takes a port, starts, and stops in good order."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import uvicorn

from fatetable.adapters.server.app import TableServer
from fatetable.adapters.server.live.websocket_protocol import WebSocketProtocol
from fatetable.adapters.server.process.gc_tuning import collect_when_idle, tune_interpreter
from fatetable.adapters.server.process.http_protocol import HttpProtocol
from fatetable.adapters.server.process.warm_up import warm_up_msgspec
from fatetable.engine.errors import FatetableError
from fatetable.tabletop.storage.store import Store

STOPPING_SECONDS = 1
"""How long requests have to be finished after that."""
BACKLOG = 2048


class NotServing(FatetableError):
    """The server cannot listen at the address it was given."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises `NotServing` with the reason."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
    except OSError:
        raise NotServing("no-such-address", f'There is no address "{host}" to serve on.') from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(BACKLOG)
        listening.setblocking(False)
    except OSError as error:
        listening.close()
        raise NotServing(*_reason(error, host, port)) from None
    except OverflowError:
        listening.close()
        raise NotServing("no-such-port", f"There is no port {port}.") from None
    return listening


def _reason(error: OSError, host: str, port: int) -> tuple[str, str]:
    if error.errno == errno.EADDRINUSE:
        return "port-in-use", f"Port {port} is in use by another program; choose another one with --port."
    if error.errno == errno.EACCES:
        return "port-not-allowed", f"You may not serve on port {port}; choose one above 1023 with --port."
    if error.errno == errno.EADDRNOTAVAIL:
        return "no-such-address", f'This machine does not have the address "{host}".'
    return "cannot-listen", f"Port {port} of {host} cannot be used: {(error.strerror or 'unknown reason').lower()}."


def address_in_words(listening: socket.socket) -> str:
    """The address to open in a browser."""
    host, port = listening.getsockname()[:2]
    found = ipaddress.ip_address(host)
    if found.is_unspecified:
        host = "localhost"
    elif found.version == 6:
        host = f"[{host}]"
    return f"http://{host}:{port}/"


class _Uvicorn(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, server: TableServer, ready: Callable[[], None], lifeline: int) -> None:
        super().__init__(config)
        self._server = server
        self._ready = ready
        self._lifeline = lifeline
        self._collecting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._server.channel is not None:
            await self._server.channel.listen(self._take, self._server.own_metrics)
            # It ends when the process that started this one does.
            asyncio.get_running_loop().add_reader(self._lifeline, self._stop)
        # Signals are heard from now on, so it can be ended as soon as it has said that it is there.
        self._ready()
        metrics = self._server.registry.metrics
        self._collecting = asyncio.create_task(collect_when_idle(lambda: metrics.carried_out + metrics.sockets_opened))

    def _stop(self) -> None:
        asyncio.get_running_loop().remove_reader(self._lifeline)
        self.should_exit = True

    def _take(self, connection: socket.socket, begun: bytes) -> None:
        """Go on with a connection that another worker has accepted, and read so far."""
        loop = asyncio.get_running_loop()

        def protocol() -> asyncio.Protocol:
            # This one class knows of what was read.
            made: Any = self.config.http_protocol_class
            settings = {"config": self.config, "server_state": self.server_state, "app_state": self.lifespan.state}
            found: asyncio.Protocol = made(**settings, _loop=loop, begun=begun)
            return found

        connection.setblocking(False)
        self._server.registry.run_task(self._accept(protocol, connection))

    async def _accept(self, protocol: Callable[[], asyncio.Protocol], connection: socket.socket) -> None:
        with suppress(OSError):
            await asyncio.get_running_loop().connect_accepted_socket(protocol, connection)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._collecting is not None:
            self._collecting.cancel()
        if self._server.channel is not None:
            self._server.channel.close()
        # Commands in flight are finished and pages are told why, before connections are closed.
        for listening in sockets or ():
            listening.close()
        await self._server.registry.close()
        await super().shutdown(sockets)
        # uvicorn would raise the signal again, but the store is still to be closed.
        self._captured_signals.clear()


def make(server: TableServer, ready: Callable[[], None] = lambda: None, lifeline: int = -1) -> uvicorn.Server:
    """The server process; `ready` is called when it takes requests and can be told to stop.

    A worker stops when the other end of its `lifeline`, an open file, is closed.
    """
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    limits = server.rate_limits.limits
    server.connections.ask_the_system()
    http: Any = partial(HttpProtocol, limits=limits, open_connections=server.connections, handover=server.handover)
    config = uvicorn.Config(
        server.app,
        loop="auto",
        http=http,
        ws=WebSocketProtocol,
        ws_max_size=limits.frame_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=STOPPING_SECONDS,
    )
    return _Uvicorn(config, server, ready, lifeline)


def serve(
    server: TableServer,
    store: Store,
    listening: socket.socket,
    *,
    metrics: socket.socket | None = None,
    ready: Callable[[str], None] = lambda _: None,
    lifeline: int = -1,
) -> None:
    """Serve until the process is told to stop; `metrics` is the socket at which the host asks for them."""
    warm_up_msgspec()
    tune_interpreter()
    url = address_in_words(listening)
    if metrics is not None:
        server.metrics_port.listen_at(metrics)

    def tell() -> None:
        server.registry.json_log.info("serving", url=url)
        ready(url)

    running = make(server, tell, lifeline)
    try:
        running.run(sockets=[listening, *([metrics] if metrics else [])])
    except KeyboardInterrupt:
        pass
    finally:
        store.close()
        server.registry.json_log.info("stopped")
