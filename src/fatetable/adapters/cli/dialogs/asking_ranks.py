"""Asks in the terminal where ranks go, one after the other, and shows the levels they make."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import click

from fatetable.adapters.cli.dialogs.questions import LONG, own_words, pick
from fatetable.builder.layout_of_entries import trait_label
from fatetable.builder.visible_text import visible
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import RanksInput
from fatetable.mechanics.characters.ranks import together
from fatetable.mechanics.characters.trait_groups import member


def ask_ranks(wanted: RanksInput, held: Mapping[str, int], label: Callable[[int], str]) -> dict[str, int]:
    """What is spent now; `held` is what was spent here before."""
    spent = {trait: number for trait, number in held.items() if number}
    _show(wanted, spent, label)
    if sum(spent.values()) >= wanted.ranks:
        again = pick(wanted.label, [Choice("again", "Spend them again")], may_skip="keep them")
        if again is None:
            return spent
        spent = {}
    groups = {group.id: group for group in wanted.groups}
    choices = [*wanted.traits, *(Choice(group.id, f"{group.label} […]") for group in wanted.groups)]
    is_listed = True
    while (place := sum(spent.values()) + 1) <= wanted.ranks:
        question = f"{wanted.label}: rank {place} of {wanted.ranks} goes to"
        trait = str(pick(question, choices, is_listed=is_listed, about=wanted.hints))
        if group := groups.get(trait):
            trait = member(group.id, own_words(group.asks))
        spent[trait] = spent.get(trait, 0) + 1
        is_listed = len(choices) <= LONG
    _show(wanted, spent, label)
    return spent


def _show(wanted: RanksInput, spent: Mapping[str, int], label: Callable[[int], str]) -> None:
    for line in _levels(wanted, spent, label):
        click.echo(f"  {line}")


def _levels(wanted: RanksInput, spent: Mapping[str, int], label: Callable[[int], str]) -> Iterator[str]:
    """The traits of each level, the highest level first, and then those apart."""
    ratings, apart = wanted.rules.ratings(together((wanted.held, spent))), wanted.rules.apart
    places = {trait: (trait in apart, apart.get(trait, ""), -rating) for trait, rating in ratings.items()}
    for place in sorted(set(places.values())):
        _, pyramid, level = place
        names = ", ".join(trait_label(trait, wanted) for trait in ratings if places[trait] == place)
        yield f"{f'{pyramid}, ' if pyramid else ''}{label(-level)}: {visible(names)}"
