"""Remembering what was worked out from the same objects, and never taking others for them."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.identity import reading, remembered
from fatetable.engine.messages import SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from tests.engine.counting_game import SUM, WHISPERS, CountUp, Sum

LOU = Seat(SeatId("lou"), "player")


class Counter:
    """An offer source that counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        self.asked += 1
        yield Offer(command=CountUp(state.get(SUM).total), label=f"{seat.id} {state.get(WHISPERS).heard}")


def test_a_source_is_asked_again_only_when_a_slice_it_reads_is_another() -> None:
    source = Counter()
    offers = reading(source.offers, SUM)
    state = State().put(SUM, Sum(3), 1)
    first = tuple(offers(state, LOU))
    assert first == (Offer(command=CountUp(3), label="lou 0"),)
    assert offers(State(9, {**state.slices, "else": 1}), LOU) is offers(state, LOU)
    assert source.asked == 1
    assert tuple(offers(state.put(SUM, Sum(4), 2), LOU)) == (Offer(command=CountUp(4), label="lou 0"),)
    assert source.asked == 2


def test_seats_and_their_roles_are_told_apart() -> None:
    source = Counter()
    offers = reading(source.offers, SUM)
    for seat in (LOU, Seat(SeatId("mo"), "player"), Seat(SeatId("lou"), "gm")):
        offers(State(), seat)
    assert source.asked == 3


def test_a_source_sees_no_slice_it_does_not_name() -> None:
    offers = reading(Counter().offers, WHISPERS)
    assert tuple(offers(State().put(SUM, Sum(3), 1), LOU)) == (Offer(command=CountUp(0), label="lou 0"),)


def test_only_so_many_answers_are_kept() -> None:
    source = Counter()
    offers = reading(source.offers, SUM, limit=2)
    states = [State().put(SUM, Sum(total), 1) for total in range(3)]
    for state in (*states, *states):
        assert tuple(offers(state, LOU)) == (Offer(command=CountUp(state.get(SUM).total), label="lou 0"),)
    assert source.asked == 6


def test_a_function_is_called_once_for_the_same_objects() -> None:
    calls: list[tuple[object, ...]] = []

    @remembered(limit=2)
    def paired(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
        calls.append((one, other))
        return one + other

    long, short = tuple(range(300)), (1, 2)
    assert paired(long, short) is paired(long, short)
    assert len(calls) == 1
    equal_but_not_the_same = tuple(range(300))
    assert paired(equal_but_not_the_same, short) == paired(long, short)
    assert len(calls) == 2
    assert paired(short, long) == (*short, *long)
    assert paired(long, short) == (*long, *short)
    assert len(calls) == 4, "when there are too many, all are forgotten"
