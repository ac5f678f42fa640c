"""What a release consists of, and places to install it in; made once for all test processes."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import tarfile
import venv
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.repository.checkout import ROOT

TOOLS = Path(sys.executable).parent
PINS = ROOT / "requirements" / "play.txt"
GIVEN = os.environ.get("FATETABLE_DIST", "")
"""A folder with a release that is made already, as by `make release`."""

# A path into the checkout would let the installed program borrow the sources it is meant to do without.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}


class Release(NamedTuple):
    archive: Path
    wheel: Path


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    finished = attempt(*command, cwd=cwd, **variables)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def attempt(*command: str | Path, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, env=ENVIRONMENT | variables, capture_output=True, text=True)


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that the first test process to need it fills, while the others wait."""
    own = factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / name
    done = folder.with_suffix(".done")
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            make(folder)
            done.touch()
    return folder


def release(factory: pytest.TempPathFactory) -> Release:
    folder = Path(GIVEN).resolve() if GIVEN else made_once(factory, "release", _build)
    (archive,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return Release(archive, wheel)


def _build(folder: Path) -> None:
    folder.mkdir()
    run(*_hatchling("sdist", folder), cwd=ROOT)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder / "unpacked", filter="data")
    (sources,) = (folder / "unpacked").iterdir()
    # From the source archive, and without Node.
    run(*_hatchling("wheel", folder), cwd=sources, PATH="")


def _hatchling(target: str, folder: Path) -> tuple[str | Path, ...]:
    return sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", folder


def environment(factory: pytest.TempPathFactory, name: str, *wanted: str | Path) -> Path:
    """A fresh environment with what is wanted, and nothing else."""

    def make(place: Path) -> None:
        venv.create(place, with_pip=False, symlinks=True)
        run(TOOLS / "uv", "pip", "install", "--quiet", "--python", place / "bin" / "python", *wanted, cwd=place)

    return made_once(factory, name, make)
