"""Improvisational magic, put together."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor, name_of
from fatetable.mechanics.kit import Part
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.magic.effects import LastingEffects
from fatetable.rulesets.fate2.magic.frame import Frame
from fatetable.rulesets.fate2.magic.improvised.casts import Casts
from fatetable.rulesets.fate2.magic.improvised.library import Library, SpellsStudied, plan_in, studied
from fatetable.rulesets.fate2.magic.resistance import MagicWorked, Resistance, told
from fatetable.rulesets.fate2.magic.strikes import Strikes
from fatetable.rulesets.fate2.magic.system import System


def notes(_: Tables, __: Dials, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    """The spells somebody has studied, each with how much easier it is."""
    for found in studied(state, actor.id):
        yield "studied", f"{plan_in(found).words} (-{found.lowered})"


def _studied(before: State, after: State, event: SpellsStudied) -> Iterator[str]:
    if len(event.spells) > len(studied(before, event.actor)):
        found = event.spells[-1]
        yield f"{name_of(after, event.actor)} has studied a spell: {plan_in(found).words}, easier by {found.lowered}."


def parts(kit: FateKit) -> tuple[Part, ...]:
    frame = Frame.of(kit)
    strikes, resistance = Strikes(frame=frame), Resistance(frame=frame)
    library = Library(tables=kit.tables, frame=frame)
    return (
        LastingEffects(cites=kit.cites),
        strikes,
        resistance,
        library,
        Casts(
            tables=kit.tables,
            dials=kit.dials,
            frame=frame,
            strikes=strikes,
            resistance=resistance,
            library=library,
        ),
    )


IMPROVISED = System(parts=parts, notes=notes, tellers={MagicWorked: told, SpellsStudied: _studied})
