"""Scores as tracks of points, and lines of logs from when they were numbers."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.harm.state import Condition, ConditionSet
from fatetable.rulesets import load
from fatetable.rulesets.skein.combat.scores import points

OLD_LINE = '{"seq":5,"event":{"type":"condition-set/1","actor":"osric","condition":{%s},"reason":"damage"}}'
LOST_THREE = (True, True, True, False, False, False, False)


@pytest.mark.parametrize(
    ("written", "tracks"),
    [
        ('"scores":{"health":4,"composure":3},"whole":{"health":7,"composure":3}',
         {"health": LOST_THREE, "composure": (False,) * 3}),
        ('"scores":{"stress":0},"whole":{"stress":2}', {"stress": (True, True)}),
        # An army had nothing but the number, and a score that had been raised was more than it was at the start.
        ('"scores":{"stress":2}', {"stress": (False, False)}),
        ('"scores":{"health":3},"whole":{"health":2}', {"health": (False,) * 3}),
        ("", {}),
    ],
)  # fmt: skip
def test_an_old_line_keeps_what_was_left_and_what_was_lost(written: str, tracks: dict[str, tuple[bool, ...]]) -> None:
    record = load("skein").codec.read_record(OLD_LINE % written)
    assert record.event == ConditionSet(ActorId("osric"), Condition(tracks=tracks), "damage")


def test_points_that_are_lost_come_first() -> None:
    for whole in range(6):
        for left in range(whole + 1):
            assert points(left, whole).count(False) == left
            assert list(points(left, whole)) == sorted(points(left, whole), reverse=True)
            assert len(points(left, whole)) == whole
