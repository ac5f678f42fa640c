"""Challenges on the screen: each ladder with its five parts, and work of which successes are counted."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.state import State
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.cast import name_of
from fatetable.mechanics.view.blocks import Block
from fatetable.mechanics.view.encounter_blocks import LadderBlock, LadderSideView, ProgressBlock, ProgressRow, RungView
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.challenges.marking import lasting_penalty
from fatetable.rulesets.fate2.challenges.spans import in_words, lowered, waits
from fatetable.rulesets.fate2.challenges.state import CHALLENGES, LadderChallenge, Track


class ChallengeView(Struct, frozen=True):
    """`totals` is the ladder that difficulties are told in."""

    tables: Tables
    totals: Ladder

    def blocks(self, state: State) -> Iterator[Block]:
        running = state.get(CHALLENGES).values()
        for challenge in running:
            if challenge.rungs:
                yield self._ladder(state, challenge)
        if work := tuple(self._work(state, each) for each in running if each.total):
            yield ProgressBlock("Long work", work)

    def _ladder(self, state: State, challenge: LadderChallenge) -> LadderBlock:
        return LadderBlock(
            id=challenge.id,
            title=challenge.name,
            description=challenge.description,
            difficulty=self._difficulty(state, challenge),
            fragility=self._fragility(challenge),
            span=f"a check, then {lowered(challenge.span)}" if challenge.span else "",
            recovery=f"a mark is lost after {lowered(challenge.recovery)}" if challenge.recovery else "",
            note=self._wait(state, challenge),
            sides=tuple(self._side(state, challenge, place) for place in range(len(challenge.tracks))),
        )

    def _work(self, state: State, challenge: LadderChallenge) -> ProgressRow:
        against = self._difficulty(state, challenge)
        note = "; ".join(filter(None, (against, self._wait(state, challenge))))
        return ProgressRow(label=challenge.name, value=challenge.done, whole=challenge.total, note=note)

    def _difficulty(self, state: State, challenge: LadderChallenge) -> str:
        if challenge.difficulty is not None:
            return self.totals.label(challenge.difficulty)
        return f"against {name_of(state, challenge.opponent)}" if challenge.opponent else "against each other"

    def _fragility(self, challenge: LadderChallenge) -> str:
        if challenge.fragility == "none":
            return ""
        row = next(each for each in self.tables.ladders.fragilities if each.id == challenge.fragility)
        words = challenge.event if challenge.fragility == "event" and challenge.event else row.label
        return f"a failure by {challenge.fragile_from} or more: {words}" if challenge.fragile_from > 1 else words

    def _wait(self, state: State, challenge: LadderChallenge) -> str:
        left = waits(self.tables, state, challenge)
        return f"the next check can be made {in_words(self.tables, left)}" if left else ""

    def _side(self, state: State, challenge: LadderChallenge, place: int) -> LadderSideView:
        track, degrees = challenge.tracks[place], self.tables.ladders.degrees
        return LadderSideView(
            name=name_of(state, track.actor) if track.actor else "",
            rungs=tuple(
                RungView(
                    name=degrees[rung],
                    range=self._range(challenge, rung),
                    boxes=row.boxes,
                    marked=track.marked[rung],
                    result=row.result,
                    is_goal=rung == challenge.goal,
                )
                for rung, row in enumerate(challenge.rungs)
            ),
            note=self._note(state, challenge, place, track),
        )

    def _range(self, challenge: LadderChallenge, rung: int) -> str:
        """The margins that belong to a rung; the last one has all that are larger."""
        margins = self.tables.margins
        least = margins.least(margins.rows[rung], is_dynamic=challenge.is_dynamic)
        if rung == len(challenge.rungs) - 1:
            return f"{least}+"
        most = margins.least(margins.rows[rung + 1], is_dynamic=challenge.is_dynamic) - 1
        return str(least) if most == least else f"{least}-{most}"

    def _note(self, state: State, challenge: LadderChallenge, place: int, track: Track) -> str:
        """What the marks of a track take off rolls."""
        lasting = lasting_penalty(self.tables.ladders.penalties, track) if challenge.penalises else 0
        parts = (
            f"-{lasting} to every roll" if lasting else "",
            f"-{track.next_roll} to the next roll" if track.next_roll else "",
        )
        told = ", ".join(filter(None, parts))
        return told if track.actor or not told else f"{name_of(state, challenge.victim(place))}: {told}"
