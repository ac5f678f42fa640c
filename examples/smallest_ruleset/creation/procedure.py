"""How a character is made, what can be wrong with one, and two to play at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from examples.smallest_ruleset.sheet.traits import RATINGS, TRAITS
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import AllocateInput, CreationProcedure, Step, TextInput
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Problem, Sheet

RULESET = "smallest_ruleset"
RULE = ("SM-CHAR-01",)
HERO, FOE = "hero", "foe"


def steps(_sheet: Sheet) -> tuple[Step, ...]:
    who = (TextInput("name", "Name"), TextInput("aspects.high-concept", "High concept"))
    traits = AllocateInput("traits", "Traits", TRAITS, RATINGS)
    return (
        Step(id="who", title="Who", help="Say who this is.", inputs=who, cites=RULE),
        Step(id="traits", title="Traits", help="One is rated 2, the other 1.", inputs=(traits,), cites=RULE),
    )


def problems(sheet: Sheet) -> tuple[Problem, ...]:
    return tuple(_problems(sheet))


def _problems(sheet: Sheet) -> Iterator[Problem]:
    if not sheet.name.strip():
        yield Problem("error", "no-name", "name", "There is no name.", "Write one.", RULE)
    if not sheet.aspects.get("high-concept", "").strip():
        yield Problem("error", "no-high-concept", "aspects.high-concept", "There is no high concept.", "", RULE)
    if sorted(sheet.traits) != sorted(each.value for each in TRAITS) or sorted(sheet.traits.values()) != [1, 2]:
        yield Problem("error", "wrong-traits", "traits", "One trait is rated 2, the other 1.", "", RULE)


def no_features(_template: str, _values: Mapping[str, str]) -> Feature:
    raise NotImplementedError("Characters of this book have no features.")


def _sample(name: str, kind: str, concept: str, body: int, mind: int) -> Sheet:
    traits = {"body": body, "mind": mind}
    return Sheet(ruleset=RULESET, name=name, kind=kind, aspects={"high-concept": concept}, traits=traits)


SAMPLES = (
    _sample("Ada", HERO, "Lamplighter Who Saw Too Much", 1, 2),
    _sample("Bruno", HERO, "Retired Strongman", 2, 1),
    _sample("Cutpurse", FOE, "Quick Fingers, Quicker Feet", 2, 1),
)

PROCEDURE = CreationProcedure(
    kinds=(Choice(HERO, "Hero"), Choice(FOE, "Foe")),
    steps=steps,
    blank=lambda kind: Sheet(ruleset=RULESET, name="", kind=kind),
    problems=problems,
    compose=no_features,
    finish=lambda sheet: sheet,
    samples=SAMPLES,
)
