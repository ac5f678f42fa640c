"""Anybody may stop or pause play; nobody learns who asked to stop, and only talk and undoing go on meanwhile."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.engine.halting import (
    HALT,
    AskToStop,
    ContinuePlay,
    Halt,
    HaltKept,
    PauseTable,
    ResumeTable,
    StopAsked,
    TablePaused,
)
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.opening import Rewind
from fatetable.engine.seats import AddSeat
from fatetable.engine.speaking import Say
from fatetable.tabletop.table import Table
from fatetable.tabletop.words.chronicle import Chronicle
from tests.engine.counting_game import CountingTable, CountUp

PEOPLE = {"gm": "gm", "ana": "player", "bo": "player", "eve": "spectator"}


def refusal(table: CountingTable, seat: str, command: Command) -> RuleViolation:
    with pytest.raises(RuleViolation) as refused:
        table.do(seat, command)
    return refused.value


def offered(table: CountingTable, seat: str) -> set[str]:
    return {offer.label for offer in table.offers(seat)}


def test_while_somebody_asks_to_stop_people_talk_undo_and_continue() -> None:
    table = CountingTable()
    table.do("lou", AskToStop())
    assert offered(table, "lou") == {"Say something", "Continue"}
    assert offered(table, "kim") == {
        "Say something",
        "Continue",
        "Rewind the table",
        "Add a seat",
        "Rename a player",
    }
    refused = refusal(table, "lou", CountUp(1))
    assert (refused.code, refused.message) == (
        "table-stopped",
        "Someone asked to stop here. Continue first, when everybody is ready.",
    )
    assert refusal(table, "mo", PauseTable()).code == "table-stopped"
    table.do("mo", Say("are you well?"))
    table.do("kim", AddSeat("Zoe", "player"))
    table.do("mo", ContinuePlay())
    table.do("lou", CountUp(1))
    assert not table.state.get(HALT).is_on


def test_while_the_table_is_paused_people_talk_undo_resume_and_stop() -> None:
    table = CountingTable()
    table.do("mo", PauseTable())
    assert table.state.get(HALT).paused_by == "mo"
    assert offered(table, "lou") == {"Say something", "Resume", "Stop here"}
    refused = refusal(table, "lou", CountUp(1))
    assert (refused.code, refused.message) == ("table-paused", "The table is paused. Resume it first.")
    table.do("lou", AskToStop())
    table.do("kim", ContinuePlay())
    assert refusal(table, "lou", CountUp(1)).code == "table-paused"
    table.do("lou", ResumeTable())
    table.do("lou", CountUp(1))


@pytest.mark.parametrize(("command", "code"), [(ContinuePlay(), "not-stopped"), (ResumeTable(), "not-paused")])
def test_play_that_is_not_halted_cannot_go_on(command: Command, code: str) -> None:
    assert refusal(CountingTable(), "kim", command).code == code


def test_spectators_watch_and_halt_nothing() -> None:
    assert refusal(CountingTable(), "ned", AskToStop()).code == "spectators-watch"


def test_whoever_wants_to_be_named_is_named() -> None:
    table = CountingTable()
    (record,) = table.do("lou", AskToStop(named=True))
    assert (record.by, record.event) == ("lou", StopAsked(SeatId("lou")))


@pytest.mark.parametrize("proxy", [None, "gm"])
def test_no_record_says_who_asked_to_stop(proxy: str | None) -> None:
    """What the whole table writes down is the same for everybody who could have pressed the card."""
    tables = [Table.open("fae", PEOPLE) for _ in range(2)]  # type: ignore[arg-type]
    for table, seat in zip(tables, ("ana", "bo"), strict=True):
        table.send(seat, AskToStop(), id=f"{seat}/first", proxy=proxy)
        table.send(seat, ContinuePlay(), id=f"{seat}/second", proxy=proxy)
    one, other = ([*table.dump()] for table in tables)
    assert one == other
    stopped = tables[0].records[-2]
    assert (stopped.by, stopped.proxy, stopped.id) == (None, None, "")


def test_no_viewer_is_sent_the_seat_that_asked_to_stop() -> None:
    for seat in ("ana", "bo"):
        table = Table.open("fae", PEOPLE)  # type: ignore[arg-type]
        before = table.state.seq
        table.send(seat, AskToStop(), id=f"{seat}/first")
        for viewer in PEOPLE:
            story = Chronicle(table, viewer)
            story.hear_news()
            told = msgspec.json.encode((table.told(viewer, before), table.view(viewer).get(HALT), story.lines[-1]))
            assert seat.encode() not in told
            assert story.lines[-1].line == "Someone asks to stop here."


def test_going_back_neither_settles_a_stop_nor_brings_one_back() -> None:
    table = Table.open("fae", PEOPLE)  # type: ignore[arg-type]
    table.send("ana", Say("hm"))
    before = table.state.seq
    table.send("ana", AskToStop())
    while_stopped = table.state.seq
    news = table.send("gm", Rewind(before))
    assert table.state.get(HALT) == Halt(is_stopped=True)
    assert isinstance(news[-1].event, HaltKept)
    table.send("bo", ContinuePlay())
    table.send("gm", Rewind(while_stopped))
    assert table.state.get(HALT) == Halt()
    assert [table.view(seat).get(HALT) for seat in PEOPLE] == [Halt()] * 4


def test_the_log_says_who_paused_the_table_and_who_resumed_it() -> None:
    table = Table.open("fae", PEOPLE)  # type: ignore[arg-type]
    table.send("ana", PauseTable())
    assert table.records[-1].event == TablePaused(SeatId("ana"))
    table.send("bo", ResumeTable())
    story = Chronicle(table, "eve")
    story.hear_news()
    assert [told.line for told in story.lines[-2:]] == ["Ana pauses the table.", "Bo resumes the table."]
