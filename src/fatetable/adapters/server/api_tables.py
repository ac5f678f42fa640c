"""Over HTTP: opening a table, joining one, keys to seats, the older log, and the whole record of play."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from fatetable.adapters.server.changes import people_of
from fatetable.adapters.server.endpoints import Call, Endpoint, Parameter
from fatetable.adapters.server.live_tables import LiveTable
from fatetable.adapters.server.story import lines_before
from fatetable.adapters.server.wire import LogLine, Person
from fatetable.engine.errors import MalformedCommand, RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.engine.opening import TABLE, PlayClosed
from fatetable.engine.seats import SEATS, AddSeat, RenameSeat, SeatAdded, gm_seat, may_name_a_seat
from fatetable.engine.state import State
from fatetable.mechanics.aspects import ASPECTS, CHARACTER
from fatetable.mechanics.cast import CAST
from fatetable.mechanics.dials import TABLE_DIALS
from fatetable.mechanics.fate_points import account_label
from fatetable.mechanics.scenes import SCENE
from fatetable.tabletop.lobby import NotAdmitted
from fatetable.tabletop.room import Room, Step
from fatetable.tabletop.sentences import first_sentence

LONGEST_NAME = 60
LONGEST_TITLE = 120
MOST_SEATS = 64


# Only described here: what is wrong with a name is said in a sentence of its own.
Name = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_NAME, "pattern": r"^[^@\s]"})]
Title = Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_TITLE})]


class OpenTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """With a `scene`, the table is set up for that ready-made scene; the dials that change rules are then its own."""

    ruleset: str
    name: Name
    title: Title = ""
    scene: str = ""
    dials: dict[str, bool | int | str] = {}


class Seated(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`key` opens the seat, `invitation` lets others join: whoever has them can use them."""

    table: str
    seat: str
    key: str
    invitation: str = ""


class WithKey(Struct, frozen=True, forbid_unknown_fields=True):
    key: str


class Played(Struct, frozen=True):
    """A character of somebody's, and in one line who that is, as far as everybody may know it."""

    seat: str
    name: str
    who: str


class Invitation(Struct, frozen=True, kw_only=True):
    """`about` is what the table was opened for, `scene` what is being played there now."""

    title: str
    about: str
    scene: str
    ruleset: str
    ruleset_title: str
    accent: str
    seats: tuple[Person, ...]
    characters: tuple[Played, ...]


