"""HTTP endpoints for opening a table and for joining one by an invitation."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from fatetable.adapters.server.http.endpoints import Call, Endpoint
from fatetable.adapters.server.live.joining import Joining, sit_down
from fatetable.adapters.server.live.table import LiveTable
from fatetable.adapters.server.screens.people import people_of
from fatetable.adapters.server.wire import Person
from fatetable.engine.errors import MalformedCommand
from fatetable.engine.opening import TABLE
from fatetable.engine.seats import may_name_a_seat, same_name
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS, CHARACTER
from fatetable.mechanics.book.dials import TABLE_DIALS
from fatetable.mechanics.book.pace import PACE_DIALS
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.readable_text import is_readable
from fatetable.mechanics.scenes.state import SCENE
from fatetable.tabletop.storage.lobby import NotAdmitted
from fatetable.tabletop.words.sentences import first_sentence

LONGEST_NAME = 60
LONGEST_TITLE = 120
ALONE = "You"
"""The name of the game master at a table for one person."""


OWN_KEY = r"^([A-Za-z0-9_-]{32})?$"
"""192 bits at random, like the keys that the server makes."""

# For the description only: `_name` refuses a bad name with a sentence.
Name = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_NAME, "pattern": r"^[^@\s]"})]
Title = Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_TITLE})]


class OpenTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """With a `scene`, the table is set up for that ready-made scene, which sets the dials that change rules.

    `content` are tables of the campaign's own in TOML, by the names of the tables of the book they stand for.
    With `solo`, one person gets every seat, and needs no name.  Some servers want the `host_key`.
    """

    ruleset: str
    name: Name = ""
    title: Title = ""
    scene: str = ""
    dials: dict[str, bool | int | str] = {}
    content: dict[str, str] = {}
    solo: bool = False
    host_key: str = ""


class Seated(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`key` opens the seat, `invitation` lets others join; both work for anybody who has them.

    `keys` has the key to every seat, if one person has them all.
    """

    table: str
    seat: str
    key: str
    invitation: str = ""
    keys: dict[str, str] = {}


class WithKey(Struct, frozen=True, forbid_unknown_fields=True):
    key: str


class Played(Struct, frozen=True):
    """A player's character, described in one line from what everybody may know."""

    seat: str
    name: str
    who: str


class Invitation(Struct, frozen=True, kw_only=True):
    """`about` is what the table was opened for, `scene` what is being played there now, `art` the table's picture.

    With a `role`, people can join in that role only.
    """

    title: str
    about: str
    art: str
    scene: str
    ruleset: str
    ruleset_title: str
    accent: str
    seats: tuple[Person, ...]
    characters: tuple[Played, ...]
    role: str = ""


