"""The page on topics lists what the shared code cites, and what each ruleset has for it."""

import ast
from pathlib import Path

import pytest

from fatetable import rulesets
from fatetable.adapters.reference.sources import Module, modules
from fatetable.adapters.reference.topics import codes_in, page, topics_in

PAGE = Path(__file__).resolve().parents[2] / "docs" / "topics.md"


def written(source: str) -> tuple[Module, ...]:
    return (Module("weave.knots", "weave/knots.py", ast.parse(source)),)


def test_the_page_in_the_docs_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make docs`"


@pytest.mark.parametrize(
    ("source", "topics"),
    [
        ('decision.cites("throw")', ["throw"]),
        ('self.cites("attack" if harms else "overcome")', ["attack", "overcome"]),
        ('cites(f"move-{cost}")', ["move-…"]),
        ('decision.violation("too-far", "It is too far.", "move-far")', []),
        ('def violation(self, code, message, topic=""): ...\nd.violation("too-far", "Far.", "move-far")', ["move-far"]),
        ('Refusal("too-far", "It is too far.", "move-far")', ["move-far"]),
        ('Refusal("too-far", "It is too far.", topic="move-far")', ["move-far"]),
        ('def pay(account, topic): ...\npay(POOL, "invoke-cost")', ["invoke-cost"]),
        ("decision.cites(topic)", []),
    ],
)
def test_topics_are_found_where_they_are_cited_or_handed_on(source: str, topics: list[str]) -> None:
    assert list(topics_in(written(source))) == topics


@pytest.mark.parametrize(
    ("source", "codes"),
    [
        ('decision.require(fits, "too-far", "It is too far.")', ["too-far"]),
        ('decision.violation("too-far", "It is too far.")', ["too-far"]),
        ('Refusal("too-far", "It is too far.")', ["too-far"]),
        ('Refusal("too-far", "It is too far.", "move-far")', []),
    ],
)
def test_a_refusal_is_its_own_topic_unless_it_names_one(source: str, codes: list[str]) -> None:
    assert list(codes_in(written(source))) == codes


def test_a_topic_is_listed_with_the_folder_that_names_it_and_the_rules_of_every_ruleset() -> None:
    rows = [line for line in page().splitlines() if line.startswith("| `throw` |")]
    (row,) = ([cell.strip() for cell in row.strip("|").split("|")] for row in rows)
    assert row[:3] == ["`throw`", "mechanics/rolls", "FAE-ROLL-03, FAE-ROLL-01"]
    assert row[2 + rulesets.folders().index("skein")] == "SK-TEST-02, SK-TEST-14"
    assert len(row) == 2 + len(rulesets.folders())


def test_no_tests_are_read_for_topics() -> None:
    assert modules("rulesets")
    assert not [module.place for module in modules("rulesets") if "/tests/" in module.place]
