"""A reverse proxy, as small as one can be: it passes on what is below one path, and nothing else."""

from __future__ import annotations

import socket
from contextlib import suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread
from types import TracebackType
from urllib.parse import urlsplit

MOVED = b"HTTP/1.1 301 Moved Permanently\r\nLocation: %s/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
NOTHING = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Proxy:
    """Runs in threads; `strips` says whether it takes the path off, `lost` holds the requests for anything else."""

    def __init__(self, path: str, *, strips: bool) -> None:
        self.path = path
        self.lost: list[str] = []
        self._strips = strips
        self._target = ("", 0)
        self._open: set[socket.socket] = set()
        proxy = self

        class Handler(BaseRequestHandler):
            def handle(self) -> None:
                proxy.serve(self.request)

        self._server = ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Proxy:
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._server.shutdown()
        for line in tuple(self._open):
            _end(line, socket.SHUT_RDWR)
        # Waits for the threads of all connections.
        self._server.server_close()

    def pass_on_to(self, url: str) -> None:
        parts = urlsplit(url)
        self._target = (parts.hostname or "", parts.port or 0)

    def serve(self, browser: socket.socket) -> None:
        self._open.add(browser)
        with suppress(OSError):
            if head := _head(browser):
                self._pass_on(browser, head)
        self._open.discard(browser)

    def _pass_on(self, browser: socket.socket, head: bytes) -> None:
        wanted = head.split(b" ", 2)[1].decode()
        if wanted.partition("?")[0] != self.path and not wanted.startswith(f"{self.path}/"):
            self.lost.append(wanted)
            browser.sendall(NOTHING)
            return
        if self._strips and wanted == self.path:
            # As nginx does; the program cannot tell this from a request for the path with its slash.
            browser.sendall(MOVED % self.path.encode())
            return
        with socket.create_connection(self._target) as program:
            program.sendall(self._rewritten(head))
            back = Thread(target=_copy, args=(program, browser))
            back.start()
            _copy(browser, program)
            back.join()

    def _rewritten(self, head: bytes) -> bytes:
        if self._strips:
            method, wanted, rest = head.split(b" ", 2)
            head = b" ".join((method, wanted.removeprefix(self.path.encode()) or b"/", rest))
        if b"\r\nupgrade:" in head.lower():
            return head
        # One request on each connection, so that every one of them passes here.
        lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
        return b"\r\n".join((lines[0], b"Connection: close", *lines[1:]))


def _head(browser: socket.socket) -> bytes:
    """What a browser says first, up to the end of its headers and perhaps beyond; nothing if it says nothing."""
    head = b""
    while b"\r\n\r\n" not in head:
        if not (more := browser.recv(65_536)):
            return b""
        head += more
    return head


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
    _end(target, socket.SHUT_WR)


def _end(line: socket.socket, how: int) -> None:
    with suppress(OSError):
        line.shutdown(how)
