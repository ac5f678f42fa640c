"""Who sits where: adding seats, handing the game master's chair on, and who is addressed by what."""

from __future__ import annotations

import pytest

from fatetable.engine.engine import Engine
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import GM, SeatId
from fatetable.engine.seats import (
    SEATS,
    AddSeat,
    ChairHandedOver,
    HandOver,
    RenameSeat,
    Role,
    Seat,
    SeatAdded,
    SeatNamed,
    gm_seat,
    is_addressed,
    people,
)
from fatetable.engine.words import Words
from tests.engine.counting_game import CountingTable, Whisper


def refusal(table: CountingTable, seat: str, command: AddSeat | HandOver | RenameSeat) -> str:
    with pytest.raises(RuleViolation) as refused:
        table.do(seat, command)
    return refused.value.code


def test_the_game_master_adds_a_seat() -> None:
    table = CountingTable()
    (record,) = table.do("kim", AddSeat("Zoe", "spectator"))
    assert record.event == SeatAdded(Seat(SeatId("zoe"), "spectator", "Zoe"))
    assert table.state.get(SEATS)[SeatId("zoe")].role == "spectator"


@pytest.mark.parametrize(
    ("name", "role", "code"),
    [("", "player", "no-name"), ("  ", "spectator", "no-name"), ("Zoe", "gm", "one-game-master")],
)
def test_a_seat_that_cannot_be_is_refused(name: str, role: Role, code: str) -> None:
    assert refusal(CountingTable(), "kim", AddSeat(name, role)) == code


@pytest.mark.parametrize(
    ("name", "seat"),
    [("Lou", "lou-2"), ("@gm", "gm"), ("Anna Maria!", "anna-maria"), ("龍", "seat"), ("x" * 90, "x" * 40)],
)
def test_a_seat_gets_an_id_of_its_own_that_is_no_role(name: str, seat: str) -> None:
    (record,) = CountingTable().do("kim", AddSeat(name, "player"))
    assert record.event == SeatAdded(Seat(SeatId(seat), "player", name))


def test_players_neither_add_seats_nor_hand_over_a_chair_they_do_not_have() -> None:
    table = CountingTable()
    assert refusal(table, "lou", AddSeat("Zoe", "player")) == "gm-only"
    assert refusal(table, "lou", HandOver(SeatId("mo"))) == "gm-only"


def test_the_chair_changes_hands_and_there_is_still_one_game_master() -> None:
    table = CountingTable()
    (record,) = table.do("kim", HandOver(SeatId("mo")))
    assert record.event == ChairHandedOver((Seat(SeatId("mo"), "gm", "Mo"), Seat(SeatId("kim"), "player", "Kim")))
    assert gm_seat(table.state).id == "mo"
    assert [seat.id for seat in table.state.get(SEATS).values() if seat.is_gm] == ["mo"]
    table.do("mo", Whisper(3))
    with pytest.raises(RuleViolation):
        table.do("kim", Whisper(3))


@pytest.mark.parametrize("heir", ["ned", "kim", "zoe"])
def test_only_a_player_can_take_the_chair(heir: str) -> None:
    assert refusal(CountingTable(), "kim", HandOver(SeatId(heir))) == "unknown-seat"


def test_people_are_those_with_a_say() -> None:
    assert [seat.id for seat in people(CountingTable().state)] == ["kim", "lou", "mo"]


def test_the_name_of_a_role_addresses_whoever_has_it() -> None:
    seats = CountingTable().state.get(SEATS)
    kim, lou = seats[SeatId("kim")], seats[SeatId("lou")]
    assert is_addressed(kim, (GM,))
    assert not is_addressed(lou, (GM,))
    assert is_addressed(lou, (GM, SeatId("lou")))
    assert is_addressed(lou, None)
    assert not is_addressed(kim, (SeatId("lou"),))


def test_the_chair_is_offered_to_players_only() -> None:
    table = CountingTable()
    (offer,) = (offer for offer in table.offers("kim") if isinstance(offer.command, HandOver))
    assert [offer.matches(HandOver(SeatId(name))) for name in ("lou", "mo", "ned", "kim")] == [True, True, False, False]


def test_the_chair_is_called_by_the_word_of_the_book() -> None:
    engine = Engine((), words=Words({"gm": "Keeper"}))
    labels = [offer.label for offer in engine.offers(CountingTable().state, SeatId("kim"))]
    assert "Make someone else Keeper" in labels


def test_without_players_nobody_is_offered_the_chair() -> None:
    engine = CountingTable().engine
    alone = engine.evolve(CountingTable().state, SeatAdded(Seat(SeatId("lou"), "spectator")), 9)
    alone = engine.evolve(alone, SeatAdded(Seat(SeatId("mo"), "spectator")), 10)
    assert not any(isinstance(offer.command, HandOver) for offer in engine.offers(alone, SeatId("kim")))


def test_players_are_offered_nothing_about_seats() -> None:
    assert not any(isinstance(offer.command, AddSeat | HandOver) for offer in CountingTable().offers("lou"))


def test_a_seat_takes_the_name_of_whoever_sits_there_now() -> None:
    table = CountingTable()
    (record,) = table.do("kim", RenameSeat(SeatId("lou"), " Louise "))
    assert record.event == SeatNamed(SeatId("lou"), "Louise")
    assert table.state.get(SEATS)[SeatId("lou")] == Seat(SeatId("lou"), "player", "Louise")


@pytest.mark.parametrize(
    ("by", "seat", "name", "code"),
    [("lou", "lou", "Louise", "gm-only"), ("kim", "nobody", "Zoe", "unknown-seat"), ("kim", "lou", " ", "no-name")],
)
def test_a_name_that_cannot_be_given_is_refused(by: str, seat: str, name: str, code: str) -> None:
    assert refusal(CountingTable(), by, RenameSeat(SeatId(seat), name)) == code
