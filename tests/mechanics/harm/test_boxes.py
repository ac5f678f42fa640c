"""What a hit may be absorbed with, against every subset tried out."""

from __future__ import annotations

from itertools import product

import pytest

from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.harm.boxes import Absorption, BoxRules
from fatetable.mechanics.harm.state import STRESS, Condition, Mark, Slot
from tests.mechanics.small_game import RETH, sheet

ACTOR = Actor(id=RETH, sheet=sheet("Reth"))
SLOTS = (Slot("mild", 2, "scene"), Slot("moderate", 4, "session"), Slot("severe", 6, "scenario"))
SIZES = {slot.name: slot.absorbs for slot in SLOTS}
RULES = BoxRules(tracks=lambda actor: {STRESS: 3}, slots=lambda actor: SLOTS)


def tried_out(checked: tuple[bool, ...], filled: tuple[str, ...], shifts: int) -> set[Absorption]:
    """Every choice of boxes and slots, one bit for each, that is allowed and covers the hit."""
    found = set()
    for bits in product((False, True), repeat=len(checked) + len(SLOTS)):
        boxes = tuple(number for number, bit in enumerate(bits[: len(checked)], start=1) if bit)
        slots = tuple(slot.name for slot, bit in zip(SLOTS, bits[len(checked) :], strict=True) if bit)
        is_free = not any(checked[number - 1] for number in boxes) and not set(slots) & set(filled)
        excess = sum(boxes) + sum(SIZES[name] for name in slots) - shifts
        if is_free and len(boxes) <= 1 and excess >= 0:
            found.add(Absorption(boxes, slots, excess))
    return found


def lasting(way: Absorption) -> int:
    return sum(SIZES[name] for name in way.slots)


@pytest.mark.parametrize("checked", [(False, False, False), (True, False, False), (False, True, True)])
@pytest.mark.parametrize("filled", [(), ("mild",), ("mild", "severe"), ("mild", "moderate", "severe")])
def test_every_way_is_found_the_thriftiest_first(checked: tuple[bool, ...], filled: tuple[str, ...]) -> None:
    condition = Condition(tracks={STRESS: checked}, marks={name: Mark(AspectId(name), 1) for name in filled})
    for shifts in range(1, 20):
        ways = RULES.ways(ACTOR, condition, shifts)
        assert set(ways) == tried_out(checked, filled, shifts)
        assert len(set(ways)) == len(ways)
        costs = [(lasting(way), way.excess) for way in ways]
        assert costs == sorted(costs)


def test_stress_is_marked_before_anybody_bleeds() -> None:
    fresh = RULES.fresh(ACTOR)
    assert fresh.tracks == {STRESS: (False, False, False)}
    first, second, *_ = RULES.ways(ACTOR, fresh, 2)
    assert (first, second) == (Absorption((2,), (), 0), Absorption((3,), (), 1))


def test_a_hit_beyond_everything_cannot_be_absorbed() -> None:
    fresh = RULES.fresh(ACTOR)
    assert RULES.ways(ACTOR, fresh, 15) == (Absorption((3,), ("mild", "moderate", "severe"), 0),)
    assert RULES.ways(ACTOR, fresh, 16) == ()
