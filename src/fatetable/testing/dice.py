"""Dice to put into the script of a test."""

from __future__ import annotations


def faces(total: int, dice: int = 4) -> str:
    """Fate dice that add up to this.

    >>> faces(2), faces(-3), faces(0)
    ('++00', '---0', '0000')
    """
    assert abs(total) <= dice, f"{dice} Fate dice never add up to {total}"
    return (("+" if total > 0 else "-") * abs(total)).ljust(dice, "0")
