"""Dials: the options a rulebook leaves to the table, described well enough to be offered to people.

Knows no dial of its own; each ruleset brings a frozen value with defaults, and the metadata of its fields.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from fatetable.engine.errors import InvalidDials

DialValue: TypeAlias = bool | int | str
D = TypeVar("D", bound=Struct)


class Dial(Struct, frozen=True, kw_only=True):
    """One option: the field of the ruleset's dials that holds it, what it decides, and what it may be set to."""

    name: str
    meaning: str
    values: tuple[DialValue, ...]
    cites: tuple[str, ...] = ()

    def allows(self, value: object) -> bool:
        """Is this one of the values?  A number is never taken for a yes or no, though Python thinks 1 equals True."""
        return any(type(value) is type(allowed) and value == allowed for allowed in self.values)


def read_dials(kind: type[D], metadata: Sequence[Dial], given: Mapping[str, object]) -> D:
    """The dials with everything not given at its default; raises `InvalidDials` listing all that is wrong."""
    known = {dial.name: dial for dial in metadata}
    problems = [
        _unknown(name, known) if name not in known else _refused(known[name], value)
        for name, value in given.items()
        if name not in known or not known[name].allows(value)
    ]
    if problems:
        raise InvalidDials(problems)
    return kind(**given)


def _unknown(name: str, known: Mapping[str, Dial]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    hint = f'did you mean "{close[0]}"?' if close else f"there are {', '.join(known)}"
    return f'there is no dial "{name[:60]}"; {hint}'


def _refused(dial: Dial, value: object) -> str:
    allowed = ", ".join(_written(each) for each in dial.values)
    return f'"{dial.name}" cannot be {_written(value)[:60]}, only one of {allowed}'


def _written(value: object) -> str:
    """A value the way it stands in a file, where yes is `true`."""
    try:
        return msgspec.json.encode(value).decode()
    except (TypeError, ValueError):
        return repr(value)
