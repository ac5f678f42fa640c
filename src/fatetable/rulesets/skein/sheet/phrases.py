"""Phrases people write on sheets: never empty, and no longer than a sheet has room for."""

from __future__ import annotations

from fatetable.engine.decision import Decision
from fatetable.mechanics.characters.text_checks import PHRASE_LIMIT

WORDS_LIMIT = 90
"""For each of the words about a thing: what it is called, and its Aspect, which share one line of a sheet."""


def phrase_of(decision: Decision, words: str, complaint: str, limit: int = PHRASE_LIMIT) -> str:
    """The words without the blanks around them; `complaint` is what is said if there are none."""
    decision.require(bool(words.strip()), "no-words", complaint)
    decision.require(len(words) <= limit, "text-too-long", f"That is more than {limit} characters.")
    return words.strip()
