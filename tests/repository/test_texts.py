"""What no text in the repository may contain: the address of a package registry or a path of somebody's machine."""

import re

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
