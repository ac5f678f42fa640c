"""Halting play: anybody may ask to stop without being named, or pause the table.

While play is halted, people talk, undo and sit down; everything else is refused and not offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from fatetable.engine.errors import Refusal
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Command, Event, SeatId
from fatetable.engine.offers import FlagHole, Offer
from fatetable.engine.opening import Rewind
from fatetable.engine.seats import AddSeat, RenameSeat, Seat
from fatetable.engine.speaking import Say
from fatetable.engine.state import Key, State
from fatetable.engine.stirring.rounds import BY_ITSELF, StirDice
from fatetable.engine.subsystem import Subsystem, folds

if TYPE_CHECKING:
    from fatetable.engine.decision import Decision


class Halt(Struct, frozen=True, omit_defaults=True):
    """`stopped_by` is the seat that asked to stop, if it wanted to be named."""

    is_stopped: bool = False
    stopped_by: SeatId | None = None
    paused_by: SeatId | None = None

    @property
    def is_on(self) -> bool:
        return self.is_stopped or self.paused_by is not None


HALT: Key[Halt] = Key("halt", Halt, Halt())


class AskToStop(Command, frozen=True, tag="ask-to-stop"):
    """The X-card: what is being told goes too far for somebody.  Nobody learns for whom, unless they are `named`."""

    named: bool = False


class ContinuePlay(Command, frozen=True, tag="continue-play"):
    """What somebody asked to stop for is settled."""


class PauseTable(Command, frozen=True, tag="pause-table"):
    pass


class ResumeTable(Command, frozen=True, tag="resume-table"):
    pass


class StopAsked(Event, frozen=True, tag="stop-asked/1"):
    seat: SeatId | None = None


class PlayContinued(Event, frozen=True, tag="play-continued/1"):
    pass


class TablePaused(Event, frozen=True, tag="table-paused/1"):
    seat: SeatId


class TableResumed(Event, frozen=True, tag="table-resumed/1"):
    pass


class HaltKept(Event, frozen=True, tag="halt-kept/1"):
    """What is rewound is the story: play that was halted stays halted, and play that went on goes on."""

    halt: Halt


def _stopped(halt: Halt, event: StopAsked) -> Halt:
    return msgspec.structs.replace(halt, is_stopped=True, stopped_by=event.seat)


def _continued(halt: Halt, _: PlayContinued) -> Halt:
    return msgspec.structs.replace(halt, is_stopped=False, stopped_by=None)


def _paused(halt: Halt, event: TablePaused) -> Halt:
    return msgspec.structs.replace(halt, paused_by=event.seat)


def _resumed(halt: Halt, _: TableResumed) -> Halt:
    return msgspec.structs.replace(halt, paused_by=None)


STOPPED = Refusal("table-stopped", "Someone asked to stop here. Continue first, when everybody is ready.")
PAUSED = Refusal("table-paused", "The table is paused. Resume it first.")
NOT_STOPPED = Refusal("not-stopped", "Nobody has asked to stop.")
NOT_PAUSED = Refusal("not-paused", "The table is not paused.")

# People may arrive at any time: who sits where is not play, nor is what their pages add to the dice.
_ALWAYS: tuple[type[Command], ...] = (Say, Rewind, AddSeat, RenameSeat, StirDice, *BY_ITSELF)
_WHILE_STOPPED = frozenset((*_ALWAYS, ContinuePlay))
_WHILE_PAUSED = frozenset((*_ALWAYS, ResumeTable, AskToStop))


def refused_while_halted(state: State, command: type[Command]) -> Refusal | None:
    """Why a command has to wait until play goes on."""
    halt = state.get(HALT)
    if halt.is_stopped:
        return None if command in _WHILE_STOPPED else STOPPED
    return PAUSED if halt.paused_by is not None and command not in _WHILE_PAUSED else None


def _ask_to_stop(decision: Decision, command: AskToStop) -> None:
    # Nobody's seat is written down, so no log, export or page can ever tell who it was.
    decision.emit(StopAsked(decision.seat.id if command.named else None), is_anonymous=not command.named)


def _continue(decision: Decision, _: ContinuePlay) -> None:
    decision.require_allowed(None if decision.state.get(HALT).is_stopped else NOT_STOPPED)
    decision.emit(PlayContinued(), is_anonymous=True)


def _pause(decision: Decision, _: PauseTable) -> None:
    decision.emit(TablePaused(decision.seat.id))


def _resume(decision: Decision, _: ResumeTable) -> None:
    decision.require_allowed(None if decision.state.get(HALT).paused_by is not None else NOT_PAUSED)
    decision.emit(TableResumed())


def _offers(state: State, _: Seat) -> Iterator[Offer]:
    halt = state.get(HALT)
    if halt.is_stopped:
        yield Offer(command=ContinuePlay(), label="Continue", verb="start", group="safety")
        return
    yield Offer(
        command=AskToStop(),
        label="Stop here",
        verb="end",
        holes=(FlagHole("named", "say that it was you"),),
        group="safety",
        note="Nobody is told who asked.",
    )
    if halt.paused_by is None:
        yield Offer(command=PauseTable(), label="Pause", verb="end", group="safety")
    else:
        yield Offer(command=ResumeTable(), label="Resume", verb="start", group="safety")


HALTING = Subsystem(
    name="halting",
    decides={AskToStop: _ask_to_stop, ContinuePlay: _continue, PauseTable: _pause, ResumeTable: _resume},
    evolves=folds(
        HALT,
        {
            StopAsked: _stopped,
            PlayContinued: _continued,
            TablePaused: _paused,
            TableResumed: _resumed,
            HaltKept: set_to("halt"),
        },
    ),
    offers=_offers,
)
