"""What a hit may be absorbed with, against every subset tried out."""

from __future__ import annotations

from itertools import product

import pytest

from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.harm.boxes import Absorption, BoxRules
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.harm.state import STRESS, Condition, Mark, Slot
from tests.mechanics.small_game import RETH, THUG, sheet

ACTOR = Actor(id=RETH, sheet=sheet("Reth"))
SLOTS = (Slot("mild", 2, "scene"), Slot("moderate", 4, "session"), Slot("severe", 6, "scenario"))
SIZES = {slot.name: slot.absorbs for slot in SLOTS}
RULES = BoxRules(tracks=lambda actor: {STRESS: 3}, slots=lambda actor: SLOTS)


def tried_out(checked: tuple[bool, ...], filled: tuple[str, ...], shifts: int) -> set[Absorption]:
    """Every choice of boxes and slots, one bit for each, that is allowed and covers the hit with nothing too many."""
    found = set()
    for bits in product((False, True), repeat=len(checked) + len(SLOTS)):
        boxes = tuple(number for number, bit in enumerate(bits[: len(checked)], start=1) if bit)
        slots = tuple(slot.name for slot, bit in zip(SLOTS, bits[len(checked) :], strict=True) if bit)
        is_free = not any(checked[number - 1] for number in boxes) and not set(slots) & set(filled)
        excess = sum(boxes) + sum(SIZES[name] for name in slots) - shifts
        if is_free and len(boxes) <= 1 and excess >= 0:
            found.add(Absorption(boxes, slots, excess))
    return {way for way in found if not any(parts(other) < parts(way) for other in found)}


def parts(way: Absorption) -> set[object]:
    return {*way.boxes, *way.slots}


def hit(amount: int, track: str = "", kind: str = "") -> Hit:
    return Hit(target=RETH, by=THUG, amount=amount, track=track, kind=kind)


def lasting(way: Absorption) -> int:
    return sum(SIZES[name] for name in way.slots)


@pytest.mark.parametrize("checked", [(False, False, False), (True, False, False), (False, True, True)])
@pytest.mark.parametrize("filled", [(), ("mild",), ("mild", "severe"), ("mild", "moderate", "severe")])
def test_every_way_is_found_the_thriftiest_first(checked: tuple[bool, ...], filled: tuple[str, ...]) -> None:
    condition = Condition(tracks={STRESS: checked}, marks={name: Mark(AspectId(name), 1) for name in filled})
    for shifts in range(1, 20):
        ways = RULES.ways(ACTOR, condition, hit(shifts))
        assert set(ways) == tried_out(checked, filled, shifts)
        assert len(set(ways)) == len(ways)
        costs = [(lasting(way), way.excess) for way in ways]
        assert costs == sorted(costs)


def test_stress_is_marked_before_anybody_bleeds() -> None:
    fresh = RULES.fresh(ACTOR)
    assert fresh.tracks == {STRESS: (False, False, False)}
    first, second, *_ = RULES.ways(ACTOR, fresh, hit(2))
    assert (first, second) == (Absorption((2,), (), 0), Absorption((3,), (), 1))


def test_a_hit_beyond_everything_cannot_be_absorbed() -> None:
    fresh = RULES.fresh(ACTOR)
    assert RULES.ways(ACTOR, fresh, hit(15)) == (Absorption((3,), ("mild", "moderate", "severe"), 0),)
    assert RULES.ways(ACTOR, fresh, hit(16)) == ()


# -- slots that are alike --------------------------------------------------------------------------------------------


MANY = (
    *(Slot("mild", 2, "scene", key) for key in ("mild", "mild-2", "mild-3")),
    Slot("mild mental", 2, "scene", kinds=("mental",)),
    *(Slot("moderate", 4, "session", key) for key in ("moderate", "moderate-2")),
    Slot("severe", 6, "scenario"),
)
MANY_SLOTS = BoxRules(tracks=lambda actor: {STRESS: 2}, slots=lambda actor: MANY)


