"""What a table is before anybody plays: its ruleset, the seal on its dice, the count of throws, and rewinding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.chance import Position, Throw
from fatetable.engine.folds import update
from fatetable.engine.messages import Command, Event, SeatId
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
    """The earliest position the table may be rewound to: the one at which its dice were sealed."""
    content: Mapping[str, str] = {}
    """Tables of the campaign's own, as somebody wrote them, by the name of the table they stand for."""
    about: str = ""
    """One sentence that tells people in the lobby what the table plays."""
    art: str = ""

    @property
    def picture(self) -> str:
        """The name of the picture of this table; a page picks one for a name it does not know."""
        return self.art or self.id


class KnownThrow(Struct, frozen=True, gc=False):
    """A throw that a rewind has taken back: everybody knows what it gives, and `what` it was made for."""

    position: Position
    what: str


class Throws(Struct, frozen=True, omit_defaults=True):
    """How many throws were made, and what the next one depends on.

    A rewound table goes back to an earlier count.  The epoch and the stir never go back.
    """

    epoch: int = 0
    count: int = 0
    stir: str = ""
    known: tuple[KnownThrow, ...] = ()


TABLE: Key[TableInfo] = Key("table", TableInfo, TableInfo())
THROWS: Key[Throws] = Key("throws", Throws, Throws())


class TableOpened(Event, frozen=True, tag="table-opened/1"):
    """`content` are tables of the campaign's own; records of earlier versions have none."""

    table: str
    ruleset: str
    dials: Mapping[str, DialValue]
    title: str = ""
    floor: int = 0
    about: str = ""
    art: str = ""
    content: Mapping[str, str] = {}


class PlayOpened(Event, frozen=True, tag="play-opened/1"):
    """The secret behind the dice is sealed: from here on its fingerprint is public."""

    commitment: str
    floor: int


class PlayClosed(Event, frozen=True, tag="play-closed/1"):
    """The secret is published, so that every throw since `PlayOpened` can be checked."""

    secret: str
    floor: int


class DiceThrown(Event, frozen=True, tag="dice-thrown/1", omit_defaults=True):
    """`what` the dice were thrown for is compared after a rewind; records of earlier versions do not say it."""

    throw: Throw
    what: str = ""


class DiceRenewed(Event, frozen=True, tag="dice-renewed/1"):
    """After a rewind another roll is made than the one that was taken back, so the faces known from it are not used."""

    epoch: int


class DiceStirred(Event, frozen=True, tag="dice-stirred/1"):
    """These seats, asked in this order, have all told their words; all later throws depend on them."""

    stir: str
    seats: tuple[SeatId, ...]


class ThrowsKept(Event, frozen=True, tag="throws-kept/1", omit_defaults=True):
    """What a rewind leaves as it is: the epoch and the stir, and the throws that it has taken back."""

    epoch: int
    stir: str = ""
    known: tuple[KnownThrow, ...] = ()


class Rewind(Command, frozen=True, tag="rewind"):
    to: int
    fresh_dice: bool = False


class Rewound(Event, frozen=True, tag="rewound/1", omit_defaults=True):
    """Everything after position `to` is taken back; its records stay in the log.

    Dice are fresh if their epoch is a new one.
    """

    to: int
    epoch: int
    is_fresh: bool = False

    def has_fresh_dice(self, seq: int) -> bool:
        """Were fresh dice asked for?  Earlier versions named the new epoch after the position of the record."""
        return self.is_fresh or self.epoch == seq


def _opened(info: TableInfo, event: TableOpened) -> TableInfo:
    return TableInfo(
        id=event.table,
        ruleset=event.ruleset,
        title=event.title,
        dials=event.dials,
        floor=event.floor,
        about=event.about,
        art=event.art,
        content=event.content,
    )


def _play_opened(info: TableInfo, event: PlayOpened) -> TableInfo:
    return msgspec.structs.replace(info, commitment=event.commitment, floor=event.floor)


def _play_closed(info: TableInfo, event: PlayClosed) -> TableInfo:
    return msgspec.structs.replace(info, commitment="", floor=event.floor)


def _thrown(throws: Throws, event: DiceThrown) -> Throws:
    return msgspec.structs.replace(throws, count=event.throw.position.number + 1)


def _rewound(throws: Throws, event: Rewound) -> Throws:
    return msgspec.structs.replace(throws, epoch=event.epoch)


def _kept(throws: Throws, event: ThrowsKept) -> Throws:
    return Throws(event.epoch, throws.count, event.stir, event.known)


def next_position(throws: Throws, what: str) -> Position | None:
    """The position of the next throw; `None` if that needs a new epoch.

    The same roll as one that was taken back gets its faces again, so nobody rewinds for better dice.  Any other roll
    gets dice that nobody has seen.
    """
    seen = [known for known in throws.known if known.position.number == throws.count]
    for known in seen:
        if known.what == what:
            return known.position
    is_used = any(known.position.epoch == throws.epoch for known in seen)
    return None if is_used else Position(throws.epoch, throws.count, throws.stir)


def _rewind(decision: Decision, command: Rewind) -> None:
    decision.require_gm()
    floor = decision.state.get(TABLE).floor
    decision.require(
        floor <= command.to < decision.state.seq,
        "cannot-rewind-there",
        f"The table can be rewound to any position from {floor} to {decision.state.seq - 1}, not to {command.to}.",
    )
    throws = decision.state.get(THROWS)
    # The epoch only grows, so the next one has never been thrown from before.
    decision.emit(Rewound(command.to, throws.epoch + command.fresh_dice, command.fresh_dice))


def _offers(state: State, seat: Seat) -> Iterator[Offer]:
    floor = state.get(TABLE).floor
    if seat.is_gm and floor < state.position():
        yield Offer(
            command=Rewind(floor),
            label="Rewind the table",
            verb="rewind",
            holes=(
                NumberHole("to", "position", floor, state.position() - 1),
                FlagHole("fresh_dice", "roll new dice"),
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
        DiceRenewed: Evolver(THROWS, update("epoch")),
        DiceStirred: Evolver(THROWS, update("stir")),
        Rewound: Evolver(THROWS, _rewound),
        ThrowsKept: Evolver(THROWS, _kept),
    },
    offers=_offers,
)
