"""No word that people read changes by accident: what every shipped game and every draft says is as it was approved.

To change words on purpose, run `make approve` and read the difference like any other.
"""

from __future__ import annotations

import pytest

from fatetable import rulesets
from tests.approval.approving import APPROVED, differences, kept, texts
from tests.conformance.wording import words_of_other_books

TEXTS = texts()


@pytest.mark.parametrize("name", TEXTS)
def test_what_people_read_is_as_approved(name: str) -> None:
    if found := differences(name, TEXTS[name]()):
        pytest.fail(f"{name} reads otherwise; if that is meant, run `make approve`.\n{found}", pytrace=False)


def test_nothing_is_kept_as_approved_that_nobody_reads_any_more() -> None:
    assert kept() == set(TEXTS)


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_every_question_refusal_and_line_is_in_the_words_of_its_book(ruleset_id: str) -> None:
    others = words_of_other_books(rulesets.load(ruleset_id))
    read = [line for path in sorted((APPROVED / ruleset_id).rglob("*.txt")) for line in path.read_text().splitlines()]
    assert read, "there is something to read"
    assert [line for line in read if others.search(line)] == []
