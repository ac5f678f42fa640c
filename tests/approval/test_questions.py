"""A question is short: at most eight words, whatever people have written into it."""

from __future__ import annotations

import re

import pytest

from tests.approval.approving import APPROVED, SAID_IN_TESTS

MOST = 8


def questions(ruleset: str) -> dict[str, int]:
    """Every question that the ruleset's tests have heard, and how many words it has; a name counts as one."""
    found: dict[str, int] = {}
    is_asked = False
    for line in (APPROVED / ruleset / SAID_IN_TESTS).read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            is_asked = line.startswith("asked ")
        elif is_asked and "?" in line:
            question = line.partition("?")[0].split(". ")[-1]
            found[line.strip()] = len(re.findall(r"[\w’'-]+", question))
    return found


@pytest.mark.parametrize("ruleset", sorted(path.parent.name for path in APPROVED.rglob(SAID_IN_TESTS)))
def test_a_question_has_at_most_eight_words(ruleset: str) -> None:
    asked = questions(ruleset)
    assert asked
    assert {question: words for question, words in asked.items() if words > MOST} == {}
