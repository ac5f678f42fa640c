"""The page on rules coverage is what the ledgers and the tests of this checkout say."""

from pathlib import Path

import pytest

from fatetable import rulesets
from fatetable.adapters.cli.commands.rule_coverage import (
    claims,
    claims_of_playthrough,
    claims_of_tests,
    counts,
    page,
    proved,
)
from fatetable.mechanics.book.rulebook import Rulebook, read_rulebook

CHECKOUT = Path(__file__).resolve().parents[2]

LEDGER = """
[book]
id = "weave"
title = "The Weave"
edition = "first"
attribution = "ATTRIBUTION.md"

[[rule]]
id = "WV-KNOT-01"
title = "Knots | loops"
section = "Knots"
lines = [1, 2]
status = "computed"
text = "They hold."

[[rule]]
id = "WV-KNOT-02"
title = "Loose ends"
section = "Knots"
lines = [3, 3]
status = "told"
why = "the book only hints at it"
text = "They fray."

[[rule]]
id = "WV-DYE-01"
title = "Colours"
section = "Dyes"
lines = [4, 4]
status = "prompted"
text = "Somebody chooses."
"""


@pytest.fixture(scope="module")
def weave() -> Rulebook:
    return read_rulebook(LEDGER)


def test_the_page_in_the_docs_is_up_to_date() -> None:
    written = (CHECKOUT / "docs" / "rules-coverage.md").read_text(encoding="utf-8")
    books = [rulesets.rulebook(name) for name in rulesets.folders()]
    current = page(books, claims(CHECKOUT), rulesets.books_in_the_making())
    assert written == current, "run `make docs`"


@pytest.mark.parametrize(
    ("source", "claimed"),
    [
        ('@pytest.mark.rule("A-B-01", "A-B-02")\ndef test_it(): ...', [("test_it", "A-B-01"), ("test_it", "A-B-02")]),
        ('@pytest.mark.rule("A-B-01")\nasync def test_it(): ...', [("test_it", "A-B-01")]),
        ('pytestmark = pytest.mark.rule("A-B-01")', [("", "A-B-01")]),
        ('CASES = [pytest.param(1, marks=pytest.mark.rule("A-B-01"))]', [("", "A-B-01")]),
        (
            '@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("A-B-01"))])\ndef test_it(n): ...',
            [("test_it", "A-B-01")],
        ),
        (
            '@pytest.mark.rule("A-B-01")\nclass TestIt:\n    @pytest.mark.rule("A-B-02")\n    def test_more(self): ...',
            [("TestIt", "A-B-01"), ("TestIt::test_more", "A-B-02")],
        ),
        ('@pytest.mark.rule("A-B-01")\ndef a_step_of_several_tests(): ...', []),
        ('# @pytest.mark.rule("A-B-01")\nTEXT = "pytest.mark.rule(A-B-01)"', []),
    ],
)
def test_a_claim_is_a_mark_on_something_that_pytest_collects(source: str, claimed: list[tuple[str, str]]) -> None:
    assert list(claims_of_tests(source)) == claimed


def test_a_playthrough_claims_rules_as_a_whole_and_step_by_step() -> None:
    script = "rules: [A-B-01]\nsteps:\n  - {as: gm, rules: [A-B-02]}\n  - {as: ana}\n"
    assert list(claims_of_playthrough(script)) == ["A-B-01", "A-B-02"]


def test_claims_are_gathered_from_tests_and_playthroughs_of_a_checkout(tmp_path: Path) -> None:
    files = {
        "tests/test_a.py": '@pytest.mark.rule("A-B-01")\ndef test_one(): ...\n',
        "tests/deep/er/test_b.py": 'pytestmark = pytest.mark.rule("A-B-01")\n',
        "tests/steps.py": '@pytest.mark.rule("A-B-09")\ndef test_not_collected(): ...\n',
        "src/fatetable/rulesets/weave/tests/test_c.py": '@pytest.mark.rule("A-B-02")\ndef test_two(): ...\n',
        "src/fatetable/rulesets/weave/playthroughs/duel.yaml": "rules: [A-B-01]\nsteps: []\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert claims(tmp_path) == {
        "A-B-01": (
            "src/fatetable/rulesets/weave/playthroughs/duel.yaml",
            "tests/deep/er/test_b.py",
            "tests/test_a.py::test_one",
        ),
        "A-B-02": ("src/fatetable/rulesets/weave/tests/test_c.py::test_two",),
    }


def test_only_rules_that_are_computed_or_prompted_need_a_proof(weave: Rulebook) -> None:
    assert counts(weave.rules) == {"computed": 1, "prompted": 1, "told": 1}
    assert proved(weave.rules, {"WV-DYE-01": ("test_a",), "WV-KNOT-02": ("test_b",)}) == (1, 2)


def test_the_page_counts_sections_and_names_the_proofs_of_each_rule(weave: Rulebook) -> None:
    lines = page([weave], {"WV-KNOT-01": ("test_a.py::test_one", "test_b.py")}).splitlines()
    assert "| Knots | 1 | 0 | 1 | 1 of 1 |" in lines
    assert "| Dyes | 0 | 1 | 0 | 0 of 1 |" in lines
    assert "| **All** | 1 | 1 | 1 | 1 of 2 |" in lines
    assert "| WV-KNOT-01 | Knots \\| loops | computed | `test_a.py::test_one`<br>`test_b.py` |" in lines
    assert "| WV-DYE-01 | Colours | prompted | – |" in lines


def test_the_page_says_why_a_rule_is_less_than_enforced(weave: Rulebook) -> None:
    assert "| WV-KNOT-02 | Loose ends | told (the book only hints at it) | – |" in page([weave], {}).splitlines()


def test_a_book_in_the_making_is_counted_under_a_heading_of_its_own(weave: Rulebook) -> None:
    shown = page([], {"WV-KNOT-01": ("test_a.py",)}, [weave])
    assert "## In the making\n" in shown
    assert shown.endswith("| The Weave | 3 | 1 | 1 | 1 | 1 of 2 |\n")
    assert "WV-KNOT-01" not in shown
    assert "In the making" not in page([weave], {})
