"""Each line of the log says what kind it is and which roll or compel it belongs to."""

from __future__ import annotations

import pytest

from fatetable import rulesets
from fatetable.adapters.server.screens.log_lines import lines_before, lines_since
from fatetable.adapters.server.wire import LogLine
from fatetable.engine.messages import LogRecord, Record, SeatId
from fatetable.engine.state import EMPTY
from fatetable.rulesets.skein.battle import BattleEnded
from fatetable.tabletop.playthroughs.playthrough import read_playthrough
from fatetable.tabletop.playthroughs.runner import run
from fatetable.tabletop.table import Table
from fatetable.tabletop.words.chronicle import Narrated
from fatetable.tabletop.words.line_kinds import kind_of

GM, ANA = SeatId("gm"), SeatId("ana")


def played(ruleset: str, name: str) -> Table:
    return run(read_playthrough(rulesets.playthroughs(ruleset)[name], name)).table


@pytest.fixture(scope="module")
def quay() -> Table:
    return played("fae", "conflict-on-the-quay")


@pytest.fixture(scope="module")
def lines(quay: Table) -> list[LogLine]:
    return list(lines_since(quay, ANA, 0).lines)


def line(lines: list[LogLine], start: str) -> LogLine:
    return next(each for each in lines if each.text.startswith(start))


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        ("Table opened", "set-up"),
        ("Reth joins", "set-up"),
        ("Session 1 begins", "scene"),
        ("Reth gets 3 fate points", "set-up"),
        ("Scene 1: The quay", "scene"),
        ("A zone: Deck", "set-up"),
        ("Exchange 1", "turn"),
        ("Voltaire's turn", "turn"),
        ("Voltaire: Great (+4) vs Mediocre (+0)", "roll"),
        ("Reth pays 1 fate point", "points"),
        ("The GM compels Voltaire", "compel"),
        ("The heroes win", "end"),
        ("Reth's stress clears", "set-up"),
        ("“Slick Wet Planks” is gone", "set-up"),
    ],
)
def test_a_line_says_what_kind_it_is(lines: list[LogLine], start: str, kind: str) -> None:
    assert line(lines, start).kind == kind


def test_everything_about_a_roll_belongs_to_it(lines: list[LogLine]) -> None:
    declared = line(lines, "Reth: Attack on Gang of Thugs")
    texts = [each.text for each in lines if each.of == declared.of]
    assert texts[0] == declared.text
    assert any(text.startswith("Reth invokes “Tangled in the Sail Rope”") for text in texts)
    assert "Gang of Thugs are taken out." in texts
    assert not any(text.endswith("turn.") for text in texts)
    assert len([each for each in lines if each.of == declared.of and each.kind == "roll" and each.roll]) == 1


def test_everything_about_a_compel_belongs_to_it(lines: list[LogLine]) -> None:
    offered = line(lines, "The GM compels Voltaire")
    texts = [each.text for each in lines if each.of == offered.of]
    assert any(text.startswith("Voltaire gets 1 fate point") for text in texts)
    assert texts[-1].startswith("Voltaire accepts the compel")


def test_the_end_of_a_battle_is_an_ending() -> None:
    record: LogRecord = Record(1, BattleEnded("The marches hold"))
    narrated = Narrated(record, EMPTY, EMPTY, rulesets.load("skein"))
    assert (kind_of(narrated), list(narrated.lines())) == ("end", ["The marches hold."])


def test_older_lines_are_the_same_whether_they_are_read_at_once_or_in_parts(quay: Table) -> None:
    whole = list(lines_since(quay, GM, 0).lines)
    older = lines_before(quay, GM, quay.state.seq + 1, len(whole))
    assert [(each.seq, each.text, each.kind, each.of, each.step) for each in older] == [
        (each.seq, each.text, each.kind, each.of, each.step) for each in whole
    ]
