"""The offers of a seat as a numbered list: grouped, the urgent ones first, each with its price and its odds.

Knows how offers are grouped on a screen; what they do and whether they may be done is the engine's affair.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, takewhile
from typing import NamedTuple

from fatetable.engine.offers import Offer, Price
from fatetable.engine.prompts import PROMPTS, Answer
from fatetable.mechanics.cast import CAST
from fatetable.mechanics.throwing import Pass
from fatetable.tabletop.chances import chances_of
from fatetable.tabletop.table import Table

TITLES = {
    "answer": "Answer",
    "roll": "The roll",
    "invoke": "Invoke",
    "battle": "Battle",
    "act": "Act",
    "magic": "Magic",
    "belongings": "Belongings",
    "react": "React",
    "moment": "Move on",
    "compel": "Compel",
    "table": "At the table",
    "sheet": "Sheets",
    "talk": "Talk",
    "gm": "The game master's tools",
    "overrule": "Corrections",
}
"""In the order in which they are listed; a group of a ruleset's own comes after them."""

FOLDED = {"g": "gm", "c": "overrule"}
"""House-keeping that would bury everything else, each group behind a letter."""


FEW, ALIKE = 3, 5
"""From so many on, offers that differ in a name only share a line: sooner where everything is house-keeping."""


class Item(NamedTuple):
    """One line of the list; `note` holds its price, what else is worth knowing, and what it does to the odds.

    Where several offers share the line, they are its `variants`, and `offer` is the first of them.
    """

    offer: Offer
    label: str
    note: str = ""
    variants: tuple[Item, ...] = ()


class MenuGroup(NamedTuple):
    title: str
    items: tuple[tuple[int, Item], ...]


class Menu(NamedTuple):
    groups: tuple[MenuGroup, ...]
    footer: str

    def item(self, number: int) -> Item | None:
        return next((item for group in self.groups for at, item in group.items if at == number), None)

    @property
    def size(self) -> int:
        return sum(len(group.items) for group in self.groups)


def menu(table: Table, seat: str, unfolded: str = "") -> Menu:
    """What that seat may do now; with `unfolded`, the house-keeping behind that letter instead."""
    offers = table.offers(seat)
    if unfolded in FOLDED:
        offers = tuple(offer for offer in offers if offer.group == FOLDED[unfolded])
        return Menu(tuple(_numbered(_grouped(table, seat, offers))), "Enter goes back")
    shown = tuple(offer for offer in offers if offer.group not in FOLDED.values())
    folded = [
        f"{letter} {TITLES[group].lower()} ({number})"
        for letter, group in FOLDED.items()
        if (number := sum(offer.group == group for offer in offers))
    ]
    if any(isinstance(offer.command, Pass) for offer in shown):
        folded.insert(0, "p everyone passes")
    return Menu(tuple(_numbered(_grouped(table, seat, shown))), " · ".join((*folded, "o next seat", "h help")))


def _numbered(groups: Iterable[tuple[str, Sequence[Item]]]) -> Iterator[MenuGroup]:
    number = 1
    for title, items in groups:
        yield MenuGroup(title, tuple(enumerate(items, start=number)))
        number += len(items)


def _grouped(table: Table, seat: str, offers: Sequence[Offer]) -> Iterator[tuple[str, Sequence[Item]]]:
    yield from _questions(table, seat, [offer for offer in offers if isinstance(offer.command, Answer)])
    rest = [offer for offer in offers if not isinstance(offer.command, Answer)]
    names = frozenset(actor.name for actor in table.view(seat).get(CAST).values())
    for group in dict.fromkeys((*TITLES, *(offer.group for offer in rest))):
        items = [Item(offer, offer.label, _note(table, seat, offer)) for offer in rest if offer.group == group]
        if items:
            alike = FEW if group in FOLDED.values() else ALIKE
            for title, named in _by_name(TITLES.get(group, group.capitalize()), items, names):
                yield title, tuple(_families(named, alike))


def _questions(table: Table, seat: str, offers: Sequence[Offer]) -> Iterator[tuple[str, Sequence[Item]]]:
    """Each question once, with its answers below it."""
    prompts = table.view(seat).get(PROMPTS)
    by_prompt: dict[str, list[Item]] = {}
    for offer in offers:
        assert isinstance(offer.command, Answer)
        option = prompts[offer.command.prompt].option(offer.command.option)
        label = option.label if option else offer.label
        by_prompt.setdefault(offer.command.prompt, []).append(Item(offer, label, _note(table, seat, offer)))
    for prompt, items in by_prompt.items():
        yield prompts[prompt].question, items  # type: ignore[index]


def _by_name(title: str, items: Sequence[Item], names: frozenset[str]) -> Iterator[tuple[str, Sequence[Item]]]:
    """Where much in a group is for one character, it stands under their name, whoever has most to do first."""
    by_name: dict[str, list[Item]] = {}
    for item in items:
        name, colon, _ = item.label.partition(": ")
        by_name.setdefault(name if colon and name in names else "", []).append(item)
    is_alone = len(by_name) == 1 and len(items) > 1
    busy = [name for name, found in by_name.items() if name and (is_alone or len(found) > FEW)]
    for name in sorted(busy, key=lambda name: -len(by_name[name])):
        found = [item._replace(label=item.label.removeprefix(f"{name}: ")) for item in by_name[name]]
        yield f"{title}: {name}", found
    if rest := [item for item in items if item.label.partition(": ")[0] not in busy]:
        yield title, rest


def _families(items: Sequence[Item], alike: int) -> Iterator[Item]:
    """Offers of one kind that stand in a row and differ in a name only, such as whom to add or place, on one line."""
    for _, found in groupby(items, key=lambda item: (type(item.offer.command), item.note, _before_colon(item.label))):
        family = tuple(found)
        shared = _shared([item.label.split() for item in family]) if len(family) >= alike else None
        if shared is None:
            yield from family
            continue
        before, after = shared
        variants = tuple(item._replace(label=_between(item.label, before, after)) for item in family)
        label = " ".join((*before, "…", *after))
        note = "; ".join(part for part in (f"{len(family)} to choose from", family[0].note) if part)
        yield Item(family[0].offer, label, note, variants)


def _before_colon(label: str) -> str:
    begin, colon, _ = label.partition(": ")
    return begin if colon else ""


def _shared(labels: Sequence[list[str]]) -> tuple[list[str], list[str]] | None:
    """The words with which all labels begin and end, if there are any and each has something of its own in between."""
    before = _beginning(labels)
    after = _beginning([label[len(before) :][::-1] for label in labels])[::-1]
    has_own = all(len(label) > len(before) + len(after) for label in labels)
    return (before, after) if has_own and (before or after) else None


def _beginning(labels: Sequence[list[str]]) -> list[str]:
    alike = takewhile(lambda words: len(set(words)) == 1, zip(*labels, strict=False))
    return [words[0] for words in alike]


def _between(label: str, before: Sequence[str], after: Sequence[str]) -> str:
    words = label.split()
    return " ".join(words[len(before) : len(words) - len(after)]).rstrip(":")


# -- prices and odds -------------------------------------------------------------------------------------------------


def _note(table: Table, seat: str, offer: Offer) -> str:
    chances = chances_of(table, seat, offer)
    return "; ".join(part for part in (_price(offer.price), offer.note, chances.summary if chances else "") if part)


def _price(price: Price | None) -> str:
    if price is None:
        return ""
    if price.points > 0:
        return f"costs {price.points} fate point{'s' * (price.points != 1)}"
    if price.points < 0:
        return f"earns {-price.points} fate point{'s' * (price.points != -1)}"
    return "costs nothing"
