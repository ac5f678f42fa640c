"""HTTP endpoints for keys to seats and for invitations; they need the key of a seat."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from fatetable.adapters.server.http.endpoints import Call, Endpoint, Parameter
from fatetable.adapters.server.live.table import SEAT_MOVED, LiveTable
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import SeatId

_SEAT = Parameter("seat", "text", "The id of a seat.", "path")
KEY_REFUSALS = (401, 404)
GM_REFUSALS = (401, 403, 404, 409)
"""The error statuses of endpoints that need a key, and of those for the game master only."""


class NewKey(Struct, frozen=True, omit_defaults=True):
    """If somebody was turned out, nobody joins by the old invitations any more, and `invitation` is a new one."""

    key: str = ""
    invitation: str = ""


class LinkWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """With `take_back`, earlier keys become invalid, and to somebody else's seat also the invitations."""

    take_back: bool = False


class InvitationWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """With a `role`, people with the invitation can join in that role only."""

    role: Literal["", "spectator"] = ""


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    pass


async def table_of(call: Call, *, gm_only: bool = False) -> tuple[LiveTable, SeatId]:
    table = await call.registry.table(call.key.table)
    me = SeatId(call.key.seat)
    if gm_only:
        table.require_gm(me)
    return table, me


def known_seat(table: LiveTable, seat: str) -> str:
    if table.sitting(SeatId(seat)) is None:
        raise RuleViolation("unknown-seat", "There is no such seat at this table.")
    return seat


async def turn_out(call: Call, table: LiveTable, seat: str, code: str, message: str) -> str:
    """Nobody has the seat any more, nor comes back by an old invitation; returns a new one."""
    old = frozenset(key.digest for key in call.registry.lobby.keys_to(table.id, seat))
    text, stored = call.registry.lobby.turn_out(table.id, seat)
    await asyncio.wrap_future(stored)
    table.set_taken(call.registry.lobby.taken_seats(table.id))
    table.revoke(old, code, message)
    return text


async def _link(call: Call) -> NewKey:
    table, me = await table_of(call)
    seat = call.values["seat"]
    if seat != me:
        table.require_gm(me)
    known_seat(table, seat)
    take_back = call.body(LinkWanted).take_back
    invitation = await turn_out(call, table, seat, *SEAT_MOVED) if take_back and seat != me else ""
    old = frozenset(key.digest for key in call.registry.lobby.keys_to(table.id, seat))
    key, stored = call.registry.lobby.give_seat(table.id, seat, take_back=take_back)
    await asyncio.wrap_future(stored)
    table.set_taken(call.registry.lobby.taken_seats(table.id))
    if take_back:
        table.revoke(old, *SEAT_MOVED)
    return NewKey(key, invitation)


async def _take_back(call: Call) -> NewKey:
    table, me = await table_of(call, gm_only=True)
    seat = known_seat(table, call.values["seat"])
    gm = table.table.ruleset.word("gm")
    if seat == me:
        raise RuleViolation("own-seat", f"Hand the {gm}'s chair over before you leave it.")
    message = f"The {gm} has taken this seat back."
    return NewKey(invitation=await turn_out(call, table, seat, "seat-taken-back", message))


async def _new_invitation(call: Call) -> NewKey:
    table, _ = await table_of(call, gm_only=True)
    text, stored = call.registry.lobby.invite(table.id, role=call.body(InvitationWanted).role)
    await asyncio.wrap_future(stored)
    return NewKey(text)


def endpoints() -> Iterator[Endpoint]:
    yield Endpoint(
        "POST",
        "/api/invitation/new",
        "A new invitation; the one before it invites nobody any more.",
        _new_invitation,
        NewKey,
        body=InvitationWanted,
        needs_key=True,
        refusals=(400, 413, *GM_REFUSALS),
    )
    yield Endpoint(
        "POST",
        "/api/seats/{seat}/link",
        "A new key to a seat: to one's own, or, for the game master, to any.",
        _link,
        NewKey,
        body=LinkWanted,
        needs_key=True,
        parameters=(_SEAT,),
        refusals=(400, 413, *GM_REFUSALS),
    )
    yield Endpoint(
        "DELETE",
        "/api/seats/{seat}/link",
        "Take a seat back: no key opens it any more, and nobody joins by an old invitation.",
        _take_back,
        NewKey,
        needs_key=True,
        parameters=(_SEAT,),
        refusals=GM_REFUSALS,
    )
