"""Seats: who sits at the table and in which role.  Exactly one seat is the game master's at any time."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.folds import put
from fatetable.engine.messages import GM, Command, Event, SeatId
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, TextHole
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import OfferSource, Subsystem, folds
from fatetable.engine.words import Words

if TYPE_CHECKING:
    from fatetable.engine.decision import Decision

Role: TypeAlias = Literal["gm", "player", "spectator"]


class Seat(Struct, frozen=True):
    id: SeatId
    role: Role
    name: str = ""
    is_away: bool = False
    """Nobody sits here at the moment, or play goes on without them; the table does not wait for this seat."""
    is_missed: bool = False
    """Somebody sat here when the seat went away, so their coming back is news."""

    @property
    def is_taken(self) -> bool:
        """Has somebody given the seat a name?  A seat of a ready-made scene is called by its id until then."""
        return self.name not in ("", self.id)

    @property
    def is_gm(self) -> bool:
        return self.role == "gm"


Seats: TypeAlias = Mapping[SeatId, Seat]
SEATS: Key[Seats] = Key("seats", dict[SeatId, Seat], {})


class AddSeat(Command, frozen=True, tag="add-seat"):
    """The seat's id is made of the name; a second Ana sits at `ana-2`."""

    name: str
    role: Role


class HandOver(Command, frozen=True, tag="hand-over"):
    """The game master gives the chair to someone else and takes theirs."""

    to: SeatId


class RenameSeat(Command, frozen=True, tag="rename-seat"):
    """The new name of the person in the seat; the seat keeps its id."""

    seat: SeatId
    name: str


class SetPresence(Command, frozen=True, tag="set-presence"):
    """The server notices that somebody has come or gone."""

    seat: SeatId
    is_away: bool


class SeatAdded(Event, frozen=True, tag="seat-added/1"):
    seat: Seat


class SeatNamed(Event, frozen=True, tag="seat-named/1"):
    seat: SeatId
    name: str


class PresenceNoted(Event, frozen=True, tag="presence-noted/1"):
    seat: SeatId
    is_away: bool


class ChairHandedOver(Event, frozen=True, tag="chair-handed-over/1"):
    seats: tuple[Seat, ...]


class SeatsKept(Event, frozen=True, tag="seats-kept/1"):
    """A rewind changes the story only: people keep their seats."""

    seats: tuple[Seat, ...]


def _named(seats: Seats, event: SeatNamed) -> Seats:
    seat = seats.get(event.seat)
    return seats if seat is None else {**seats, event.seat: msgspec.structs.replace(seat, name=event.name)}


def _noted(seats: Seats, event: PresenceNoted) -> Seats:
    seat = seats.get(event.seat)
    if seat is None:
        return seats
    is_missed = event.is_away and seat.is_taken
    return {**seats, event.seat: msgspec.structs.replace(seat, is_away=event.is_away, is_missed=is_missed)}


def _seated(seats: Seats, event: ChairHandedOver | SeatsKept) -> Seats:
    return {**seats, **{seat.id: seat for seat in event.seats}}


def gm_seat(state: State) -> Seat:
    return next(seat for seat in state.get(SEATS).values() if seat.is_gm)


def is_at_the_table(seat: Seat) -> bool:
    """Has this seat a say, and is somebody there?"""
    return seat.role != "spectator" and not seat.is_away


def people(state: State) -> Iterator[Seat]:
    """Everybody with a say: the game master and the players, not the spectators."""
    return (seat for seat in state.get(SEATS).values() if seat.role != "spectator")


def present_people(state: State) -> Iterator[Seat]:
    """Everybody with a say who is there: the table waits for nobody else."""
    return filter(is_at_the_table, state.get(SEATS).values())


def is_addressed(seat: Seat, audience: tuple[SeatId, ...] | None) -> bool:
    return audience is None or seat.id in audience or (seat.is_gm and GM in audience)


INVISIBLE = ("Cf", "Cc")
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0" + "".join(map(chr, range(0xFE00, 0xFE10))))
"""Letters and marks that show nothing."""


