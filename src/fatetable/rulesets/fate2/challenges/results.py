"""What comes of a check of a challenge, and of time in which nobody works at it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM
from fatetable.engine.offers import TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import ActorId, name_of
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.moments import LeavesStory, RollIsOver
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.time.clock import ClockMoves, now
from fatetable.mechanics.time.passing import pass_time
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.fate2.challenges.checks import CHALLENGE
from fatetable.rulesets.fate2.challenges.marking import Outcome, after_check, is_complete, marks, recovered
from fatetable.rulesets.fate2.challenges.spans import passes_with_check, seconds, times_recovered
from fatetable.rulesets.fate2.challenges.state import (
    CHALLENGE_EVOLVES,
    CHALLENGES,
    ChallengeEnded,
    ChallengeSet,
    LadderChallenge,
)
from fatetable.rulesets.fate2.kit import FateKit


class ResultToTell(PromptContext, frozen=True, tag="fate2-challenge-result"):
    """What is it that a box of a rung gives?"""

    actor: ActorId
    result: str


class ChallengeResults(Struct, frozen=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="challenges",
            evolves=CHALLENGE_EVOLVES,
            answers={ResultToTell: self._told},
            on_moment=self._on_moment,
            moments=(RollIsOver, ClockMoves, LeavesStory),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        running = tuple(decision.state.get(CHALLENGES).values())
        match moment:
            case RollIsOver():
                done = finished(decision, moment, (CHALLENGE,))
                found = next((each for each in running if done and each.id == done[1].work), None)
                if done is not None and found is not None and done[0].margin is not None:
                    self._read(decision, found, done[0].actor, done[0].margin)
            case ClockMoves():
                for challenge in running:
                    self._recover(decision, challenge)
            case LeavesStory(actor):
                for challenge in running:
                    if challenge.involves(ActorId(actor)):
                        gone = name_of(decision.state, ActorId(actor))
                        decision.emit(ChallengeEnded(challenge.id, f"{gone} leaves"))
            case _:
                pass

    # -- checks ------------------------------------------------------------------------------------------------------

    def _read(self, decision: Decision, challenge: LadderChallenge, actor: ActorId, margin: int) -> None:
        time = now(decision.state)
        tracks = tuple(msgspec.structs.replace(track, next_roll=0) for track in challenge.tracks)
        before = msgspec.structs.replace(challenge, tracks=tracks, tried=time, idle_since=time)
        if challenge.total:
            self._count(decision, before, margin)
        else:
            self._mark(decision, before, actor, margin)
        if passes_with_check(self.kit.tables, challenge) and decision.state.get(ENCOUNTER) is None:
            pass_time(decision, challenge.span)

    def _count(self, decision: Decision, challenge: LadderChallenge, margin: int) -> None:
        """Successes are counted, a great one twice where the GM has said so (F2-TEST-10)."""
        counts_twice = bool(challenge.more_from) and margin >= challenge.more_from
        done = min(challenge.total, challenge.done + (0 if margin < 0 else 2 if counts_twice else 1))
        decision.emit(ChallengeSet(msgspec.structs.replace(challenge, done=done), (f"{done} of {challenge.total}",)))
        if done == challenge.total:
            decision.emit(ChallengeEnded(challenge.id, "complete"))

    def _mark(self, decision: Decision, challenge: LadderChallenge, actor: ActorId, margin: int) -> None:
        tables = self.kit.tables
        at = tables.margins.place(abs(margin), is_dynamic=challenge.is_dynamic)
        outcome = after_check(challenge, tables.ladders.penalties, actor, margin=margin, at=at)
        decision.emit(ChallengeSet(outcome.challenge, tuple(self._news(decision.state, outcome))))
        for _, rung in outcome.marked:
            if challenge.rungs[rung].asks:
                self._ask_result(decision, actor, challenge, challenge.rungs[rung].result)
        if result := _end(decision.state, outcome):
            decision.emit(ChallengeEnded(challenge.id, result))

    def _news(self, state: State, outcome: Outcome) -> Iterator[str]:
        challenge = outcome.challenge
        for place, rung in outcome.marked:
            whose = challenge.tracks[place].actor
            what = challenge.rungs[rung].result or self.kit.tables.ladders.degrees[rung].lower()
            yield f"{name_of(state, whose)}: {what}" if whose else what
        if outcome.lost:
            yield _lost(outcome.lost)
        if outcome.happens:
            yield challenge.event or "something happens"

    # -- time --------------------------------------------------------------------------------------------------------

    def _recover(self, decision: Decision, challenge: LadderChallenge) -> None:
        """A mark is lost each time that so long has passed without a check."""
        times = times_recovered(self.kit.tables, decision.state, challenge)
        if not times:
            return
        since = challenge.idle_since + times * seconds(self.kit.tables, challenge.recovery)
        after = recovered(msgspec.structs.replace(challenge, idle_since=since), times)
        lost = marks(challenge) - marks(after)
        decision.emit(ChallengeSet(after, (f"{_lost(lost)} with time",) if lost else ()))

    # -- what boxes give ---------------------------------------------------------------------------------------------

    def _ask_result(self, decision: Decision, actor: ActorId, challenge: LadderChallenge, result: str) -> None:
        ask(
            decision,
            ResultToTell(actor, result),
            (GM,),
            f"{name_of(decision.state, actor)} gets {result}. What is it?",
            (Option("tell", "Say what it is", (TextHole("fill", "result", key="words", optional=True),)),),
            detail=challenge.name,
            cites=decision.cites("challenge-results"),
            blocking=False,
        )

    def _told(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if words := answer.text("words").strip():
            result = prompt.read(ResultToTell).result
            decision.emit(FactEstablished(Fact(f"{result[:1].upper()}{result[1:]}", words)))


def _end(state: State, outcome: Outcome) -> str:
    """How the challenge ends, if it does."""
    challenge = outcome.challenge
    complete = [track for track in challenge.tracks if is_complete(challenge, track)]
    if outcome.is_ruined:
        return "ruined"
    if len(complete) > 1:
        return "a draw"
    if complete and challenge.is_between_two:
        return f"{name_of(state, challenge.opponent_of(complete[0].actor))} wins"
    return "complete" if complete else ""


def _lost(marks: int) -> str:
    return "1 mark is lost" if marks == 1 else f"{marks} marks are lost"
