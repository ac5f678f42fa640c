"""The sockets by which worker processes reach each other: open connections go one way, metrics the other.

A connection is passed as an open file together with the bytes that were read from it, so the worker that gets it goes
on as if it had accepted it.  The sockets are in a folder that only this server's user may enter.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from pathlib import Path

from fatetable.adapters.server.neighbours.homes import Homes

PORTION = 65_536
BACKLOG = 512
ANSWER_SECONDS = 1.0
"""How long another worker is waited for; one that has just died is left out."""

Take = Callable[[socket.socket, bytes], None]


class Channel:
    """This worker's end; `folder` has the sockets of all."""

    def __init__(self, folder: Path, homes: Homes) -> None:
        self.homes = homes
        self._folder = folder
        self._listening: socket.socket | None = None
        self._telling: asyncio.Server | None = None

    def _address(self, number: int, purpose: str) -> str:
        return str(self._folder / f"{purpose}-{number}")

    # -- connections -------------------------------------------------------------------------------------------------

    def pass_on(self, number: int, connection: int, begun: bytes) -> bool:
        """Give a connection, by its file number, to another worker; False if that one takes none at the moment."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(ANSWER_SECONDS)
            try:
                line.connect(self._address(number, "connections"))
                sent = socket.send_fds(line, [begun[:PORTION]], [connection])
                line.sendall(begun[sent:])
            except OSError:
                return False
            return True

    async def listen(self, take: Take, text: Callable[[], str]) -> None:
        """From now on connections of other workers are given to `take`, and metrics are told them."""
        address = self._address(self.homes.number, "connections")
        # One that has died may have left its own behind.
        with contextlib.suppress(FileNotFoundError):
            Path(address).unlink()
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listening.setblocking(False)
        self._listening.bind(address)
        self._listening.listen(BACKLOG)
        asyncio.get_running_loop().add_reader(self._listening, self._accept, take)

        async def tell(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(text().encode())
            with contextlib.suppress(OSError):
                await writer.drain()
            writer.close()

        address = self._address(self.homes.number, "metrics")
        with contextlib.suppress(FileNotFoundError):
            Path(address).unlink()
        self._telling = await asyncio.start_unix_server(tell, address)

    def _accept(self, take: Take) -> None:
        assert self._listening is not None
        try:
            line, _ = self._listening.accept()
        except OSError:
            return
        with line:
            # All of it was sent before the other end was closed, or is being sent now.
            line.settimeout(ANSWER_SECONDS)
            try:
                begun, files, _, _ = socket.recv_fds(line, PORTION, 1)
                while more := line.recv(PORTION):
                    begun += more
            except OSError:
                return
        for file in files:
            take(socket.socket(fileno=file), begun)

    # -- metrics -----------------------------------------------------------------------------------------------------

    async def texts(self) -> list[str]:
        """The metrics of the other workers."""
        others = (number for number in range(self.homes.workers) if number != self.homes.number)
        told = await asyncio.gather(*map(self._text_of, others))
        return [text for text in told if text]

    async def _text_of(self, number: int) -> str:
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                reader, writer = await asyncio.open_unix_connection(self._address(number, "metrics"))
                text = await reader.read()
                writer.close()
                return text.decode()
        return ""

    def close(self) -> None:
        if self._listening is not None:
            asyncio.get_running_loop().remove_reader(self._listening)
            self._listening.close()
            self._listening = None
        if self._telling is not None:
            self._telling.close()
            self._telling = None
