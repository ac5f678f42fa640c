"""How characters of Strange Fate are made: the steps over a draft that is never refused.

What may be wrong with the answers is in `creation/checks`.
"""

from __future__ import annotations

import functools

import msgspec

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import CreationProcedure, Quote, check_kind, no_templates
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.strange.book import RULESET, Tables
from fatetable.rulesets.strange.creation.checks.whole_sheet import KINDS, problems
from fatetable.rulesets.strange.creation.figures import figures
from fatetable.rulesets.strange.creation.samples import sample_characters
from fatetable.rulesets.strange.creation.steps import steps
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import GIFTS, SKILLS, TRAPPINGS, all_aspects, features_of, skill_of, skills_of
from fatetable.rulesets.strange.skills import price_of, price_of_trappings


def creation(tables: Tables, dials: Dials) -> CreationProcedure:
    return CreationProcedure(
        kinds=tuple(Choice(kind, label) for kind, label in KINDS.items()),
        steps=functools.partial(steps, tables, dials),
        blank=blank,
        problems=functools.partial(problems, tables, dials),
        compose=no_templates,
        finish=functools.partial(finish, tables),
        figures=functools.partial(figures, tables, dials),
        quote=functools.partial(quote, tables),
        samples=tuple(finish(tables, sheet) for sheet in sample_characters(tables, dials)),
    )


def finish(tables: Tables, sheet: Sheet) -> Sheet:
    """The sheet with the ratings that the table reads, and the aspects and features that its parts bring."""
    return msgspec.structs.replace(
        sheet,
        aspects=all_aspects(tables, sheet),
        features=features_of(tables, sheet),
        traits={skill.id: skill.rating for skill in skills_of(tables, sheet)},
    )


def quote(tables: Tables, sheet: Sheet, path: str) -> Quote | None:
    """What a skill costs, and what its trappings alone do, with what each further one would add."""
    names = path.split(".")
    if names[:2] == ["entries", GIFTS] and names[3:5] == ["entries", SKILLS]:
        # What a companion can do is in the gift that it is.
        return _quote(tables, sheet.entries[GIFTS][int(names[2])].entries.get(SKILLS, ()), names[5:])
    return _quote(tables, sheet.entries.get(SKILLS, ()), names[2:]) if names[:2] == ["entries", SKILLS] else None


def _quote(tables: Tables, skills: tuple[Entry, ...], names: list[str]) -> Quote | None:
    """Of one of these skills, or of what is in it."""
    if not names:
        return None
    entry = skills[int(names[0])]
    if len(names) == 1:
        return price_of(tables, skill_of(tables, entry))
    is_built = names[1:] == ["entries", TRAPPINGS] and entry.kind != "common"
    return price_of_trappings(tables, skill_of(tables, entry)) if is_built else None


def blank(kind: str) -> Sheet:
    """An empty draft."""
    check_kind(kind, KINDS)
    return Sheet(ruleset=RULESET, name="", kind=kind)
