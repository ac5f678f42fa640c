"""What can be wrong with an organisation."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.ranks import rank_problems
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.characters.text_checks import with_waiver
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.organisations.makeup import (
    IN_PHASES,
    MAGICAL,
    NATURE,
    SCOPE,
    areas,
    holdings_of,
    makeup,
    number_of_phases,
    rank_rules,
    scope,
    skill_of,
    worked_out,
)
from fatetable.rulesets.fate2.sheet import PHASES, slot_of

MOST_PHASES = 20
NEVER_WAIVED = frozenset({"ranks-left", "ranks-too-many", "ranks-negative"})


def problems(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    number = number_of_phases(sheet)
    if not 0 < number <= MOST_PHASES:
        message = f"There are 1 to {MOST_PHASES} phases, not {number}."
        yield Problem("error", "wrong-number-of-phases", f"numbers.{PHASES}", message, "", ("F2-ORG-01",))
        return
    parts = makeup(tables, sheet)
    if len(sheet.entries.get(PHASES, ())) > len(parts):
        message = "There are more phases than it is made of."
        yield Problem("error", "too-many-phases", f"entries.{PHASES}", message, "Leave some out.", ("F2-ORG-01",))
    for part in parts:
        if len(part.names) != part.aspects:
            message = f"{part.ranks} ranks go with {part.aspects} levels of aspects, not {len(part.names)}."
            where = part.where if sheet.numbers.get(IN_PHASES) else f"{part.where}.lists.aspects"
            yield Problem("error", "wrong-number-of-aspects", where, message, "", ("F2-ORG-01",))
        for trait in part.entry.numbers:
            if skill_of(tables, trait) is None:
                message = f"Organisations have no skill {trait[:60]!r}."
                yield Problem("error", "unknown-skill", part.where, message, "Take one from the list.", ("F2-ORG-04",))
    found = rank_problems(
        rank_rules(tables, dials), (part.stretch for part in parts), tables.ladder.label, ("F2-ORG-04",)
    )
    # The GM may make exceptions from the pyramid.
    yield from (with_waiver(problem, sheet, NEVER_WAIVED, "GM") for problem in found)
    yield from _holdings(tables, sheet)
    yield from _scope(tables, worked_out(tables, dials, sheet))


def _holdings(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    for where, holding in holdings_of(tables, sheet):
        qualities = holding.lists.get("qualities", ())
        if not holding.name.strip():
            yield Problem("error", "holding-unnamed", f"{where}.name", "A holding has no name.", "", ("F2-ORG-13",))
        if not qualities or not all(quality.strip() for quality in qualities):
            message = f"{holding.name or 'A holding'} needs a quality for each rank."
            yield Problem("error", "holding-without-quality", where, message, "Choose one.", ("F2-ORG-13",))
        benefits = holding.lists.get("benefits", ())
        for benefit in benefits:
            if benefit not in qualities or MAGICAL not in qualities:
                message = f"{holding.name}: magic that makes it {benefit[:60]} needs that quality too, and {MAGICAL}."
                yield Problem("error", "benefit-unpaid", f"{where}.lists.qualities", message, "", ("F2-ORG-13",))


def _scope(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """Its aspects should show how far it reaches and what it is (F2-ORG-02, F2-ORG-03)."""
    for name, what in ((SCOPE, "how far it reaches"), (NATURE, "what it is like")):
        said = sheet.texts.get(name, "").strip()
        if said and slot_of(said) not in sheet.aspects:
            message = f"There is no aspect {said[:60]!r} that could show {what}."
            yield Problem("error", f"{name}-unknown", f"texts.{name}", message, "Name an aspect.", ("F2-ORG-02",))
        elif not said:
            message = f"No aspect shows {what}."
            fix = "Until one does, the highest stands for its scope." if name == SCOPE else "Choose one that does."
            yield Problem("advice", f"{name}-unsaid", f"texts.{name}", message, fix, ("F2-ORG-02", "F2-ORG-03"))
    reached, level = len(areas(tables, sheet)), scope(sheet)
    if reached > max(1, level):
        message = f"It reaches into {reached} areas; its scope, {tables.ladder.label(level)}, suggests {level}."
        yield Problem("advice", "too-many-areas", "traits", message, "", ("F2-ORG-03",))
