"""Dice as text, with a box for each die."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

SIGNS = {1: "+", 0: " ", -1: "-"}


def fate_faces(values: Iterable[int]) -> str:
    """Fate dice as signs; any other value as its number.

    >>> fate_faces((1, 0, -1, 4))
    '[+][ ][-][4]'
    """
    return "".join(f"[{SIGNS.get(value, str(value))}]" for value in values)


def mixed_faces(names: Sequence[str], shown: Sequence[int], counted: Sequence[int]) -> str:
    """Dice of any kind in the order thrown; those that do not count are in round brackets.

    >>> mixed_faces(("dF", "d6", "-d6"), (1, 5, 3), (0, 1))
    '[+][5](-3)'
    """
    parts = []
    for index, (name, number) in enumerate(zip(names, shown, strict=True)):
        face = SIGNS[number] if name.endswith("dF") else str(number)
        if name.startswith("-"):
            face = f"-{face}"
        parts.append(f"[{face}]" if index in counted else f"({face})")
    return "".join(parts)
