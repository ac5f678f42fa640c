"""What a hit may be absorbed with, against every subset tried out, and how conditions fold."""

from __future__ import annotations

from itertools import product

import pytest

from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.harm.state import (
    HARM,
    Absorption,
    Condition,
    ConditionSet,
    HarmRules,
    Mark,
    Slot,
    condition_of,
    in_a_row,
    is_out,
)
from tests.mechanics.small_game import RETH, SmallGame, sheet

ACTOR = Actor(id=RETH, sheet=sheet("Reth"))
SLOTS = (Slot("mild", 2, "scene"), Slot("moderate", 4, "session"), Slot("severe", 6, "scenario"))
SIZES = {slot.name: slot.absorbs for slot in SLOTS}


def rules(boxes: int = 3, per_hit: int = 1) -> HarmRules:
    return HarmRules(boxes=lambda actor: boxes, slots=lambda actor: SLOTS, boxes_per_hit=per_hit)


def tried_out(condition: Condition, shifts: int, per_hit: int) -> set[Absorption]:
    """Every choice of boxes and slots, one bit for each, that is allowed and covers the hit."""
    found = set()
    for bits in product((False, True), repeat=len(condition.boxes) + len(SLOTS)):
        boxes = tuple(number for number, bit in enumerate(bits[: len(condition.boxes)], start=1) if bit)
        slots = tuple(slot.name for slot, bit in zip(SLOTS, bits[len(condition.boxes) :], strict=True) if bit)
        is_free = not any(condition.boxes[number - 1] for number in boxes) and not set(slots) & set(condition.marks)
        excess = sum(boxes) + sum(SIZES[name] for name in slots) - shifts
        if is_free and len(boxes) <= per_hit and excess >= 0:
            found.add(Absorption(boxes, slots, excess))
    return found


def lasting(way: Absorption) -> int:
    return sum(SIZES[name] for name in way.slots)


@pytest.mark.parametrize("per_hit", [1, 2])
@pytest.mark.parametrize("checked", [(False, False, False), (True, False, False), (False, True, True)])
@pytest.mark.parametrize("filled", [(), ("mild",), ("mild", "severe"), ("mild", "moderate", "severe")])
def test_every_way_is_found_the_thriftiest_first(
    per_hit: int, checked: tuple[bool, ...], filled: tuple[str, ...]
) -> None:
    condition = Condition(boxes=checked, marks={name: Mark(AspectId(name), 1) for name in filled})
    for shifts in range(1, 20):
        ways = rules(per_hit=per_hit).ways(ACTOR, condition, shifts)
        assert set(ways) == tried_out(condition, shifts, per_hit)
        assert len(set(ways)) == len(ways)
        costs = [(lasting(way), way.excess) for way in ways]
        assert costs == sorted(costs)


def test_stress_is_marked_before_anybody_bleeds() -> None:
    fresh = rules().fresh(ACTOR)
    assert fresh.boxes == (False, False, False)
    first, second, *_ = rules().ways(ACTOR, fresh, 2)
    assert (first, second) == (Absorption((2,), (), 0), Absorption((3,), (), 1))


def test_a_hit_beyond_everything_cannot_be_absorbed() -> None:
    fresh = rules().fresh(ACTOR)
    assert rules().ways(ACTOR, fresh, 15) == (Absorption((3,), ("mild", "moderate", "severe"), 0),)
    assert rules().ways(ACTOR, fresh, 16) == ()


def test_the_last_condition_counts() -> None:
    g = SmallGame()
    assert (condition_of(g.state, RETH), is_out(g.state, RETH)) == (Condition(), False)
    g.tell(ConditionSet(RETH, Condition(boxes=(True,), out="conceded")))
    assert is_out(g.state, RETH)
    g.tell(ConditionSet(RETH, Condition(boxes=(False,))))
    assert (g.state.get(HARM), is_out(g.state, RETH)) == ({RETH: Condition(boxes=(False,))}, False)


def test_things_in_a_row() -> None:
    assert [in_a_row(words) for words in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
