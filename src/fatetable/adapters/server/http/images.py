"""HTTP endpoints for the pictures of a table: uploading one, and fetching one that the seat knows of."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec import Struct
from starlette.responses import Response

from fatetable.adapters.images.formats import MEDIA_TYPE
from fatetable.adapters.server.http.endpoints import Call, Endpoint, Parameter
from fatetable.adapters.server.http.seat_keys import GM_REFUSALS, KEY_REFUSALS, known_seat, table_of
from fatetable.adapters.server.live.table import LiveTable
from fatetable.engine.errors import MalformedCommand, RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.portraits import cannot_portray
from fatetable.mechanics.images import is_image_id
from fatetable.tabletop.storage.store import stored_image


class Purpose(NamedTuple):
    """What a picture is for: the longest side it is kept at, and whether only the game master brings such pictures."""

    longest: int
    gm_only: bool


PURPOSES: Mapping[str, Purpose] = {
    "portrait": Purpose(512, gm_only=False),
    "background": Purpose(2560, gm_only=True),
    "handout": Purpose(2048, gm_only=True),
}

HEADERS = {
    # The content never changes, but another seat in the same browser must ask for itself.
    "cache-control": "private, max-age=31536000, immutable",
    "vary": "authorization",
    "content-security-policy": "default-src 'none'; sandbox",
    "content-disposition": "inline",
}


class Uploaded(Struct, frozen=True):
    """The id of a picture; a command such as `set-portrait` says what it is the picture of."""

    image: str


async def _upload(call: Call) -> Uploaded:
    table, me = await table_of(call)
    known_seat(table, me)
    wanted = PURPOSES.get(call.values["purpose"])
    if wanted is None:
        raise MalformedCommand("no-such-purpose", f"A picture is for one of: {', '.join(PURPOSES)}.")
    if wanted.gm_only:
        table.require_gm(me)
    else:
        _require_own(table, me, ActorId(call.values["actor"]))
    call.registry.quotas.check_writing(table.id, me)
    call.rate_limits.check_upload(table.id, me)
    reencoding, limits = call.registry.reencoding, call.rate_limits.limits
    with reencoding.upload():
        image = stored_image(await reencoding.reencode(await call.picture(), wanted.longest, call.address))
    kept = call.registry.lobby.store.add_image(table.id, image, quota=limits.table_image_bytes)
    await asyncio.wrap_future(kept)
    call.registry.quotas.wrote_for(table.id, me, len(image.body))
    return Uploaded(image.id)


def _require_own(table: LiveTable, me: SeatId, actor: ActorId) -> None:
    view = table.table.view(me)
    found = view.get(CAST).get(actor)
    if found is None:
        raise RuleViolation("no-such-actor", "There is no such character at this table.")
    if refusal := cannot_portray(view.get(SEATS)[me], found):
        raise RuleViolation(refusal.code, refusal.message)


async def _image(call: Call) -> Response:
    table, me = await table_of(call)
    known_seat(table, me)
    await table.settled()
    image = call.values["image"]
    body = None
    if is_image_id(image) and is_known(table.table.view(me), image):
        body = await asyncio.to_thread(call.registry.lobby.store.image, table.id, image)
    if body is None:
        raise RuleViolation("no-such-image", "There is no such picture here.")
    return Response(body, headers=HEADERS, media_type=MEDIA_TYPE)


def is_known(view: State, image: str) -> bool:
    """Does a viewer know anything that this is the picture of?  Then its id is somewhere in what they know."""
    written = image.encode()
    return any(written in msgspec.json.encode(each) for each in view.slices.values())


def endpoints() -> Iterator[Endpoint]:
    yield Endpoint(
        "POST",
        "/api/images",
        "Upload a picture: a portrait for a character you play, or, for the game master, anything.",
        _upload,
        Uploaded,
        needs_key=True,
        takes_picture=True,
        parameters=(
            Parameter("purpose", "text", f"What it is for: {', '.join(PURPOSES)}.", default="portrait"),
            Parameter("actor", "text", "The character whose portrait it is.", default=""),
        ),
        refusals=(400, 413, *GM_REFUSALS),
    )
    yield Endpoint(
        "GET",
        "/api/images/{image}",
        "A picture of something that this seat knows of.",
        _image,
        bytes,
        needs_key=True,
        parameters=(Parameter("image", "text", "The id of a picture.", "path"),),
        refusals=KEY_REFUSALS,
        media=MEDIA_TYPE,
        cost=2,
    )
