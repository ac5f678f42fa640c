"""A table and its store: each command exactly once, and what happens when the store does not take a step."""

from __future__ import annotations

from itertools import count

import pytest

import fatetable.tabletop.storage.stored_table as rooms
from fatetable.adapters.storage.memory_store import MemoryStore
from fatetable.engine.chance import commitment_of
from fatetable.engine.errors import RuleViolation, StaleStream
from fatetable.engine.opening import TABLE, PlayClosed, PlayOpened, Rewind
from fatetable.engine.seats import SEATS, AddSeat
from fatetable.engine.speaking import Say
from fatetable.tabletop.storage.lobby import Lobby, NotAdmitted, Opened, Sources
from fatetable.tabletop.storage.store import AlreadyDone
from fatetable.tabletop.storage.stored_table import StoredTable


def lobby(store: MemoryStore | None = None) -> Lobby:
    numbers = count(1)
    sources = Sources(
        key=lambda: f"key {next(numbers)}",
        table_id=lambda: f"table-{next(numbers)}",
        secret=lambda: next(numbers).to_bytes(32, "big"),
        now=lambda: 1_000,
    )
    return Lobby(store or MemoryStore(), sources)


def opened(where: Lobby) -> tuple[Opened, StoredTable]:
    table = where.open("fae", "Maria", dials={})
    table.stored.result()
    return table, StoredTable(table.id, table.table, where.store)


def test_a_table_is_opened_with_a_seat_a_key_and_an_invitation() -> None:
    where = lobby()
    table, _ = opened(where)
    assert where.admit(table.key).seat == table.seat
    assert where.admit(table.invitation).purpose == "invitation"
    assert where.load(table.id).state == table.table.state
    assert table.table.state.get(SEATS)[table.seat].name == "Maria"
    with pytest.raises(NotAdmitted):
        where.admit("no such key")


def test_a_scene_is_set_up_under_the_tables_own_id() -> None:
    where = lobby()
    table = where.open("fae", "Maria", dials={}, scene="fight-on-the-quay")
    assert table.table.state.get(TABLE).id == table.id
    assert where.store.secret_of(table.id) is not None


@pytest.mark.parametrize(("title", "called"), [("", "A fight on the quay"), ("Thursday", "Thursday")])
def test_a_table_is_called_as_its_scene_unless_it_is_given_a_name(title: str, called: str) -> None:
    where = lobby()
    table = where.open("fae", "Maria", dials={}, scene="fight-on-the-quay", title=title)
    table.stored.result()
    row = where.store.table(table.id)
    assert (table.table.state.get(TABLE).title, row and row.title) == (called, called)


@pytest.mark.parametrize("kept", [2_000, 1])
def test_an_id_is_carried_out_once_however_it_is_remembered(monkeypatch: pytest.MonkeyPatch, kept: int) -> None:
    monkeypatch.setattr(rooms, "KEPT_IDS", kept)
    where = lobby()
    table, stored_table = opened(where)
    steps = [stored_table.carry_out("gm", Say(words), id=words) for words in ("one", "two", "three")]
    for again in (stored_table, StoredTable(table.id, where.load(table.id), where.store)):
        for words, step in zip(("one", "two", "three"), steps, strict=True):
            with pytest.raises(AlreadyDone) as done:
                again.carry_out("gm", Say("something else"), id=words)
            assert done.value.seq == step.seq
    assert where.load(table.id).state.seq == steps[-1].seq


def test_ids_are_told_apart_by_who_sends_and_refusals_use_none_up() -> None:
    _, stored_table = opened(lobby())
    stored_table.carry_out("gm", AddSeat("Ana", "player"), id="same")
    with pytest.raises(RuleViolation):
        stored_table.carry_out("ana", AddSeat("Bo", "player"), id="same")
    assert stored_table.carry_out("ana", Say("mine"), id="same").news


def test_a_step_decided_on_an_old_state_is_not_taken() -> None:
    where = lobby()
    table, stored_table = opened(where)
    other = StoredTable(table.id, where.load(table.id), where.store)
    other.carry_out("gm", Say("first")).stored.result()
    with pytest.raises(StaleStream):
        stored_table.carry_out("gm", Say("too late")).stored.result()


def test_new_dice_tell_the_old_secret_and_play_goes_on_with_another() -> None:
    where = lobby()
    table, stored_table = opened(where)
    old = where.store.secret_of(table.id)
    step = stored_table.new_dice(b"n" * 32)
    closed, sealed = (record.event for record in step.news)
    assert isinstance(closed, PlayClosed)
    assert isinstance(sealed, PlayOpened)
    assert closed.secret == (old or b"").hex()
    assert where.store.secret_of(table.id) == b"n" * 32
    assert where.load(table.id).state == stored_table.table.state


def test_dice_are_not_changed_by_half() -> None:
    where = lobby()
    table, stored_table = opened(where)
    old = where.load(table.id)
    StoredTable(table.id, where.load(table.id), where.store).carry_out("gm", Say("first")).stored.result()
    assert isinstance(stored_table.new_dice(b"n" * 32).stored.exception(), StaleStream)
    back = where.load(table.id)
    assert back.state.get(TABLE).commitment == old.state.get(TABLE).commitment != ""
    assert commitment_of(where.store.secret_of(table.id) or b"") == back.state.get(TABLE).commitment


def test_a_rewind_is_known_for_one() -> None:
    _, stored_table = opened(lobby())
    before = stored_table.seq
    assert not stored_table.carry_out("gm", Say("hm")).is_rewind
    assert stored_table.carry_out("gm", Rewind(before)).is_rewind


def test_taking_a_seat_back_ends_all_keys_to_it_and_no_others() -> None:
    where = lobby()
    table, _ = opened(where)
    one, _ = where.give_seat(table.id, "ana", take_back=False)
    two, _ = where.give_seat(table.id, "ana", take_back=False)
    three, _ = where.give_seat(table.id, "ana", take_back=True)
    for key in (one, two):
        with pytest.raises(NotAdmitted):
            where.admit(key)
    assert where.admit(three).seat == "ana"
    assert where.taken_seats(table.id) == {"gm", "ana"}
    invitation, _ = where.turn_out(table.id, "ana")
    assert where.taken_seats(table.id) == {"gm"}
    assert where.admit(invitation).purpose == "invitation"
    with pytest.raises(NotAdmitted):
        where.admit(table.invitation)
    assert where.admit(table.key).seat == "gm"
