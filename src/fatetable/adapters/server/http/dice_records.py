"""HTTP endpoints with which every seat can check the dice: the record it was told, and what concerns the dice in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct
from starlette.responses import Response

from fatetable.adapters.server.http.downloads import file_name
from fatetable.adapters.server.http.endpoints import Call, Endpoint
from fatetable.adapters.server.http.long_answers import stream_log
from fatetable.adapters.server.http.seat_keys import KEY_REFUSALS, known_seat, table_of
from fatetable.adapters.server.live.table import LiveTable
from fatetable.engine.codec import seal
from fatetable.engine.messages import SeatId
from fatetable.engine.opening import TABLE
from fatetable.engine.seats import SEATS, Seat
from fatetable.tabletop.storage.lobby import Lobby
from fatetable.tabletop.told_log import seal_of, told_bodies


class DiceRecords(Struct, frozen=True, kw_only=True):
    """The records about the dice, as `docs/dice.md` describes them.

    `head` is the head of the whole record that the seat was told, which has so many `lines`.
    """

    head: str
    lines: int
    records: tuple[dict[str, Any], ...]


ABOUT_DICE = (
    "table-opened/1",
    "play-opened/1",
    "play-closed/1",
    "dice-thrown/1",
    "dice-renewed/1",
    "dice-stirred/1",
    "stir-pledged/1",
    "stir-begun/1",
    "stir-told/1",
    "stir-broken/1",
    "rewound/1",
)
TAGS = tuple(f'"type":"{tag}"'.encode() for tag in ABOUT_DICE)


class _SealedRecord(Struct):
    seq: int
    event: msgspec.Raw


class _Tagged(Struct):
    type: str


async def _record(call: Call) -> Response:
    table, me, viewer = await _viewer(call)

    def read(lobby: Lobby) -> Iterator[bytes]:
        return seal(told_bodies(lobby.bodies(table.id), viewer))

    title = table.table.state.get(TABLE).title
    return await stream_log(call, read, "text/plain", file_name(f"{title or table.id} {me}", "log"))


async def _dice(call: Call) -> Response:
    table, _, viewer = await _viewer(call)

    def read(lobby: Lobby) -> Iterator[bytes]:
        return _dice_records(seal(told_bodies(lobby.bodies(table.id), viewer)))

    return await stream_log(call, read, "application/json")


async def _viewer(call: Call) -> tuple[LiveTable, SeatId, Seat]:
    table, me = await table_of(call)
    viewer = table.table.state.get(SEATS)[SeatId(known_seat(table, me))]
    await table.settled()
    return table, viewer.id, viewer


def _dice_records(sealed: Iterable[bytes]) -> Iterator[bytes]:
    """`DiceRecords` as JSON, in pieces: a long game has many throws."""
    head, lines, separator = "", 0, b""
    yield b'{"records":['
    for line in sealed:
        head, lines = seal_of(line), lines + 1
        if any(tag in line for tag in TAGS):
            record = msgspec.json.decode(line.partition(b" ")[2], type=_SealedRecord)
            if msgspec.json.decode(record.event, type=_Tagged).type in ABOUT_DICE:
                yield separator + msgspec.json.encode(record)
                separator = b","
    yield b'],"head":"%b","lines":%d}' % (head.encode(), lines)


def endpoints() -> Iterator[Endpoint]:
    yield Endpoint(
        "GET",
        "/api/record",
        "The record of play as this seat was told it, sealed, for `fatetable verify`.",
        _record,
        str,
        needs_key=True,
        refusals=KEY_REFUSALS,
        counts_as="readings",
        cost=5,
        media="text/plain",
    )
    yield Endpoint(
        "GET",
        "/api/dice",
        "Everything in the record of play that is needed to check the dice.",
        _dice,
        DiceRecords,
        needs_key=True,
        refusals=KEY_REFUSALS,
        counts_as="readings",
        cost=5,
    )
