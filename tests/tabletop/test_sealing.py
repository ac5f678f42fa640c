"""A table's dice are sealed before play and told after it, and a secret that was not sealed is noticed."""

import pytest

from fatetable import rulesets
from fatetable.engine.errors import CorruptLog, RuleViolation
from fatetable.engine.messages import Event, Record
from fatetable.engine.opening import TABLE, PlayClosed, PlayOpened
from fatetable.tabletop.table import Table
from fatetable.tabletop.throw_checks import check_throws

RULESET = rulesets.folders()[0]
SECRET = bytes(range(32))


def table() -> Table:
    return Table.open(RULESET, {"gm": "gm", "ana": "player"})


def test_sealing_later_publishes_the_same_fingerprint_as_opening_with_the_secret() -> None:
    later = table()
    later.seal(SECRET)
    at_once = Table.open(RULESET, {"gm": "gm", "ana": "player"}, secret=SECRET)
    assert later.records == at_once.records
    assert later.state.get(TABLE).commitment


def test_dice_cannot_be_sealed_twice_but_again_after_play_was_closed() -> None:
    sealed = table()
    sealed.seal(SECRET)
    with pytest.raises(RuleViolation) as refused:
        sealed.seal(bytes(32))
    assert refused.value.code == "already-open"
    sealed.close()
    sealed.seal(bytes(32))
    assert sealed.state.get(TABLE).commitment
    assert check_throws(sealed.records) == ((), 0, 0)


@pytest.mark.parametrize("told", ["00", "not in hexadecimal", ""])
def test_a_told_secret_that_was_never_sealed_makes_the_log_corrupt(told: str) -> None:
    opened = table()
    opened.seal(SECRET)
    commitment = opened.state.get(TABLE).commitment
    events: list[Event] = [PlayOpened(commitment, 1), PlayClosed(told, 2)]
    with pytest.raises(CorruptLog):
        check_throws(Record(number, event) for number, event in enumerate(events, start=1))
