"""Closed connections leave nothing behind that only the collector of garbage frees: there may be many, and no pause."""

from __future__ import annotations

import gc
import http.client
import json
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.adapters.server.support.visiting import PATIENCE, PLENTY, Server

TIMES = 30
MOST = 5


def half_a_request(server: Server, key: str) -> None:
    with socket.create_connection(server.listening.getsockname()) as line:
        line.sendall(b"GET / HTTP/1.1\r\nX: ")


def a_request(server: Server, key: str) -> None:
    line = http.client.HTTPConnection(*server.listening.getsockname())
    line.request("GET", "/api/rulesets")
    assert line.getresponse().read()
    line.close()


def a_refused_request(server: Server, key: str) -> None:
    line = http.client.HTTPConnection(*server.listening.getsockname())
    line.request("GET", "/api/log", headers={"authorization": "Bearer guess"})
    assert line.getresponse().status == 401
    line.close()


def something_that_is_no_picture(server: Server, key: str) -> None:
    line = http.client.HTTPConnection(*server.listening.getsockname())
    headers = {"authorization": f"Bearer {key}", "content-type": "application/octet-stream"}
    line.request("POST", "/api/images?purpose=handout", b"x" * 1_000, headers)
    assert line.getresponse().status == 400
    line.close()


def one_connection_too_many(server: Server, key: str) -> None:
    with ExitStack() as lines:
        for _ in range(MOST):
            lines.enter_context(socket.create_connection(server.listening.getsockname()))
        with socket.create_connection(server.listening.getsockname()) as refused:
            while refused.recv(1_000):
                pass


def a_wrong_key(server: Server, key: str) -> None:
    with connect(server.url.replace("http", "ws") + "/ws") as line:
        line.send(json.dumps({"t": "hello", "key": "guess"}))
        assert "wrong-key" in str(line.recv())
        with pytest.raises(ConnectionClosed):
            line.recv()


def no_hello(server: Server, key: str) -> None:
    with connect(server.url.replace("http", "ws") + "/ws") as line:
        line.close()


def a_page(server: Server, key: str) -> None:
    page = server.visit(key)
    page.wait(lambda page: page.menu)
    page.close()


def settle(server: Server) -> None:
    """Wait until the server has seen that every connection is closed."""
    deadline = time.monotonic() + PATIENCE
    connections = server.tables.connections
    while connections.total or connections.being_refused or server.tables.registry.tasks:
        assert time.monotonic() < deadline
        time.sleep(0.01)


VISITS = [
    half_a_request,
    a_request,
    a_refused_request,
    something_that_is_no_picture,
    one_connection_too_many,
    a_wrong_key,
    no_hello,
    a_page,
]


@pytest.mark.parametrize("visit", VISITS)
def test_a_closed_connection_is_freed_at_once(visit: Callable[[Server, str], None]) -> None:
    with Server(limits=msgspec.structs.replace(PLENTY, connections_per_address=MOST)) as server:
        key = server.open_table()["key"]
        # It keeps a connection open.
        server.http.close()
        # What starting a server leaves is found in the first round.
        left = [left_after(server, lambda: visit(server, key)) for _ in range(2)]
    # One of them may still be in the hands of the loop.
    assert min(left) < 5 * TIMES, left


def left_after(server: Server, visit: Callable[[], None]) -> int:
    """How many objects so many visits leave to the collector."""
    visit()
    settle(server)
    gc.collect()
    gc.disable()
    try:
        for _ in range(TIMES):
            visit()
        settle(server)
        return gc.collect()
    finally:
        gc.enable()
