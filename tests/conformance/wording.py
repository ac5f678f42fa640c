"""How things are said to people: what every offer, question and refusal of every ruleset looks like."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fatetable.engine.errors import RuleViolation
from fatetable.engine.offers import ChoiceHole, Hole, Offer
from fatetable.engine.prompts import Prompt
from fatetable.mechanics.ruleset import Ruleset

GROUPS = frozenset(
    {
        *("answer", "roll", "invoke", "battle", "act", "magic", "belongings", "react", "compel"),
        *("table", "sheet", "moment", "gm", "overrule", "talk"),
    }
)
"""Offers that belong together; a screen knows these and no others."""

RULED = frozenset({"answer", "invoke", "battle", "act", "magic", "belongings", "react", "compel", "moment"})
"""Groups in which every offer has a rule behind it."""

NAME = r"`|\b[a-z0-9]+(?:_[a-z0-9]+)+\b|\b(?!d\d)[a-z]\d+\b"
"""What only a program calls something: a field, the id of a thing, a piece of code."""


def names_of_the_program(ruleset: Ruleset) -> re.Pattern[str]:
    """What means nothing to people, also what commands, actions and settings are called if it is no word."""
    commands = (str(command.__struct_config__.tag).partition("/")[0] for command in ruleset.engine.commands)
    settings = (str(value) for dial in ruleset.dial_info for value in (dial.name, *dial.values))
    codes = {re.escape(code) for code in (*commands, *settings, *ruleset.lexicon) if "-" in code}
    return re.compile(rf"{NAME}|(?<![\w-])(?:{'|'.join(sorted(codes))})(?![\w-])")


def faults_of_offer(offer: Offer, rules: frozenset[str]) -> Iterator[str]:
    """Everything about an offer that a reader would stumble over."""
    # An answer is offered behind its question, which may begin with the name of a seat.
    yield from _label_faults(offer.label, may_begin_small=offer.group == "answer")
    if offer.group not in GROUPS:
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


def faults_of_refusal(refusal: RuleViolation) -> Iterator[str]:
    """A refusal is one plain sentence with a code."""
    sentence = str(refusal)
    if not sentence or not (sentence[0].isupper() or not sentence[0].isalpha()):
        yield f"{sentence!r} does not begin like a sentence"
    if not sentence.endswith("."):
        yield f"{sentence!r} does not end like a sentence"
    if sentence.isupper():
        yield f"{sentence!r} shouts"
    if refusal.code != refusal.code.lower() or " " in refusal.code or not refusal.code:
        yield f"{refusal.code!r} is no code"


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
    elif label[0].isupper():
        yield f"the label {label!r} of a blank begins with a capital"


def words_of_offer(offer: Offer) -> Iterator[str]:
    """Everything of an offer that is read."""
    yield offer.label
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
