"""What the GM changes about a challenge under way: its rungs and what they give, marks, and whether it goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, NumberHole, Offer, TextHole, Verb, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import name_of
from fatetable.rulesets.fate2.book import MOST_BOXES, LadderRung
from fatetable.rulesets.fate2.challenges.marking import with_boxes, with_track
from fatetable.rulesets.fate2.challenges.state import (
    CHALLENGES,
    ChallengeEnded,
    ChallengeSet,
    LadderChallenge,
    challenge_of,
)
from fatetable.rulesets.fate2.kit import FateKit


class ChangeRung(Command, frozen=True, kw_only=True, tag="fate2-change-rung"):
    """Give a rung so many boxes, of which those that are marked stay, and say what each of them gives."""

    challenge: str
    rung: str
    boxes: int = 0
    result: str = ""


class MarkBox(Command, frozen=True, kw_only=True, tag="fate2-mark-box"):
    """Mark a box, or clear it; it is named by the place of its track and that of its rung."""

    challenge: str
    box: str
    clears: bool = False


class EndChallenge(Command, frozen=True, kw_only=True, tag="fate2-end-challenge"):
    """Nobody works at it any more."""

    challenge: str


class Box(NamedTuple):
    """A rung of one of the tracks of a challenge, by their places."""

    track: int
    rung: int

    @property
    def id(self) -> str:
        return f"{self.track}/{self.rung}"


class ChallengeRulings(Struct, frozen=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="rulings on challenges",
            decides={ChangeRung: self._change, MarkBox: self._mark, EndChallenge: self._end},
            offers=self._offers,
        )

    def _change(self, decision: Decision, command: ChangeRung) -> None:
        decision.require_gm()
        challenge = challenge_of(decision, command.challenge)
        degrees = self._degrees(challenge)
        decision.require(command.rung in degrees, "no-such-rung", "The ladder has no such rung.", "ladder")
        is_possible = 0 <= command.boxes <= MOST_BOXES
        decision.require(is_possible, "too-many-boxes", f"A rung has at most {MOST_BOXES} boxes.", "ladder")
        place, result = degrees.index(command.rung), command.result.strip()
        row = challenge.rungs[place]
        least = max(int(place == challenge.goal), *(track.marked[place] for track in challenge.tracks))
        rung = LadderRung(boxes=max(command.boxes, least), result=result or row.result, asks=row.asks and not result)
        rungs = (*challenge.rungs[:place], rung, *challenge.rungs[place + 1 :])
        decision.emit(ChallengeSet(msgspec.structs.replace(challenge, rungs=rungs)))

    def _mark(self, decision: Decision, command: MarkBox) -> None:
        decision.require_gm()
        challenge = challenge_of(decision, command.challenge)
        boxes = {box.id: box for box in self._boxes(challenge, clears=command.clears)}
        decision.require(command.box in boxes, "no-such-box", "There is no such box on the ladder.", "ladder")
        track, rung = boxes[command.box]
        marked = with_boxes(challenge.tracks[track], rung, -1 if command.clears else 1)
        decision.emit(ChallengeSet(with_track(challenge, track, marked)))

    def _end(self, decision: Decision, command: EndChallenge) -> None:
        decision.require_gm()
        decision.emit(ChallengeEnded(challenge_of(decision, command.challenge).id, "given up"))

    def _degrees(self, challenge: LadderChallenge) -> tuple[str, ...]:
        return self.kit.tables.ladders.degrees[: len(challenge.rungs)]

    def _boxes(self, challenge: LadderChallenge, *, clears: bool) -> Iterator[Box]:
        """Every rung of every track with a box that is marked, or that is free."""
        for place, track in enumerate(challenge.tracks):
            for rung in range(len(challenge.rungs)):
                if track.marked[rung] if clears else track.marked[rung] < challenge.rungs[rung].boxes:
                    yield Box(place, rung)

    def _choices(self, state: State, challenge: LadderChallenge, *, clears: bool) -> Iterator[Choice]:
        degrees = self._degrees(challenge)
        for box in self._boxes(challenge, clears=clears):
            actor = challenge.tracks[box.track].actor
            whose = f"{name_of(state, actor)}: " if actor else ""
            yield Choice(box.id, f"{whose}{degrees[box.rung]}")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for challenge in state.get(CHALLENGES).values() if seat.is_gm else ():
            if challenge.rungs:
                yield from self._rulings(state, challenge)
            yield self._offer(EndChallenge(challenge=challenge.id), "Give up …", challenge, "end")

    def _rulings(self, state: State, challenge: LadderChallenge) -> Iterator[Offer]:
        for clears, family in ((False, "Mark a box of …"), (True, "Clear a box of …")):
            if boxes := tuple(self._choices(state, challenge, clears=clears)):
                command = MarkBox(challenge=challenge.id, box="", clears=clears)
                yield self._offer(command, family, challenge, "correct", ChoiceHole("box", "box", boxes))
        yield self._offer(
            ChangeRung(challenge=challenge.id, rung=""),
            "Change a rung of …",
            challenge,
            "change",
            ChoiceHole("rung", "rung", tuple(map(Choice, self._degrees(challenge)))),
            NumberHole("boxes", "boxes", 0, MOST_BOXES),
            TextHole("result", "what a box gives", optional=True),
        )

    def _offer(self, command: Command, family: str, challenge: LadderChallenge, verb: Verb, *holes: Hole) -> Offer:
        return Offer(
            command=command,
            **one_of_a_family(family, challenge.name),
            verb=verb,
            holes=holes,
            cites=self.kit.cites("ladder"),
            group="overrule" if verb == "correct" else "gm",
        )
