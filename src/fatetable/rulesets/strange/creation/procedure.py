"""How characters of Strange Fate are made: the steps over a draft that is never refused."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

import msgspec

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import (
    CreationProcedure,
    EntriesInput,
    EntryForm,
    NumberInput,
    Step,
    TextInput,
)
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.characters.text_checks import text_problems
from fatetable.rulesets.strange.book import RULESET, Tables
from fatetable.rulesets.strange.sheet import RATING, SKILLS, TIER, skills_of

HERO, NPC = "hero", "npc"
KINDS = {HERO: "Player character", NPC: "Character of the GM"}
ASPECT_SLOTS = {
    "archetype": "Archetype",
    "social-class": "Social class",
    "conviction": "Conviction",
    "free-1": "Free aspect",
    "free-2": "Free aspect",
    "free-3": "Free aspect",
    "free-4": "Free aspect",
}


def creation(tables: Tables) -> CreationProcedure:
    return CreationProcedure(
        kinds=tuple(Choice(kind, label) for kind, label in KINDS.items()),
        steps=functools.partial(steps, tables),
        blank=lambda kind: Sheet(ruleset=RULESET, name="", kind=kind),
        problems=functools.partial(problems, tables),
        compose=_no_features,
        finish=functools.partial(finish, tables),
    )


def steps(tables: Tables, _: Sheet) -> tuple[Step, ...]:
    ratings = tables.figures.ratings
    rated = (
        NumberInput(f"numbers.{RATING}", "Rating", ratings.lowest, ratings.highest),
        NumberInput(f"numbers.{TIER}", "Tier", 0, len(tables.tiers) - 1),
    )
    common = EntryForm(
        kind="common", label="Common skill", inputs=rated, names=tuple(Choice(skill.name) for skill in tables.skills)
    )
    aspects = tuple(
        TextInput(f"aspects.{slot}", label, optional=slot not in ("archetype", "conviction"))
        for slot, label in ASPECT_SLOTS.items()
    )
    return (
        Step(id="who", title="Who", help="Say who this is.", inputs=(TextInput("name", "Name"),)),
        Step(
            id="aspects", title="Aspects", help="What is true of the character.", inputs=aspects, cites=("SF-ASP-01",)
        ),
        Step(
            id="skills",
            title="Skills",
            help="What the character can do.",
            inputs=(EntriesInput(path=f"entries.{SKILLS}", label="Skills", forms=(common,)),),
            cites=("SF-COM-01",),
        ),
    )


def finish(tables: Tables, sheet: Sheet) -> Sheet:
    """The sheet with the ratings that the table reads."""
    return msgspec.structs.replace(sheet, traits={skill.id: skill.rating for skill in skills_of(tables, sheet)})


def problems(tables: Tables, sheet: Sheet) -> tuple[Problem, ...]:
    return tuple(_problems(tables, sheet))


def _problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    if sheet.ruleset != RULESET:
        yield Problem("error", "wrong-ruleset", "ruleset", "This sheet is for another ruleset.")
        return
    if sheet.kind not in KINDS:
        yield Problem("error", "unknown-kind", "kind", "Strange Fate knows no such kind of character.")
        return
    if not sheet.name.strip():
        yield Problem("error", "name-missing", "name", "The character has no name.", "Give a name.")
    yield from text_problems(sheet, ("SF-CHAR-01",))


def _no_features(_template: str, _values: Mapping[str, str]) -> Feature:
    raise NotImplementedError("What a character can do is written as entries.")
