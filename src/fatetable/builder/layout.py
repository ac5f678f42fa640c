"""A sheet arranged for reading: titles, labels and lines, from which every form of output is made.

Takes all labels from the ruleset's procedure; knows neither Markdown nor terminals, and escapes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from fatetable.mechanics.creation import (
    AllocateInput,
    CreationProcedure,
    FeaturesInput,
    FlagInput,
    Input,
    Step,
    TellInput,
)
from fatetable.mechanics.effects import Feature
from fatetable.mechanics.ladder import Ladder
from fatetable.mechanics.sheets import Sheet
from fatetable.mechanics.trait_groups import group_and_name


class Row(Struct, frozen=True):
    """One line of a sheet; `note` is said more quietly."""

    label: str
    text: str
    note: str = ""


class Section(Struct, frozen=True):
    """`field` names the part of the sheet that its rows come from."""

    title: str
    rows: tuple[Row, ...]
    field: str = ""


class Page(Struct, frozen=True):
    """A whole sheet, ready to be drawn."""

    title: str
    kind: str
    description: str
    sections: tuple[Section, ...]


def lay_out(sheet: Sheet, procedure: CreationProcedure, ladder: Ladder) -> Page:
    steps = _steps(sheet, procedure)
    inputs = tuple(each for step in steps for each in step.inputs if not isinstance(each, TellInput))
    labels = _labels(steps)
    figures = {figure.path: figure for figure in procedure.figures(sheet)}
    allocation = next((each for each in inputs if isinstance(each, AllocateInput)), None)
    features = next((each.label for each in inputs if isinstance(each, FeaturesInput)), "Features")
    sections = (
        Section("Aspects", _labelled("aspects", sheet.aspects, labels), "aspects"),
        Section("Background", _labelled("texts", sheet.texts, labels), "texts"),
        Section(allocation.label if allocation else "Traits", _ratings(sheet, allocation, ladder), "traits"),
        Section(features, tuple(_feature(feature) for feature in sheet.features), "features"),
        Section("Abilities", _labelled("lists", {k: ", ".join(v) for k, v in sheet.lists.items()}, labels), "lists"),
        Section(
            "Figures",
            (
                *(Row(figure.label, figure.text) for figure in figures.values()),
                *_labelled("numbers", _other_numbers(sheet, figures, inputs), labels),
            ),
            "numbers",
        ),
        Section("Waived by the GM", tuple(Row(code, "") for code in sheet.waived), "waived"),
    )
    kind = next((choice.label for choice in procedure.kinds if choice.value == sheet.kind), sheet.kind)
    return Page(sheet.name or "(no name)", kind, sheet.description, tuple(each for each in sections if each.rows))


def _steps(sheet: Sheet, procedure: CreationProcedure) -> tuple[Step, ...]:
    """What the procedure asks for this kind; a kind it does not know has no labels, but can still be shown."""
    return procedure.steps(sheet.kind) if any(choice.value == sheet.kind for choice in procedure.kinds) else ()


def _labels(steps: tuple[Step, ...]) -> dict[str, str]:
    """What each field is called; where several steps ask for the same, it is called after its step."""
    asked = [(step, each) for step in steps for each in step.inputs if not isinstance(each, TellInput)]
    often = Counter((each.path.partition(".")[0], each.label) for _, each in asked)
    return {
        each.path: step.title if often[each.path.partition(".")[0], each.label] > 1 else each.label
        for step, each in asked
    }


def _labelled(field: str, entries: Mapping[str, str], labels: Mapping[str, str]) -> tuple[Row, ...]:
    return tuple(Row(labels.get(f"{field}.{key}", _readable(key)), text) for key, text in entries.items() if text)


def _readable(key: str) -> str:
    words = key.replace("-", " ")
    return words[:1].upper() + words[1:]


def _ratings(sheet: Sheet, allocation: AllocateInput | None, ladder: Ladder) -> tuple[Row, ...]:
    names = trait_names(allocation) if allocation else {}
    return tuple(Row(trait_name(trait, names), ladder.label(rating)) for trait, rating in sheet.traits.items())


def trait_names(allocation: AllocateInput) -> dict[str, str]:
    """What the traits and groups of traits that can be rated are called."""
    return {trait.value: trait.label for trait in allocation.traits} | {
        group.id: group.label for group in allocation.groups
    }


def trait_name(trait: str, names: Mapping[str, str]) -> str:
    """A trait in words; one of a group is called by the group and its own name."""
    if (found := group_and_name(trait)) and found[0] in names:
        return f"{names[found[0]]} [{found[1]}]"
    return names.get(trait, _readable(trait))


def _feature(feature: Feature) -> Row:
    limit = feature.limit
    times = "" if limit is None else "once" if limit.uses == 1 else f"{limit.uses} times"
    return Row(feature.name, feature.text, f"{times} per {limit.per}" if limit else "")


def _other_numbers(sheet: Sheet, figures: Mapping[str, object], inputs: tuple[Input, ...]) -> dict[str, str]:
    """What stands for yes or no is said in words, and only where it is so."""
    flags = {each.path for each in inputs if isinstance(each, FlagInput)}
    return {
        name: ("yes" if number else "") if f"numbers.{name}" in flags else str(number)
        for name, number in sheet.numbers.items()
        if f"numbers.{name}" not in figures
    }
