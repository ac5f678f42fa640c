"""The words that seats have pledged and told to stir the dice: their slice, its events and folds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.folds import set_to
from fatetable.engine.messages import Event, SeatId
from fatetable.engine.state import Key
from fatetable.engine.subsystem import folds

Mark: TypeAlias = tuple[int, int, int]
"""Between which throws something happened: where the secret was sealed, the epoch, and the number of throws."""


class Stirs(Struct, frozen=True, omit_defaults=True):
    """`pledges` are the pledges that stand; `marks` tell when each seat made its last one or lost it.

    `asked` are the pledges of the seats that are asked for their words now, `told` the words told so far.
    `is_wanted` if somebody pledged meanwhile, so that the dice are stirred again afterwards.
    `mark` tells when seats were asked last, `rounds` how often.
    """

    pledges: Mapping[SeatId, str] = {}
    marks: Mapping[SeatId, Mark] = {}
    asked: Mapping[SeatId, str] = {}
    told: Mapping[SeatId, str] = {}
    is_wanted: bool = False
    mark: Mark = (0, 0, 0)
    rounds: int = 0

    @property
    def owing(self) -> tuple[SeatId, ...]:
        """The seats that still have to tell their words."""
        return tuple(seat for seat in self.asked if seat not in self.told)


STIRS: Key[Stirs] = Key("stirs", Stirs, Stirs())


class StirPledged(Event, frozen=True, tag="stir-pledged/1"):
    seat: SeatId
    pledge: str
    mark: Mark


class StirBegun(Event, frozen=True, tag="stir-begun/1"):
    """These seats are asked for their words, which count in this order."""

    seats: tuple[SeatId, ...]
    mark: Mark


class StirTold(Event, frozen=True, tag="stir-told/1"):
    seat: SeatId
    words: str
    pledge: str


class StirBroken(Event, frozen=True, tag="stir-broken/1"):
    """These seats did not tell their words: the dice stay as they were, and their pledges are void."""

    seats: tuple[SeatId, ...]
    mark: Mark


class StirsKept(Event, frozen=True, tag="stirs-kept/1"):
    """A rewind takes back no randomness."""

    stirs: Stirs


# -- folds -------------------------------------------------------------------------------------------------------------


def _pledged(stirs: Stirs, event: StirPledged) -> Stirs:
    pledges, marks = {**stirs.pledges, event.seat: event.pledge}, {**stirs.marks, event.seat: event.mark}
    return msgspec.structs.replace(stirs, pledges=pledges, marks=marks, is_wanted=True)


def _begun(stirs: Stirs, event: StirBegun) -> Stirs:
    asked = {seat: stirs.pledges[seat] for seat in event.seats}
    rounds = stirs.rounds + 1
    return msgspec.structs.replace(stirs, asked=asked, told={}, is_wanted=False, mark=event.mark, rounds=rounds)


def _told(stirs: Stirs, event: StirTold) -> Stirs:
    pledges, told = {**stirs.pledges, event.seat: event.pledge}, {**stirs.told, event.seat: event.words}
    if stirs.asked.keys() == told.keys():
        return msgspec.structs.replace(stirs, pledges=pledges, asked={}, told={})
    return msgspec.structs.replace(stirs, pledges=pledges, told=told)


def _broken(stirs: Stirs, event: StirBroken) -> Stirs:
    pledges = {seat: pledge for seat, pledge in stirs.pledges.items() if seat not in event.seats}
    marks = {**stirs.marks, **dict.fromkeys(event.seats, event.mark)}
    return msgspec.structs.replace(stirs, pledges=pledges, marks=marks, asked={}, told={})


EVOLVERS = folds(
    STIRS,
    {
        StirPledged: _pledged,
        StirBegun: _begun,
        StirTold: _told,
        StirBroken: _broken,
        StirsKept: set_to("stirs"),
    },
)
