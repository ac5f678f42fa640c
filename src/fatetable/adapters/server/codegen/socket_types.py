"""Writes the page's TypeScript types from the messages in `wire`, so that the two cannot drift apart.

Run as `python -m fatetable.adapters.server.codegen.socket_types web/src/wire/types.ts`.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, cast, get_args

from msgspec import NODEFAULT, Struct
from msgspec import inspect as shapes

from fatetable.adapters.server import wire
from fatetable.engine.offers import Hole
from fatetable.mechanics.view.blocks import Block

UNIONS: tuple[tuple[str, Any, str], ...] = (
    ("FromPage", wire.FromPage, "What a page says."),
    ("ToPage", wire.ToPage, "What a page is told."),
    ("Block", Block, "What a screen shows, each kind drawn by one component."),
    ("Hole", Hole, "What is still to be filled in before an offer can be sent."),
)
"""Unions that get a name; their members are distinguished by their tag."""

SENT = frozenset(each.__name__ for each in get_args(wire.FromPage))
"""Messages of the page, which may leave out fields with defaults; the server does so only with `omit_defaults`."""

HEAD = """\
// Written by `python -m fatetable.adapters.server.codegen.socket_types`; change the messages there, not here.
"""


def socket_types() -> str:
    """The whole file."""
    parts = [HEAD, f"export const VERSION = {wire.VERSION};\n"]
    for name, union, about in UNIONS:
        members = " | ".join(each.__name__ for each in get_args(union))
        parts.append(f"{_comment(about)}export type {name} = {members};\n")
    parts.extend(interface(struct) for struct in structs_in(union for _, union, _ in UNIONS))
    return "\n".join(parts)


def structs_in(roots: Iterable[Any]) -> list[shapes.StructType]:
    """Every struct that can occur, in the order of their names."""
    found: dict[str, shapes.StructType] = {}
    waiting: list[Any] = list(shapes.multi_type_info(roots))
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, shapes.StructType):
            name = kind.cls.__name__
            if name in found:
                if found[name].cls is not kind.cls:
                    raise ValueError(f"Two different messages have the same name {name}.")
                continue
            found[name] = kind
        waiting.extend(_parts(kind))
    return [found[name] for name in sorted(found)]


def _parts(kind: shapes.Type) -> Iterator[shapes.Type]:
    match kind:
        case shapes.StructType(fields=fields):
            yield from (field.type for field in fields)
        case shapes.UnionType(types=types):
            yield from types
        case shapes.VarTupleType(item_type=item) | shapes.ListType(item_type=item):
            yield item
        case shapes.TupleType(item_types=items):
            yield from items
        case shapes.DictType(key_type=key, value_type=value):
            yield from (key, value)


def interface(kind: shapes.StructType) -> str:
    name = kind.cls.__name__
    lines = [f"{_comment(_about(kind.cls))}export interface {name} {{"]
    if not kind.fields:
        # A base class without fields stands for all its subclasses, which the rulesets define.
        lines += [f"  {kind.tag_field}: string;", "  [field: string]: unknown;"]
    elif kind.tag_field:
        lines.append(f'  {kind.tag_field}: "{kind.tag}";')
    for field in kind.fields:
        has_default = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
        may_lack = has_default and (name in SENT or kind.cls.__struct_config__.omit_defaults)
        lines.append(f"  {field.encode_name}{'?' if may_lack else ''}: {_written(field.type)};")
    return "\n".join((*lines, "}\n"))


def _written(kind: shapes.Type) -> str:
    match kind:
        case shapes.StructType(cls=cls):
            return cls.__name__
        case shapes.UnionType(types=types):
            return " | ".join(_named_union(types) or tuple(dict.fromkeys(_written(each) for each in types)))
        case shapes.VarTupleType(item_type=item) | shapes.ListType(item_type=item):
            return f"{_in_brackets(_written(item))}[]"
        case shapes.TupleType(item_types=items):
            return f"[{', '.join(_written(item) for item in items)}]"
        case shapes.DictType(value_type=value):
            return f"Record<string, {_written(value)}>"
        case shapes.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case shapes.BoolType():
            return "boolean"
        case shapes.IntType() | shapes.FloatType():
            return "number"
        case shapes.StrType():
            return "string"
        case shapes.NoneType():
            return "null"
        case shapes.AnyType():
            return "unknown"
        case _:
            raise TypeError(f"A page cannot be told {kind!r} yet.")


def _named_union(types: Iterable[shapes.Type]) -> tuple[str, ...]:
    """The name of a union, if it has one."""
    classes = {each.cls for each in types if isinstance(each, shapes.StructType)}
    for name, union, _ in UNIONS:
        if classes and classes == set(get_args(union)):
            return (name,)
    return ()


def _in_brackets(written: str) -> str:
    return f"({written})" if "|" in written else written


def _about(cls: type[Struct]) -> str:
    own = cls.__dict__.get("__doc__")
    return inspect.cleandoc(cast(str, own)) if own else ""


def _comment(text: str) -> str:
    if not text:
        return ""
    lines = text.splitlines()
    if len(lines) == 1:
        return f"/** {text} */\n"
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in lines), " */"]) + "\n"


def write_types(types: Callable[[], str], arguments: list[str]) -> int:
    """Write types to the one file that is named on the command line."""
    if len(arguments) != 1:
        sys.stderr.write("Name the one file to write the types to.\n")
        return 2
    Path(arguments[0]).write_text(types(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(write_types(socket_types, sys.argv[1:]))