def test_seven_slots_are_not_a_hundred_and_twenty_eight_answers() -> None:
    ways = MANY_SLOTS.ways(ACTOR, MANY_SLOTS.fresh(ACTOR), hit(3, kind="mental"))
    assert [(way.boxes, way.slots) for way in ways] == [
        ((1,), ("mild mental",)),
        ((1,), ("mild",)),
        ((2,), ("mild mental",)),
        ((2,), ("mild",)),
        ((), ("moderate",)),
        ((), ("mild", "mild mental")),
        ((), ("mild", "mild-2")),
        ((), ("severe",)),
    ]


def test_of_slots_that_are_alike_the_first_free_ones_are_filled() -> None:
    condition = Condition(marks={"mild": Mark(AspectId("a"), 1), "mild-3": Mark(AspectId("b"), 1)})
    ways = MANY_SLOTS.ways(ACTOR, condition, hit(2, kind="physical"))
    assert [way.slots for way in ways] == [("mild-2",), ("moderate",), ("severe",)]


@pytest.mark.parametrize(("kind", "has_own"), [("mental", True), ("physical", False), ("", True)])
def test_a_slot_takes_its_own_kinds_and_whatever_is_of_no_kind(kind: str, has_own: bool) -> None:
    free = MANY_SLOTS.free_slots(ACTOR, Condition(), kind)
    assert ("mild mental" in [slot.key for slot in free], len(free)) == (has_own, 6 + has_own)


# -- tracks ----------------------------------------------------------------------------------------------------------


ROLLS_UP = BoxRules(tracks=lambda actor: {"health": 2, "composure": 4}, slots=lambda actor: SLOTS[:1], rolls_up=True)


@pytest.mark.parametrize(
    ("checked", "shifts", "boxes"),
    [
        ((False, False, False, False), 2, (2,)),
        ((False, True, False, False), 2, (3,)),
        ((False, True, True, False), 2, (4,)),
        ((False, True, True, True), 2, None),
        ((True, True, True, False), 1, (4,)),
        ((False, False, False, False), 4, (4,)),
        ((False, False, False, False), 5, None),
    ],
)
def test_what_meets_a_checked_box_passes_up_to_the_next_free_one(
    checked: tuple[bool, ...], shifts: int, boxes: tuple[int, ...] | None
) -> None:
    condition = Condition(tracks={"health": (False, False), "composure": checked})
    ways = ROLLS_UP.ways(ACTOR, condition, hit(shifts, track="composure"))
    assert [way.boxes for way in ways if not way.slots] == ([] if boxes is None else [boxes])


def test_a_consequence_is_worth_it_only_where_it_spares_a_box_or_lowers_it() -> None:
    free = ROLLS_UP.fresh(ACTOR)
    assert [(way.boxes, way.slots) for way in ROLLS_UP.ways(ACTOR, free, hit(3, track="composure"))] == [
        ((3,), ()),
        ((1,), ("mild",)),
    ]
    low = Condition(tracks={"composure": (True, True, False, False)})
    assert [(way.boxes, way.slots) for way in ROLLS_UP.ways(ACTOR, low, hit(3, track="composure"))] == [((3,), ())]


def test_a_hit_harms_the_track_it_is_aimed_at() -> None:
    full = Condition(tracks={"health": (True, True), "composure": (False, False)})
    assert [way.boxes for way in ROLLS_UP.ways(ACTOR, full, hit(1, track="composure"))] == [(1,), ()]
    assert [way.slots for way in ROLLS_UP.ways(ACTOR, full, hit(1, track="health"))] == [("mild",)]
    assert ROLLS_UP.ways(ACTOR, full, hit(3, track="reputation")) == (), "a track that somebody does not have"


def test_where_boxes_fill_up_each_takes_one_and_the_first_free_ones_are_taken() -> None:
    rules = BoxRules(tracks=lambda actor: {STRESS: 3}, slots=lambda actor: SLOTS[:1], fills_up=True)
    fresh = Condition(tracks={STRESS: (False, True, False)})
    assert [(way.boxes, way.slots) for way in rules.ways(ACTOR, fresh, hit(2))] == [((1, 3), ()), ((), ("mild",))]
    assert [(way.boxes, way.slots) for way in rules.ways(ACTOR, fresh, hit(4))] == [((1, 3), ("mild",))]
    assert rules.ways(ACTOR, fresh, hit(5)) == ()
