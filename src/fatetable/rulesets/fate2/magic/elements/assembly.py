"""Combinative magic, put together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor, name_of
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.kit import Part
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.magic.effects import LastingEffects
from fatetable.rulesets.fate2.magic.elements.elementals import Elementals, nature
from fatetable.rulesets.fate2.magic.elements.scopes import Scopes
from fatetable.rulesets.fate2.magic.elements.workings import Workings, guards
from fatetable.rulesets.fate2.magic.frame import Frame
from fatetable.rulesets.fate2.magic.openings import Opening, opening_problems
from fatetable.rulesets.fate2.magic.resistance import MagicWorked, Resistance, told
from fatetable.rulesets.fate2.magic.strikes import Strikes
from fatetable.rulesets.fate2.magic.system import System
from fatetable.rulesets.fate2.sheet import worked_out


def problems(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    """One level in any element opens all four skills (F2-ELE-01, F2-ELE-02)."""
    aspects = tuple(element.aspect for element in tables.elements.all)
    openings = (
        Opening(by=aspects, skill=each.skill, cites=("F2-ELE-01", "F2-ELE-02")) for each in tables.elements.techniques
    )
    yield from opening_problems(tables, dials, sheet, openings)


def notes(tables: Tables, _: Dials, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    """How much of each element a mage can move; and what an elemental is."""
    scopes = Scopes(tables)
    for element in tables.elements.all:
        if level := scopes.level(actor, element):
            yield element.name, f"up to {scopes.name(level)}"
    if (found := nature(tables, state, actor)) is not None:
        yield "difficulty", tables.ladder.label(scopes.difficulty(found[1]))
        if actor.patron:
            yield "bound to", name_of(state, actor.patron)


def parts(kit: FateKit) -> tuple[Part, ...]:
    frame = Frame.of(kit)
    strikes, resistance = Strikes(frame=frame, guards=guards), Resistance(frame=frame)
    return (
        LastingEffects(cites=kit.cites),
        strikes,
        resistance,
        Workings(tables=kit.tables, frame=frame, strikes=strikes, resistance=resistance),
        Elementals(tables=kit.tables, frame=frame, finish=partial(worked_out, kit.tables, kit.dials)),
    )


COMBINATIVE = System(parts=parts, problems=problems, notes=notes, tellers={MagicWorked: told})
