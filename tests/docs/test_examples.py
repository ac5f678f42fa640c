"""The examples in the README and on the pages of the manual run, and do what they say."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PUBLIC = {"fatetable.commands", "fatetable.testing"}
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_do_what_they_say(page: Path) -> None:
    parser = doctest.DocTestParser()
    test = parser.get_doctest(page.read_text(encoding="utf-8"), {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    told: list[str] = []
    runner.run(test, out=told.append)
    assert runner.failures == 0, "".join(told)


def test_the_readme_has_examples_to_run() -> None:
    examples = doctest.DocTestParser().get_examples((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(examples) > 10


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_import_public_names_only(page: Path) -> None:
    examples = doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8"))
    imported = [line.split()[1] for each in examples for line in each.source.splitlines() if line.startswith("from ")]
    assert [module for module in imported if module.startswith("fatetable.") and module not in PUBLIC] == []
