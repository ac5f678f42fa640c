"""Asks in the terminal for parts of a sheet: adds, changes, moves and drops them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import click

from fatetable.adapters.cli.dialogs.questions import pick
from fatetable.builder import drafts
from fatetable.builder.visible_text import visible
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import EntriesInput, EntryForm, GraphInput, Input, Quote, inputs_of
from fatetable.mechanics.characters.sheet import Entry, Sheet

ADD, CHANGE, MOVE, DROP = "add:", "change", "move", "drop"


class Asking(Protocol):
    """Who asks for single fields and holds the draft."""

    draft: Sheet

    def ask(self, wanted: Input) -> None: ...

    def price(self, path: str) -> Quote | None: ...

    def tell_price(self, path: str) -> None: ...


def ask_entries(asking: Asking, wanted: EntriesInput) -> None:
    while True:
        row: tuple[Entry, ...] = drafts.held(asking.draft, wanted.path) or ()
        for place, entry in enumerate(row, start=1):
            click.echo(f"  {place}. {visible(name_of_part(wanted, entry))}")
        to_go = f", {wanted.least - len(row)} to go" if len(row) < wanted.least else ""
        chosen = pick(f"{wanted.label}, {len(row)} so far{to_go}", list(_deeds(wanted, row)), may_skip="go on")
        if chosen is None:
            return
        if chosen.startswith(ADD):
            form = next(each for each in wanted.forms if ADD + each.kind == chosen)
            _add(asking, wanted, form, row)
        elif (found := which_part(wanted, row, chosen)) is not None:
            if chosen == CHANGE:
                ask_part(asking, wanted, found)
            elif chosen == MOVE:
                _move(asking, wanted, row, found)
            else:
                asking.draft = drafts.fill(asking.draft, f"{wanted.path}.{found}", None)


def _deeds(wanted: EntriesInput, row: tuple[Entry, ...]) -> Iterator[Choice]:
    if len(row) < wanted.most:
        yield from (Choice(ADD + form.kind, f"Add: {form.label}") for form in wanted.forms)
    if row:
        yield Choice(CHANGE, "Change one")
    if wanted.is_ordered and len(row) > 1:
        yield Choice(MOVE, "Move one")
    if row:
        yield Choice(DROP, "Drop one")


def name_of_part(wanted: EntriesInput | GraphInput, entry: Entry) -> str:
    form = next((each for each in wanted.forms if each.kind == entry.kind), None)
    if form is None:
        return entry.name or entry.kind
    labels = {choice.value: choice.label for choice in form.names}
    return labels.get(entry.name) or entry.name or form.label


def which_part(wanted: EntriesInput | GraphInput, row: tuple[Entry, ...], deed: str) -> int | None:
    choices = [Choice(str(place), name_of_part(wanted, entry)) for place, entry in enumerate(row)]
    found = pick(f"{deed.capitalize()} which", choices, may_skip="none")
    return None if found is None else int(found)


def _add(asking: Asking, wanted: EntriesInput, form: EntryForm, row: tuple[Entry, ...]) -> None:
    if form.ready:
        choices = [Choice(str(place), entry.name) for place, entry in enumerate(form.ready)]
        found = pick(f"{form.label}, ready-made", choices, may_skip="make it yourself")
        if found is not None:
            asking.draft = drafts.fill(asking.draft, f"{wanted.path}.{len(row)}", form.ready[int(found)])
            asking.tell_price(f"{wanted.path}.{len(row)}")
            return
    name = ""
    if form.names:
        taken = {entry.name for entry in row if entry.kind == form.kind and not form.repeats}
        free = [choice for choice in form.names if choice.value not in taken]
        found = pick(form.label, free, may_skip="none", is_listed=bool(free)) if free else None
        if found is None:
            return
        name = found
    asking.draft = drafts.fill(asking.draft, f"{wanted.path}.{len(row)}", {"name": name, "kind": form.kind})
    ask_part(asking, wanted, len(row))


def ask_part(asking: Asking, wanted: EntriesInput | GraphInput, place: int) -> None:
    for each in inputs_of(wanted, place, drafts.held(asking.draft, f"{wanted.path}.{place}").kind):
        asking.ask(each)
    asking.tell_price(f"{wanted.path}.{place}")


def _move(asking: Asking, wanted: EntriesInput, row: tuple[Entry, ...], place: int) -> None:
    others = (*row[:place], *row[place + 1 :])
    target = click.prompt("To which place", type=click.IntRange(1, len(row)), default=place + 1) - 1
    asking.draft = drafts.fill(asking.draft, wanted.path, (*others[:target], row[place], *others[target:]))
