"""The ruleset a sheet command works with, with the dials from the command line.

Without a name it is the first installed one.

"""

from __future__ import annotations

from collections.abc import Sequence

from fatetable import rulesets
from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.book.dials import DialValue
from fatetable.mechanics.ruleset import Ruleset


def ruleset_with(ruleset_id: str | None, dial_texts: Sequence[str] = ()) -> Ruleset:
    """The ruleset with dials, each written as `name=value`."""
    chosen = ruleset_id[:60] if ruleset_id is not None else rulesets.folders()[0]
    return rulesets.load(chosen, dict(_dial(text) for text in dial_texts))


def _dial(text: str) -> tuple[str, DialValue]:
    name, equals, value = text.partition("=")
    if not equals:
        raise MalformedCommand("dial-not-readable", f'"{text[:60]}" is not a dial; write it as name=value.')
    value = value.strip()
    if value in ("true", "false"):
        return name.strip(), value == "true"
    return name.strip(), int(value) if value.isdecimal() and value.isascii() and len(value) < 10 else value
