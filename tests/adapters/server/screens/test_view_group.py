"""Seats that see the same are in one view group and share its patches; a seat that knows more never is."""

from __future__ import annotations

import msgspec

from fatetable.adapters.server.screens.people import Presence, people_of
from fatetable.adapters.server.screens.seat_screen import SeatScreen
from fatetable.adapters.server.screens.view_group import ViewGroup, ViewGroups
from fatetable.engine.messages import SeatId
from fatetable.engine.seats import SEATS
from fatetable.tabletop.table import Table

SEATS_OPENED = ("gm", "ana", "bo")
EMPTY_ROOM = Presence(frozenset(), frozenset())


def seated() -> Table:
    table = Table.open("fae", {"gm": "gm", "ana": "player", "bo": "player"}, secret=b"groups")
    table.send("gm", {"type": "start-session"})
    table.send("gm", {"type": "start-scene", "title": "The cellar", "present": []})
    return table


def group(groups: ViewGroups, table: Table, seat: str, presence: Presence = EMPTY_ROOM) -> ViewGroup:
    return groups.group_of(table.state.get(SEATS)[SeatId(seat)], table.view(seat), None, presence)


def screens(table: Table) -> dict[str, SeatScreen]:
    groups = ViewGroups(table)
    made = {seat: SeatScreen(table, groups, SeatId(seat)) for seat in SEATS_OPENED}
    for screen in made.values():
        screen.advance(EMPTY_ROOM)
    groups.release()
    return made


def test_players_who_know_the_same_are_in_one_group() -> None:
    table = seated()
    groups = ViewGroups(table)
    players = group(groups, table, "ana")
    assert group(groups, table, "bo") is players
    assert players.seats == {"ana", "bo"}


def test_the_game_master_has_a_group_of_their_own() -> None:
    table = seated()
    groups = ViewGroups(table)
    assert group(groups, table, "gm") is not group(groups, table, "ana")


def test_somebody_who_comes_or_leaves_changes_the_people_and_not_the_blocks() -> None:
    table = seated()
    groups = ViewGroups(table)
    before = group(groups, table, "ana")
    after = group(groups, table, "ana", Presence(frozenset({"bo"}), frozenset()))
    assert after.blocks is before.blocks
    assert [person.is_here for person in after.people if person.seat == "bo"] == [True]


def test_a_free_seat_has_no_name_until_somebody_sits_there() -> None:
    table = seated()
    names = {seat.seat: seat.name for seat in people_of(table.state, Presence(frozenset(), frozenset({"ana"})))}
    assert names == {"gm": "", "ana": "ana", "bo": ""}
    table.send("gm", {"type": "rename-seat", "seat": "bo", "name": "Bo"})
    assert people_of(table.state, EMPTY_ROOM)[2].name == "Bo"


def test_public_news_are_encoded_once_for_all_players() -> None:
    table = seated()
    shown = screens(table)
    table.send("ana", {"type": "say", "words": "Hold the lantern."})
    patches = {seat: screen.advance(EMPTY_ROOM) for seat, screen in shown.items()}
    assert patches["ana"] is patches["bo"]
    assert patches["ana"] is not None
    assert b"Hold the lantern." in patches["ana"]


def test_a_whisper_is_not_shared_though_it_changes_nobodys_knowledge() -> None:
    table = seated()
    shown = screens(table)
    table.send("gm", {"type": "say", "words": "The stairs are rotten.", "to": ["ana"]})
    patches = {seat: screen.advance(EMPTY_ROOM) or b"" for seat, screen in shown.items()}
    assert b"rotten" in patches["ana"]
    assert b"rotten" not in patches["bo"]


def test_lines_are_shared_only_by_seats_that_were_in_the_same_group_before() -> None:
    table = seated()
    groups = ViewGroups(table)
    ana = SeatScreen(table, groups, SeatId("ana"))
    ana.advance(EMPTY_ROOM)
    late = SeatScreen(table, groups, SeatId("bo"))
    table.send("gm", {"type": "say", "words": "Listen."})
    patch, first = ana.advance(EMPTY_ROOM), late.advance(EMPTY_ROOM)
    assert patch is not None
    assert first is not None
    assert "order" not in msgspec.json.decode(patch)
    assert "order" in msgspec.json.decode(first), "a screen that has shown nothing yet is sent everything"
