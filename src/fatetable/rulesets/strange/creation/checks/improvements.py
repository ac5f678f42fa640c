"""How much a gift may be improved, and by which drawbacks (SF-EQUIP-01, SF-EQUIP-04, SF-COMP-03)."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Entry, Problem
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.creation.checks.reports import advice, error
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import DRAWBACKS, IMPROVEMENTS, times_bought


def slot_problems(tables: Tables, dials: Dials, gift: Entry, used: int, where: str, *cites: str) -> Iterator[Problem]:
    """Each gift that was spent on it buys some, and so does each drawback."""
    figures = tables.figures.gifts
    drawbacks = len(gift.entries.get(DRAWBACKS, ())) if dials.gift_drawbacks else 0
    able = figures.improvements * times_bought(gift) + figures.improvements_per_drawback * drawbacks
    at, name = f"{where}.entries.{IMPROVEMENTS}", gift.name.strip()[:60] or f"The {gift.kind}"
    if used > able:
        message = f"{name} has {used} improvements and may have {able}."
        yield error("too-many-improvements", at, message, "Spend another gift on it.", *cites)
    elif used < able:
        message = f"{name} has {able - used} improvements left."
        yield advice("improvements-left", at, message, "Choose them.", *cites)
    yield from _drawbacks(tables, dials, gift, where)


def _drawbacks(tables: Tables, dials: Dials, gift: Entry, where: str) -> Iterator[Problem]:
    """SF-EQUIP-04."""
    for place, part in enumerate(gift.entries.get(DRAWBACKS, ())):
        at, row = f"{where}.entries.{DRAWBACKS}.{place}", tables.drawback(part.name)
        if not dials.gift_drawbacks:
            message = "At this table gifts have no drawbacks."
            yield error("gift-drawback", at, message, "Take it off.", "SF-EQUIP-04")
        elif row is None or row.kind not in tables.figures.gifts.drawbacks:
            message = f"A gift cannot have {row.name if row else part.name[:60]!r}."
            yield error("gift-drawback", at, message, "Choose another.", "SF-EQUIP-04")
