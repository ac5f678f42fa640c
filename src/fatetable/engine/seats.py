"""Seats: who sits at the table and in which role.  Exactly one seat is the game master's at any time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.messages import GM, Command, Event, SeatId
from fatetable.engine.offers import Choice, ChoiceHole, Offer, TextHole
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds

if TYPE_CHECKING:
    from fatetable.engine.decision import Decision

Role: TypeAlias = Literal["gm", "player", "spectator"]


class Seat(Struct, frozen=True):
    id: SeatId
    role: Role
    name: str = ""

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
    """The name of whoever sits there now; the seat's id stays what it was."""

    seat: SeatId
    name: str


class SeatAdded(Event, frozen=True, tag="seat-added/1"):
    seat: Seat


class SeatNamed(Event, frozen=True, tag="seat-named/1"):
    seat: SeatId
    name: str


class ChairHandedOver(Event, frozen=True, tag="chair-handed-over/1"):
    seats: tuple[Seat, ...]


class SeatsKept(Event, frozen=True, tag="seats-kept/1"):
    """What is rewound is the story: whoever sat at the table sits there still."""

    seats: tuple[Seat, ...]


def _added(seats: Seats, event: SeatAdded) -> Seats:
    return {**seats, event.seat.id: event.seat}


def _named(seats: Seats, event: SeatNamed) -> Seats:
    seat = seats.get(event.seat)
    return seats if seat is None else {**seats, event.seat: msgspec.structs.replace(seat, name=event.name)}


def _seated(seats: Seats, event: ChairHandedOver | SeatsKept) -> Seats:
    return {**seats, **{seat.id: seat for seat in event.seats}}


def gm_seat(state: State) -> Seat:
    return next(seat for seat in state.get(SEATS).values() if seat.is_gm)


def people(state: State) -> Iterator[Seat]:
    """Everybody with a say: the game master and the players, not the spectators."""
    return (seat for seat in state.get(SEATS).values() if seat.role != "spectator")


def is_addressed(seat: Seat, audience: tuple[SeatId, ...] | None) -> bool:
    return audience is None or seat.id in audience or (seat.is_gm and GM in audience)


def may_name_a_seat(name: str) -> bool:
    """A name with an `@` in front would be taken for a role, and be told whatever that role is told."""
    return bool(name.strip()) and not name.strip().startswith("@")


def _add(decision: Decision, command: AddSeat) -> None:
    decision.require_gm()
    decision.require(bool(command.name.strip()), "no-name", "Somebody's seat needs their name.")
    decision.require(
        command.role != "gm", "one-game-master", "A table has exactly one game master; hand the chair over instead."
    )
    seat = _free_id(decision.state.get(SEATS), command.name)
    decision.emit(SeatAdded(Seat(seat, command.role, command.name.strip())))


def _rename(decision: Decision, command: RenameSeat) -> None:
    decision.require_gm()
    decision.require(bool(command.name.strip()), "no-name", "Somebody's seat needs their name.")
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


def _offers(state: State, seat: Seat) -> Iterator[Offer]:
    if not seat.is_gm:
        return
    roles = (Choice("player", "player"), Choice("spectator", "spectator"))
    yield Offer(
        command=AddSeat("", "player"),
        label="Add a seat",
        holes=(TextHole("name", "name"), ChoiceHole("role", "role", roles)),
        group="gm",
    )
    everybody = tuple(Choice(other.id, other.name) for other in state.get(SEATS).values())
    yield Offer(
        command=RenameSeat(SeatId(""), ""),
        label="Name who sits somewhere",
        holes=(ChoiceHole("seat", "seat", everybody), TextHole("name", "name")),
        group="gm",
    )
    players = tuple(Choice(other.id, other.name) for other in state.get(SEATS).values() if other.role == "player")
    if players:
        yield Offer(
            command=HandOver(SeatId("")),
            label="Hand over the game master's chair",
            holes=(ChoiceHole("to", "to whom", players),),
            group="gm",
        )


def _free_id(seats: Seats, name: str) -> SeatId:
    plain = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:40] or "seat"
    ids = (SeatId(plain if number == 1 else f"{plain}-{number}") for number in count(1))
    return next(each for each in ids if each not in seats)


SEATING = Subsystem(
    name="seats",
    decides={AddSeat: _add, RenameSeat: _rename, HandOver: _hand_over},
    evolves=folds(SEATS, {SeatAdded: _added, SeatNamed: _named, ChairHandedOver: _seated, SeatsKept: _seated}),
    offers=_offers,
)
