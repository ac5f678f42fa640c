"""A seat's own record of play: sealed, checkable, and found again in the whole log."""

from __future__ import annotations

import pytest

from fatetable.engine.codec import FIRST_LINK, _seal, seal, unseal
from fatetable.engine.errors import CorruptLog
from fatetable.engine.messages import SeatId
from fatetable.engine.seats import SEATS, Seat
from fatetable.engine.speaking import Say
from fatetable.tabletop.seat_views import ANONYMOUS
from fatetable.tabletop.table import Table
from fatetable.tabletop.told_log import check_bodies, find_head, head_of, told_bodies, told_log
from tests.tabletop.test_rewound_dice import rewind, roll, sealed, stir

ANA = Seat(SeatId("ana"), "player")
BO = Seat(SeatId("bo"), "player")


def played() -> Table:
    g = sealed()
    stir(g.table, "ana", 1)
    before = g.table.state.seq
    roll(g, "ana")
    g.table.send("gm", Say("a secret for Ana", (SeatId("ana"),)))
    rewind(g, before)
    roll(g, "bo")
    return g.table


def bodies_of(table: Table) -> list[bytes]:
    return list(unseal(table.dump()))


def test_a_seat_gets_what_it_was_told_and_nothing_else() -> None:
    table = played()
    codec = table.ruleset.codec
    for seat in ("ana", "bo", "gm"):
        bodies = list(told_bodies(bodies_of(table), table.state.get(SEATS)[SeatId(seat)]))
        assert [codec.read_record(body) for body in bodies] == list(table.told(seat))
    assert any(b"a secret for Ana" in line for line in told_log(bodies_of(table), ANA))
    assert not any(b"a secret for Ana" in line for line in told_log(bodies_of(table), BO))


def test_lines_that_everybody_was_told_are_those_of_the_whole_log() -> None:
    bodies = bodies_of(played())
    public = [body for body in bodies if b'"to":' not in body.partition(b'"event"')[0] and b'"to":["' not in body]
    assert set(public) <= set(told_bodies(bodies, ANONYMOUS))


@pytest.mark.parametrize("closed", [False, True])
def test_the_dice_are_checked_as_in_the_whole_log(closed: bool) -> None:
    table = played()
    if closed:
        table.close()
    whole = check_bodies(bodies_of(table))
    assert whole.is_honest
    for viewer in (ANA, BO, ANONYMOUS):
        assert check_bodies(list(told_bodies(bodies_of(table), viewer))) == whole
    assert whole.checked == (2 if closed else 0)


def test_a_head_of_any_seat_is_found_in_the_whole_log_and_in_its_own() -> None:
    table = played()
    shown = {seat.id: told_log(bodies_of(table), seat) for seat in (ANA, BO)}
    assert head_of(shown[SeatId("ana")]) != head_of(shown[SeatId("bo")])
    table.send("bo", Say("one more thing"))
    now = bodies_of(table)
    for seat in (ANA, BO):
        head, length = head_of(shown[seat.id]), len(shown[seat.id])
        found = find_head(now, head)
        assert found is not None
        assert found.after == length
        own = find_head(list(told_bodies(now, seat)), head)
        assert own is not None
        assert (own.after, own.seat) == (length, "")


def test_an_edited_log_has_none_of_the_heads_that_people_hold() -> None:
    table = played()
    bodies = bodies_of(table)
    held = [head_of(told_log(bodies, ANA)), head_of(told_log(bodies, BO)), head_of(list(seal(bodies)))]
    edited = [body.replace(b"Reth", b"Seth") for body in bodies]
    assert edited != bodies
    assert list(unseal(seal(edited))) == edited, "its own seals fit"
    assert [find_head(edited, head) for head in held] == [None, None, None]
    assert None not in [find_head(bodies, head) for head in held]


def test_what_a_player_may_not_read_changes_nothing_in_their_head() -> None:
    """A seal of hidden lines would let a player guess what they say."""
    heads = []
    for words in ("a secret for Ana", "another one"):
        g = sealed()
        g.table.send("gm", Say(words, (SeatId("ana"),)))
        heads.append(head_of(told_log(bodies_of(g.table), BO)))
    assert heads[0] == heads[1]


def test_the_record_of_one_seat_cannot_be_played() -> None:
    table = played()
    lines = told_log([body for body in bodies_of(table) if b"secret for Ana" not in body], BO)
    with pytest.raises(CorruptLog, match="a record is missing"):
        Table.load(lines)


def test_a_line_is_sealed_with_all_lines_before_it() -> None:
    lines = told_log(bodies_of(played()), BO)
    link = FIRST_LINK
    for line in lines:
        link = _seal(link, line.partition(b" ")[2].rstrip(b"\n"))
    assert head_of(lines) == link.hex()
