"""The rulings of a ruleset and its rules reference name the dials that change a reading."""

from importlib import import_module, resources

import pytest

from fatetable import rulesets
from fatetable.mechanics.book.dials import Dial
from fatetable.mechanics.book.pace import PACE_DIALS

DIALS: list[tuple[str, Dial]] = [
    (ruleset_id, dial)
    for ruleset_id in rulesets.folders()
    for dial in import_module(f"{rulesets.__name__}.{ruleset_id}.dials").DIALS
    if dial not in PACE_DIALS
]


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


@pytest.mark.parametrize(("ruleset_id", "dial"), DIALS)
def test_the_rulings_list_every_dial_with_the_rules_it_touches(ruleset_id: str, dial: Dial) -> None:
    rulings = (resources.files(rulesets) / ruleset_id / "RULINGS.md").read_text(encoding="utf-8")
    rows = [cells(row) for row in rulings.splitlines() if row.startswith(f"| `{dial.name}` |")]
    assert [row[2].split(", ") for row in rows] == [list(dial.cites)]


@pytest.mark.parametrize(("ruleset_id", "dial"), DIALS)
def test_a_rule_that_a_dial_touches_says_what_is_left_to_the_table(ruleset_id: str, dial: Dial) -> None:
    book = rulesets.rulebook(ruleset_id)
    cited = {rule_id: book.by_id(rule_id) for rule_id in dial.cites}
    assert [rule_id for rule_id, rule in cited.items() if rule is None or dial.meaning[1:] not in rule.text] == []
