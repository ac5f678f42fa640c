"""Tables of a campaign's own: what a group writes to replace a table of its book, or to add to it.

A table is written in TOML as the book's own are in `data`: a row for each entry, under the heading that the book's
table has.  Rows are added, or take the place of the printed row of the same name; with `replaces = true` none of the
printed rows is left.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from fatetable.engine.errors import InvalidContent
from fatetable.mechanics.readable_text import is_readable

Tables = TypeVar("Tables", bound=Struct)

LONGEST_TABLE = 20_000
MOST_ROWS = 200
LONGEST_ENTRY = 400
LONGEST_NAME = 100
LARGEST_NUMBER = 1_000_000
MOST_TOLD = 5
"""Of many problems so many are told at once."""

REPLACES = "replaces"
NO_CONTENT: Mapping[str, str] = MappingProxyType({})


def as_written(row: Any) -> Any:
    return row


class OwnTable(Struct, frozen=True, kw_only=True):
    """A table of the book that a campaign may have otherwise; `name` is the field of the tables that holds it.

    `heading` stands over each row, which is a `row` as it is written; `made` turns it into what the tables hold, and
    `key` is what tells one of those from another.  `example` is a whole table to begin with.
    """

    name: str
    meaning: str
    heading: str
    row: type[Struct]
    key: Callable[[Any], str]
    example: str
    made: Callable[[Any], Any] = as_written
    cites: tuple[str, ...] = ()

    def read(self, text: str, printed: Iterable[Any]) -> tuple[Any, ...]:
        """The rows of the table from its text; a `ValueError` says what is wrong with it."""
        written = _parsed(text)
        _check_entries(written)
        replaces, rows = written.pop(REPLACES, False), written.pop(self.heading, [])
        if type(replaces) is not bool:
            raise ValueError(f"{REPLACES} is true or false")
        if written:
            raise ValueError(f"there is no place for {min(written)!r}; every row stands under [[{self.heading}]]")
        if not isinstance(rows, list) or not rows:
            raise ValueError(f"it has no row under [[{self.heading}]]")
        if len(rows) > MOST_ROWS:
            raise ValueError(f"it has {len(rows)} rows, more than {MOST_ROWS}")
        own: dict[str, Any] = {}
        for number, row in enumerate(rows, start=1):
            made = self.made(_converted(row, self.row, number))
            key = self.key(made)
            if not key.strip() or len(key) > LONGEST_NAME or not is_readable(key):
                raise ValueError(f"row {number} needs a name of at most {LONGEST_NAME} characters on one line")
            if key in own:
                raise ValueError(f"two rows are called {key!r}")
            own[key] = made
        kept = {} if replaces else {self.key(row): row for row in printed}
        return tuple({**kept, **own}.values())


def with_content(tables: Tables, own_tables: Sequence[OwnTable], content: Mapping[str, str]) -> Tables:
    """The tables with everything in `content` in its place; raises `InvalidContent` with all that is wrong."""
    if not content:
        return tables
    known = {table.name: table for table in own_tables}
    changed: dict[str, tuple[Any, ...]] = {}
    problems: list[str] = []
    for name, text in content.items():
        try:
            changed[name] = _known(known, name).read(text, getattr(tables, name))
        except ValueError as error:
            problems.append(f"{name[:60]}: {error}")
    if not problems:
        try:
            return msgspec.structs.replace(tables, **changed)
        except ValueError as error:
            # The tables check each other when they are put together.
            problems = str(error).split("; ")
    more = (f"and {len(problems) - MOST_TOLD} more",) if len(problems) > MOST_TOLD else ()
    raise InvalidContent((*problems[:MOST_TOLD], *more))


def _known(known: Mapping[str, OwnTable], name: str) -> OwnTable:
    if name not in known:
        close = difflib.get_close_matches(name[:60], known, n=1)
        hint = f'did you mean "{close[0]}"' if close else f"there are {', '.join(known) or 'none'}"
        raise ValueError(f"a campaign has no such table of its own; {hint}")
    return known[name]


def _parsed(text: str) -> dict[str, Any]:
    if len(text) > LONGEST_TABLE:
        raise ValueError(f"it has {len(text)} characters, more than {LONGEST_TABLE}")
    try:
        read: dict[str, Any] = msgspec.toml.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise ValueError(f"it is not written in TOML: {str(error).splitlines()[0][:100].rstrip('.')}") from None
    return read


def _check_entries(written: Any) -> None:
    """Refuse what no screen could show, however it is nested."""
    waiting = [written]
    while waiting:
        match waiting.pop():
            case str() as text:
                if len(text) > LONGEST_ENTRY or not is_readable(text, has_lines=True):
                    raise ValueError(f"a text has at most {LONGEST_ENTRY} printable characters")
            case bool():
                pass
            case int() as number:
                if abs(number) > LARGEST_NUMBER:
                    raise ValueError(f"numbers go up to {LARGEST_NUMBER}")
            case dict() as table:
                waiting += (*table.keys(), *table.values())
            case list() as entries:
                waiting += entries


def _converted(row: Any, kind: type[Struct], number: int) -> Any:
    if isinstance(row, dict) and "cites" in row:
        raise ValueError(f"row {number}: only rows of the book cite its rules")
    try:
        return msgspec.convert(row, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise ValueError(f"row {number}: {str(error)[:200].rstrip('.')}") from None


def told(own_tables: Iterable[OwnTable], content: Mapping[str, str]) -> Iterator[tuple[OwnTable, str]]:
    """The tables of its own that a campaign has, with their texts, in the order of the book."""
    yield from ((table, content[table.name]) for table in own_tables if table.name in content)
