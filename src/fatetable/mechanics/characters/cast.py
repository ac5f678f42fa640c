"""The cast: every character of the game, who plays it, and what its sheet says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NewType, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import drop
from fatetable.engine.identity import remembered
from fatetable.engine.messages import GM, Event, SeatId
from fatetable.engine.seats import Seat, gm_seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.images import NO_IMAGE, ImageId

ActorId = NewType("ActorId", str)
NOBODY = ActorId("")


class Actor(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`controller` is the player who plays this one; `None` means the game master does.

    `patron` is whom it follows: a companion, servant, minion or organisation is somebody's, and no hero itself.
    `is_closed` means that only the player and the game master read the whole sheet.
    `switches` say what on the sheet is on or off just now, by its id; whatever is not named is as it usually is.
    """

    id: ActorId
    sheet: Sheet
    controller: SeatId | None = None
    is_hidden: bool = False
    portrait: ImageId = NO_IMAGE
    patron: ActorId = NOBODY
    is_closed: bool = False
    switches: Mapping[str, bool] = {}

    @property
    def name(self) -> str:
        return self.sheet.name

    @property
    def kind(self) -> str:
        return self.sheet.kind

    @property
    def is_pc(self) -> bool:
        """Is this a player's own character, and so one of the heroes?"""
        return self.controller is not None and not self.patron

    @property
    def has_player(self) -> bool:
        """Does a player decide for it, as their own character or as a follower of it?"""
        return self.controller is not None


Cast: TypeAlias = Mapping[ActorId, Actor]
CAST: Key[Cast] = Key("cast", dict[ActorId, Actor], {})


class ActorJoined(Event, frozen=True, tag="actor-joined/1"):
    actor: Actor


class SheetChanged(Event, frozen=True, tag="sheet-changed/1"):
    actor: ActorId
    sheet: Sheet
    reason: str = ""


class SwitchesSet(Event, frozen=True, tag="switches-set/1"):
    """What on somebody's sheet is on or off from here on."""

    actor: ActorId
    switches: Mapping[str, bool]


class PortraitSet(Event, frozen=True, tag="portrait-set/1"):
    actor: ActorId
    image: ImageId


class ActorLeft(Event, frozen=True, tag="actor-left/1"):
    actor: ActorId


def _joined(cast: Cast, event: ActorJoined) -> Cast:
    # A revealed character comes last for the game master too, as it does for seats that did not know of it.
    return {**{key: actor for key, actor in cast.items() if key != event.actor.id}, event.actor.id: event.actor}


def _sheet_changed(cast: Cast, event: SheetChanged) -> Cast:
    actor = cast.get(event.actor)
    if actor is None:
        return cast
    return {**cast, event.actor: msgspec.structs.replace(actor, sheet=event.sheet)}


def _switches_set(cast: Cast, event: SwitchesSet) -> Cast:
    actor = cast.get(event.actor)
    if actor is None:
        return cast
    return {**cast, event.actor: msgspec.structs.replace(actor, switches=event.switches)}


def _portrait_set(cast: Cast, event: PortraitSet) -> Cast:
    actor = cast.get(event.actor)
    if actor is None:
        return cast
    return {**cast, event.actor: msgspec.structs.replace(actor, portrait=event.image)}


CAST_EVOLVES = folds(
    CAST,
    {
        ActorJoined: _joined,
        SheetChanged: _sheet_changed,
        SwitchesSet: _switches_set,
        PortraitSet: _portrait_set,
        ActorLeft: drop("actor"),
    },
)


def actor_of(decision: Decision, actor: ActorId) -> Actor:
    found = decision.state.get(CAST).get(actor)
    if found is None or (found.is_hidden and not decision.seat.is_gm):
        raise decision.violation("unknown-actor", f"There is no character {actor!r} at this table.")
    return found


def name_of(state: State, actor: ActorId) -> str:
    return name_in(state.get(CAST), actor)


def name_in(cast: Cast, actor: ActorId) -> str:
    found = cast.get(actor)
    return found.name if found else actor


def whose(name: str) -> str:
    """What belongs to somebody of this name: "Reth's", "Gang of Thugs'"."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def controls(seat: Seat, actor: Actor) -> bool:
    return seat.is_gm if actor.controller is None else actor.controller == seat.id


def controlled(state: State, seat: Seat) -> tuple[Actor, ...]:
    """Those a seat decides for."""
    return _controlled(state.get(CAST), seat)


@remembered(limit=2048)
def _controlled(cast: Cast, seat: Seat) -> tuple[Actor, ...]:
    return tuple(actor for actor in cast.values() if controls(seat, actor))


def require_control(decision: Decision, actor: Actor) -> None:
    decision.require(controls(decision.seat, actor), "not-yours", f"{actor.name} is not yours to play.")


def seat_of(state: State, actor: ActorId) -> SeatId:
    """The seat that decides for this actor now; what is nobody's is the game master's."""
    if not actor:
        return gm_seat(state).id
    found = state.get(CAST)[actor]
    return gm_seat(state).id if found.controller is None else found.controller


def address_of(state: State, actor: ActorId) -> tuple[SeatId, ...]:
    """Where to send a question for this actor; follows the game master's chair if it is handed over."""
    found = state.get(CAST)[actor]
    return (GM,) if found.controller is None else (found.controller,)


def pc_of(state: State, seat: SeatId) -> Actor | None:
    """The one player character a seat plays; its followers are none."""
    return next((actor for actor in state.get(CAST).values() if actor.controller == seat and actor.is_pc), None)


def followers_of(state: State, patron: ActorId) -> tuple[Actor, ...]:
    """Everybody who is this one's companion, servant or minion, in the order in which they came."""
    return tuple(actor for actor in state.get(CAST).values() if patron and actor.patron == patron)


def patron_of(state: State, actor: Actor) -> Actor | None:
    """Whom somebody belongs to; nobody, for a character in its own right and for what stands alone."""
    return state.get(CAST).get(actor.patron) if actor.patron != actor.id else None


def players_characters(state: State) -> Iterator[Actor]:
    return (actor for actor in state.get(CAST).values() if actor.is_pc)
