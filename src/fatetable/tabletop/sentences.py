"""Shortening what somebody wrote to what there is room for."""

from __future__ import annotations


def first_sentence(words: str) -> str:
    """What comes before the first full stop, and the stop.

    >>> first_sentence("The storm has the ship. Forty are below.")
    'The storm has the ship.'
    """
    first, stop, _ = words.partition(". ")
    return f"{first}{stop.strip()}"
