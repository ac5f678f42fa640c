"""Opening a table, sealing its dice, and taking back what was played."""

from __future__ import annotations

import pytest

from fatetable.engine.chance import Position, Scripted
from fatetable.engine.engine import effective
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.engine.opening import (
    TABLE,
    THROWS,
    DiceThrown,
    PlayClosed,
    PlayOpened,
    Rewind,
    Rewound,
    TableInfo,
    next_position,
)
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from tests.engine.counting_game import SUM, WHISPERS, Counted, CountingTable, CountUp, TossCoins, Whisper


def refusal(table: CountingTable, seat: str, command: Rewind) -> str:
    with pytest.raises(RuleViolation) as refused:
        table.do(seat, command)
    return refused.value.code


def slices_but_throws(state: State) -> dict[str, object]:
    return {name: value for name, value in state.slices.items() if name != THROWS.name}


def toss(table: CountingTable) -> tuple[Position, tuple[int, ...]]:
    thrown = next(r.event for r in table.do("lou", TossCoins(20)) if isinstance(r.event, DiceThrown))
    return thrown.throw.position, thrown.throw.faces


def test_a_table_remembers_what_it_was_opened_with() -> None:
    opened = CountingTable(floor=5).state.get(TABLE)
    assert opened == TableInfo(id="t", ruleset="counting", title="Counting", floor=5)


def test_sealing_the_dice_is_the_earliest_place_to_come_back_to() -> None:
    table = CountingTable()
    table.do("lou", CountUp(1))
    table.tell(PlayOpened("fingerprint", table.state.seq + 1))
    sealed = table.state.seq
    assert (table.state.get(TABLE).commitment, table.state.get(TABLE).floor) == ("fingerprint", sealed)
    table.do("lou", CountUp(1))
    assert refusal(table, "kim", Rewind(sealed - 1)) == "cannot-rewind-there"
    table.do("kim", Rewind(sealed))
    assert table.state.get(SUM).total == 1


def test_revealing_the_secret_closes_the_way_back() -> None:
    table = CountingTable()
    table.do("lou", CountUp(1))
    table.tell(PlayClosed("secret", table.state.seq + 1))
    assert table.state.get(TABLE).commitment == ""
    assert refusal(table, "kim", Rewind(1)) == "cannot-rewind-there"
    assert not any(isinstance(offer.command, Rewind) for offer in table.offers("kim"))


def test_rewinding_restores_everything_and_keeps_the_record() -> None:
    table = CountingTable()
    table.do("lou", CountUp(1))
    then, length = table.state, len(table.log)
    table.do("mo", CountUp(2))
    table.do("kim", Whisper(9))
    (record,) = table.do("kim", Rewind(then.seq))
    assert record.event == Rewound(then.seq, 0)
    assert slices_but_throws(table.state) == slices_but_throws(then)
    assert table.state.seq == len(table.log) > length
    assert table.engine.fold(table.log) == table.state


def test_a_rewind_can_itself_be_rewound() -> None:
    table = CountingTable()
    table.do("lou", CountUp(1))
    first = table.state
    table.do("lou", CountUp(2))
    second = table.state
    table.do("kim", Rewind(first.seq))
    rewound = table.state
    table.do("lou", CountUp(4))
    assert table.state.get(SUM).total == 5
    table.do("kim", Rewind(rewound.seq))
    assert slices_but_throws(table.state) == slices_but_throws(first)
    table.do("kim", Rewind(second.seq))
    assert slices_but_throws(table.state) == slices_but_throws(second)
    assert [record.event for record in effective(table.log)][-3:] == [Counted(1), Counted(3), Rewound(second.seq, 0)]
    assert table.engine.fold(table.log) == table.state


def test_a_rewind_past_a_rewind_forgets_it() -> None:
    table = CountingTable()
    start = table.state
    table.do("lou", CountUp(1))
    table.do("lou", CountUp(2))
    table.do("kim", Rewind(start.seq + 1))
    table.do("kim", Rewind(start.seq))
    assert slices_but_throws(table.state) == slices_but_throws(start)


def test_the_same_dice_come_again() -> None:
    table = CountingTable()
    before = table.state.seq
    first, second = toss(table), toss(table)
    table.do("kim", Rewind(before))
    assert [toss(table), toss(table)] == [first, second]


def test_fresh_dice_come_if_the_game_master_wants_them() -> None:
    table = CountingTable()
    before = table.state.seq
    first = toss(table)
    table.do("kim", Rewind(before, fresh_dice=True))
    again = toss(table)
    assert again[0].number == first[0].number
    assert again[0].epoch != first[0].epoch
    assert again[1] != first[1]
    table.do("kim", Rewind(before))
    assert toss(table) == again, "dice that are fresh stay what they are"


def test_throws_are_counted_from_the_first() -> None:
    table = CountingTable()
    assert next_position(table.state.get(THROWS), "") == Position(0, 0)
    table.do("lou", TossCoins(1), Scripted("+"))
    assert next_position(table.state.get(THROWS), "") == Position(0, 1)


@pytest.mark.parametrize("position", [-1, 6, 7, 99])
def test_there_is_no_going_back_to_where_the_table_never_was_or_still_is(position: int) -> None:
    table = CountingTable()
    table.do("lou", CountUp(1))
    assert table.state.seq == 6
    assert refusal(table, "kim", Rewind(position)) == "cannot-rewind-there"


def test_only_the_game_master_turns_back_time() -> None:
    table = CountingTable()
    table.do("lou", CountUp(1))
    assert refusal(table, "lou", Rewind(5)) == "gm-only"
    assert not any(isinstance(offer.command, Rewind) for offer in table.offers("lou"))


def test_every_position_back_to_the_floor_is_offered() -> None:
    table = CountingTable(floor=3)
    (offer,) = (offer for offer in table.offers("kim") if isinstance(offer.command, Rewind))
    assert [offer.matches(Rewind(position)) for position in (2, 3, 4, 5)] == [False, True, True, False]
    assert offer.matches(Rewind(4, fresh_dice=True))


def test_a_viewer_is_rewound_too_though_they_were_not_told_everything() -> None:
    table = CountingTable()
    table.do("kim", Whisper(1))
    back = table.state.seq
    table.do("lou", CountUp(5))
    table.do("kim", Whisper(2))
    table.do("kim", Rewind(back))
    heard = tuple(told_all(table.log, table.state.get(SEATS)[SeatId("lou")]))
    view = table.engine.fold(heard)
    assert (view.get(SUM).total, view.get(WHISPERS).heard) == (0, 1)
