"""What every source file of the project keeps to: its length, its imports and where rulesets may be named."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repository.checkout import CODE, ROOT, SOURCE, files_under, ruleset_folders, text_of

LINE_CEILING = 600
ONLY_FOR_ADAPTERS = {"random", "secrets", "time", "datetime", "os", "socket", "subprocess", "asyncio", "threading"}


def names_of_rulesets_in(text: str, ids: frozenset[str]) -> list[str]:
    """The ids that a text mentions as a value or as a place to import from."""
    return [
        ruleset_id
        for ruleset_id in sorted(ids)
        if re.search(
            rf"""["']{ruleset_id}["'.:/]|rulesets[./]{ruleset_id}\b|rulesets import .*\b{ruleset_id}\b""", text
        )
    ]


def imported_packages(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def modules_of(*packages: str) -> list[Path]:
    return [
        path
        for package in packages
        for path in files_under(SOURCE / package)
        if path.suffix == ".py" and "tests" not in path.relative_to(SOURCE).parts
    ]


def test_no_source_file_is_longer_than_the_ceiling() -> None:
    too_long = {
        str(path.relative_to(ROOT)): length
        for path in files_under(ROOT)
        if path.suffix in CODE and (length := len((text_of(path) or "").splitlines())) > LINE_CEILING
    }
    assert too_long == {}


def test_no_ruleset_is_named_outside_its_own_folder() -> None:
    folders = ruleset_folders()
    named = {}
    for path in files_under(SOURCE):
        ids_of_others = frozenset(folder.name for folder in folders if not path.is_relative_to(folder))
        if found := names_of_rulesets_in(text_of(path) or "", ids_of_others):
            named[str(path.relative_to(ROOT))] = found
    assert named == {}


@pytest.mark.parametrize(
    "text",
    [
        'open_table("weave")',
        "ruleset = 'weave'",
        "import fatetable.rulesets.weave.dials",
        "from fatetable.rulesets import other, weave",
        'path = "src/fatetable/rulesets/weave"',
        '"weave.event/1"',
    ],
)
def test_a_ruleset_named_in_code_is_noticed(text: str) -> None:
    assert names_of_rulesets_in(text, frozenset({"weave", "knot"})) == ["weave"]


@pytest.mark.parametrize("text", ["# they weave a tale", '"weaver"', "weave = 3", '"interweave"'])
def test_a_word_that_only_looks_like_a_ruleset_is_let_pass(text: str) -> None:
    assert names_of_rulesets_in(text, frozenset({"weave"})) == []


def test_engine_and_mechanics_need_only_the_standard_library_and_msgspec() -> None:
    allowed = sys.stdlib_module_names | {"msgspec", "fatetable"}
    foreign = {
        str(path.relative_to(ROOT)): sorted(others)
        for path in modules_of("engine", "mechanics")
        if (others := set(imported_packages(path)) - allowed)
    }
    assert foreign == {}


def test_rules_have_no_clock_no_environment_and_no_randomness_of_their_own() -> None:
    impure = {
        str(path.relative_to(ROOT)): sorted(found)
        for path in modules_of("engine", "mechanics", "rulesets")
        if (found := set(imported_packages(path)) & ONLY_FOR_ADAPTERS)
    }
    assert impure == {}
