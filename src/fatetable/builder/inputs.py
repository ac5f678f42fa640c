"""The inputs of a draft with those of its parts, however deep, and the prices that explain them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from fatetable.builder import drafts
from fatetable.mechanics.characters.creation import (
    CreationProcedure,
    EntriesInput,
    GraphInput,
    Input,
    Quote,
    QuoteLine,
    Step,
    TellInput,
    inputs_of,
)
from fatetable.mechanics.characters.sheet import Sheet


class Price(Struct, frozen=True):
    """The price of what is at a path, line by line, and their sum; `more` is what each further node of a graph adds."""

    path: str
    label: str
    total: int
    lines: tuple[QuoteLine, ...]
    more: Mapping[str, int] = {}


def with_nested(inputs: Iterable[Input], sheet: Sheet) -> Iterator[Input]:
    """Each input, followed by those of the parts that the sheet has there."""
    for each in inputs:
        yield each
        if isinstance(each, EntriesInput | GraphInput):
            for place, entry in enumerate(drafts.held(sheet, each.path) or ()):
                yield from with_nested(inputs_of(each, place, entry.kind), sheet)


def quotes_of(procedure: CreationProcedure, steps: tuple[Step, ...], sheet: Sheet) -> dict[str, Quote]:
    """The price of every field and of every part that has one, by its path."""
    paths = dict.fromkeys(path for step in steps for path in _paths(step.inputs, sheet))
    found = ((path, procedure.quote(sheet, path)) for path in paths)
    return {path: quote for path, quote in found if quote is not None}


def prices(quotes: Mapping[str, Quote]) -> tuple[Price, ...]:
    return tuple(Price(path, quote.label, quote.total, quote.lines, quote.more) for path, quote in quotes.items())


def _paths(inputs: Iterable[Input], sheet: Sheet) -> Iterator[str]:
    for each in with_nested(inputs, sheet):
        if not isinstance(each, TellInput):
            yield each.path
        if isinstance(each, EntriesInput | GraphInput):
            yield from (f"{each.path}.{place}" for place, _ in enumerate(drafts.held(sheet, each.path) or ()))
