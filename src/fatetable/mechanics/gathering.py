"""Getting started: what kind of story a table tells, and whether as many people are there as the book is meant for.

Refuses no number of people; only one game master per table is a must, and seats see to that.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, withdraw
from fatetable.engine.seats import Seat, people
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.moments import SessionStarts


class Frame(Struct, frozen=True, omit_defaults=True):
    """What everybody agreed to play; `fine_with` are numbers of people the table plays with although unusual."""

    genre: str = ""
    setting: str = ""
    fine_with: tuple[int, ...] = ()


FRAME: Key[Frame] = Key("frame", Frame, Frame())


class AgreeFrame(Command, frozen=True, tag="agree-frame"):
    """The game master writes down what the table has agreed on."""

    genre: str
    setting: str


class FrameAgreed(Event, frozen=True, tag="frame-agreed/1"):
    genre: str
    setting: str


class GroupSizeAccepted(Event, frozen=True, tag="group-size-accepted/1"):
    number: int


def _agreed(frame: Frame, event: FrameAgreed) -> Frame:
    return msgspec.structs.replace(frame, genre=event.genre, setting=event.setting)


def _accepted(frame: Frame, event: GroupSizeAccepted) -> Frame:
    return msgspec.structs.replace(frame, fine_with=(*frame.fine_with, event.number))


class Gathering(Struct, frozen=True, kw_only=True):
    """`fewest` and `most` people, game master included, are what the book recommends."""

    fewest: int
    most: int
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="gathering",
            decides={AgreeFrame: self._agree},
            evolves=folds(FRAME, {FrameAgreed: _agreed, GroupSizeAccepted: _accepted}),
            answers={"group-size": self._size_accepted},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SessionStarts,),
        )

    def _agree(self, decision: Decision, command: AgreeFrame) -> None:
        decision.require_gm()
        genre, setting = command.genre.strip(), command.setting.strip()
        decision.require(bool(genre and setting), "no-words", "Say which genre and which world it is.")
        decision.emit(FrameAgreed(genre, setting))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        number = len(tuple(people(decision.state)))
        is_usual = self.fewest <= number <= self.most
        if not isinstance(moment, SessionStarts) or is_usual or number in decision.state.get(FRAME).fine_with:
            return
        withdraw(decision, gathering="size")
        ask(
            decision,
            "group-size",
            (GM,),
            f"You are {number}; the game is meant for {self.fewest} to {self.most} people with the game master.",
            (Option("play", "We play all the same"),),
            about={"gathering": "size", "number": number},
            cites=self.cites("group-size"),
            blocking=False,
        )

    def _size_accepted(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        decision.emit(GroupSizeAccepted(int(prompt.about["number"])))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm:
            frame = state.get(FRAME)
            yield Offer(
                command=AgreeFrame("", ""),
                label="Agree on another kind of story" if frame.genre else "Agree on what kind of story it is",
                holes=(
                    TextHole("genre", "genre", suggestion=frame.genre),
                    TextHole("setting", "the world it plays in", suggestion=frame.setting),
                ),
                cites=self.cites("getting-started"),
                group="table",
            )
