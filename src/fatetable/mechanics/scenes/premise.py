"""The premise of a game: its genre and setting, and a question if the group is smaller or larger than the book means.

No number of people is refused.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import update
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, withdraw_kind
from fatetable.engine.seats import Seat, people
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
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


def _accepted(frame: Frame, event: GroupSizeAccepted) -> Frame:
    return msgspec.structs.replace(frame, fine_with=(*frame.fine_with, event.number))


class UnusualGroupSize(PromptContext, frozen=True, tag="group-size"):
    number: int


class Premise(Struct, frozen=True, kw_only=True):
    """`fewest` and `most` people, game master included, are what the book recommends, if it does."""

    cites: Cites
    fewest: int = 1
    most: int = sys.maxsize

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="premise",
            decides={AgreeFrame: self._agree},
            evolves=folds(FRAME, {FrameAgreed: update("genre", "setting"), GroupSizeAccepted: _accepted}),
            answers={UnusualGroupSize: self._size_accepted},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SessionStarts,),
        )

    def _agree(self, decision: Decision, command: AgreeFrame) -> None:
        decision.require_gm()
        wanted = "Say which genre and which world it is."
        genre = decision.described(command.genre, "Adventure", "no-words", wanted)
        setting = decision.described(command.setting, "A world of our own", "no-words", wanted)
        decision.emit(FrameAgreed(genre, setting))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        number = len(tuple(people(decision.state)))
        is_usual = self.fewest <= number <= self.most
        if not isinstance(moment, SessionStarts) or is_usual or number in decision.state.get(FRAME).fine_with:
            return
        withdraw_kind(decision, UnusualGroupSize)
        ask(
            decision,
            UnusualGroupSize(number),
            (GM,),
            f"Play with {number}?",
            (Option("play", "Play anyway"),),
            detail=f"The game is meant for {self.fewest} to {self.most} people with the {decision.engine.words.gm}.",
            cites=self.cites("group-size"),
            blocking=False,
        )

    def _size_accepted(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        decision.emit(GroupSizeAccepted(prompt.read(UnusualGroupSize).number))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm:
            frame = state.get(FRAME)
            yield Offer(
                command=AgreeFrame("", ""),
                label="Change the genre" if frame.genre else "Set the genre",
                verb="note",
                holes=(
                    TextHole("genre", "genre", suggestion=frame.genre, is_description=True),
                    TextHole("setting", "world", suggestion=frame.setting, is_description=True),
                ),
                cites=self.cites("getting-started"),
                group="table",
            )
