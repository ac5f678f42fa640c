"""How characters of Skein are made: the steps for each kind, over a draft that is never refused.

Knows what to ask and in which order; what is wrong with the answers is found elsewhere.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import msgspec

from fatetable.engine.errors import MalformedCommand
from fatetable.engine.offers import Choice
from fatetable.mechanics.creation import CreationProcedure, Figure, Step
from fatetable.mechanics.sheets import Sheet
from fatetable.rulesets.skein.creation_steps import force_steps, hero_steps, npc_steps
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.figures import (
    OATH,
    PEOPLE,
    SCORES,
    forms_allowed,
    has_history,
    infusions_at_hand,
    languages_allowed,
    natural_absorption,
    natural_damage,
    refresh_of,
    single_stress,
    stress,
)
from fatetable.rulesets.skein.finishing import finish
from fatetable.rulesets.skein.samples import heroes, opposition
from fatetable.rulesets.skein.sheet_checks import KINDS, problems
from fatetable.rulesets.skein.skills import level
from fatetable.rulesets.skein.stunts import compose
from fatetable.rulesets.skein.tables import RULESET, tables


def creation(dials: Dials) -> CreationProcedure:
    """The procedure for a table with these dials."""
    return CreationProcedure(
        kinds=tuple(Choice(kind, label) for kind, label in KINDS.items()),
        steps=functools.partial(steps, dials=dials),
        blank=blank,
        problems=functools.partial(problems, dials=dials),
        compose=compose,
        finish=finish,
        figures=figures,
        samples=tuple(fitting for sheet in (*heroes(), *opposition()) for fitting in _at_this_table(sheet, dials)),
    )


def _at_this_table(sheet: Sheet, dials: Dials) -> Iterator[Sheet]:
    """A ready-made sheet as these dials let it be played: without its oath if need be, or not at all."""
    aspects = {slot: text for slot, text in sheet.aspects.items() if slot != OATH}
    for version in (sheet, msgspec.structs.replace(sheet, aspects=aspects)):
        if not any(problem.severity == "error" for problem in problems(version, dials=dials)):
            yield version
            return


def blank(kind: str) -> Sheet:
    """An empty draft."""
    _check_kind(kind)
    return Sheet(ruleset=RULESET, name="", kind=kind)


def steps(kind: str, dials: Dials) -> tuple[Step, ...]:
    """What to ask, in the order of the book's six steps (SK-CHAR-01); the answers may come in any order."""
    _check_kind(kind)
    if kind == "hero":
        return hero_steps(dials)
    return npc_steps(kind, dials) if kind in (*PEOPLE, "animal") else force_steps(kind)


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise MalformedCommand("unknown-kind", f'There is no kind "{kind[:60]}", only {", ".join(KINDS)}.')


# -- figures ---------------------------------------------------------------------------------------------------------


def figures(sheet: Sheet) -> tuple[Figure, ...]:
    """What the rules work out from a sheet, for its reader."""
    if sheet.kind in PEOPLE:
        return (*_stress_figures(sheet), *_point_figures(sheet), *_gift_figures(sheet))
    if sheet.kind == "animal":
        return (
            Figure("numbers.stress", "Stress", str(single_stress(sheet))),
            Figure("numbers.absorption", "Absorption", str(natural_absorption(sheet))),
            Figure("numbers.damage", "Damage", str(natural_damage(sheet))),
        )
    if sheet.kind == "warband":
        return (Figure("stress", "Stress of each member", str(single_stress(sheet))),)
    return ()


def _stress_figures(sheet: Sheet) -> tuple[Figure, ...]:
    told = [Figure(f"numbers.{score}", score.capitalize(), str(stress(sheet, score))) for score in SCORES]
    slots = tables().figures.consequences.absorbs
    person = tables().person_class(sheet.kind)
    each = ", ".join(f"{name} ({levels})" for name, levels in slots.items())
    if person is None:
        told.append(Figure("consequences", "Consequences", each))
    else:
        should = "none" if person.consequences == 0 else f"{person.consequences} of {each}"
        told.append(Figure("consequences", "Consequences it should take", should))
    return tuple(told)


def _point_figures(sheet: Sheet) -> tuple[Figure, ...]:
    if sheet.kind != "hero":
        return ()
    refresh = Figure("numbers.refresh", "Refresh Rate", str(refresh_of(sheet)))
    if has_history(sheet):
        return (refresh,)
    return (refresh, Figure("fate-points", "Fate Points to start with", str(refresh_of(sheet))))


def _gift_figures(sheet: Sheet) -> tuple[Figure, ...]:
    gifts = {
        "languages": ("Further languages and alphabets", languages_allowed(sheet)),
        "forms": ("Animal forms, and skins to change with", forms_allowed(sheet)),
        "infusions": ("Infusions at hand", infusions_at_hand(sheet)),
    }
    told = [Figure(path, label, str(number)) for path, (label, number) in gifts.items() if number]
    if sheet.kind == "hero" and not has_history(sheet):
        wealth = level(sheet, "wealth")
        told.append(Figure("items", "Further items, none dearer than that", str(wealth)))
    return tuple(told)
