"""Answers that are read from a stored log: the log may be long, a request must not be.

A short answer is read in one go, a long one goes out a portion at a time.  No more than a portion is in memory, and
between two portions others have their turn.
"""

from __future__ import annotations

from asyncio import sleep
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from typing import TypeVar

from starlette.responses import Response, StreamingResponse

from fatetable.adapters.server.http.endpoints import Call
from fatetable.adapters.server.live.readings import Reading
from fatetable.adapters.server.protection.rate_limits import TooMany
from fatetable.adapters.workers.turns import LineTooLong
from fatetable.tabletop.storage.lobby import Lobby

T = TypeVar("T")

PORTION = 65_536
"""Bytes that are handed over together."""
FULL_LINE_SECONDS = 1.0
"""How long an answer that has begun waits if it cannot even stand in line."""


async def read_log(call: Call, read: Callable[[Lobby], T]) -> T:
    """What is found in a stored log; it is read on another thread, so that play is not held up."""
    return await _read(call, call.registry.readings.begin(), read)


async def stream_log(call: Call, read: Callable[[Lobby], Iterator[bytes]], media_type: str, name: str = "") -> Response:
    """The pieces that are read from a stored log; with a `name`, browsers save them as a file."""
    reading = call.registry.readings.begin()
    # What is wrong with the beginning is told by the status; later the connection can only be cut.
    pieces, first = await _read(call, reading, lambda lobby: _begun(read(lobby)))
    headers = {"cache-control": "no-store"}
    if name:
        headers["content-disposition"] = f'attachment; filename="{name}"'
    return StreamingResponse(_portions(call.address, reading, pieces, first), headers=headers, media_type=media_type)


async def _read(call: Call, reading: Reading, read: Callable[[Lobby], T]) -> T:
    try:
        return await reading.run(call.address, lambda: read(reading.lobby))
    except LineTooLong:
        raise TooMany("too-many-readings", "Too much of the record is read at once; wait a moment.") from None


def _begun(pieces: Iterator[bytes]) -> tuple[Iterator[bytes], bytes]:
    return pieces, _portion(pieces)


def _portion(pieces: Iterator[bytes]) -> bytes:
    portion = bytearray()
    for piece in pieces:
        portion += piece
        if len(portion) >= PORTION:
            break
    return bytes(portion)


async def _portions(address: str, reading: Reading, pieces: Iterator[bytes], portion: bytes) -> AsyncIterator[bytes]:
    while portion:
        yield portion
        portion = await _next(address, reading, pieces)


async def _next(address: str, reading: Reading, pieces: Iterator[bytes]) -> bytes:
    while True:
        with suppress(LineTooLong):
            return await reading.run(address, lambda: _portion(pieces))
        await sleep(FULL_LINE_SECONDS)
