"""Offers: what a seat may do now, each a command that is ready to send or has typed holes to fill.

There are thousands of them, and none can ever be part of a cycle, so the garbage collector is told to pass them by.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, assert_never

import msgspec
from msgspec import Struct

from fatetable.engine.errors import MalformedCommand
from fatetable.engine.messages import Command

TEXT_LIMIT = 400


class Choice(Struct, frozen=True, gc=False):
    value: str
    label: str = ""


class TextHole(Struct, frozen=True, gc=False, tag="text"):
    """Words a person writes; never empty unless `optional`."""

    field: str
    label: str
    optional: bool = False
    suggestion: str = ""
    key: str = ""
    limit: int = TEXT_LIMIT


class NumberHole(Struct, frozen=True, gc=False, tag="number"):
    """`suggestions` are numbers worth a button of their own, and what they stand for; any other is as good."""

    field: str
    label: str
    low: int
    high: int
    key: str = ""
    suggestions: tuple[Choice, ...] = ()


class ChoiceHole(Struct, frozen=True, gc=False, tag="choice"):
    """Exactly one of the options."""

    field: str
    label: str
    options: tuple[Choice, ...]
    key: str = ""


class ManyHole(Struct, frozen=True, gc=False, tag="many"):
    """Any set of the options between `least` and `most` members."""

    field: str
    label: str
    options: tuple[Choice, ...]
    least: int = 0
    most: int = 1000
    key: str = ""


class FlagHole(Struct, frozen=True, gc=False, tag="flag"):
    field: str
    label: str
    key: str = ""


class FormHole(Struct, frozen=True, gc=False, tag="form"):
    """A structured value (a sheet, a feature) that a builder fills; `form` names which."""

    field: str
    label: str
    form: str
    key: str = ""


Hole: TypeAlias = TextHole | NumberHole | ChoiceHole | ManyHole | FlagHole | FormHole


class Price(Struct, frozen=True, gc=False):
    """What an offer costs (positive) or pays (negative), in points, out of which account."""

    points: int
    account: str = ""


class Offer(Struct, frozen=True, gc=False, kw_only=True):
    """One thing a seat may do now.

    `command` has placeholders where `holes` stand.  `changes` names the effort whose chances this would alter, so
    that odds can be worked out when somebody looks at them and not before.  `note` says what else is worth knowing.
    """

    command: Command
    label: str
    holes: tuple[Hole, ...] = ()
    price: Price | None = None
    cites: tuple[str, ...] = ()
    group: str = "table"
    changes: str = ""
    note: str = ""

    def fill(self, **values: Any) -> Command:
        """The command with its holes filled; holes left out keep their placeholder."""
        known = {hole.key or hole.field for hole in self.holes}
        if unknown := sorted(set(values) - known):
            raise MalformedCommand("unknown-hole", f"This offer has no {unknown[0]!r} to fill in.")
        changed: dict[str, Any] = {}
        for hole in self.holes:
            name = hole.key or hole.field
            if name not in values:
                continue
            value = tuple(values[name]) if isinstance(hole, ManyHole) else values[name]
            if hole.key:
                changed[hole.field] = {**changed.get(hole.field, getattr(self.command, hole.field)), hole.key: value}
            else:
                changed[hole.field] = value
        return msgspec.structs.replace(self.command, **changed)

    def matches(self, command: Command) -> bool:
        """Is `command` this offer with its holes filled validly?"""
        if type(command) is not type(self.command):
            return False
        by_field: dict[str, list[Hole]] = {}
        for hole in self.holes:
            by_field.setdefault(hole.field, []).append(hole)
        return all(
            _fits(by_field[name], getattr(command, name))
            if name in by_field
            else getattr(command, name) == getattr(self.command, name)
            for name in command.__struct_fields__
        )


def _fits(holes: list[Hole], value: Any) -> bool:
    if holes[0].key:
        return (
            isinstance(value, Mapping)
            and set(value) <= {hole.key for hole in holes}
            and all(hole_accepts(hole, value.get(hole.key, _missing(hole))) for hole in holes)
        )
    return hole_accepts(holes[0], value)


def _missing(hole: Hole) -> Any:
    return "" if isinstance(hole, TextHole) else None


def hole_accepts(hole: Hole, value: Any) -> bool:
    match hole:
        case TextHole():
            return isinstance(value, str) and (hole.optional or bool(value.strip())) and len(value) <= hole.limit
        case NumberHole():
            return isinstance(value, int) and not isinstance(value, bool) and hole.low <= value <= hole.high
        case ChoiceHole():
            return any(value == option.value for option in hole.options)
        case ManyHole():
            return (
                isinstance(value, tuple)
                and hole.least <= len(value) <= hole.most
                and len(set(value)) == len(value)
                and {option.value for option in hole.options} >= set(value)
            )
        case FlagHole():
            return isinstance(value, bool)
        case FormHole():
            return isinstance(value, Struct)
        case _:
            assert_never(hole)
