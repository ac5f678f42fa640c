"""HTTP endpoints for passing links on: the address that others can open, and QR codes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from fatetable.adapters.qr_code import LONGEST, squares
from fatetable.adapters.server.http.endpoints import Call, Endpoint
from fatetable.adapters.server.protection.host_key import OpenTables
from fatetable.adapters.server.protection.known_hosts import is_on_this_machine


class Reach(Struct, frozen=True):
    """`public_url` is the address of links, if the host has set one; `open_tables` says who may open tables here.

    `network` are addresses on the local network; only a page that was opened on the server's own machine is told them.
    """

    public_url: str
    open_tables: OpenTables
    network: tuple[str, ...]


class LinkToDraw(Struct, frozen=True, forbid_unknown_fields=True):
    link: Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class QrCode(Struct, frozen=True):
    """One text for each row of squares: `1` is a dark one, `0` a light one."""

    rows: tuple[str, ...]


async def _reach(call: Call) -> Reach:
    network = call.addresses.network() if is_on_this_machine(call.request.scope) else ()
    return Reach(call.addresses.public_url, call.door.open_tables, network)


async def _qr_code(call: Call) -> QrCode:
    # On another thread, because a code takes some milliseconds.
    return QrCode(await asyncio.to_thread(squares, call.body(LinkToDraw).link))


def endpoints() -> Iterator[Endpoint]:
    yield Endpoint("GET", "/api/reach", "The addresses that others can open.", _reach, Reach)
    yield Endpoint(
        "POST",
        "/api/qr-code",
        "A link as a QR code.",
        _qr_code,
        QrCode,
        body=LinkToDraw,
        needs_key=True,
        refusals=(400, 401, 413),
    )
