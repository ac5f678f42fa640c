"""Minor powers, put together."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.ranks import together
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.kit import Part
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.magic.frame import Frame
from fatetable.rulesets.fate2.magic.minor_powers.shapes import family_of, shape_of, shapes_of, traits
from fatetable.rulesets.fate2.magic.minor_powers.skin_dance import SkinDance
from fatetable.rulesets.fate2.magic.openings import Opening, opening_problems
from fatetable.rulesets.fate2.magic.system import System
from fatetable.rulesets.fate2.sheet import PHASED, skill_name, whole_life

SKINS, CAPS = ("F2-SKN-01", "F2-SKN-02"), ("F2-SKN-03", "F2-SKN-04", "F2-SKN-05")


def openings(tables: Tables) -> Iterator[Opening]:
    """The aspect of an animal opens its skills (F2-SKN-01); that of a power opens the power's (F2-SKN-07)."""
    for animal in tables.animals:
        family = family_of(tables, animal)
        for skill in (family.mobility, *family.others):
            yield Opening(by=(animal.name,), skill=skill.id, cites=SKINS)
    for power in tables.powers:
        for skill in power.learnt:
            yield Opening(by=(power.aspect,), skill=skill.id, cites=("F2-SKN-07",))


def problems(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    yield from opening_problems(tables, dials, sheet, openings(tables))
    if sheet.kind in PHASED:
        yield from _above_mobility(tables, dials, sheet)
    families = {family_of(tables, animal).name for animal in shapes_of(tables, sheet)}
    if len(families) > 1:
        message = f"A character should have one shape, and this one has {len(families)}, each with skills of its own."
        yield Problem("advice", "several-shapes", "entries.phases", message, "Keep one of them.", ("F2-SKN-06",))


def _above_mobility(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    """No skill of a shape is ever above its mobility; all of them begin where mobility does."""
    spent: dict[str, int] = {}
    for stage in whole_life(dials, sheet):
        spent = together((spent, stage.entry.numbers))
        for animal in tables.animals:
            most = spent.get(animal.mobility.id, 0)
            for skill in animal.others:
                if not animal.like and stage.entry.numbers.get(skill.id) and spent[skill.id] > most:
                    message = f"{skill_name(tables, skill.id)} is above {skill_name(tables, animal.mobility.id)}."
                    where = f"{stage.where}.numbers.{skill.id}"
                    yield Problem("error", "above-mobility", where, message, "Learn to move first.", CAPS)


def notes(tables: Tables, _: Dials, _state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    """The shape somebody is in, with what is simply there (F2-SKN-03)."""
    if shape := shape_of(tables, actor.sheet):
        yield "shape", ": ".join(filter(None, (shape.name, ", ".join(shape.inherent))))
    for power in tables.powers:
        if power.aspect in actor.sheet.aspects.values():
            yield power.aspect, f"{power.text}, by {' and '.join(power.skills)}"


def parts(kit: FateKit) -> tuple[Part, ...]:
    return (SkinDance(tables=kit.tables, frame=Frame.of(kit)),)


MINOR_POWERED = System(parts=parts, problems=problems, notes=notes, traits=traits)
