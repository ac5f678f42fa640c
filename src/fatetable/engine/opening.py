"""The frame around play: which ruleset a table uses, the sealed secret behind its dice, the throws, and rewinding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.chance import Position, Throw
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import FlagHole, NumberHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Evolver, Subsystem

if TYPE_CHECKING:
    from fatetable.engine.decision import Decision

DialValue: TypeAlias = str | int | bool


class TableInfo(Struct, frozen=True):
    id: str = ""
    ruleset: str = ""
    title: str = ""
    dials: Mapping[str, DialValue] = {}
    commitment: str = ""
    floor: int = 0
    """The earliest position the table may be rewound to: play cannot be taken back past the sealing of its dice."""
    about: str = ""
    """One sentence for those who think of sitting down."""


class Throws(Struct, frozen=True):
    """How many throws were made; a rewound table comes back to the same count, and so to the same faces."""

    epoch: int = 0
    count: int = 0


TABLE: Key[TableInfo] = Key("table", TableInfo, TableInfo())
THROWS: Key[Throws] = Key("throws", Throws, Throws())


class TableOpened(Event, frozen=True, tag="table-opened/1"):
    table: str
    ruleset: str
    dials: Mapping[str, DialValue]
    title: str = ""
    floor: int = 0
    about: str = ""


class PlayOpened(Event, frozen=True, tag="play-opened/1"):
    """The secret behind the dice is sealed: its fingerprint is public from here on."""

    commitment: str
    floor: int


class PlayClosed(Event, frozen=True, tag="play-closed/1"):
    """The secret is told, so that every throw since `PlayOpened` can be checked."""

    secret: str
    floor: int


class DiceThrown(Event, frozen=True, tag="dice-thrown/1"):
    throw: Throw


class Rewind(Command, frozen=True, tag="rewind"):
    to: int
    fresh_dice: bool = False


class Rewound(Event, frozen=True, tag="rewound/1"):
    """Everything after position `to` is taken back; the record of it stays."""

    to: int
    epoch: int


def _opened(info: TableInfo, event: TableOpened) -> TableInfo:
    return TableInfo(
        id=event.table,
        ruleset=event.ruleset,
        title=event.title,
        dials=event.dials,
        floor=event.floor,
        about=event.about,
    )


def _play_opened(info: TableInfo, event: PlayOpened) -> TableInfo:
    return msgspec.structs.replace(info, commitment=event.commitment, floor=event.floor)


def _play_closed(info: TableInfo, event: PlayClosed) -> TableInfo:
    return msgspec.structs.replace(info, commitment="", floor=event.floor)


def _thrown(throws: Throws, event: DiceThrown) -> Throws:
    return msgspec.structs.replace(throws, count=event.throw.position.number + 1)


def _rewound(throws: Throws, event: Rewound) -> Throws:
    return Throws(event.epoch, throws.count)


def next_position(state: State) -> Position:
    throws = state.get(THROWS)
    return Position(throws.epoch, throws.count)


def _rewind(decision: Decision, command: Rewind) -> None:
    decision.require_gm()
    floor = decision.state.get(TABLE).floor
    decision.require(
        floor <= command.to < decision.state.seq,
        "cannot-rewind-there",
        f"The table can be rewound to any position from {floor} to {decision.state.seq - 1}, not to {command.to}.",
    )
    throws = decision.state.get(THROWS)
    # Positions only grow, so an epoch named after one has never been thrown from before.
    epoch = decision.state.seq + 1 if command.fresh_dice else throws.epoch
    decision.emit(Rewound(command.to, epoch))


def _offers(state: State, seat: Seat) -> Iterator[Offer]:
    floor = state.get(TABLE).floor
    if seat.is_gm and floor < state.position():
        yield Offer(
            command=Rewind(floor),
            label="Rewind the table",
            holes=(
                NumberHole("to", "position", floor, state.position() - 1),
                FlagHole("fresh_dice", "throw new dice instead of keeping those already seen"),
            ),
            group="gm",
        )


OPENING = Subsystem(
    name="opening",
    decides={Rewind: _rewind},
    evolves={
        TableOpened: Evolver(TABLE, _opened),
        PlayOpened: Evolver(TABLE, _play_opened),
        PlayClosed: Evolver(TABLE, _play_closed),
        DiceThrown: Evolver(THROWS, _thrown),
        Rewound: Evolver(THROWS, _rewound),
    },
    offers=_offers,
)
