"""What people say to each other at the table, to all or to some.  No rule depends on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fatetable.engine.messages import Command, Event, SeatId
from fatetable.engine.offers import Choice, ManyHole, Offer, TextHole
from fatetable.engine.seats import SEATS, Seat, Seats
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds

if TYPE_CHECKING:
    from fatetable.engine.decision import Decision

SPOKEN: Key[int] = Key("spoken", int, 0)
"""How often somebody said something; the words themselves are in the log and nowhere else."""


class Say(Command, frozen=True, tag="say"):
    """To everybody, or only to the seats named."""

    words: str
    to: tuple[SeatId, ...] = ()


class Said(Event, frozen=True, tag="said/1"):
    """Of a whisper everybody sees that there was one; its words are empty for those it is not for."""

    words: str
    to: tuple[SeatId, ...] = ()


def _say(decision: Decision, command: Say) -> None:
    words = command.words.strip()
    decision.require(bool(words), "no-words", "There is nothing to say.")
    others = _others(decision.state.get(SEATS), decision.seat)
    decision.require(
        set(command.to) <= {seat.id for seat in others} and len(set(command.to)) == len(command.to),
        "unknown-seat",
        "Words are whispered to other people at this table, each named once.",
    )
    if command.to:
        decision.emit(Said(words, command.to), to=(*command.to, decision.seat.id), face=Said(""))
    else:
        decision.emit(Said(words))


def _others(seats: Seats, speaker: Seat) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats.values() if seat.id != speaker.id)


def _offers(state: State, seat: Seat) -> Iterator[Offer]:
    others = tuple(Choice(other.id, other.name) for other in _others(state.get(SEATS), seat))
    whisper = (ManyHole("to", "only to", others, most=len(others)),) if others else ()
    yield Offer(
        command=Say(""),
        label="Say something",
        verb="speak",
        holes=(TextHole("words", "words"), *whisper),
        group="talk",
    )


SPEAKING = Subsystem(
    name="speaking",
    decides={Say: _say},
    evolves=folds(SPOKEN, {Said: lambda count, _: count + 1}),
    offers=_offers,
)