def may_name_a_seat(name: str) -> bool:
    """A name shows something, and no `@` in front: that would be taken for a role, and be told what that role is."""
    return bool(same_name(name)) and not same_name(name).startswith("@")


def same_name(name: str) -> str:
    """The same for names that look alike: in any case, form or width, with any spaces, and with invisible signs.

    >>> same_name("Maria") == same_name(" \uff2d\u200dARIA\u00a0")
    True
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(sign for sign in plain if sign not in BLANK and unicodedata.category(sign) not in INVISIBLE)
    return " ".join(seen.split())


def _add(decision: Decision, command: AddSeat) -> None:
    decision.require_gm()
    decision.require(bool(command.name.strip()), "no-name", "A seat needs a name.")
    decision.require(
        command.role != "gm",
        "one-game-master",
        f"A table has exactly one {decision.engine.words.gm}; make someone else it instead.",
    )
    seat = _free_id(decision.state.get(SEATS), command.name)
    decision.emit(SeatAdded(Seat(seat, command.role, command.name.strip())))


def _rename(decision: Decision, command: RenameSeat) -> None:
    decision.require_gm()
    decision.require(bool(command.name.strip()), "no-name", "A seat needs a name.")
    if command.seat not in decision.state.get(SEATS):
        raise decision.violation("unknown-seat", f"There is no seat {command.seat!r} at this table.")
    decision.emit(SeatNamed(command.seat, command.name.strip()))


def _hand_over(decision: Decision, command: HandOver) -> None:
    decision.require_gm()
    heir = decision.state.get(SEATS).get(command.to)
    if heir is None or heir.role != "player":
        raise decision.violation("unknown-seat", f"{command.to!r} is not a player's seat at this table.")
    decision.emit(
        ChairHandedOver(
            (
                msgspec.structs.replace(heir, role="gm"),
                msgspec.structs.replace(decision.seat, role=heir.role),
            )
        )
    )


def _set_presence(decision: Decision, command: SetPresence) -> None:
    seat = decision.state.get(SEATS).get(command.seat)
    if seat is not None and seat.is_away != command.is_away:
        decision.emit(PresenceNoted(seat.id, command.is_away))


def _offers_in(words: Words) -> OfferSource:
    def offers(state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        roles = (Choice("player", "player"), Choice("spectator", "spectator"))
        yield Offer(
            command=AddSeat("", "player"),
            label="Add a seat",
            verb="join",
            holes=(TextHole("name", "name"), ChoiceHole("role", "role", roles)),
            group="gm",
        )
        everybody = tuple(Choice(other.id, other.name) for other in state.get(SEATS).values())
        yield Offer(
            command=RenameSeat(SeatId(""), ""),
            label="Rename a player",
            verb="change",
            target=Target("seat"),
            holes=(ChoiceHole("seat", "seat", everybody), TextHole("name", "name")),
            group="gm",
        )
        players = tuple(Choice(other.id, other.name) for other in state.get(SEATS).values() if other.role == "player")
        if players:
            yield Offer(
                command=HandOver(SeatId("")),
                label=f"Make someone else {words.gm}",
                verb="change",
                target=Target("seat"),
                holes=(ChoiceHole("to", "who", players),),
                group="gm",
            )

    return offers


def _free_id(seats: Seats, name: str) -> SeatId:
    plain = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:40] or "seat"
    ids = (SeatId(plain if number == 1 else f"{plain}-{number}") for number in count(1))
    return next(each for each in ids if each not in seats)


def seating(words: Words) -> Subsystem:
    return Subsystem(
        name="seats",
        decides={AddSeat: _add, RenameSeat: _rename, HandOver: _hand_over},
        times_out={SetPresence: _set_presence},
        evolves=folds(
            SEATS,
            {
                SeatAdded: put("seat.id", "seat"),
                SeatNamed: _named,
                PresenceNoted: _noted,
                ChairHandedOver: _seated,
                SeatsKept: _seated,
            },
        ),
        offers=_offers_in(words),
    )
