"""The parts of a sheet as rows with rows below them, in the words of the inputs that asked for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.builder.inputs import with_nested
from fatetable.builder.page import Row, Section
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import (
    ChooseInput,
    EntriesInput,
    EntryForm,
    FlagInput,
    GraphInput,
    Input,
    NumberInput,
    Quote,
    RanksInput,
    Step,
)
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.characters.trait_groups import group_and_name

Asked: TypeAlias = Mapping[str, Input]


def entry_sections(sheet: Sheet, steps: tuple[Step, ...], quotes: Mapping[str, Quote]) -> Iterator[Section]:
    """A section for each list of parts."""
    asked = {each.path: each for step in steps for each in with_nested(step.inputs, sheet)}
    words = _Words(asked, dict(_titles(steps)), quotes)
    for name, row in sheet.entries.items():
        path = f"entries.{name}"
        yield Section(words.label(path, name), words.rows(path, row), path)


def _titles(steps: tuple[Step, ...]) -> Iterator[tuple[str, str]]:
    """The title of each step that asks for one part directly, such as a phase, with the path of the part."""
    for step in steps:
        for each in step.inputs:
            names = each.path.split(".")
            if names[0] == "entries" and len(names) > 3:
                yield ".".join(names[:3]), step.title


def readable(key: str) -> str:
    words = key.replace("-", " ")
    return words[:1].upper() + words[1:]


class _Words(Struct, frozen=True):
    asked: Asked
    titles: Mapping[str, str]
    quotes: Mapping[str, Quote]

    def label(self, path: str, name: str) -> str:
        found = self.asked.get(path)
        return found.label if found else readable(name)

    def rows(self, path: str, entries: tuple[Entry, ...]) -> tuple[Row, ...]:
        wanted = self.asked.get(path)
        forms = wanted.forms if isinstance(wanted, EntriesInput | GraphInput) else ()
        on_graph = isinstance(wanted, GraphInput)
        return tuple(
            self._row(f"{path}.{place}", place, entry, forms, on_graph=on_graph) for place, entry in enumerate(entries)
        )

    def _row(self, path: str, place: int, entry: Entry, forms: tuple[EntryForm, ...], *, on_graph: bool) -> Row:
        form = next((each for each in forms if each.kind == entry.kind), None)
        kind = form.label if form else readable(entry.kind)
        title = self.titles.get(path, "")
        note = title or (kind if len(forms) != 1 and not on_graph else "")
        name = _called(entry.name, form.names if form else ())
        return Row(name or title or kind or str(place + 1), "", note if name else "", tuple(self._below(path, entry)))

    def _below(self, path: str, entry: Entry) -> Iterator[Row]:
        if quote := self.quotes.get(path):
            parts = ", ".join(f"{line.text} {line.amount}" for line in quote.lines)
            yield Row(quote.label, str(quote.total), parts)
        for name, text in entry.texts.items():
            if text:
                yield Row(self.label(f"{path}.texts.{name}", name), text)
        yield from self._numbers(path, entry)
        for name, chosen in entry.lists.items():
            wanted = self.asked.get(f"{path}.lists.{name}")
            options = wanted.options if isinstance(wanted, ChooseInput) else ()
            if chosen:
                words = ", ".join(_called(each, options) for each in chosen)
                yield Row(self.label(f"{path}.lists.{name}", name), words)
        for name, row in entry.entries.items():
            yield Row(self.label(f"{path}.entries.{name}", name), "", "", self.rows(f"{path}.entries.{name}", row))

    def _numbers(self, path: str, entry: Entry) -> Iterator[Row]:
        spent = self.asked.get(f"{path}.numbers")
        if isinstance(spent, RanksInput):
            ranks = (f"{trait_label(trait, spent)} {number}" for trait, number in entry.numbers.items() if number)
            if words := ", ".join(ranks):
                yield Row(spent.label, words)
            return
        for name, number in entry.numbers.items():
            here = f"{path}.numbers.{name}"
            match self.asked.get(here):
                case FlagInput():
                    words = "yes" if number else ""
                case NumberInput() as wanted:
                    words = wanted.called(number)
                case _:
                    words = str(number)
            if words:
                yield Row(self.label(here, name), words)


def _called(value: str, options: tuple[Choice, ...]) -> str:
    return next((each.label or each.value for each in options if each.value == value), value)


def trait_label(trait: str, spent: RanksInput) -> str:
    """The label of a trait that ranks are spent on, also of one of a group."""
    if (found := group_and_name(trait)) and (
        group := next((each.label for each in spent.groups if each.id == found[0]), "")
    ):
        return f"{group} [{found[1]}]"
    return _called(trait, spent.traits)
