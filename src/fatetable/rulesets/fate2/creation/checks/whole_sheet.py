"""Everything that may be wrong with a sheet, and what its game master has to agree to."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.characters.text_checks import text_problems, with_waiver
from fatetable.mechanics.characters.trait_groups import group_and_name
from fatetable.rulesets.fate2 import organisations
from fatetable.rulesets.fate2.book import OTHER, Tables
from fatetable.rulesets.fate2.creation.checks.aspects import aspects_to_agree_to, cap_problems
from fatetable.rulesets.fate2.creation.checks.languages import language_problems
from fatetable.rulesets.fate2.creation.checks.others import bare_problems
from fatetable.rulesets.fate2.creation.checks.phases import phase_problems
from fatetable.rulesets.fate2.creation.checks.plan import plans_to_agree_to
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.growth import arc_problems
from fatetable.rulesets.fate2.magic import problems as problems_of_magic
from fatetable.rulesets.fate2.possessions import extra_problems, extras_to_agree_to
from fatetable.rulesets.fate2.sheet import KINDS, ORGANISATION, PHASED, without_gear, worked_out

NEVER_WAIVED = frozenset(
    {
        *("unknown-kind", "name-missing", "text-too-long", "text-unprintable", "unknown-skill", "unknown-extra"),
        *("wrong-level", "wrong-way", "wrong-number-of-phases", "too-many-phases", "ranks-negative"),
        *("extra-unnamed", "does-not-add-up"),
    }
)
"""Not matters of taste: a table could not run such a sheet at all."""

DERIVED = ("traits", "aspects", "levels", "features")


def problems(tables: Tables, dials: Dials, sheet: Sheet) -> tuple[Problem, ...]:
    """All that is wrong with a finished sheet; of a character, the GM may make exceptions from much of it."""
    found = tuple(_problems(tables, dials, sheet))
    # Those of organisations say so themselves.
    return (
        found if sheet.kind == ORGANISATION else tuple(with_waiver(each, sheet, NEVER_WAIVED, "GM") for each in found)
    )


def _problems(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    yield from text_problems(sheet, ("F2-CHAR-10",))
    if sheet.kind not in KINDS:
        yield Problem("error", "unknown-kind", "kind", f"There is no kind of character {sheet.kind[:60]!r}.")
        return
    if not sheet.name.strip():
        yield Problem("error", "name-missing", "name", "There is no name.", "Give one.", ("F2-CHAR-10",))
    if sheet.kind == ORGANISATION:
        yield from organisations.problems(tables, dials, sheet)
        yield from _audited(sheet, organisations.worked_out(tables, dials, sheet))
        return
    check = phase_problems if sheet.kind in PHASED else bare_problems
    yield from check(tables, dials, sheet)
    yield from arc_problems(tables, dials, sheet)
    yield from problems_of_magic(tables, dials, sheet)
    right = worked_out(tables, dials, sheet)
    if sheet.kind in PHASED:
        yield from language_problems(tables, right)
        yield from cap_problems(tables, dials, without_gear(right))
        yield from extra_problems(tables, dials, right)
    yield from _audited(sheet, right)


def _audited(sheet: Sheet, right: Sheet) -> Iterator[Problem]:
    """What is written on the sheet has to follow from its history (F2-CHAR-09)."""
    for field in DERIVED:
        if getattr(sheet, field) != getattr(right, field):
            message = f"The {field} are not what the phases add up to."
            yield Problem("error", "does-not-add-up", field, message, "Finish the sheet again.", ("F2-CHAR-09",))


def matters_of_consent(tables: Tables, dials: Dials, sheet: Sheet) -> tuple[str, ...]:
    """Skills that are not in the campaign's list (F2-PYR-02), and what else nobody decides alone."""
    own = (found[1] for trait in sheet.traits if (found := group_and_name(trait)) and found[0] == OTHER)
    return (
        *(f"{name} is not in the list of skills." for name in own),
        *aspects_to_agree_to(tables, dials, without_gear(sheet)),
        *plans_to_agree_to(tables, dials, sheet),
        *extras_to_agree_to(tables, dials, sheet),
    )
