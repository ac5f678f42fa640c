"""Characters of FATE for tests: a life in phases, and what is wrong with a sheet in short."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatetable.mechanics.book.own_tables import NO_CONTENT, with_content
from fatetable.mechanics.characters.creation import CreationProcedure
from fatetable.mechanics.characters.ranks import together
from fatetable.mechanics.characters.sheet import Entry, Problem, Sheet
from fatetable.rulesets.fate2.book import OWN_TABLES, RULESET, Tables, read_tables, tables_of
from fatetable.rulesets.fate2.creation import creation
from fatetable.rulesets.fate2.dials import Dials


def tables(content: Mapping[str, str] = NO_CONTENT, **dials: Any) -> Tables:
    """The tables of a campaign."""
    return tables_of(with_content(read_tables(), OWN_TABLES, content), Dials(**dials))


def procedure(content: Mapping[str, str] = NO_CONTENT, **dials: Any) -> CreationProcedure:
    return creation(tables(content, **dials), Dials(**dials))


def phase(aspect: str, *learnt: str, extras: int = 0, **more: Any) -> Entry:
    """A phase in which these skills gained a rank each, and so many ranks went into a contact."""
    contact = Entry(name="An Old Friend", kind="contact", lists={"aspects": ("Owes Them",) * extras})
    parts = {**more.pop("entries", {}), **({"extras": (contact,)} if extras else {})}
    return Entry(name=aspect, numbers=together({skill: 1} for skill in learnt), entries=parts, **more)


def life(*phases: Entry, kind: str = "hero", name: str = "Sybil", **more: Any) -> Sheet:
    entries = {**more.pop("entries", {}), "phases": phases}
    return Sheet(ruleset=RULESET, name=name, kind=kind, entries=entries, **more)


def problems(sheet: Sheet, content: Mapping[str, str] = NO_CONTENT, **dials: Any) -> tuple[Problem, ...]:
    """What is wrong with a sheet when it is finished."""
    made = procedure(content, **dials)
    return made.problems(made.finish(sheet))


def errors(sheet: Sheet, content: Mapping[str, str] = NO_CONTENT, **dials: Any) -> list[tuple[str, str]]:
    """The code and the place of each error."""
    found = problems(sheet, content, **dials)
    return [(each.code, each.where) for each in found if each.severity == "error"]


def advice(sheet: Sheet, content: Mapping[str, str] = NO_CONTENT, **dials: Any) -> list[str]:
    """The code of each piece of advice."""
    found = problems(sheet, content, **dials)
    return [each.code for each in found if each.severity == "advice"]


SYBIL = (
    phase("Herbalist", "knife", "healing", "herb-lore", "alertness"),
    phase("Gypsy", "knife", "bluff", "pickpocket", "healing"),
    phase("Gypsy", "knife", "bluff", "move-silently", "hide"),
    phase("Guild Thief", "pick-locks", "pickpocket", "bluff", "hide"),
    phase("Hunted", "knife", "hide", "alertness", "streetwise"),
)
"""The book's own character, phase by phase."""

HER_SKILLS = {
    "skills": """
[[skill]]
id = "knife"
name = "Knife"
category = "combat"

[[skill]]
id = "herb-lore"
name = "Herb Lore"
category = "survival"

[[skill]]
id = "move-silently"
name = "Move Silently"
category = "criminal"

[[skill]]
id = "pick-locks"
name = "Pick Locks"
category = "criminal"
"""
}
"""Skills that she has and the printed list does not."""
