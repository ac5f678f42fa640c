"""How characters of Skein are made: the steps for each kind, over a draft that is never refused.

What may be wrong with the answers is in `creation/checks`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import msgspec

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import CreationProcedure, Figure, Step, check_kind
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.skein.book import RULESET, Tables
from fatetable.rulesets.skein.creation.checks.whole_sheet import KINDS, problems
from fatetable.rulesets.skein.creation.completion import finish
from fatetable.rulesets.skein.creation.samples import heroes, opposition
from fatetable.rulesets.skein.creation.steps import force_steps, hero_steps, npc_steps
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet import (
    OATH,
    PEOPLE,
    SCORES,
    compose,
    forms_allowed,
    has_history,
    infusions_at_hand,
    languages_allowed,
    level,
    natural_absorption,
    natural_damage,
    refresh_of,
    single_stress,
    stress,
)


def creation(tables: Tables, dials: Dials) -> CreationProcedure:
    """The procedure for a table with these dials."""
    return CreationProcedure(
        kinds=tuple(Choice(kind, label) for kind, label in KINDS.items()),
        steps=functools.partial(steps, tables, dials=dials),
        blank=blank,
        problems=functools.partial(problems, tables, dials=dials),
        compose=functools.partial(compose, tables),
        finish=functools.partial(finish, tables),
        figures=functools.partial(figures, tables),
        samples=tuple(
            fitting
            for sheet in (*heroes(tables), *opposition(tables))
            for fitting in _at_this_table(tables, sheet, dials)
        ),
    )


def _at_this_table(tables: Tables, sheet: Sheet, dials: Dials) -> Iterator[Sheet]:
    """A ready-made sheet as these dials allow it: perhaps without its oath, or not at all."""
    aspects = {slot: text for slot, text in sheet.aspects.items() if slot != OATH}
    for version in (sheet, msgspec.structs.replace(sheet, aspects=aspects)):
        if not any(problem.severity == "error" for problem in problems(tables, version, dials=dials)):
            yield version
            return


def blank(kind: str) -> Sheet:
    """An empty draft."""
    check_kind(kind, KINDS)
    return Sheet(ruleset=RULESET, name="", kind=kind)


def steps(tables: Tables, sheet: Sheet, dials: Dials) -> tuple[Step, ...]:
    """What to ask, in the order of the book's six steps (SK-CHAR-01); the answers may come in any order."""
    kind = sheet.kind
    check_kind(kind, KINDS)
    if kind == "hero":
        return hero_steps(tables, dials)
    return npc_steps(tables, kind, dials) if kind in (*PEOPLE, "animal") else force_steps(tables, kind)


# -- figures ---------------------------------------------------------------------------------------------------------


def figures(tables: Tables, sheet: Sheet) -> tuple[Figure, ...]:
    """What the rules work out from a sheet, for its reader."""
    if sheet.kind in PEOPLE:
        return (*_stress_figures(tables, sheet), *_point_figures(tables, sheet), *_gift_figures(tables, sheet))
    if sheet.kind == "animal":
        return (
            Figure("numbers.stress", "Stress", str(single_stress(tables, sheet))),
            Figure("numbers.absorption", "Absorption", str(natural_absorption(tables, sheet))),
            Figure("numbers.damage", "Damage", str(natural_damage(tables, sheet))),
        )
    if sheet.kind == "warband":
        return (Figure("stress", "Stress of each member", str(single_stress(tables, sheet))),)
    return ()


def _stress_figures(tables: Tables, sheet: Sheet) -> tuple[Figure, ...]:
    told = [Figure(f"numbers.{score}", score.capitalize(), str(stress(tables, sheet, score))) for score in SCORES]
    slots = tables.figures.consequences.absorbs
    person = tables.person_class(sheet.kind)
    each = ", ".join(f"{name} ({levels})" for name, levels in slots.items())
    if person is None:
        told.append(Figure("consequences", "Consequences", each))
    else:
        should = "none" if person.consequences == 0 else f"{person.consequences} of {each}"
        told.append(Figure("consequences", "Consequences it should take", should))
    return tuple(told)


def _point_figures(tables: Tables, sheet: Sheet) -> tuple[Figure, ...]:
    if sheet.kind != "hero":
        return ()
    refresh = Figure("numbers.refresh", "Refresh Rate", str(refresh_of(tables, sheet)))
    if has_history(sheet):
        return (refresh,)
    return (refresh, Figure("fate-points", "Fate Points to start with", str(refresh_of(tables, sheet))))


def _gift_figures(tables: Tables, sheet: Sheet) -> tuple[Figure, ...]:
    gifts = {
        "languages": ("Further languages and alphabets", languages_allowed(tables, sheet)),
        "forms": ("Animal forms, and skins to change with", forms_allowed(tables, sheet)),
        "infusions": ("Infusions at hand", infusions_at_hand(tables, sheet)),
    }
    told = [Figure(path, label, str(number)) for path, (label, number) in gifts.items() if number]
    if sheet.kind == "hero" and not has_history(sheet):
        wealth = level(tables, sheet, "wealth")
        told.append(Figure("items", "Further items, none dearer than that", str(wealth)))
    return tuple(told)
