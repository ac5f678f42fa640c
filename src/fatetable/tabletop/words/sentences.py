"""Shortens texts and changes their grammar."""

from __future__ import annotations

_IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}


def first_sentence(words: str) -> str:
    """The text up to and including the first full stop.

    >>> first_sentence("The storm has the ship. Forty are below.")
    'The storm has the ship.'
    """
    first, stop, _ = words.partition(". ")
    return f"{first}{stop.strip()}"


def plural_verb(words: str) -> str:
    """What several do, from what one does; the verb is the first word.

    >>> plural_verb("is taken out"), plural_verb("marks"), plural_verb("gives in")
    ('are taken out', 'mark', 'give in')
    """
    verb, space, rest = words.partition(" ")
    return f"{_IRREGULAR.get(verb) or verb.removesuffix('s')}{space}{rest}"


def capitalised(words: str) -> str:
    return words[:1].upper() + words[1:]
