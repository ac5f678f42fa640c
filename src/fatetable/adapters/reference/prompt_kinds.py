"""The page that lists every kind of prompt: what it is about, where it is asked and where it is answered.

Run as a module with the name of a file, it writes the page there.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from fatetable import rulesets
from fatetable.adapters.reference.sources import Module, called, modules
from fatetable.engine.prompts import PromptContext, kind_of

CODE = ("engine", "mechanics", "rulesets")

INTRODUCTION = """\
<!-- Written by `make docs`; change the code instead. -->

# Kinds of prompts

A prompt asks people something, and its kind says which subsystem takes the answer.
The fields are what the prompt is about; they are stored with it.
[Prompts](prompts.md) tells how they work.
"""


class Kind(Struct, frozen=True):
    """`home` is the folder of the code that takes the answer."""

    name: str
    fields: tuple[str, ...]
    asked_in: tuple[str, ...]
    answered_in: str
    rulesets: tuple[str, ...]

    @property
    def home(self) -> str:
        parts = self.answered_in.split("/")
        return "/".join(parts[:2]) if parts[0] == "rulesets" else parts[0]


def page() -> str:
    """The whole page as Markdown."""
    found = kinds()
    lines = [INTRODUCTION]
    for home in sorted({kind.home for kind in found}):
        lines += [f"## {home}\n", *_table([kind for kind in found if kind.home == home]), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def kinds() -> tuple[Kind, ...]:
    """Every kind that an installed ruleset takes answers to; rulesets may take the same one in different places."""
    users: dict[tuple[type[PromptContext], str], list[str]] = {}
    for ruleset_id in rulesets.folders():
        for subsystem in rulesets.load(ruleset_id).engine.subsystems:
            for kind, handler in subsystem.answers.items():
                users.setdefault((kind, _module_of(handler)), []).append(ruleset_id)
    sources = tuple(module for folder in CODE for module in modules(folder))
    places = {module.name: module.place for module in sources}
    found = (
        Kind(
            kind_of(kind),
            fields=kind.__struct_fields__,
            asked_in=tuple(module.place for module in sources if asks(module, kind)),
            answered_in=places[answered_in],
            rulesets=tuple(names),
        )
        for (kind, answered_in), names in users.items()
    )
    return tuple(sorted(found, key=lambda kind: (kind.name, kind.answered_in)))


def _module_of(handler: Any) -> str:
    while isinstance(handler, partial):
        handler = handler.func
    name: str = handler.__module__
    return name


class Summary(NamedTuple):
    """What a module does, as far as prompts go: what it calls and what it imports."""

    called: frozenset[str]
    imported: frozenset[tuple[str | None, str]]


def asks(module: Module, kind: type[PromptContext]) -> bool:
    """Does a module make a prompt of this kind?"""
    summary = _summary(module)
    has_context = module.name == kind.__module__ or (kind.__module__, kind.__name__) in summary.imported
    return has_context and kind.__name__ in summary.called


@cache
def _summary(module: Module) -> Summary:
    nodes = tuple(ast.walk(module.tree))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    return Summary(
        frozenset(map(called, calls)),
        frozenset((node.module, alias.name) for node in imports for alias in node.names),
    )


def _table(found: list[Kind]) -> Iterator[str]:
    yield "| kind | about | asked in | answered in | rulesets |\n|---|---|---|---|---|"
    for kind in found:
        fields, asked = (", ".join(f"`{each}`" for each in names) for names in (kind.fields, kind.asked_in))
        yield f"| `{kind.name}` | {fields} | {asked} | `{kind.answered_in}` | {', '.join(kind.rulesets)} |"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
