"""What every source file of the project keeps to: its length, its imports and where rulesets may be named."""

import ast
import re
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repository.checkout import CODE, ROOT, SOURCE, files_under, ruleset_folders, text_of

LINE_CEILING = 500
MEDIAN_CEILING = 150
MODULE_CEILING = 20
FOLDERS_OF_MODULES = ("src", "tests", "web/src", "benchmarks", "examples")
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


def is_generated(text: str) -> bool:
    """Does the first line of a file say which program wrote it?"""
    return re.match(r"(//|#) Written by `python -m [\w.]+`", text) is not None


def lengths_of_sources() -> dict[str, int]:
    """How many lines every source file that people write has."""
    return {
        str(path.relative_to(ROOT)): len(text.splitlines())
        for path in files_under(ROOT)
        if path.suffix in CODE and not is_generated(text := text_of(path) or "")
    }


def test_no_source_file_is_longer_than_the_ceiling() -> None:
    assert {path: length for path, length in lengths_of_sources().items() if length > LINE_CEILING} == {}


def test_half_of_the_source_files_are_short() -> None:
    """Most `__init__.py` are a line or none, and would hide that the others are long."""
    lengths = [length for path, length in lengths_of_sources().items() if not path.endswith("__init__.py")]
    assert statistics.median(lengths) <= MEDIAN_CEILING


def test_no_folder_has_too_many_modules() -> None:
    modules = Counter(
        str(path.parent.relative_to(ROOT))
        for folder in FOLDERS_OF_MODULES
        for path in files_under(ROOT / folder)
        if path.suffix in {".py", ".ts", ".svelte"} and path.name != "__init__.py"
    )
    assert {folder: number for folder, number in modules.items() if number > MODULE_CEILING} == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("// Written by `python -m weaver.types`; change the messages there, not here.\n", True),
        ("# Written by `python -m weaver.types`.\n", True),
        ("// Written by hand, with care.\n", False),
        ("const a = 1;\n// Written by `python -m weaver.types`.\n", False),
        ("", False),
    ],
)
def test_a_generated_file_says_so_in_its_first_line(text: str, expected: bool) -> None:
    assert is_generated(text) is expected


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


def names_used(source: str) -> set[str]:
    """Every name that code imports, reads or calls; examples in docstrings do not count."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.alias):
            found.add(node.name.rpartition(".")[2])
    return found


def composition_of(ruleset: Path) -> Path:
    """The module that puts a ruleset together; one in the making has it under another name."""
    playable = ruleset / "ruleset.py"
    return playable if playable.exists() else ruleset / "assembly.py"


def test_only_the_assembly_of_a_ruleset_reads_its_tables() -> None:
    """Everything else is handed the tables, so that a game can bring its own."""
    readers = {
        str(path.relative_to(SOURCE))
        for path in modules_of("rulesets")
        if path.name != "__init__.py"  # A package only hands the name on.
        if "read_tables" in names_used(text_of(path) or "")
    }
    with_tables = {folder for folder in ruleset_folders() if (folder / "book" / "tables.py").exists()}
    assert readers == {str(composition_of(folder).relative_to(SOURCE)) for folder in with_tables}


@pytest.mark.parametrize(
    "source",
    [
        "from fatetable.rulesets.weave.book.tables import read_tables",
        "from fatetable.rulesets.weave.book.tables import read_tables as read",
        "tables.read_tables()",
    ],
)
def test_a_module_that_reads_the_tables_is_noticed(source: str) -> None:
    assert "read_tables" in names_used(source)


def test_an_example_that_reads_the_tables_is_let_pass() -> None:
    assert "read_tables" not in names_used('def level() -> int:\n    """\n    >>> read_tables()\n    """\n')


def literals_read_at_a_table(source: str) -> Iterator[str]:
    """The texts in code, without docstrings and without what describes an endpoint to programmers."""
    tree = ast.parse(source)
    for node in list(ast.walk(tree)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Endpoint":
            node.args = [arg for arg in node.args if not isinstance(arg, ast.Constant)]
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


GM_IN_A_SENTENCE = re.compile(r"\b[Gg]ame master\b|\bGM\b(?=.*\s)|\s.*\bGM\b")


def test_shared_code_leaves_the_name_of_who_runs_the_game_to_the_book() -> None:
    named = {
        str(path.relative_to(SOURCE)): found
        for path in modules_of("engine", "mechanics", "tabletop", "builder", "adapters", "testing")
        if (found := [text for text in literals_read_at_a_table(path.read_text()) if GM_IN_A_SENTENCE.search(text)])
    }
    assert named == {"engine/words.py": ["game master"]}


@pytest.mark.parametrize(
    ("source", "is_found"),
    [
        ('raise Refusal("gm-only", "Only the game master may do that.")', True),
        ('told = f"{name} takes the GM\'s chair."', True),
        ('def f() -> None:\n    """Only the game master may."""', False),
        ('Endpoint("GET", "/api", "All of it, for the game master.", handler)', False),
    ],
)
def test_the_game_master_in_a_sentence_is_noticed(source: str, is_found: bool) -> None:
    assert any(GM_IN_A_SENTENCE.search(text) for text in literals_read_at_a_table(source)) == is_found
