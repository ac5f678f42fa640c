"""The offers of a seat as a numbered menu: grouped, urgent ones first, each with its price and odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from fatetable.engine.offers import Offer, OfferGroup, Price
from fatetable.engine.prompts import PROMPTS, Answer
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.rolls.throwing import Pass
from fatetable.tabletop.table import Table
from fatetable.tabletop.words.chances import chances_of

TITLES: Mapping[OfferGroup, str] = {
    "safety": "Stop or pause",
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
    "wait": "Time",
    "table": "At the table",
    "sheet": "Sheets",
    "talk": "Talk",
    "gm": "The {gm}'s tools",
    "overrule": "Corrections",
    "journal": "The journal",
    "dice": "Dice",
}
"""In the order in which they are listed.  `{gm}` is the book's word."""

FOLDED: Mapping[str, OfferGroup] = {"g": "gm", "c": "overrule", "e": "journal", "x": "safety"}
"""House-keeping that would bury everything else, each group behind a letter."""


FEW, ALIKE = 3, 5
"""From so many on, offers that differ in a name only share a line: sooner where everything is house-keeping."""


class Item(NamedTuple):
    """One line of the list; `note` holds its price, what else is worth knowing, and what it does to the odds.

    `name` is whose deed it is, unless the line stands under their name.  Where several offers share the line, they are
    its `variants`, and `offer` is the first of them.
    """

    offer: Offer
    words: str
    note: str = ""
    variants: tuple[Item, ...] = ()
    name: str = ""

    @property
    def label(self) -> str:
        return f"{self.name}: {self.words}" if self.name else self.words


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
    # While play is halted, what lets it go on is not folded away.
    shown = tuple(offer for offer in offers if offer.group not in FOLDED.values() or _lets_go_on(offer))
    folded = [
        f"{letter} {_uncapitalised(_title(table, group))} ({number})"
        for letter, group in FOLDED.items()
        if (number := sum(offer.group == group and offer not in shown for offer in offers))
    ]
    if any(isinstance(offer.command, Pass) for offer in shown):
        folded.insert(0, "p everyone passes")
    return Menu(tuple(_numbered(_grouped(table, seat, shown))), " · ".join((*folded, "o next seat", "h help")))


def _lets_go_on(offer: Offer) -> bool:
    return offer.group == "safety" and offer.verb == "start"


def _title(table: Table, group: OfferGroup) -> str:
    return TITLES[group].format(gm=table.ruleset.word("gm"))


def _uncapitalised(title: str) -> str:
    return title[:1].lower() + title[1:]


def _numbered(groups: Iterable[tuple[str, Sequence[Item]]]) -> Iterator[MenuGroup]:
    number = 1
    for title, items in groups:
        yield MenuGroup(title, tuple(enumerate(items, start=number)))
        number += len(items)


def _grouped(table: Table, seat: str, offers: Sequence[Offer]) -> Iterator[tuple[str, Sequence[Item]]]:
    yield from _questions(table, seat, [offer for offer in offers if isinstance(offer.command, Answer)])
    rest = [offer for offer in offers if not isinstance(offer.command, Answer)]
    names = {actor.id: actor.name for actor in table.view(seat).get(CAST).values()}
    for group in TITLES:
        items = [
            Item(offer, offer.label, _note(table, seat, offer), name=names[ActorId(offer.actor)] if offer.actor else "")
            for offer in rest
            if offer.group == group
        ]
        if items:
            alike = FEW if group in FOLDED.values() else ALIKE
            for title, named in _by_name(_title(table, group), items, names):
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


def _by_name(title: str, items: Sequence[Item], names: Mapping[ActorId, str]) -> Iterator[tuple[str, Sequence[Item]]]:
    """Where much in a group is for one character, it stands under their name, the busiest first."""
    by_actor: dict[str, list[Item]] = {}
    for item in items:
        by_actor.setdefault(item.offer.actor, []).append(item)
    is_alone = len(by_actor) == 1 and len(items) > 1
    busy = [actor for actor, found in by_actor.items() if actor and (is_alone or len(found) > FEW)]
    for actor in sorted(busy, key=lambda actor: -len(by_actor[actor])):
        found = [item._replace(name="") for item in by_actor[actor]]
        yield f"{title}: {names[ActorId(actor)]}", found
    if rest := [item for item in items if item.offer.actor not in busy]:
        yield title, rest


def _families(items: Sequence[Item], alike: int) -> Iterator[Item]:
    """Offers of one family that stand in a row, such as whom to add or place, on one line."""
    for family, found in groupby(items, key=lambda item: (item.offer.actor, item.offer.family, item.note)):
        members = tuple(found)
        label, note = family[1:]
        if not label or len(members) < alike:
            yield from members
            continue
        note = "; ".join(part for part in (f"{len(members)} to choose from", note) if part)
        variants = tuple(item._replace(words=item.offer.member, name="") for item in members)
        yield Item(members[0].offer, label, note, variants, members[0].name)


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
