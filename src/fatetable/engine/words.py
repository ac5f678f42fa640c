"""A book's own words for what every Fate game has under some name."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

DEFAULTS: Mapping[str, str] = {"gm": "game master", "trait": "trait", "feature": "feature", "margin": "margin"}


class Words(Struct, frozen=True):
    """Sentences take the book's words from here, so that page, terminal and log say the same."""

    book: Mapping[str, str] = {}

    def word(self, neutral: str) -> str:
        """The book's word, or our own where the book has none."""
        return self.book.get(neutral, DEFAULTS.get(neutral, neutral))

    @property
    def gm(self) -> str:
        return self.word("gm")

    @property
    def trait(self) -> str:
        return self.word("trait")

    @property
    def feature(self) -> str:
        return self.word("feature")


OUR_WORDS = Words()


def with_words(sentence: str, words: str, end: str = "") -> str:
    """A sentence and what somebody wrote about it, if they wrote anything.

    >>> with_words("Ana attacks Bo", "from above"), with_words("Ana attacks Bo", "", ".")
    ('Ana attacks Bo: from above', 'Ana attacks Bo.')
    """
    if not words.strip():
        return f"{sentence}{end}"
    return f"{sentence}{' ' if sentence.endswith('?') else ': '}{words.strip()}"
