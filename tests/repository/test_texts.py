"""What no text in the repository may contain: addresses of package registries, paths of somebody's machine, riddles."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repository.checkout import ROOT, files_under, text_of

REGISTRY = re.compile(
    r"pypi\.org|pythonhosted\.org|registry\.npmjs|registry\.yarnpkg|--(?:extra-)?index-url|--find-links"
)
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|home|root|opt|tmp|mnt|Users)/\w|file:/{2,3}\w|\b[A-Z]:\\\w")


def test_no_text_holds_the_address_of_a_registry_or_a_path_of_a_machine() -> None:
    found = {
        f"{path.relative_to(ROOT)}:{number}": line.strip()
        for path in files_under(ROOT)
        if path != ROOT / "tests" / "repository" / "test_texts.py"
        for number, line in enumerate((text_of(path) or "").splitlines(), start=1)
        if REGISTRY.search(line) or MACHINE_PATH.search(line)
    }
    assert found == {}


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https://example.org/simple",
        "https://pypi.org/simple/rich",
        "resolved: https://registry.npmjs.org/vite",
    ],
)
def test_the_address_of_a_registry_is_noticed(line: str) -> None:
    assert REGISTRY.search(line)


@pytest.mark.parametrize("line", ["see /home/ana/notes", "-e file:///opt/fatetable", '"/tmp/x"', r"C:\games"])
def test_a_path_of_a_machine_is_noticed(line: str) -> None:
    assert MACHINE_PATH.search(line)


@pytest.mark.parametrize("line", ["#!/usr/bin/env bash", "https://example.org/home/page", "frame/work/done", "and/or"])
def test_addresses_that_mean_the_same_everywhere_are_let_pass(line: str) -> None:
    assert not MACHINE_PATH.search(line)


RIDDLE = re.compile(
    r"\b(?:who(?:m)?ever|elsewhere|hereby|thereby|those whom?|knows? nothing|bring(?:s|ing)? home|brought home|dearest"
    r"|lies?(?! in wait)|goes by|(?:becomes?|became) of|comes? to an end|stands? against)\b",
    re.IGNORECASE,
)
"""Turns that a reader must translate first."""

COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:\"'\w])//[^\n]*", re.DOTALL)
PAGE_WORDS = ROOT / "web" / "src" / "texts"
GENERATED = {"rules-coverage.md"}
"""Lists the names of tests, which may say more than documents do."""


def docstrings_and_comments(source: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def prose_of(path: Path) -> Iterator[str]:
    """What a file says in sentences: documents, docstrings, comments, and the words of the page."""
    text = text_of(path) or ""
    is_document = path.suffix == ".md" and path.name not in GENERATED
    if is_document or (path.suffix == ".ts" and path.is_relative_to(PAGE_WORDS)):
        yield text
    elif path.suffix == ".py":
        yield from docstrings_and_comments(text)
    elif path.suffix in {".ts", ".svelte", ".css", ".js"}:
        yield from COMMENT.findall(text)


def test_documents_and_comments_are_in_plain_words() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in files_under(ROOT)
        for prose in prose_of(path)
        for match in RIDDLE.finditer(prose)
    }
    assert found == set()


@pytest.mark.parametrize("words", ["Whoever is there", "kept elsewhere", "what lies there", "It knows nothing of it."])
def test_a_riddle_is_noticed_in_a_docstring_and_in_a_comment(words: str) -> None:
    (docstring,) = docstrings_and_comments(f'"""{words}"""')
    (comment,) = docstrings_and_comments(f"rope = 3  # {words}")
    (of_the_page,) = COMMENT.findall(f"let rope; /* {words} */")
    assert all(RIDDLE.search(each) for each in (docstring, comment, of_the_page))


@pytest.mark.parametrize("source", ['words = "Whoever is there"', "def whoever() -> None: ..."])
def test_names_and_words_of_a_story_are_let_pass(source: str) -> None:
    assert list(docstrings_and_comments(source)) == []
