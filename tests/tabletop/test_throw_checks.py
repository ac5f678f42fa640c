"""The throws of a log are checked against the secret of its dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from fatetable.engine.chance import Mismatch, Position, Scripted
from fatetable.engine.errors import CorruptLog, RuleViolation
from fatetable.engine.messages import LogRecord, Record
from fatetable.engine.opening import DiceThrown, PlayClosed, Rewind, Rewound
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.tabletop.table import Table
from fatetable.tabletop.throw_checks import check_throws

RETH = ActorId("reth")
SECRET = b"a secret for tests"


def with_throws(*, close: bool = True) -> Table:
    game = Game()
    game.table.seal(SECRET)
    for again in (False, True):
        game.do("ana", Overcome(actor=RETH, trait="quick", description="runs"))
        game.answer("gm", "opposition", "difficulty", value=2)
        for seat in game.roll.waiting:
            game.do(seat, Pass(game.roll.id))
        before = game.table.state.seq
        game.table.send("ana", ThrowDice(game.roll.id))
        if not again:
            game.table.send("gm", Rewind(before))
            game.table.send("ana", ThrowDice(game.roll.id))
            game.table.send("gm", Rewind(before, fresh_dice=True))
            game.table.send("ana", ThrowDice(game.roll.id))
            game.everyone_passes()
            if game.prompt("serious-cost"):
                game.answer("ana", "serious-cost", "fail")
            if game.prompt("minor-cost"):
                game.answer("gm", "minor-cost", "cost", cost="a bruise")
    if close:
        game.table.close()
    return game.table


def forged(records: Iterable[LogRecord], number: int, **changes: Any) -> list[LogRecord]:
    """The log with another throw in place of one."""
    out, seen = [], 0
    for record in records:
        if isinstance(record.event, DiceThrown):
            if seen == number:
                throw = msgspec.structs.replace(record.event.throw, **changes)
                record = msgspec.structs.replace(record, event=msgspec.structs.replace(record.event, throw=throw))
            seen += 1
        out.append(record)
    return out


def test_every_throw_of_an_honest_log_is_explained_by_its_secret() -> None:
    assert check_throws(with_throws().records) == ((), 4, 0)


def test_before_the_secret_is_told_nothing_can_be_checked() -> None:
    assert check_throws(with_throws(close=False).records) == ((), 0, 4)


def test_a_throw_with_other_faces_is_found() -> None:
    records = with_throws().records
    honest = next(record.event.throw for record in records if isinstance(record.event, DiceThrown))
    faces = tuple((face + 1) % 3 for face in honest.faces)
    wrong, checked, _ = check_throws(forged(records, 0, faces=faces))
    assert checked == 4
    assert [(one.recorded, one.expected) for one in wrong] == [(faces, honest.faces)]


def test_a_throw_out_of_its_place_is_found() -> None:
    """Otherwise the host could throw in private until a throw pleases, and use its place."""
    records = with_throws().records
    wrong, _, _ = check_throws(forged(records, 3, position=Position(0, 17)))
    assert "The throw was not the next one of its table." in {one.reason for one in wrong}


def test_an_epoch_nobody_asked_for_is_found() -> None:
    records = [
        msgspec.structs.replace(record, event=Rewound(record.event.to, 99))
        if isinstance(record.event, Rewound) and record.event.epoch
        else record
        for record in with_throws().records
    ]
    wrong, _, _ = check_throws(records)
    assert wrong
    assert all(isinstance(one, Mismatch) for one in wrong)


def test_dice_people_threw_cannot_be_checked() -> None:
    game = Game()
    game.table.seal(SECRET)
    game.do("ana", Overcome(actor=RETH, trait="quick", description="runs"))
    game.answer("gm", "opposition", "difficulty", value=2)
    for seat in game.roll.waiting:
        game.do(seat, Pass(game.roll.id))
    game.table.send("ana", ThrowDice(game.roll.id), chance=Scripted("++++"))
    game.table.close()
    assert check_throws(game.table.records) == ((), 0, 1)


def test_throws_before_the_dice_were_sealed_cannot_be_checked() -> None:
    records = with_throws().records
    thrown = next(record for record in records if isinstance(record.event, DiceThrown))
    assert check_throws([thrown, *records])[2] == 1


def test_another_secret_than_the_sealed_one_makes_a_log_corrupt() -> None:
    records = with_throws().records
    last: LogRecord = Record(records[-1].seq, PlayClosed(b"another".hex(), 1))
    with pytest.raises(CorruptLog):
        check_throws([*records[:-1], last])


def test_there_has_to_be_a_secret_to_reveal() -> None:
    for unsealed in (Table.open("fae", {"gm": "gm"}), with_throws()):
        with pytest.raises(RuleViolation) as error:
            unsealed.close()
        assert error.value.code == "not-open"


def test_the_secret_is_not_in_the_log_before_play_is_closed() -> None:
    written = b"".join(with_throws(close=False).dump())
    assert SECRET.hex().encode() not in written
    assert SECRET not in written
    assert SECRET.hex().encode() in b"".join(with_throws().dump())
