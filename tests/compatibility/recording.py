"""Writes a state down with every field, and tells how a later state differs from what was written down.

A later version may add fields and slices, and these are not compared.  Everything else must be the same: no field, no
slice and no entry of a mapping may be missing or have another value, and no mapping may have an entry more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct


def written(value: Any) -> Any:
    """The value as JSON has it, fields with default values included."""
    match value:
        case Struct():
            return {name: written(part) for name, part in _fields(value).items()}
        case Mapping():
            return {str(key): written(part) for key, part in value.items()}
        case list() | tuple():
            return [written(part) for part in value]
        case set() | frozenset():
            return sorted(map(written, value))
        case _:
            return msgspec.to_builtins(value)


def differences(recorded: Any, now: Any, place: str = "") -> Iterator[str]:
    """Where the value differs from what was written down, one line for each difference."""
    match recorded, now:
        case dict(), Struct():
            yield from _in_entries(recorded, _fields(now), place, may_have_more=True)
        case dict(), Mapping():
            yield from _in_entries(recorded, {str(key): part for key, part in now.items()}, place, may_have_more=False)
        case list(), list() | tuple() if len(recorded) == len(now):
            for number, (before, after) in enumerate(zip(recorded, now, strict=True)):
                yield from differences(before, after, f"{place}[{number}]")
        case _:
            if recorded != (after := written(now)):
                yield f"{place}: was {_shortly(recorded)}, is {_shortly(after)}"


def _in_entries(
    recorded: Mapping[str, Any], now: Mapping[str, Any], place: str, *, may_have_more: bool
) -> Iterator[str]:
    for key, before in recorded.items():
        if key in now:
            yield from differences(before, now[key], f"{place}.{key}")
        else:
            yield f"{place}.{key}: was {_shortly(before)}, is missing"
    for key in () if may_have_more else now.keys() - recorded.keys():
        yield f"{place}.{key}: was not there, is {_shortly(written(now[key]))}"


def _fields(value: Struct) -> dict[str, Any]:
    config = value.__struct_config__
    names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
    fields = {encoded: getattr(value, name) for name, encoded in names}
    return fields if config.tag is None else {str(config.tag_field): config.tag, **fields}


def _shortly(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:200]}…"
