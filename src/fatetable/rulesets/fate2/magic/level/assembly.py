"""Level-based magic, put together."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor, name_of
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.harm.state import in_a_row
from fatetable.mechanics.kit import Part
from fatetable.rulesets.fate2.book import INITIATION, TALENT, Circle, Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.magic.frame import Frame
from fatetable.rulesets.fate2.magic.level.recital import CastingIsHard, Recital
from fatetable.rulesets.fate2.magic.level.spells import (
    SpellCast,
    SpellsPrepared,
    StudyBegins,
    number_of_spells,
    prepared_by,
)
from fatetable.rulesets.fate2.magic.level.study import Study
from fatetable.rulesets.fate2.magic.openings import Bound, Opening, opening_problems
from fatetable.rulesets.fate2.magic.strikes import Strikes
from fatetable.rulesets.fate2.magic.system import System

ENTRY, CIRCLES = ("F2-LVL-01",), ("F2-LVL-02",)


def openings(tables: Tables) -> Iterator[Opening]:
    """Talent opens cantrips and initiation, and each level of initiation a circle (F2-LVL-01, F2-LVL-02)."""
    yield Opening(by=(TALENT,), aspect=INITIATION, cites=ENTRY)
    yield from map(_opening, tables.circles)


def _opening(circle: Circle) -> Opening:
    if circle.opens_at < 1:
        return Opening(by=(TALENT,), skill=circle.id, cites=ENTRY)
    return Opening(by=(INITIATION,), level=circle.opens_at, skill=circle.id, cites=CIRCLES)


def problems(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    most = max((circle.opens_at for circle in tables.circles), default=0)
    bounds = (Bound(INITIATION, most, CIRCLES),)
    yield from opening_problems(tables, dials, sheet, openings(tables), bounds)


def notes(tables: Tables, _: Dials, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    """What somebody has ready of each circle, and how much there could be (F2-LVL-03)."""
    held = prepared_by(state, actor.id).spells
    for circle in tables.circles:
        if number := number_of_spells(actor, circle):
            spells = held.get(circle.id, ())
            yield (
                circle.name,
                f"{len(spells)} of {number} ready: {', '.join(spells)}" if spells else f"0 of {number} ready",
            )


def _prepared(_: State, after: State, event: SpellsPrepared) -> Iterator[str]:
    yield f"{name_of(after, event.actor)} prepares {in_a_row(event.spells)}."


def _cast(_: State, after: State, event: SpellCast) -> Iterator[str]:
    yield f"{name_of(after, event.actor)} casts {event.spell}."


def _new_day(_: State, __: State, ___: StudyBegins) -> Iterator[str]:
    yield "A new day: spells can be prepared again."


def _hard(_: State, __: State, event: CastingIsHard) -> Iterator[str]:
    yield (
        f"Casting is hard here: difficulty {event.difficulty}."
        if event.difficulty is not None
        else ("Spells can be cast as usual again.")
    )


def parts(kit: FateKit) -> tuple[Part, ...]:
    frame = Frame.of(kit)
    strikes = Strikes(frame=frame)
    return (
        strikes,
        Study(tables=kit.tables, cites=kit.cites),
        Recital(tables=kit.tables, frame=frame, strikes=strikes),
    )


LEVEL_BASED = System(
    parts=parts,
    problems=problems,
    notes=notes,
    tellers={SpellsPrepared: _prepared, SpellCast: _cast, StudyBegins: _new_day, CastingIsHard: _hard},
)
