"""Stunt-based magic, put together."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor, name_of
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.kit import Part
from fatetable.rulesets.fate2.book import PYROMANCER, PYROMANCY, Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.magic.effects import LastingEffects
from fatetable.rulesets.fate2.magic.fire.by_skill import FireBySkill
from fatetable.rulesets.fate2.magic.fire.circles import CIRCLE, Circles, circles_of, open_circles
from fatetable.rulesets.fate2.magic.fire.flames import Flames, parts_of_hits
from fatetable.rulesets.fate2.magic.fire.geas import FireQuenched, FullMoonRose, Geas, quenched
from fatetable.rulesets.fate2.magic.fire.stunts import FIRE, Stunts
from fatetable.rulesets.fate2.magic.frame import Frame
from fatetable.rulesets.fate2.magic.openings import Opening, opening_problems
from fatetable.rulesets.fate2.magic.system import System
from fatetable.rulesets.fate2.sheet import EXTRAS, PHASED, whole_life

ENTRY = Opening(by=(PYROMANCER,), skill=PYROMANCY, together=True, cites=("F2-STN-02",))


def problems(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    yield from opening_problems(tables, dials, sheet, (ENTRY,))
    learnt = 0
    for stage in whole_life(dials, sheet) if sheet.kind in PHASED else ():
        learnt += stage.entry.numbers.get(PYROMANCY, 0)
        for place, extra in enumerate(stage.entry.entries.get(EXTRAS, ())):
            if extra.kind == CIRCLE and not learnt:
                message = "A circle stands beside the skill Pyromancy, which is not there."
                where = f"{stage.where}.entries.{EXTRAS}.{place}"
                yield Problem("error", "not-open", where, message, "Learn the skill first.", ("F2-STN-02",))


def notes(_: Tables, dials: Dials, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    if number := circles_of(dials, actor.sheet):
        left = open_circles(dials, state, actor)
        yield "circles", f"{'O' * left}{'X' * (number - left)} ({left} of {number} open)"
    if quenched(state, actor) is not None:
        yield "geas", "no fire until the next full moon"


def wards(actor: Actor, tags: tuple[str, ...]) -> tuple[str, ...]:
    """The skill keeps its owner safe from fire and heat (F2-STN-01)."""
    return (PYROMANCY,) if FIRE in tags and PYROMANCY in actor.sheet.traits else ()


def _quenched(_: State, after: State, event: FireQuenched) -> Iterator[str]:
    yield f"Water puts out the fire of {name_of(after, event.actor)}, until the next full moon."


def _risen(_: State, __: State, ___: FullMoonRose) -> Iterator[str]:
    yield "The moon is full: fire mages have their magic back."


def parts(kit: FateKit) -> tuple[Part, ...]:
    frame = Frame.of(kit)
    stunts = Stunts(tables=kit.tables, dials=kit.dials, frame=frame)
    return (
        LastingEffects(cites=kit.cites),
        Geas(tables=kit.tables, cites=kit.cites),
        Circles(tables=kit.tables, dials=kit.dials, frame=frame),
        FireBySkill(frame=frame),
        stunts,
        Flames(frame=frame, stunts=stunts),
    )


STUNT_BASED = System(
    parts=parts,
    problems=problems,
    notes=notes,
    wards=wards,
    parts_of_hits=parts_of_hits,
    tellers={FireQuenched: _quenched, FullMoonRose: _risen},
)
