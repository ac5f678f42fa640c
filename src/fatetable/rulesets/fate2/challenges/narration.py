"""The sentences in which the log tells of challenges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fatetable.engine.messages import Event
from fatetable.engine.state import State
from fatetable.mechanics.ruleset import Teller
from fatetable.rulesets.fate2.challenges.state import CHALLENGES, ChallengeEnded, ChallengeSet


def _set(_: State, __: State, event: ChallengeSet) -> Iterator[str]:
    if event.news:
        yield f"{event.challenge.name}: {'; '.join(event.news)}."


def _ended(before: State, _: State, event: ChallengeEnded) -> Iterator[str]:
    if found := before.get(CHALLENGES).get(event.challenge):
        yield f"{found.name}: {event.result}."


TELLERS: Mapping[type[Event], Teller] = {ChallengeSet: _set, ChallengeEnded: _ended}
