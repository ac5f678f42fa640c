"""Rolling an aspect as if it were a skill (F2-INV-08), also read as a negative number (F2-INV-20)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from fatetable.engine.identity import remembered
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.check_rules import Trait
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import PHASED

ASPECT = "aspect:"
"""What the id of an aspect begins with that is rolled; the rest is its slot."""
MISSING = f"{ASPECT}-"
"""An aspect that somebody has not."""
DRAWBACK = "drawback:"
"""What a figure of a sheet is called that says that an aspect is read as a negative number."""


def value_of(dials: Dials, sheet: Sheet, slot: str) -> int:
    """What an aspect counts for when it is rolled; its boxes are as many as its levels in any case."""
    level = sheet.levels.get(slot, 0)
    return -level if dials.drawbacks_negative and sheet.numbers.get(f"{DRAWBACK}{slot}") else level


@remembered(limit=2048)
def aspect_traits(tables: Tables, dials: Dials, actor: Actor) -> tuple[Trait, ...]:
    """Every aspect as something to roll with, and any other at the level of what nobody has learnt."""
    if actor.kind not in PHASED:
        return ()  # They are nothing but aspects and roll with them anyway (F2-GM-02).
    return tuple(_traits(tables, dials, actor))


def _traits(tables: Tables, dials: Dials, actor: Actor) -> Iterator[Trait]:
    for slot, text in actor.sheet.aspects.items():
        value = value_of(dials, actor.sheet, slot)
        yield Trait(f"{ASPECT}{slot}", f"{text} (aspect), {tables.ladder.label(value)}", value, text)
    missing = tables.figures.bare.other
    yield Trait(MISSING, f"an aspect they lack, {tables.ladder.label(missing)}", missing, "an aspect they lack")


def weighing(tables: Tables, dials: Dials, sheet: Sheet, slots: Collection[str]) -> str:
    """These aspects with their levels, for judging a roll (F2-INV-07)."""
    named = (
        f"{text}, {tables.ladder.word(value_of(dials, sheet, slot))}"
        for slot, text in sheet.aspects.items()
        if slot in slots
    )
    return " and ".join(named)