class Join(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`seat` is a free one at the table; without it, a new one is added in that role.

    `own_key` will open the seat.  A page chooses it at random and keeps it until it has an answer: asking again with
    the same one gives the same seat.
    """

    key: str
    name: Name
    own_key: Annotated[str, Meta(pattern=OWN_KEY)] = ""
    seat: str = ""
    role: Literal["player", "spectator"] = "player"


def _plain(text: str, what: str, limit: int, *, may_be_empty: bool = False) -> str:
    text = unicodedata.normalize("NFC", text.strip())
    if (not text and not may_be_empty) or len(text) > limit or not is_readable(text):
        raise MalformedCommand(f"bad-{what}", f"A {what} has 1 to {limit} printable characters.")
    return text


def _name(text: str) -> str:
    name = _plain(text, "name", LONGEST_NAME)
    if not same_name(name):
        raise MalformedCommand("bad-name", "A name has something to see in it.")
    if not may_name_a_seat(name):
        raise MalformedCommand("bad-name", "A name does not begin with an @.")
    return name


FREE_IN_SCENES = frozenset(dial.name for dial in (*TABLE_DIALS, *PACE_DIALS) if not dial.changes_rules)


async def _open(call: Call) -> Seated:
    wanted = call.body(OpenTable)
    name = _name(wanted.name or (ALONE if wanted.solo else ""))
    title = _plain(wanted.title, "title", LONGEST_TITLE, may_be_empty=True)
    if wanted.scene and wanted.dials.keys() - FREE_IN_SCENES:
        raise MalformedCommand("scene-has-dials", "A ready-made scene brings its own dials along.")
    if wanted.scene and wanted.content:
        raise MalformedCommand("scene-has-tables", "A ready-made scene is played with the tables of the book.")
    call.door.check(wanted.host_key)
    call.registry.quotas.check_opening()
    call.rate_limits.check_opening(call.address)
    opened = await call.registry.open(
        wanted.ruleset,
        name,
        dials=wanted.dials,
        content=wanted.content,
        title=title,
        scene=wanted.scene,
        solo=wanted.solo,
    )
    keys = {str(seat): key for seat, key in opened.keys.items()} if wanted.solo else {}
    return Seated(table=opened.id, seat=opened.seat, key=opened.key, invitation=opened.invitation, keys=keys)


async def _invited(call: Call, key: str) -> tuple[LiveTable, str]:
    """The table, and the only role in which the key lets people join, if there is one."""
    found = call.admit(key)
    if found.purpose != "invitation":
        raise NotAdmitted("not-an-invitation", "This link is somebody's seat, not an invitation.")
    return await call.registry.table(found.table), found.role


async def _invitation(call: Call) -> Invitation:
    table, role = await _invited(call, call.body(WithKey).key)
    await table.settled()
    known, ruleset = table.table.anonymous_view(), table.table.ruleset
    scene = known.get(SCENE)
    return Invitation(
        title=known.get(TABLE).title,
        about=known.get(TABLE).about,
        art=known.get(TABLE).picture,
        scene=scene.title if scene.is_open else "",
        ruleset=ruleset.id,
        ruleset_title=ruleset.title,
        accent=ruleset.accent,
        seats=people_of(known, table.presence),
        characters=tuple(_played(known)),
        role=role,
    )


def _played(known: State) -> Iterator[Played]:
    """The characters of players with their first aspect; where sheets are closed, with the public description."""
    said: dict[str, str] = {}
    for card in known.get(ASPECTS).values():
        if card.kind == CHARACTER:
            said.setdefault(card.bearer, card.text)
    for actor in known.get(CAST).values():
        if actor.controller is not None and actor.is_pc and not actor.is_hidden:
            yield Played(actor.controller, actor.name, said.get(actor.id) or first_sentence(actor.sheet.description))


async def _join(call: Call) -> Seated:
    wanted = call.body(Join)
    name = _name(wanted.name)
    table, role = await _invited(call, wanted.key)
    if role and (wanted.seat or wanted.role != role):
        raise NotAdmitted("watch-only", "This link is for watching only; ask for an invitation to take a seat.")

    call.registry.quotas.check_writing(table.id, wanted.seat)
    key = wanted.own_key or call.registry.lobby.sources.key()
    seat = await sit_down(table, Joining(name, wanted.seat, wanted.role, key))
    return Seated(table=table.id, seat=seat, key=key)


def endpoints() -> Iterator[Endpoint]:
    yield Endpoint(
        "POST",
        "/api/tables",
        "Open a table.",
        _open,
        Seated,
        body=OpenTable,
        refusals=(400, 401, 403, 404, 409, 413, 422),
    )
    yield Endpoint(
        "POST",
        "/api/invitation",
        "What an invitation invites to.",
        _invitation,
        Invitation,
        body=WithKey,
        has_key_in_body=True,
        refusals=(400, 401, 404, 413),
    )
    yield Endpoint(
        "POST",
        "/api/join",
        "Sit down at a table.",
        _join,
        Seated,
        body=Join,
        has_key_in_body=True,
        refusals=(400, 401, 403, 404, 409, 413),
    )
