"""QR codes of links, as rows of dark and light squares; segno encodes them and is imported when one is wanted."""

from __future__ import annotations

from itertools import zip_longest

LONGEST = 300
"""Characters; every link is shorter, and making a larger code would take long."""

QUIET = 4
"""The light squares around a code, which readers need."""

_DARK_ON_LIGHT, _PLAIN = "\x1b[30;107m", "\x1b[0m"
_HALVES = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}


def squares(text: str) -> tuple[str, ...]:
    """The rows of a code, without its quiet zone: `1` is a dark square, `0` a light one."""
    import segno

    code = segno.make(text[:LONGEST], error="m", micro=False, boost_error=False)
    return tuple("".join("1" if square else "0" for square in row) for row in code.matrix)


def for_terminal(text: str) -> tuple[str, ...]:
    """The lines of a code in a terminal, two rows of squares in each, dark on light whatever its colours are."""
    rows = squares(text)
    size = len(rows) + 2 * QUIET
    blank = [False] * size
    side = [False] * QUIET
    inner = [[*side, *(square == "1" for square in row), *side] for row in rows]
    drawn = [*[blank] * QUIET, *inner, *[blank] * QUIET]
    pairs = zip_longest(drawn[::2], drawn[1::2], fillvalue=blank)
    lines = ("".join(_HALVES[halves] for halves in zip(top, low, strict=True)) for top, low in pairs)
    return tuple(f"{_DARK_ON_LIGHT}{line}{_PLAIN}" for line in lines)
