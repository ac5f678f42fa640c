"""Problems of a sheet of Skein as people read them: what is wrong, where, how to fix it and which rules say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from fatetable.mechanics.characters.sheet import Problem


def error(code: str, where: str, message: str, fix: str, *cites: str) -> Problem:
    return Problem("error", code, where, message, fix, cites)


def advice(code: str, where: str, message: str, fix: str, *cites: str) -> Problem:
    return Problem("advice", code, where, message, fix, cites)


def quoted(text: str) -> str:
    return f'"{text[:60]}"'


def counted(number: int, thing: str) -> str:
    """A number and what it counts.

    >>> counted(1, "stunt"), counted(3, "stunt")
    ('1 stunt', '3 stunts')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def listed(names: Iterable[str], most: int = 6) -> str:
    """Names in a row, the rest of a long row left out."""
    shown = [name[:60] for name in names]
    return ", ".join(shown[:most]) + (" and more" if len(shown) > most else "")


def repeated(texts: Iterable[str]) -> list[str]:
    """Texts that occur more than once, case aside; blanks do not count."""
    counts = Counter(text.strip().casefold() for text in texts)
    return [text for text, count in counts.items() if text and count > 1]
