"""Which characters the texts of people may hold."""

from __future__ import annotations

import re
import unicodedata

NEVER = "\u202d\u202e\ufeff"
"""Overrides of direction, and the mark that says in which order bytes come."""

OPENING = {"\u202a": "\u202c", "\u202b": "\u202c", "\u2066": "\u2069", "\u2067": "\u2069", "\u2068": "\u2069"}
"""What begins a stretch of text in another direction, and what ends it."""

REFUSED = {"Cc", "Cs", "Zl", "Zp"}
"""Control characters, halves of characters, and the ends of lines and paragraphs."""


def is_readable(text: str, *, has_lines: bool = False) -> bool:
    """May people write this text?

    All scripts, spaces, joiners and emoji are welcome, also those that are newer than this program.  Refused are
    control characters, whatever turns the direction of text around, and what leaves it turned for the text that
    follows.
    """
    if text.isprintable():
        return True
    return all(_is_readable_line(line) for line in (re.split("[\n\t]", text) if has_lines else (text,)))


def _is_readable_line(line: str) -> bool:
    ends: list[str] = []
    for character in line:
        if character in NEVER or unicodedata.category(character) in REFUSED:
            return False
        if character in OPENING:
            ends.append(OPENING[character])
        elif character in OPENING.values() and (not ends or ends.pop() != character):
            return False
    return not ends
