"""Reading and writing: commands from outside, records, states, and logs that show where they were damaged."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from fatetable.engine.codec import FIRST_LINK, Codec, unseal
from fatetable.engine.errors import CorruptLog, MalformedCommand
from fatetable.engine.messages import Command, Record, SeatId
from fatetable.engine.opening import Rewind
from tests.engine.counting_game import (
    SUM,
    AskFor,
    CountingTable,
    CountUp,
    Toasted,
    TossCoins,
    Whisper,
    Whispered,
)
from tests.engine.written_state import written_and_read


class Unheard(Command, frozen=True, tag="unheard"):
    pass


def played() -> CountingTable:
    table = CountingTable()
    table.do("lou", CountUp(3))
    table.do("kim", Whisper(7))
    table.do("mo", TossCoins(3))
    table.do("kim", AskFor("bet"))
    table.do("kim", Rewind(table.state.seq - 1))
    return table


# -- commands ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b'{"type":"count-up","by":2}', '{"type":"count-up","by":2}'])
def test_a_command_is_read_from_json(data: bytes | str) -> None:
    assert CountingTable().codec.read_command(data) == CountUp(2)


def test_a_command_is_read_from_what_a_file_holds() -> None:
    assert CountingTable().codec.read_command({"type": "count-up", "by": 2}) == CountUp(2)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not-json"),
        (b"{", "not-json"),
        (b'{"type":"\xff"}', "not-json"),
        ('{"type":"\ud800"}', "not-json"),
        (b"[" * 100_000, "not-json"),
        (b"[]", "no-type"),
        (b"5", "no-type"),
        (b'{"by":2}', "no-type"),
        (b'{"type":2}', "no-type"),
        ({}, "no-type"),
        ({"type": ["count-up"]}, "no-type"),
        ({"type": "conquer"}, "unknown-command"),
        ({"type": "x" * 1_000_000}, "unknown-command"),
        ({"type": "count-up"}, "bad-command"),
        ({"type": "count-up", "by": "two"}, "bad-command"),
        ({"type": "count-up", "by": True}, "bad-command"),
        ({"type": "count-up", "by": 2, "fast": True}, "bad-command"),
        ({"type": "count-up", "by": 2, 3: 4}, "bad-command"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_sentence(data: Any, code: str) -> None:
    with pytest.raises(MalformedCommand) as error:
        CountingTable().codec.read_command(data)
    assert error.value.code == code
    assert len(str(error.value)) < 200
    assert str(error.value).endswith(".")


def test_a_command_made_in_python_is_checked_in_the_same_way() -> None:
    codec = CountingTable().codec
    wrong: Any = "two"
    for command, code in ((CountUp(wrong), "bad-command"), (Unheard(), "unknown-command")):
        with pytest.raises(MalformedCommand) as error:
            codec.check_command(command)
        assert error.value.code == code
    assert codec.check_command(CountUp(2)) == CountUp(2)


def test_a_command_that_holds_something_unwritable_is_refused() -> None:
    odd: Any = object()
    with pytest.raises(MalformedCommand) as error:
        CountingTable().codec.check_command(CountUp(odd))
    assert error.value.code == "bad-command"


# -- records and states ------------------------------------------------------------------------------------------------


def test_records_survive_writing() -> None:
    table = played()
    assert [table.codec.read_record(table.codec.write(record)) for record in table.log] == table.log


def test_a_state_survives_writing() -> None:
    table = played()
    again = written_and_read(table.engine, table.state)
    assert again == table.state
    assert again.get(SUM) == table.state.get(SUM)


def from_version_1(event: dict[str, Any]) -> dict[str, Any]:
    return {"type": "toasted/2", "seat": event["who"], "words": "Cheers"}


def from_version_0(event: dict[str, Any]) -> dict[str, Any]:
    return {"type": "toasted/1", "who": event["name"].lower()}


UPCASTERS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "toasted/1": from_version_1,
    "toasted/0": from_version_0,
    "whispered/0": lambda event: {"type": "whispered/1", "number": 0},
}


@pytest.mark.parametrize("old", [{"type": "toasted/1", "who": "lou"}, {"type": "toasted/0", "name": "Lou"}])
def test_old_tags_are_read_through_upcasters_one_version_after_the_other(old: dict[str, Any]) -> None:
    codec = Codec(CountingTable().engine, UPCASTERS)
    record = codec.read_record(msgspec.json.encode({"seq": 4, "event": old}))
    assert record == Record(4, Toasted(SeatId("lou"), "Cheers"))


def test_the_face_of_an_old_record_is_read_in_the_same_way() -> None:
    codec = Codec(CountingTable().engine, UPCASTERS)
    written = {"seq": 4, "event": {"type": "whispered/1", "number": 2}, "to": ["@gm"], "face": {"type": "whispered/0"}}
    record = codec.read_record(msgspec.json.encode(written))
    assert (record.event, record.face) == (Whispered(2), Whispered(0))


# -- logs --------------------------------------------------------------------------------------------------------------


def written_log() -> tuple[CountingTable, list[bytes]]:
    table = played()
    return table, list(table.codec.write_log(table.log))


def damage(table: CountingTable, lines: list[bytes]) -> CorruptLog:
    with pytest.raises(CorruptLog) as error:
        list(table.codec.read_log(lines))
    return error.value


def test_a_log_is_read_back_and_written_the_same_again() -> None:
    table, lines = written_log()
    read = list(table.codec.read_log(lines))
    assert read == table.log
    assert list(table.codec.write_log(read)) == lines
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in lines)


def test_any_flipped_bit_in_a_line_is_found() -> None:
    table, lines = written_log()
    line = lines[3]
    for place in range(len(line) - 1):
        for bit in (1, 32):
            flipped = bytes([*line[:place], line[place] ^ bit, *line[place + 1 :]])
            assert damage(table, [*lines[:3], flipped, *lines[4:]]).line == 4


@pytest.mark.parametrize("left", [0, 1, 10, 16, 17, 25])
def test_a_line_that_was_cut_off_is_found(left: int) -> None:
    table, lines = written_log()
    assert damage(table, [*lines[:-1], lines[-1][:left]]).line == len(lines)


def test_swapped_missing_and_repeated_lines_are_found() -> None:
    table, lines = written_log()
    first, second, third, *rest = lines
    assert damage(table, [first, third, second, *rest]).line == 2
    assert damage(table, [second, third, *rest]).line == 1
    assert damage(table, [first, third, *rest]).line == 2
    assert damage(table, [first, first, second]).line == 2


@pytest.mark.parametrize(
    "body",
    [b"", b"nonsense", b"[]", b"5", b'{"seq":1}', b'{"seq":1,"event":{"type":"conquered/1"}}', b'{"seq":"\xff"}'],
)
def test_a_sealed_line_that_makes_no_sense_is_told_by_its_number(body: bytes) -> None:
    table, _ = written_log()
    link = hashlib.blake2b(body, digest_size=8, key=FIRST_LINK).hexdigest().encode()
    line = link + b" " + body + b"\n"
    assert list(unseal([line])) == [body]
    error = damage(table, [line])
    assert error.line == 1
    assert str(error).startswith("Line 1 of the log cannot be read: ")


def test_a_log_may_lack_the_last_line_break() -> None:
    table, lines = written_log()
    assert list(table.codec.read_log([*lines[:-1], lines[-1].rstrip(b"\n")])) == table.log
