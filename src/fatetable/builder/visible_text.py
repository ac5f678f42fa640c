"""Makes texts safe to show in a terminal: control characters and direction marks become visible."""

from __future__ import annotations

import unicodedata

# Joiners are kept, because emoji and several scripts need them; these characters reorder a whole line.
_TURNING = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_HARMFUL_CATEGORIES = frozenset({"Cc", "Cs", "Zl", "Zp"})


def visible(text: str) -> str:
    """The text on one line, its control characters written out.

    >>> visible("red\\x1b[31m\\nalert")
    'red\\\\x1b[31m alert'
    """
    one_line = " ".join(text.split())
    return "".join(_written_out(character) if _is_harmful(character) else character for character in one_line)


def _is_harmful(character: str) -> bool:
    return character in _TURNING or unicodedata.category(character) in _HARMFUL_CATEGORIES


def _written_out(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
