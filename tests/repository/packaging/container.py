"""Carries out a Dockerfile without a container engine: its lines, in a folder for each stage.

Only what the project's own Dockerfile uses is understood; anything else is an error.
"""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from tests.repository.packaging.releases import ENVIRONMENT


class Step(NamedTuple):
    word: str
    rest: str


class Stage:
    def __init__(self, base: str, root: Path) -> None:
        self.base = base
        self.root = root
        self.place = PurePosixPath("/")
        self.left_out: list[str] = []

    def inside(self, path: str) -> Path:
        """Where a path of the image is here."""
        return self.root / (self.place / path).relative_to("/")


def steps(text: str) -> Iterator[Step]:
    joined = re.sub(r"\\\n\s*", "", text)
    for line in joined.splitlines():
        if line.strip() and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield Step(word, rest.strip())


def listed(rest: str) -> list[str]:
    found: list[str] = json.loads(rest)
    return found


class Context:
    """The files of a folder that its .dockerignore lets through; the last line that fits a path decides."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        lines = (folder / ".dockerignore").read_text(encoding="utf-8").splitlines()
        self._lines = [line for line in lines if line and not line.startswith("#")]

    def copy(self, source: str, target: Path) -> None:
        start = self._folder / source
        if start.is_file():
            assert not self._is_ignored(source), source
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(start, target)
            return
        for parent, folders, names in os.walk(start):
            here = Path(parent)
            folders[:] = [name for name in folders if not self._is_ignored(self._name(here / name))]
            for name in names:
                if not self._is_ignored(self._name(here / name)):
                    place = target / (here / name).relative_to(start)
                    place.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(here / name, place)

    def _name(self, path: Path) -> str:
        return path.relative_to(self._folder).as_posix()

    def _is_ignored(self, name: str) -> bool:
        ignored = False
        for line in self._lines:
            pattern = line.removeprefix("!")
            if any(_fits(part, pattern) for part in _with_parents(name)):
                ignored = not line.startswith("!")
        return ignored


def _with_parents(name: str) -> Iterator[str]:
    yield name
    yield from (str(parent) for parent in PurePosixPath(name).parents if str(parent) != ".")


def _fits(name: str, pattern: str) -> bool:
    if pattern.startswith("**/"):
        return fnmatch.fnmatchcase(name.rpartition("/")[2], pattern[3:])
    # A star of Docker's does not reach across a slash.
    return name.count("/") == pattern.count("/") and fnmatch.fnmatchcase(name, pattern)


def carry_out(dockerfile: Path, context: Context, folder: Path, *, path: str, **variables: str) -> list[Stage]:
    """The stages, each with its files; what makes accounts is left out, because it would change this machine."""
    stages: list[Stage] = []
    named: dict[str, Stage] = {}
    for word, rest in steps(dockerfile.read_text(encoding="utf-8")):
        match word:
            case "FROM":
                base, _, name = rest.partition(" AS ")
                stages.append(Stage(base, folder / f"stage{len(stages)}"))
                named[name] = stages[-1]
            case "WORKDIR":
                stages[-1].place = PurePosixPath(rest)
                stages[-1].inside(".").mkdir(parents=True, exist_ok=True)
            case "COPY":
                _copy(rest, stages[-1], named, context)
            case "RUN" if "useradd" in rest:
                stages[-1].left_out.append(rest)
            case "RUN":
                here = {**ENVIRONMENT, **variables, "PATH": path}
                subprocess.run(["sh", "-ec", rest], cwd=stages[-1].inside("."), env=here, check=True)
            case "ENV" | "USER" | "VOLUME" | "EXPOSE" | "HEALTHCHECK" | "ENTRYPOINT" | "CMD":
                # Of the image, not of its making.
                pass
            case _:
                raise AssertionError(f"{word} is not understood")
    return stages


def _copy(rest: str, stage: Stage, named: dict[str, Stage], context: Context) -> None:
    *sources, target = rest.split()
    place = stage.inside(target)
    if sources[0].startswith("--from="):
        origin = named[sources.pop(0).removeprefix("--from=")]
        (source,) = sources
        shutil.copytree(origin.inside(source), place)
        return
    for source in sources:
        is_folder = target.endswith("/") and (len(sources) > 1 or "." in PurePosixPath(source).name)
        context.copy(source, place / PurePosixPath(source).name if is_folder else place)
