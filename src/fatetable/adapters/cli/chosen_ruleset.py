"""The ruleset a sheet command works with, with the dials from the command line.

Without a name it is the first installed one.

"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fatetable import rulesets
from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.book.dials import DialValue
from fatetable.mechanics.book.own_tables import LONGEST_TABLE
from fatetable.mechanics.ruleset import Ruleset


def ruleset_with(ruleset_id: str | None, dial_texts: Sequence[str] = (), content_texts: Sequence[str] = ()) -> Ruleset:
    """The ruleset with dials, each written as `name=value`, and tables of the campaign's own, as `name=file`."""
    chosen = ruleset_id[:60] if ruleset_id is not None else rulesets.folders()[0]
    return rulesets.load(chosen, dict(_dial(text) for text in dial_texts), content_of(content_texts))


def content_of(texts: Sequence[str]) -> dict[str, str]:
    """The tables in files that were named as `name=file`."""
    return dict(_table(text) for text in texts)


def _table(text: str) -> tuple[str, str]:
    name, equals, file = text.partition("=")
    if not equals:
        raise MalformedCommand("content-not-readable", f'"{text[:60]}" is not a table; write it as NAME=FILE.')
    try:
        # One character more than a table may have is enough to refuse it.
        with Path(file).open(encoding="utf-8") as lines:
            return name.strip(), lines.read(LONGEST_TABLE + 1)
    except (OSError, UnicodeError) as error:
        raise MalformedCommand("content-not-readable", f'"{file[:200]}" cannot be read: {_reason(error)}.') from None


def _reason(error: OSError | UnicodeError) -> str:
    return error.strerror or "it is no file" if isinstance(error, OSError) else "it is not text in UTF-8"


def _dial(text: str) -> tuple[str, DialValue]:
    name, equals, value = text.partition("=")
    if not equals:
        raise MalformedCommand("dial-not-readable", f'"{text[:60]}" is not a dial; write it as name=value.')
    value = value.strip()
    if value in ("true", "false"):
        return name.strip(), value == "true"
    return name.strip(), int(value) if value.isdecimal() and value.isascii() and len(value) < 10 else value
