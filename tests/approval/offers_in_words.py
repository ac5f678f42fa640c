"""Offers as lines of text: by the tag of their command and its fixed parts, never by their label."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.offers import ChoiceHole, ManyHole, NumberHole, Offer
from fatetable.engine.opening import Rewind
from fatetable.engine.prompts import PROMPTS, Answer
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST
from tests.approval.values import ID, Ids, fields
from tests.approval.word_book import CHOICE

NOTHING = "(nothing)"
"""The value of a choice that leaves a blank empty."""


def tag_of(offer: Offer, state: State) -> str:
    """An answer is told apart by what was asked and which option it is."""
    tag = str(offer.command.__struct_config__.tag)
    if isinstance(offer.command, Answer):
        return f"{tag} {state.get(PROMPTS)[offer.command.prompt].kind}={offer.command.option}"
    return tag


def name_of_offer(offer: Offer, state: State, ids: Ids) -> str:
    """The tag of its command and the parts of it that are fixed."""
    if isinstance(offer.command, Answer):
        return tag_of(offer, state)
    return fields(offer.command, ids, without=tuple(hole.field for hole in offer.holes))


def label_of(offer: Offer, state: State) -> str:
    """The question before an answer stands on the screen."""
    if isinstance(offer.command, Answer):
        return offer.label.removeprefix(f"{state.get(PROMPTS)[offer.command.prompt].question} → ")
    return offer.label


def figures_of(offer: Offer) -> dict[str, str]:
    """What an offer costs and how much choice it leaves."""
    parts = {"price": _price(offer)}
    # How far the log goes is no figure of the game.
    for hole in () if isinstance(offer.command, Rewind) else offer.holes:
        match hole:
            case ChoiceHole() | ManyHole():
                room = f"{len(hole.options)} choices"
            case NumberHole():
                room = f"{hole.low} to {hole.high}"
            case _:
                room = ""
        parts[f"<{hole.key or hole.field}>"] = room
    return {name: part for name, part in parts.items() if part}


def _price(offer: Offer) -> str:
    if offer.price is None:
        return ""
    return f"costs {offer.price.points}{f' of {offer.price.account}' * bool(offer.price.account)}"


def other_words_of(offer: Offer, state: State, ids: Ids) -> Iterator[tuple[str, str]]:
    """Everything written on an offer besides its label, under the tag of its command or the name of its blank."""
    tag = f"offered {tag_of(offer, state)}"
    cast = state.get(CAST)
    yield tag, f"in {offer.group}, by {', '.join(offer.cites) or 'no rule'}"
    for hole in offer.holes:
        figures = ("low", "high", "least", "most", "suggestion")
        told = fields(hole, ids, without=("field", "key", "label", "options", *figures))
        name = f"{tag} <{hole.key or hole.field}>"
        yield name, f"“{hole.label}” {told}"
        for option in getattr(hole, "options", ()):
            # People, places and aspects are the game's own affair.
            if option.value not in cast and not ID.fullmatch(option.value):
                yield name, f"{CHOICE}{option.value or NOTHING}"
                yield "choices", f"{option.value or NOTHING} “{option.label}”"
