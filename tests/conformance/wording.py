"""How things are said to people: what every offer and question of every ruleset looks like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args

from fatetable import rulesets
from fatetable.engine.offers import ChoiceHole, Hole, Offer, OfferGroup
from fatetable.engine.prompts import Prompt
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.engine.words import OUR_WORDS
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.ruleset import Ruleset
from fatetable.mechanics.scenes.zones import ZONES

RULED = frozenset({"answer", "invoke", "battle", "act", "magic", "belongings", "react", "compel", "moment"})
"""Groups in which every offer has a rule behind it."""

NAME = r"`|\b[a-z0-9]+(?:_[a-z0-9]+)+\b|\b(?!d\d)[a-z]\d+\b"
"""What only a program calls something: a field, the id of a thing, a piece of code."""


WRITTEN_LARGE = frozenset({"Aspect", "Consequence", "Consequences", "Cost"})
"""Words that a book always begins with a capital."""


def names_of_the_program(ruleset: Ruleset) -> re.Pattern[str]:
    """What means nothing to people, also what commands, actions and settings are called if it is no word."""
    commands = (str(command.__struct_config__.tag).partition("/")[0] for command in ruleset.engine.commands)
    settings = (str(value) for dial in ruleset.dial_info for value in (dial.name, *dial.values))
    codes = {re.escape(code) for code in (*commands, *settings, *ruleset.lexicon) if "-" in code}
    return re.compile(rf"{NAME}|(?<![\w-])(?:{'|'.join(sorted(codes))})(?![\w-])")


def words_of_other_books(ruleset: Ruleset) -> re.Pattern[str]:
    """Names of the game master in other books and in our sources, but not in this ruleset's book."""
    called = {OUR_WORDS.gm, *(rulesets.load(each).engine.words.gm for each in rulesets.folders())}
    others = sorted(called - {ruleset.engine.words.gm})
    return re.compile("|".join(rf"\b[{word[0].lower()}{word[0].upper()}]{re.escape(word[1:])}\b" for word in others))


def faults_of_offer(offer: Offer, rules: frozenset[str]) -> Iterator[str]:
    """Everything about an offer that a reader would stumble over."""
    # An answer stands behind its question, and what a character does stands behind their name.
    yield from _label_faults(offer.label, may_begin_small=offer.group == "answer" or bool(offer.actor))
    if offer.group not in get_args(OfferGroup):
        yield f"{offer.group!r} is no group that screens know"
    if offer.group in RULED and not offer.cites:
        yield "no rule is cited"
    yield from (f"there is no rule {cite!r}" for cite in offer.cites if cite not in rules)
    for hole in offer.holes:
        yield from _hole_faults(hole)
        placeholder = getattr(offer.command, hole.field)
        is_choice = isinstance(hole, ChoiceHole) and any(placeholder == option.value for option in hole.options)
        if not hole.key and isinstance(placeholder, str) and placeholder and not is_choice:
            yield f"the placeholder {placeholder!r} in {hole.field!r} looks like an answer"
        if placeholder is None:
            yield f"there is no placeholder in {hole.field!r}"


def faults_of_prompt(prompt: Prompt, rules: frozenset[str]) -> Iterator[str]:
    question: object = prompt.question
    if not isinstance(question, str) or not question.strip():
        yield "there is no question"
    yield from (f"there is no rule {cite!r}" for cite in prompt.cites if cite not in rules)
    for option in prompt.options:
        yield from _label_faults(option.label)
        for hole in option.holes:
            yield from _hole_faults(hole)


def _label_faults(label: object, *, may_begin_small: bool = False) -> Iterator[str]:
    if not isinstance(label, str) or not label.strip():
        yield "there is no label"
    elif label.isupper() and any(character.isalpha() for character in label):
        yield f"{label!r} shouts"
    elif label[0].isalpha() and not label[0].isupper() and not may_begin_small:
        yield f"{label!r} does not begin with a capital"


