"""Dice as text: a box for each die, as they lie on the table.

Knows the two ways people write dice, plus signs or numbers; not what they are thrown for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

SIGNS = {1: "+", 0: " ", -1: "-"}


def fate_faces(values: Iterable[int]) -> str:
    """Fate dice by what they count for; anything else is written as its number.

    >>> fate_faces((1, 0, -1, 4))
    '[+][ ][-][4]'
    """
    return "".join(f"[{SIGNS.get(value, str(value))}]" for value in values)


def mixed_faces(names: Sequence[str], shown: Sequence[int], counted: Sequence[int]) -> str:
    """Dice of any kind in the order thrown; those that do not count stand in round brackets.

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
