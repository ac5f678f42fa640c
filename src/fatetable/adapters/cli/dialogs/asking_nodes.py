"""Asks in the terminal for the nodes of a diagram, and tells what each would add to the price."""

from __future__ import annotations

from collections.abc import Mapping

import click

from fatetable.adapters.cli.dialogs.asking_entries import CHANGE, DROP, Asking, ask_part, name_of_part, which_part
from fatetable.adapters.cli.dialogs.questions import pick
from fatetable.builder import drafts
from fatetable.builder.visible_text import visible
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import GraphInput, GraphNode, inside
from fatetable.mechanics.characters.sheet import Entry

ADD = "add"


def ask_nodes(asking: Asking, wanted: GraphInput) -> None:
    while True:
        row: tuple[Entry, ...] = drafts.held(asking.draft, wanted.path) or ()
        held = ", ".join(visible(name_of_part(wanted, entry)) for entry in row)
        click.echo(f"{wanted.label}: {held or 'nothing yet'}")
        deeds = [Choice(ADD, "Add one"), *([Choice(CHANGE, "Change one"), Choice(DROP, "Drop one")] if row else ())]
        deed = pick(wanted.label, deeds, may_skip="go on")
        if deed is None:
            return
        if deed == ADD:
            _add(asking, wanted, row)
        elif (found := which_part(wanted, row, deed)) is not None:
            if deed == CHANGE:
                ask_part(asking, wanted, found)
            else:
                asking.draft = drafts.fill(asking.draft, f"{wanted.path}.{found}", None)
        asking.tell_price(wanted.path)


def _add(asking: Asking, wanted: GraphInput, row: tuple[Entry, ...]) -> None:
    taken = {entry.kind for entry in row}
    quote = asking.price(wanted.path)
    more = quote.more if quote else {}
    free = [Choice(node.id, _told(node, more)) for node in wanted.nodes if node.repeats or node.id not in taken]
    chosen = pick("Which", free, may_skip="none", is_listed=True)
    if chosen is not None:
        path = f"{wanted.path}.{len(row)}"
        asking.draft = drafts.fill(asking.draft, path, {"kind": chosen})
        node = next(each for each in wanted.nodes if each.id == chosen)
        # Only what the node itself asks for; the rest is filled in where somebody wants it.
        for each in node.inputs:
            asking.ask(inside(each, path))


def _told(node: GraphNode, more: Mapping[str, int]) -> str:
    price = more.get(node.id, node.price)
    return f"{node.label}, {price}" + (f": {node.note}" if node.note else "")