def _hole_faults(hole: Hole) -> Iterator[str]:
    label: object = hole.label
    if not isinstance(label, str) or not label.strip():
        yield f"the blank {hole.field!r} has no label"
    elif label[0].isupper() and label.split()[0] not in WRITTEN_LARGE:
        yield f"the label {label!r} of a blank begins with a capital"


MOST_WORDS = 8
"""As many has a question, without the names in it and without its detail."""

BANNED = re.compile(
    r"\b(?:shall|lay(?:s|ing)? out|whoever|becomes? of|one's|(?:give|gives|gave|giving) in|throw|throws|threw)\b", re.I
)
"""Not said to people: Fate players roll, concede and add aspects."""

VERBS = frozenset(Path(__file__).with_name("verbs.txt").read_text("utf-8").split())
"""What a label begins with: a verb, a plain answer, or what absorbs a hit."""


def names_in(state: State) -> tuple[str, ...]:
    """What people have named: characters and what is on their sheets, zones, aspects and seats; the longest first."""
    cast = state.get(CAST).values()
    names = {actor.name for actor in cast} | {feature.name for actor in cast for feature in actor.sheet.features}
    names |= {entry for actor in cast for entries in actor.sheet.lists.values() for entry in entries}
    names |= {card.text for card in state.get(ASPECTS).values()}
    names |= {zone.name for zone in state.get(ZONES).zones.values()}
    names |= {word for seat in state.get(SEATS).values() for word in (seat.name, seat.id)}
    return tuple(sorted(filter(None, names), key=len, reverse=True))


def faults_of_style(offer: Offer, names: tuple[str, ...]) -> Iterator[str]:
    """A label is a verb and an object, in the words of players."""
    read = [offer.cost, offer.note, *(hole.label for hole in offer.holes)]
    # An answer repeats its question, which is looked at by itself.
    if offer.group != "answer":
        yield from _faults_of_verb(offer.label, names)
        read.append(offer.label)
    yield from _banned(read, names)


def faults_of_question(prompt: Prompt, names: tuple[str, ...]) -> Iterator[str]:
    """A question is short, and its answers are labels."""
    question = prompt.short or prompt.question
    spoken = _without_names(re.sub(r"“[^”]*”|'[^']+'|\([^)]*\)", "", question), names)
    left = re.findall(r"[^\W\d]+(?:['’-]\w+)*", spoken)
    if len(left) > MOST_WORDS:
        yield f"{question!r} has {len(left)} words"
    for option in prompt.options:
        yield from _faults_of_verb(option.label, names)
    labels = (each for option in prompt.options for each in (option.label, *(hole.label for hole in option.holes)))
    yield from _banned((question, *labels), names)


def _faults_of_verb(label: str, names: tuple[str, ...]) -> Iterator[str]:
    first = re.split(r"[\s…,:(]", label, maxsplit=1)[0].lower()
    if first not in VERBS and not first[:1].isdigit() and not label.startswith(names):
        yield f"{label!r} does not begin with a verb"


def _banned(texts: Iterable[str], names: tuple[str, ...]) -> Iterator[str]:
    yield from (f"{text!r} is not how players talk" for text in texts if BANNED.search(_without_names(text, names)))


def _without_names(text: str, names: tuple[str, ...]) -> str:
    for name in names:
        text = text.replace(name, "")
    return text


def words_of_offer(offer: Offer) -> Iterator[str]:
    """Everything of an offer that is read."""
    yield from (offer.label, offer.family, offer.cost, offer.note)
    for hole in offer.holes:
        yield from words_of_hole(hole)


def words_of_prompt(prompt: Prompt) -> Iterator[str]:
    yield prompt.question
    for option in prompt.options:
        yield option.label
        for hole in option.holes:
            yield from words_of_hole(hole)


def words_of_hole(hole: Hole) -> Iterator[str]:
    yield hole.label
    yield from (option.label for option in getattr(hole, "options", ()))