class Join(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`seat` is a free one at the table; without it, a new one is added in that role."""

    key: str
    name: Name
    seat: str = ""
    role: Literal["player", "spectator"] = "player"


class NewKey(Struct, frozen=True):
    key: str


class LinkWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """With `take_back`, keys given out before open nothing any more."""

    take_back: bool = False


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class PointsMove(Struct, frozen=True, kw_only=True):
    """Fate points that went from one account to another; `giver` and `taker` are those accounts in words."""

    seq: int
    amount: int
    source: str
    target: str
    giver: str
    taker: str
    reason: str


class DiceChanged(Struct, frozen=True):
    """The `secret` behind all throws up to now, and the fingerprint of the one behind those to come."""

    secret: str
    commitment: str


def _plain(text: str, what: str, limit: int, *, may_be_empty: bool = False) -> str:
    text = text.strip()
    if (not text and not may_be_empty) or len(text) > limit or not text.isprintable():
        raise MalformedCommand(f"bad-{what}", f"A {what} has 1 to {limit} printable characters.")
    return text


def _name(text: str) -> str:
    name = _plain(text, "name", LONGEST_NAME)
    if not may_name_a_seat(name):
        raise MalformedCommand("bad-name", "A name does not begin with an @.")
    return name


async def _open(call: Call) -> Seated:
    wish = call.body(OpenTable)
    name, title = _name(wish.name), _plain(wish.title, "title", LONGEST_TITLE, may_be_empty=True)
    if wish.scene and wish.dials.keys() - {dial.name for dial in TABLE_DIALS}:
        raise MalformedCommand("scene-has-dials", "A ready-made scene brings its own dials along.")
    call.doorkeeper.opening(call.address)
    opened = await call.hall.open(wish.ruleset, name, dials=wish.dials, title=title, scene=wish.scene)
    return Seated(table=opened.id, seat=opened.seat, key=opened.key, invitation=opened.invitation)


# -- joining ---------------------------------------------------------------------------------------------------------


async def _invited(call: Call, key: str) -> LiveTable:
    found = call.admit(key)
    if found.purpose != "invitation":
        raise NotAdmitted("not-an-invitation", "This link is somebody's seat, not an invitation.")
    return await call.hall.table(found.table)


async def _invitation(call: Call) -> Invitation:
    table = await _invited(call, call.body(WithKey).key)
    await table.settled()
    known, ruleset = table.room.table.view_of_a_stranger(), table.room.table.ruleset
    scene = known.get(SCENE)
    return Invitation(
        title=known.get(TABLE).title,
        about=known.get(TABLE).about,
        scene=scene.title if scene.is_open else "",
        ruleset=ruleset.id,
        ruleset_title=ruleset.title,
        accent=ruleset.accent,
        seats=people_of(known.get(SEATS), known.get(CAST), table.around),
        characters=tuple(_played(known)),
    )


def _played(known: State) -> Iterator[Played]:
    """Everybody a player plays, by the first of their aspects; where sheets are closed, by what anybody sees."""
    said: dict[str, str] = {}
    for card in known.get(ASPECTS).values():
        if card.kind == CHARACTER:
            said.setdefault(card.bearer, card.text)
    for actor in known.get(CAST).values():
        if actor.controller is not None and not actor.is_hidden:
            yield Played(actor.controller, actor.name, said.get(actor.id) or first_sentence(actor.sheet.description))


async def _join(call: Call) -> Seated:
    wish = call.body(Join)
    name = _name(wish.name)
    table = await _invited(call, wish.key)

    def sit(room: Room) -> Step:
        seats = room.table.state.get(SEATS)
        chair = gm_seat(room.table.state).id
        if not wish.seat:
            if len(seats) >= MOST_SEATS:
                raise RuleViolation("table-full", "There is no room for another seat at this table.")
            return room.carry_out(chair, AddSeat(name, wish.role))
        sitting = seats.get(SeatId(wish.seat))
        if sitting is None:
            raise RuleViolation("unknown-seat", "There is no such seat at this table.")
        if sitting.is_gm or wish.seat in table.taken | table.reserved:
            raise RuleViolation("seat-taken", "Somebody sits there already; choose another seat.")
        step = room.carry_out(chair, RenameSeat(sitting.id, name))
        table.reserved.add(wish.seat)
        return step

    outcome = await table.do(sit)
    seat = wish.seat or next(record.event.seat.id for record in outcome.news if isinstance(record.event, SeatAdded))
    try:
        key = await _give(call, table, seat, take_back=False)
    finally:
        table.reserved.discard(seat)
    return Seated(table=table.room.id, seat=seat, key=key)


async def _give(call: Call, table: LiveTable, seat: str, *, take_back: bool) -> str:
    text, stored = call.hall.lobby.give_seat(table.room.id, seat, take_back=take_back)
    await asyncio.wrap_future(stored)
    table.set_taken(call.hall.lobby.taken_seats(table.room.id))
    return text


# -- keys ------------------------------------------------------------------------------------------------------------


async def _table_of(call: Call, *, gm_only: bool = False) -> tuple[LiveTable, SeatId]:
    table = await call.hall.table(call.key.table)
    me = SeatId(call.key.seat)
    if gm_only:
        table.require_gm(me)
    return table, me


def _known(table: LiveTable, seat: str) -> str:
    if table.sitting(SeatId(seat)) is None:
        raise RuleViolation("unknown-seat", "There is no such seat at this table.")
    return seat


async def _link(call: Call) -> NewKey:
    table, me = await _table_of(call)
    seat = call.values["seat"]
    if seat != me:
        table.require_gm(me)
    _known(table, seat)
    old = frozenset(key.digest for key in call.hall.lobby.keys_to(table.room.id, seat))
    take_back = call.body(LinkWanted).take_back
    key = await _give(call, table, seat, take_back=take_back)
    if take_back:
        table.turn_out(old, "seat-moved", "This seat was moved: it is open under a new link now.")
    return NewKey(key)


async def _lock(call: Call) -> Nothing:
    table, me = await _table_of(call, gm_only=True)
    seat = _known(table, call.values["seat"])
    if seat == me:
        raise RuleViolation("own-seat", "Hand the game master's chair over before you leave it.")
    old = frozenset(key.digest for key in call.hall.lobby.keys_to(table.room.id, seat))
    await asyncio.wrap_future(call.hall.lobby.lock(table.room.id, seat))
    table.set_taken(call.hall.lobby.taken_seats(table.room.id))
    table.turn_out(old, "seat-taken-back", "The game master has taken this seat back.")
    return Nothing()


async def _new_invitation(call: Call) -> NewKey:
    table, _ = await _table_of(call, gm_only=True)
    text, stored = call.hall.lobby.invite(table.room.id)
    await asyncio.wrap_future(stored)
    return NewKey(text)


async def _new_dice(call: Call) -> DiceChanged:
    table, me = await _table_of(call, gm_only=True)

    def change(room: Room) -> Step:
        table.require_gm(me)
        return room.new_dice(call.hall.lobby.sources.secret())

    outcome = await table.do(change)
    table.begin_anew()
    told = next((record.event.secret for record in outcome.news if isinstance(record.event, PlayClosed)), "")
    return DiceChanged(told, table.room.table.state.get(TABLE).commitment)


# -- the record of play ------------------------------------------------------------------------------------------------


async def _log(call: Call) -> tuple[LogLine, ...]:
    table, me = await _table_of(call)
    _known(table, me)
    before, limit = call.values["before"] or table.room.seq + 1, call.values["limit"]

    def read() -> tuple[LogLine, ...]:
        # A table of its own, since the one that is being played is not to be held up.
        return lines_before(call.hall.lobby.bring_back(table.room.id), me, before, limit)

    return await asyncio.to_thread(read)


async def _points(call: Call) -> tuple[PointsMove, ...]:
    table, me = await _table_of(call)
    _known(table, me)

    def read() -> tuple[PointsMove, ...]:
        whole = call.hall.lobby.bring_back(table.room.id)
        label = partial(account_label, whole.view(me))
        return tuple(
            PointsMove(
                seq=entry.seq,
                amount=entry.amount,
                source=entry.source,
                target=entry.target,
                giver=label(entry.source),
                taker=label(entry.target),
                reason=entry.reason,
            )
            for entry in whole.ledger(me)
        )

    return await asyncio.to_thread(read)


async def _export(call: Call) -> Response:
    table, _ = await _table_of(call, gm_only=True)
    lines = await asyncio.to_thread(call.hall.lobby.export, table.room.id)
    headers = {"cache-control": "no-store", "content-disposition": f'attachment; filename="{table.room.id}.log"'}
    return Response(b"".join(lines), headers=headers, media_type="text/plain")


_SEAT = Parameter("seat", "text", "The id of a seat.", "path")
_REFUSED: Mapping[str, tuple[int, ...]] = {"key": (401, 404), "gm": (401, 403, 404, 409)}


def endpoints() -> Iterator[Endpoint]:
    yield Endpoint(
        "POST", "/api/tables", "Open a table.", _open, Seated, body=OpenTable, refusals=(400, 404, 409, 413, 422)
    )
    yield Endpoint(
        "POST",
        "/api/invitation",
        "What an invitation invites to.",
        _invitation,
        Invitation,
        body=WithKey,
        refusals=(400, 401, 404, 413),
    )
    yield Endpoint(
        "POST",
        "/api/join",
        "Sit down at a table.",
        _join,
        Seated,
        body=Join,
        refusals=(400, 401, 404, 409, 413),
    )
    yield Endpoint(
        "POST",
        "/api/invitation/new",
        "A new invitation; the one before it invites nobody any more.",
        _new_invitation,
        NewKey,
        body=Nothing,
        needs_key=True,
        refusals=(400, 413, *_REFUSED["gm"]),
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
        refusals=(400, 413, *_REFUSED["gm"]),
    )
    yield Endpoint(
        "DELETE",
        "/api/seats/{seat}/link",
        "Take a seat back: no key opens it any more.",
        _lock,
        Nothing,
        needs_key=True,
        parameters=(_SEAT,),
        refusals=_REFUSED["gm"],
    )
    yield Endpoint(
        "POST",
        "/api/dice/new",
        "Tell the secret behind the dice thrown so far, and seal a new one.",
        _new_dice,
        DiceChanged,
        body=Nothing,
        needs_key=True,
        refusals=(400, 413, *_REFUSED["gm"]),
    )
    yield Endpoint(
        "GET",
        "/api/log",
        "Older lines of the record of play, the latest last.",
        _log,
        tuple[LogLine, ...],
        needs_key=True,
        parameters=(
            Parameter("before", "number", "Only lines before this position.", default=0, high=10**9),
            Parameter("limit", "number", "How many at most.", default=100, low=1, high=500),
        ),
        refusals=(400, *_REFUSED["key"]),
    )
    yield Endpoint(
        "GET",
        "/api/points",
        "Every fate point that moved, as far as this seat was told, the latest last.",
        _points,
        tuple[PointsMove, ...],
        needs_key=True,
        refusals=_REFUSED["key"],
    )
    yield Endpoint(
        "GET",
        "/api/export",
        "The whole record of play, for the game master; the secret of the dice is not in it as long as it is one.",
        _export,
        str,
        needs_key=True,
        refusals=_REFUSED["gm"],
        media="text/plain",
    )
