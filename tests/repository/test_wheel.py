"""What people install works without the packages that developers have: it rolls dice and plays a scene."""

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from fatetable.adapters.web import is_built
from tests.repository.checkout import ROOT

# A path into the checkout would let the installed program borrow the sources it is meant to do without.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}


def run(*command: str | Path, cwd: Path) -> str:
    finished = subprocess.run(command, cwd=cwd, env=ENVIRONMENT, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder, cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment that holds the wheel and what playing needs, and nothing else."""
    place = tmp_path_factory.mktemp("installed")
    venv.create(place, with_pip=False, symlinks=True)
    uv = Path(sys.executable).parent / "uv"
    run(
        *(uv, "pip", "install", "--quiet", "--python", place / "bin" / "python"),
        *("-r", ROOT / "requirements" / "play.txt", wheel),
        cwd=place,
    )
    return place


def test_the_wheel_carries_the_data_of_the_rulesets_but_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert [name for name in names if "/tests/" in name] == []
    assert any(name.endswith("/rules.toml") for name in names)
    assert "fatetable/py.typed" in names


@pytest.mark.skipif(not is_built(), reason="nobody has built the page; `make page` does")
def test_the_wheel_carries_the_built_page(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "fatetable/adapters/web/static/index.html" in names
    assert any(re.fullmatch(r"fatetable/adapters/web/static/assets/.*\.js", name) for name in names)


def test_the_installed_program_rolls_dice(installed: Path) -> None:
    assert run(installed / "bin" / "fatetable", "roll", "4dF+2", cwd=installed).strip()


def test_the_installed_program_plays_a_scene(installed: Path) -> None:
    playthroughs = sorted(installed.glob("lib/*/site-packages/fatetable/rulesets/*/playthroughs/*.yaml"))
    assert playthroughs
    run(installed / "bin" / "fatetable", "replay", playthroughs[0], cwd=installed)
