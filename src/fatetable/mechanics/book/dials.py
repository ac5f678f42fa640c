"""Dials: the options a rulebook leaves to the table, described well enough to be offered to people.

Each ruleset brings a frozen value with defaults, and the metadata of its fields; what any table chooses, whichever
game it plays, is here.
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


class DefaultIf(Struct, frozen=True):
    """Where another dial has this value, the default is another one."""

    dial: str
    value: DialValue
    default: DialValue


class Dial(Struct, frozen=True, kw_only=True):
    """One option: the field of the dials that holds it, what it decides, and what it may be set to.

    What `changes_rules` cannot be set where somebody else has chosen the rules, as in a ready-made scene.
    What `is_common` is shown first; the rest is for people who look for it.
    It has an effect only where each dial in `needs` has one of the values named there, and `default_if` says where its
    default is another one.
    `about` says in a sentence what a value means, where the name of the value does not; `topic` is the heading it
    stands below among many.
    One that `swaps` chooses other parts of the ruleset, so each of its values is tested like a ruleset of its own.
    """

    name: str
    meaning: str
    values: tuple[DialValue, ...]
    cites: tuple[str, ...] = ()
    changes_rules: bool = True
    is_common: bool = False
    needs: Mapping[str, tuple[DialValue, ...]] = {}
    swaps: bool = False
    default_if: tuple[DefaultIf, ...] = ()
    about: Mapping[str, str] = {}
    topic: str = ""

    def allows(self, value: object) -> bool:
        """Is this one of the values?  A number is never taken for a yes or no, though Python thinks 1 equals True."""
        return any(type(value) is type(allowed) and value == allowed for allowed in self.values)

    def has_effect(self, chosen: Mapping[str, DialValue]) -> bool:
        """Does it make a difference at a table with these dials?"""
        return all(chosen[name] in values for name, values in self.needs.items())


class TableDials(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What every table chooses, whichever game it plays."""

    odds: bool = True


TABLE_DIALS = (
    Dial(
        name="odds",
        meaning="Whether people are told the exact chances of a roll before they decide.",
        values=(True, False),
        changes_rules=False,
        is_common=True,
    ),
)


def on_topic(topic: str, *dials: Dial) -> tuple[Dial, ...]:
    """These dials below one heading."""
    return tuple(msgspec.structs.replace(dial, topic=topic) for dial in dials)


def read_dials(kind: type[D], metadata: Sequence[Dial], given: Mapping[str, object]) -> D:
    """The dials with everything not given at its default; raises `InvalidDials` listing all that is wrong."""
    check_dials(metadata, given)
    usual = {dial.name: each.default for dial in metadata for each in dial.default_if if _is_set(given, each)}
    return kind(**{**usual, **given})


def _is_set(given: Mapping[str, object], wanted: DefaultIf) -> bool:
    return wanted.dial in given and given[wanted.dial] == wanted.value


def check_dials(metadata: Sequence[Dial], given: Mapping[str, object]) -> None:
    """Raises `InvalidDials` listing all that is wrong, if anything is."""
    known = {dial.name: dial for dial in metadata}
    problems = [
        _unknown(name, known) if name not in known else _refused(known[name], value)
        for name, value in given.items()
        if name not in known or not known[name].allows(value)
    ]
    if problems:
        raise InvalidDials(problems)


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
