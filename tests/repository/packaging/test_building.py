"""No wheel and no source archive is made without the page: what cannot be built says why in one sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.repository.checkout import ROOT
from tests.repository.packaging.releases import attempt

SOURCES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "src/fatetable/__init__.py")
NO_NODE = "Building Fatetable from a checkout needs Node.js 20 or newer with npm, for its page."
NO_PAGE = "These sources hold neither the built page nor what it is built from."


def copied(folder: Path, *names: str) -> Path:
    for name in names:
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes((ROOT / name).read_bytes())
    return folder


def built(target: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return attempt(sys.executable, "-m", "hatchling", "build", "--target", target, cwd=folder, **variables)


@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_a_checkout_without_node_is_not_packed(tmp_path: Path, target: str) -> None:
    refused = built(target, copied(tmp_path, *SOURCES, "web/index.html"), PATH="")
    assert (refused.returncode, refused.stderr.splitlines()) == (1, [NO_NODE])


@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_sources_without_a_page_are_not_packed(tmp_path: Path, target: str) -> None:
    refused = built(target, copied(tmp_path, *SOURCES))
    assert (refused.returncode, refused.stderr.splitlines()) == (1, [NO_PAGE])
