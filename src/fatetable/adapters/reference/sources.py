"""The modules of Fatetable as parsed source, for pages that list what the code does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import fatetable

ROOT = Path(fatetable.__file__).parent


class Module(NamedTuple):
    """`place` is its path under `src/fatetable`."""

    name: str
    place: str
    tree: ast.Module

    @property
    def folder(self) -> str:
        return self.place.rpartition("/")[0]


@cache
def modules(folder: str) -> tuple[Module, ...]:
    """Every module under a folder of the package, tests left out."""
    return tuple(_modules(folder))


def _modules(folder: str) -> Iterator[Module]:
    for path in sorted((ROOT / folder).rglob("*.py")):
        place = path.relative_to(ROOT)
        if "tests" not in place.parts:
            name = ".".join((fatetable.__name__, *place.with_suffix("").parts)).removesuffix(".__init__")
            yield Module(name, place.as_posix(), ast.parse(path.read_text(encoding="utf-8")))


def called(call: ast.Call) -> str:
    """The bare name of what is called.

    >>> called(ast.parse("self.rules.cites('x')", mode="eval").body)
    'cites'
    """
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
