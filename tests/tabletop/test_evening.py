"""Whole evenings, with stirs, rewinds, real dice and rerolls: everybody who checks them finds the same."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from fatetable.engine.codec import seal, unseal
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Event, Record, SeatId
from fatetable.engine.opening import DiceRenewed, DiceStirred, DiceThrown, Rewind, Rewound
from fatetable.engine.seats import SEATS
from fatetable.engine.stirring.stirs import StirTold
from fatetable.mechanics.rolls.own_dice import RollOwnDice
from fatetable.rulesets import folders
from fatetable.tabletop.table import Table
from fatetable.tabletop.throw_checks import check_dice
from fatetable.tabletop.told_log import told_log
from tests.conformance.walking import Walk
from tests.tabletop import independent_verifier
from tests.tabletop.independent_verifier import verify
from tests.tabletop.test_own_dice import enter
from tests.tabletop.test_rewound_dice import roll, sealed, stir

VERIFIER = Path(independent_verifier.__file__)
PAGE_EVENING = Path(__file__).parents[2] / "web/src/table/dice/check/evening.json"
STEPS = 400
SEED = 7


@cache
def evening(ruleset: str) -> Table:
    """A few hundred random steps, with stirs and rewinds that take back throws between them."""
    walk, random = Walk(ruleset, SEED), Random(SEED)
    walk.set_up()
    for number in range(STEPS):
        length = len(walk.table.records)
        walk.step()
        is_thrown = any(isinstance(record.event, DiceThrown) for record in walk.table.records[length:])
        if is_thrown and random.random() < 0.4:
            walk.table.send(walk.gm, Rewind(length, random.random() < 0.3))
        if random.random() < 0.1:
            try:
                stir(walk.table, random.choice(["gm", "ana", "bo"]), number)
            except RuleViolation:
                continue
    walk.table.close()
    return walk.table


def test_the_verifier_imports_nothing_of_ours_and_is_short() -> None:
    text = VERIFIER.read_text(encoding="utf-8")
    assert not [line for line in text.splitlines() if re.match(r"\s*(from|import) .*(fatetable|tests)", line)]
    assert len([line for line in text.splitlines() if line.strip()]) < 80


@pytest.mark.parametrize("ruleset", folders())
def test_an_evening_verifies_by_a_program_written_from_the_documentation_alone(ruleset: str, tmp_path: Path) -> None:
    table = evening(ruleset)
    kinds = Counter(type(record.event).__name__ for record in table.records)
    assert min(kinds[name] for name in ("DiceThrown", "Rewound", "DiceStirred", "DiceRenewed")) > 0, kinds
    events = [record.event for record in table.records]
    assert any(isinstance(event, Rewound) and event.is_fresh for event in events)
    assert any(isinstance(event, DiceThrown) and event.what.endswith(" 1") for event in events), "no reroll"
    log = tmp_path / "evening.log"
    log.write_bytes(b"".join(table.dump()))
    finished = subprocess.run([sys.executable, "-I", VERIFIER, log], capture_output=True, text=True, cwd=tmp_path)
    report = check_dice(table.records)
    assert report.is_honest
    assert finished.stdout == str(report.checked)
    assert report.checked > 10


@pytest.mark.parametrize("ruleset", folders())
def test_every_seats_own_record_of_the_evening_verifies_too(ruleset: str) -> None:
    table = evening(ruleset)
    bodies = list(unseal(table.dump()))
    for seat in ("gm", "ana", "bo"):
        lines = told_log(bodies, table.state.get(SEATS)[SeatId(seat)])
        assert verify(lines) == check_dice(table.records).checked


def edited(table: Table, kind: type[Event], change: Callable[[dict[str, Any]], object]) -> list[bytes]:
    """The log with one event of a kind changed, and sealed anew."""
    bodies = list(unseal(table.dump()))
    at = next(n for n, record in enumerate(table.records) if type(record.event) is kind)
    record = msgspec.json.decode(bodies[at])
    change(record["event"])
    bodies[at] = msgspec.json.encode(record)
    return list(seal(bodies))


@pytest.mark.parametrize("ruleset", folders())
def test_both_verifiers_find_the_same_forgeries(ruleset: str) -> None:
    table = evening(ruleset)

    def other_face(event: dict[str, Any]) -> None:
        faces = event["throw"]["faces"]
        faces[0] = (faces[0] + 1) % 3

    forgeries = [
        edited(table, DiceThrown, other_face),
        edited(table, DiceThrown, lambda event: event["throw"]["position"].update(number=999)),
        edited(table, DiceRenewed, lambda event: event.update(epoch=999)),
        edited(table, StirTold, lambda event: event.update(words="0" * 64)),
        edited(table, DiceStirred, lambda event: event.update(stir="0" * 64)),
    ]
    codec = table.ruleset.codec
    for lines in forgeries:
        with pytest.raises(AssertionError):
            verify(lines)
        assert not check_dice(codec.read_log(lines)).is_honest


def test_real_dice_are_left_out_by_both() -> None:
    g = sealed()
    before = g.table.state.seq
    roll(g, "bo")
    g.table.send("gm", Rewind(before, True))
    g.table.send("ana", RollOwnDice(True))
    with pytest.raises(StopIteration):
        roll(g, "ana")
    g.table.send("ana", enter(g))
    g.table.close()
    report = check_dice(g.table.records)
    assert (report.checked, report.unchecked, len(report.entered)) == (1, 1, 1)
    assert verify(g.table.dump()) == 1


def test_the_evening_that_the_page_is_tried_on_is_honest() -> None:
    """`checking.test.ts` reads the same file."""
    table = Table.open("fae", {"gm": "gm"})
    events = table.ruleset.codec.record_type
    records = [msgspec.convert(each, events) for each in json.loads(PAGE_EVENING.read_text(encoding="utf-8"))]
    report = check_dice(records)
    assert report.is_honest
    assert report.checked == 5
    assert verify(seal(msgspec.json.encode(record) for record in records)) == 5
    assert isinstance(records[0], Record)
