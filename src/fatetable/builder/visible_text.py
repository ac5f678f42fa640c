"""Text from people made safe to show: what would steer a terminal or turn a line around becomes visible instead.

Knows nothing about where it is shown; markup is escaped elsewhere.
"""

from __future__ import annotations

import unicodedata

# Letters are left alone, joiners too (families of emoji and several scripts need them); these reorder a whole line.
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
