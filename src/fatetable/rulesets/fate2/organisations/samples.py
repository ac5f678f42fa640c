"""Ready-made organisations, and what organisations roll with."""

from __future__ import annotations

from fatetable.engine.identity import remembered
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.rolls.check_rules import Trait
from fatetable.rulesets.fate2.book import RULESET, OrganisationRow, Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.organisations.makeup import HOLDINGS, NATURE, SCOPE, skill_name, worked_out
from fatetable.rulesets.fate2.sheet import ORGANISATION, PHASES


def samples(tables: Tables, dials: Dials) -> tuple[Sheet, ...]:
    return tuple(_sample(tables, dials, row) for row in tables.organisations)


def _sample(tables: Tables, dials: Dials, row: OrganisationRow) -> Sheet:
    start = tables.figures.skills.start
    whole = Entry(
        numbers={trait: tables.ladder.parse(level) - start for trait, level in row.skills.items()},
        lists={"aspects": tuple(name for name, level in row.aspects.items() for _ in range(level))},
        entries={HOLDINGS: tuple(Entry(name=h.name, lists={"qualities": h.qualities}) for h in row.holdings)}
        if row.holdings
        else {},
    )
    sheet = Sheet(
        ruleset=RULESET,
        name=row.name,
        kind=ORGANISATION,
        description=row.description,
        numbers={PHASES: row.phases},
        texts={name: text for name, text in ((SCOPE, row.scope), (NATURE, row.nature)) if text},
        entries={PHASES: (whole,)},
    )
    return worked_out(tables, dials, sheet)


@remembered(limit=512)
def traits(tables: Tables, actor: Actor) -> tuple[Trait, ...]:
    """Its skills from the best down, and every other at Mediocre, also for regions and types it has none of."""
    held = (_trait(tables, trait, skill_name(tables, trait), level) for trait, level in actor.sheet.traits.items())
    missing = (
        _trait(tables, skill.id, f"{skill.name} of any other kind" if skill.asks else skill.name, start)
        for start in (tables.figures.skills.start,)
        for skill in tables.organisation_skills
        if skill.id not in actor.sheet.traits
    )
    return (*held, *missing)


def _trait(tables: Tables, trait: str, name: str, level: int) -> Trait:
    return Trait(trait, f"{name}, {tables.ladder.label(level)}", level, name)
