"""HTTP endpoints with which every seat can check the dice: the record it was told, and what concerns the dice in it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct
from starlette.responses import Response

from fatetable.adapters.server.http.downloads import download
from fatetable.adapters.server.http.endpoints import Call, Endpoint
from fatetable.adapters.server.http.seat_keys import KEY_REFUSALS, known_seat, table_of
from fatetable.engine.codec import seal
from fatetable.engine.messages import SeatId
from fatetable.engine.opening import TABLE
from fatetable.engine.seats import SEATS
from fatetable.tabletop.told_log import seal_of, told_bodies, told_log


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


async def _record(call: Call) -> Response:
    table, me = await table_of(call)
    viewer = table.table.state.get(SEATS)[SeatId(known_seat(table, me))]
    await table.settled()

    def read() -> list[bytes]:
        return told_log(call.registry.lobby.bodies(table.id), viewer)

    lines = await asyncio.to_thread(read)
    title = table.table.state.get(TABLE).title
    return download(b"".join(lines), "text/plain", f"{title or table.id} {me}", "log")


async def _dice(call: Call) -> DiceRecords:
    table, me = await table_of(call)
    viewer = table.table.state.get(SEATS)[SeatId(known_seat(table, me))]
    await table.settled()

    def read() -> DiceRecords:
        head, lines, records = "", 0, []
        for line in seal(told_bodies(call.registry.lobby.bodies(table.id), viewer)):
            head, lines = seal_of(line), lines + 1
            if any(b'"type":"%b"' % tag.encode() in line for tag in ABOUT_DICE):
                record = msgspec.json.decode(line.partition(b" ")[2])
                if record["event"]["type"] in ABOUT_DICE:
                    records.append({"seq": record["seq"], "event": record["event"]})
        return DiceRecords(head=head, lines=lines, records=tuple(records))

    return await asyncio.to_thread(read)


def endpoints() -> Iterator[Endpoint]:
    yield Endpoint(
        "GET",
        "/api/record",
        "The record of play as this seat was told it, sealed, for `fatetable verify`.",
        _record,
        str,
        needs_key=True,
        refusals=KEY_REFUSALS,
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
    )
