"""What an organisation is made of: aspects, skills and holdings, in phases or all at once (F2-ORG-01)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.ranks import RankRules, Stretch, together
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.characters.trait_groups import group_and_name
from fatetable.rulesets.fate2.book import OrganisationSkill, Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import PHASES, aspects_of, levels_of, slot_of

HOLDINGS, FREE_ASPECTS, IN_PHASES = "holdings", "free-aspects", "in-phases"
SCOPE, NATURE = "scope", "nature"
MAGICAL = "Magical"
QUALITIES = {
    "Fortified": "protected in some way",
    "Hidden": "hard to find",
    "Isolated": "far from civilisation",
    "Ornate": "impressive to look at",
    "Big": "extensive",
    MAGICAL: "magical in some way",
    "Mobile": "it moves about",
}
"""Of holdings; the list is open (F2-ORG-13)."""
CONNECTIONS = "connections"
"""Aspects by which others are tied to it, which cost no ranks."""


class Part(Struct, frozen=True):
    """A phase, or all of it: its place on the sheet, and how many aspects and ranks go into it."""

    where: str
    entry: Entry
    aspects: int
    ranks: int

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name.strip() for name in aspects_of(self.entry) if name.strip())

    @property
    def for_skills(self) -> int:
        return self.ranks - sum(ranks_of_holding(holding) for holding in self.entry.entries.get(HOLDINGS, ()))

    @property
    def stretch(self) -> Stretch:
        return Stretch(f"{self.where}.numbers", self.entry.numbers, self.for_skills)


def number_of_phases(sheet: Sheet) -> int:
    return sheet.numbers.get(PHASES, 1)


def makeup(tables: Tables, sheet: Sheet) -> tuple[Part, ...]:
    """An aspect for every four ranks: phase by phase, or together as the shorthand has it."""
    number, ranks = number_of_phases(sheet), tables.figures.organisations.ranks_per_aspect
    filled = sheet.entries.get(PHASES, ())
    if sheet.numbers.get(IN_PHASES):
        places, aspects = max(0, min(number, 20)), 1
    else:
        places, aspects, ranks = 1, number, number * ranks
    return tuple(
        Part(f"entries.{PHASES}.{place}", filled[place] if place < len(filled) else Entry(), aspects, ranks)
        for place in range(places)
    )


def ranks_of_holding(holding: Entry) -> int:
    """A rank for each quality (F2-ORG-13)."""
    return max(1, len(holding.lists.get("qualities", ())))


def holdings_of(tables: Tables, sheet: Sheet) -> Iterator[tuple[str, Entry]]:
    for part in makeup(tables, sheet):
        for place, holding in enumerate(part.entry.entries.get(HOLDINGS, ())):
            yield f"{part.where}.entries.{HOLDINGS}.{place}", holding


# -- skills ----------------------------------------------------------------------------------------------------------


def skill_of(tables: Tables, trait: str) -> OrganisationSkill | None:
    """The skill a trait is, or the one of which it is that of a region or a type."""
    found = group_and_name(trait)
    skill_id = found[0] if found else trait
    skill = next((each for each in tables.organisation_skills if each.id == skill_id), None)
    return skill if skill is not None and bool(skill.asks) == (found is not None) else None


def skill_name(tables: Tables, trait: str) -> str:
    found, skill = group_and_name(trait), skill_of(tables, trait)
    if skill is None:
        return trait
    if not found:
        return skill.name
    return found[1] if skill.is_named_alone else f"{skill.name}: {found[1]}"


def rank_rules(tables: Tables, dials: Dials) -> RankRules:
    """The pyramid of characters (F2-ORG-04)."""
    figures = tables.figures.skills
    return RankRules(shape=dials.skill_structure, start=figures.start, bottom=figures.bottom)


def worked_out(tables: Tables, dials: Dials, sheet: Sheet) -> Sheet:
    """The sheet with everything that follows from what it is made of."""
    parts = makeup(tables, sheet)
    more = (*sheet.lists.get(FREE_ASPECTS, ()), *sheet.lists.get(CONNECTIONS, ()))
    found = levels_of((*(name for part in parts for name in part.names), *more))
    ratings = rank_rules(tables, dials).ratings(together(part.entry.numbers for part in parts))
    ordered = sorted(ratings.items(), key=lambda held: (-held[1], held[0]))
    features = tuple(_feature(entry) for _, entry in holdings_of(tables, sheet) if entry.name.strip())
    return msgspec.structs.replace(
        sheet, traits=dict(ordered), aspects=found.aspects, levels=found.levels, features=features
    )


def _feature(holding: Entry) -> Feature:
    said = holding.texts.get("text", "").strip()
    words = ", ".join(holding.lists.get("qualities", ()))
    return Feature(name=holding.name.strip(), text=f"Holding; {words}{f'; {said}' if said else ''}")


# -- scope -----------------------------------------------------------------------------------------------------------


def scope(sheet: Sheet) -> int:
    """The level of the aspect that shows how far it reaches, or of the highest (F2-ORG-03)."""
    shown = sheet.levels.get(slot_of(sheet.texts.get(SCOPE, "")))
    return shown if shown is not None else max(sheet.levels.values(), default=0)


def areas(tables: Tables, sheet: Sheet) -> tuple[str, ...]:
    """The regions it reaches into."""
    found = ((skill_of(tables, trait), group_and_name(trait)) for trait in sheet.traits)
    return tuple(dict.fromkeys(region[1] for skill, region in found if skill and skill.regional and region))
