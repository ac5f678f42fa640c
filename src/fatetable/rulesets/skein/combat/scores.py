"""Health, Composure and single stress: how much of each is left (SK-DMG-02).

A score is a track of as many boxes as it has points, and those that are lost are checked from the first on.
"""

from __future__ import annotations

from collections.abc import Mapping

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.harm.state import Condition, condition_of, set_condition
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.sheet import PEOPLE, SCORES, SINGLE, single_stress, stress


@remembered(limit=2048)
def stress_scores(tables: Tables, sheet: Sheet) -> Mapping[str, int]:
    """Two scores for people, a single one for animals and for each member of a warband (SK-NPC-14)."""
    if sheet.kind in PEOPLE:
        return {score: stress(tables, sheet, score) for score in SCORES}
    if sheet.kind == "army":
        return {}  # Stress of an army depends on whom it meets (SK-BATTLE-07).
    return {SINGLE: single_stress(tables, sheet)}


def points(left: int, whole: int) -> tuple[bool, ...]:
    """A score as a track.

    >>> points(1, 3)
    (True, True, False)
    """
    return (True,) * (whole - left) + (False,) * left


def scores_of(state: State, actor: ActorId) -> Mapping[str, int]:
    """What is left of each score."""
    return {score: boxes.count(False) for score, boxes in condition_of(state, actor).tracks.items()}


def whole_scores(condition: Condition) -> Mapping[str, int]:
    """What each score is when nothing is lost: all that those can tell who do not know the sheet."""
    return {score: len(boxes) for score, boxes in condition.tracks.items()}


def score_of(state: State, actor: ActorId, score: str) -> int:
    """What is left of a score; somebody with a single one takes all damage on it."""
    scores = scores_of(state, actor)
    return scores.get(score, next(iter(scores.values()), 0))


def score_name(state: State, actor: ActorId, score: str) -> str:
    scores = condition_of(state, actor).tracks
    return score if score in scores else next(iter(scores), score)


def set_score(decision: Decision, actor: ActorId, score: str, left: int, reason: str, more: int = 0) -> None:
    """So much of a score is left now; when whole it has become larger by `more`, or is at least what is left."""
    tracks = condition_of(decision.state, actor).tracks
    whole = max(left, len(tracks.get(score, ())) + more)
    set_condition(decision, actor, reason, tracks={**tracks, score: points(left, whole)})
