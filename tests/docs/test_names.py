"""Names of classes and paths of files that the documents mention are those of the code."""

import ast
import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
NAME = re.compile(r"`([A-Z][a-z]+(?:[A-Z][a-z]*)*)(?:\.(\w+))?(?:\([^`]*)?`")
FILE = re.compile(r"`((?:[\w-]+/)+[\w-]+\.(?:py|ts|svelte|toml|typ))`")
HOMES = (ROOT, ROOT / "src" / "fatetable", ROOT / "web" / "src")
CLASS_IN_TYPESCRIPT = re.compile(r"^export (?:class|interface|type) (\w+)", re.MULTILINE)
OTHERS = {"None", "HitToTake"}
"""Names that are not looked for: one of Python's, and one that a page makes up to explain something."""


@cache
def classes() -> dict[str, set[str]]:
    """The classes and types of the sources, each with the names in its body and in the classes it extends."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    extended: defaultdict[str, set[str]] = defaultdict(set)
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name] |= {name for part in node.body for name in names_in(part)}
                extended[node.name] |= {base.id for base in node.bases if isinstance(base, ast.Name)}
            elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
                found[ast.unparse(node.target)] |= set()
            elif isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("NewType("):
                found[ast.unparse(node.targets[0])] |= set()
    for path in (ROOT / "web" / "src").rglob("*.ts"):
        for name in CLASS_IN_TYPESCRIPT.findall(path.read_text(encoding="utf-8")):
            found[name] |= set()
    return {name: set().union(*(found[each] for each in with_extended(name, extended))) for name in list(found)}


def with_extended(name: str, extended: Mapping[str, set[str]]) -> set[str]:
    return {name}.union(*(with_extended(base, extended) for base in extended.get(name, ())))


def names_in(part: ast.stmt) -> list[str]:
    match part:
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.FunctionDef(name=name):
            return [name]
        case _:
            return []


def is_known(name: str, attribute: str) -> bool:
    return name in OTHERS or (name in classes() and (not attribute or attribute in classes()[name]))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_classes_that_a_page_names_are_in_the_sources(page: Path) -> None:
    named = NAME.findall(page.read_text(encoding="utf-8"))
    assert [".".join(filter(None, each)) for each in named if not is_known(*each)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_a_page_names_are_there(page: Path) -> None:
    named = FILE.findall(page.read_text(encoding="utf-8"))
    folders = [*HOMES, *(ROOT / "src" / "fatetable" / "rulesets").iterdir()]
    assert [file for file in named if not any((folder / file).exists() for folder in folders)] == []
