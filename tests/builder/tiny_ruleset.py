"""A creation procedure small enough to read, so that the builder is tested without any real ruleset."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fatetable.engine.offers import Choice
from fatetable.engine.words import Words
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.creation import (
    AllocateInput,
    CreationProcedure,
    FeaturesInput,
    FeatureTemplate,
    Figure,
    ListInput,
    NumberInput,
    Step,
    TellInput,
    TemplateField,
    TextInput,
)
from fatetable.mechanics.characters.effects import Feature, Limit
from fatetable.mechanics.characters.sheet import Problem, Sheet

WORDS = Words({"gm": "ringmaster"})
LADDER = Ladder.of({0: "Dull", 1: "Bright"})
TEMPLATE = FeatureTemplate(
    "trick",
    "A trick",
    "I {verb} a {thing}.",
    (
        TemplateField("name", "Name"),
        TemplateField("verb", "Verb", (Choice("juggle", "juggle"), Choice("hide", "make vanish"))),
        TemplateField("thing", "Thing"),
    ),
)
READY_MADE = Feature(name="Rabbit", text="A rabbit appears.", limit=Limit(1, "show"))
SAMPLE = Sheet(ruleset="tiny", name="Pip the Small", kind="clown", traits={"wit": 1, "grace": 0})


def steps(sheet: Sheet) -> tuple[Step, ...]:
    return (
        Step(
            id="who",
            title="Who",
            help="Who are you?",
            inputs=(TextInput("name", "Name"), TextInput("aspects.motto", "Motto", "May stay blank", optional=True)),
        ),
        Step(
            id="traits",
            title="Traits",
            help="What are you?",
            inputs=(
                AllocateInput(
                    "traits",
                    "Talents",
                    (Choice("wit", "Wit"), Choice("grace", "Grace")),
                    (1, 0),
                    {"Wag": {"wit": 1, "grace": 0}},
                ),
                TellInput("numbers.fame", "Fame"),
            ),
        ),
        Step(
            id="tricks",
            title="Tricks",
            help="What can you do?",
            inputs=(
                FeaturesInput("features", "Tricks", (TEMPLATE,), (READY_MADE,)),
                ListInput("lists.props", "Props"),
                NumberInput("numbers.age", "Age", 1, 99, preset=20),
            ),
            optional=True,
        ),
    )


def problems(sheet: Sheet) -> tuple[Problem, ...]:
    found = []
    if not sheet.name:
        found.append(Problem("error", "no-name", "name", "There is no name.", "Give one.", ("T-1",)))
    if set(sheet.traits) != {"wit", "grace"}:
        found.append(Problem("error", "no-traits", "traits.wit", "Wit is missing.", "", ("T-2",)))
    if not sheet.features:
        found.append(Problem("advice", "no-tricks", "features", "A clown should have a trick."))
    return tuple(found)


def compose(template: str, values: Mapping[str, str]) -> Feature:
    return Feature(name=values["name"], text=f"I {values['verb']} a {values['thing']}.")


def finish(sheet: Sheet) -> Sheet:
    return msgspec.structs.replace(sheet, numbers={**sheet.numbers, "fame": len(sheet.features)})


PROCEDURE = CreationProcedure(
    kinds=(Choice("clown", "Clown"),),
    steps=steps,
    blank=lambda kind: Sheet(ruleset="tiny", name="", kind=kind),
    problems=problems,
    compose=compose,
    finish=finish,
    figures=lambda sheet: (Figure("numbers.fame", "Fame", str(len(sheet.features))),),
    samples=(SAMPLE, Sheet(ruleset="tiny", name="Pip the Large", kind="clown"), Sheet(ruleset="tiny", name="Bo")),
)
