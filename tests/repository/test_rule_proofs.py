"""Every rule that the engine computes or asks about is proved by a test, and no test claims an unknown rule.

A ruleset in the making owes no proofs yet, but tests may claim its rules.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.repository.checkout import playable_ruleset_folders, ruleset_folders
from tests.repository.rule_claims import all_claims, ids_listed_in, ids_marked_in

NEEDS_PROOF = {"computed", "prompted"}
STATUSES = NEEDS_PROOF | {"told"}


def rules(folders: Iterable[Path] | None = None) -> Iterator[dict[str, Any]]:
    for folder in ruleset_folders() if folders is None else folders:
        ledger = folder / "rules.toml"
        if ledger.exists():
            yield from tomllib.loads(ledger.read_text(encoding="utf-8"))["rule"]


def test_every_computed_or_prompted_rule_is_proved_by_some_test() -> None:
    claims = all_claims()
    playable = rules(playable_ruleset_folders())
    unproved = [rule["id"] for rule in playable if rule["status"] in NEEDS_PROOF and rule["id"] not in claims]
    assert unproved == []


def test_every_claim_names_a_rule_that_some_ledger_holds() -> None:
    known = {rule["id"] for rule in rules()}
    unknown = {rule_id: sorted(places) for rule_id, places in all_claims().items() if rule_id not in known}
    assert unknown == {}


def test_every_rule_has_an_id_of_its_own() -> None:
    repeated = [rule_id for rule_id, count in Counter(rule["id"] for rule in rules()).items() if count > 1]
    assert repeated == []


def test_every_rule_says_what_the_engine_does_about_it() -> None:
    incomplete = [
        rule["id"]
        for rule in rules()
        if rule["status"] not in STATUSES or not rule["title"] or not rule["text"] or len(rule["lines"]) != 2
    ]
    assert incomplete == []


@pytest.mark.parametrize(
    ("source", "ids"),
    [
        ('@pytest.mark.rule("A-B-01", "A-B-02")\ndef test_it(): ...', ["A-B-01", "A-B-02"]),
        ('pytestmark = pytest.mark.rule("A-B-01")', ["A-B-01"]),
        ('cases = [pytest.param(1, marks=pytest.mark.rule("A-B-01"))]', ["A-B-01"]),
        ('@pytest.mark.rule("A-B-01")\ndef a_step_of_several_tests(): ...', []),
        ('# @pytest.mark.rule("A-B-01")', []),
        ('text = "pytest.mark.rule(A-B-01)"', []),
    ],
)
def test_only_marks_on_collected_tests_are_claims(source: str, ids: list[str]) -> None:
    assert list(ids_marked_in(source)) == ids


def test_a_playthrough_claims_rules_as_a_whole_and_step_by_step() -> None:
    playthrough = "rules: [A-B-01]\nsteps:\n  - {as: gm, rules: [A-B-02]}\n  - {as: ana}\n"
    assert list(ids_listed_in(playthrough)) == ["A-B-01", "A-B-02"]
