"""What the book leaves to the table."""

from __future__ import annotations

from fatetable.mechanics.book.dials import Dial
from fatetable.mechanics.book.pace import PACE_DIALS, Pace


class Dials(Pace, frozen=True, kw_only=True, omit_defaults=True):
    boxes: int = 3


DIALS = (
    *PACE_DIALS,
    Dial(name="boxes", meaning="How many boxes of stress a character has.", values=(3, 2, 4), cites=("SM-HARM-01",)),
)
