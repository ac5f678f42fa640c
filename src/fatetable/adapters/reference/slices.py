"""The page that lists the slices of a table's state: what is in each, where it is defined, and who has it.

Run as a module with the name of a file, it writes the page there.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct

from fatetable import rulesets
from fatetable.adapters.reference.sources import called, modules

CODE = ("engine", "mechanics", "rulesets")

INTRODUCTION = """\
<!-- Written by `make docs`; change the code instead. -->

# The state of a table

The state is made of slices, and each has a name: `table.read("ana", "scene")` is the slice as that seat knows it.
Structs have the fields that are listed; a part that is not there yet reads as empty.
[How it works](architecture.md) tells who owns a slice and what changes it.
"""


class Slice(Struct, frozen=True):
    """`shape` is how its type is written, `fields` those of each struct in it."""

    name: str
    shape: str
    fields: tuple[tuple[str, tuple[str, ...]], ...]
    place: str
    rulesets: tuple[str, ...]


def page() -> str:
    """The whole page as Markdown."""
    return "\n".join((INTRODUCTION, *_table(slices()))) + "\n"


def slices() -> tuple[Slice, ...]:
    """Every slice that a table of an installed ruleset may have."""
    users: dict[str, list[str]] = {}
    types: dict[str, Any] = {}
    for ruleset_id in rulesets.folders():
        for key in rulesets.load(ruleset_id).engine.keys:
            users.setdefault(key.name, []).append(ruleset_id)
            types[key.name] = key.type
    return tuple(
        Slice(name, written(types[name]), tuple(_fields(types[name])), places()[name], tuple(users[name]))
        for name in sorted(users)
    )


@cache
def places() -> dict[str, str]:
    """From the name of a slice to the module that defines its key."""
    return {
        node.args[0].value: module.place
        for folder in CODE
        for module in modules(folder)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and called(node) == "Key" and node.args
        if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    }


def written(kind: Any) -> str:
    """How a type is written, without the modules it comes from.

    >>> written(dict[str, tuple[int, ...]]), written(bool | None)
    ('dict[str, tuple[int, ...]]', 'bool | None')
    """
    if kind is Ellipsis:
        return "..."
    if kind is type(None):
        return "None"
    arguments = get_args(kind)
    if not arguments:
        return str(getattr(kind, "__name__", kind))
    inner = [written(argument) for argument in arguments]
    if not hasattr(kind, "__origin__") or kind.__origin__ not in (dict, tuple, list, frozenset, set):
        return " | ".join(inner)
    return f"{kind.__origin__.__name__}[{', '.join(inner)}]"


def _fields(kind: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield kind.__name__, tuple(field.encode_name for field in msgspec.structs.fields(kind))
    for argument in get_args(kind):
        yield from _fields(argument)


def _table(found: tuple[Slice, ...]) -> Iterator[str]:
    yield "| slice | type | fields | defined in | rulesets |\n|---|---|---|---|---|"
    for each in found:
        fields = "<br>".join(f"{name}: {', '.join(f'`{field}`' for field in names)}" for name, names in each.fields)
        shape = each.shape.replace("|", "\\|")
        yield f"| `{each.name}` | `{shape}` | {fields} | `{each.place}` | {', '.join(each.rulesets)} |"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
