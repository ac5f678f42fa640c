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
    lobby = call.registry.readings.lobby()
    try:
        return await call.registry.readings.run(call.address, lambda: read(lobby))
    except LineTooLong:
        raise TooMany("too-many-readings", "Too much of the record is read at once; wait a moment.") from None


async def stream_log(call: Call, read: Callable[[Lobby], Iterator[bytes]], media_type: str, name: str = "") -> Response:
    """The pieces that are read from a stored log; with a `name`, browsers save them as a file."""
    # What is wrong with the beginning is told by the status; later the connection can only be cut.
    pieces, first = await read_log(call, lambda lobby: _begun(read(lobby)))
    headers = {"cache-control": "no-store"}
    if name:
        headers["content-disposition"] = f'attachment; filename="{name}"'
    return StreamingResponse(_portions(call, pieces, first), headers=headers, media_type=media_type)


def _begun(pieces: Iterator[bytes]) -> tuple[Iterator[bytes], bytes]:
    return pieces, _portion(pieces)


def _portion(pieces: Iterator[bytes]) -> bytes:
    portion = bytearray()
    for piece in pieces:
        portion += piece
        if len(portion) >= PORTION:
            break
    return bytes(portion)


async def _portions(call: Call, pieces: Iterator[bytes], portion: bytes) -> AsyncIterator[bytes]:
    while portion:
        yield portion
        portion = await _next(call, pieces)


async def _next(call: Call, pieces: Iterator[bytes]) -> bytes:
    while True:
        with suppress(LineTooLong):
            return await call.registry.readings.run(call.address, lambda: _portion(pieces))
        await sleep(FULL_LINE_SECONDS)
