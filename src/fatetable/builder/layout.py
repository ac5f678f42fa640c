"""A sheet arranged as a page of titles, labels and lines, from which Markdown, PDF and screens are made.

The texts are not escaped here; each form of output does that itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set

from fatetable.builder.inputs import quotes_of
from fatetable.builder.layout_of_entries import entry_sections, readable
from fatetable.builder.page import Page, Row, Section
from fatetable.engine.offers import Choice
from fatetable.engine.words import Words
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.creation import (
    AllocateInput,
    CreationProcedure,
    FeaturesInput,
    Figure,
    FlagInput,
    Input,
    Quote,
    RanksInput,
    Step,
    TellInput,
)
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.characters.trait_groups import group_and_name

LEVELS = "levels."
"""Where the figure of an aspect's level is."""


def lay_out(sheet: Sheet, procedure: CreationProcedure, ladder: Ladder, words: Words) -> Page:
    """The page of a sheet.  A kind that the procedure does not know has no labels, but can still be shown."""
    is_known = any(choice.value == sheet.kind for choice in procedure.kinds)
    steps = procedure.steps(sheet) if is_known else ()
    quotes = quotes_of(procedure, steps, sheet)
    return arrange(sheet, procedure.kinds, steps, procedure.figures(sheet), ladder, words, quotes)


def arrange(
    sheet: Sheet,
    kinds: tuple[Choice, ...],
    steps: tuple[Step, ...],
    figures: tuple[Figure, ...],
    ladder: Ladder,
    words: Words,
    quotes: Mapping[str, Quote],
) -> Page:
    """The page of a sheet whose steps, figures and prices are known already."""
    inputs = tuple(each for step in steps for each in step.inputs if not isinstance(each, TellInput))
    labels = _labels(steps)
    allocation = next((each for each in inputs if isinstance(each, AllocateInput)), None)
    features = next((each.label for each in inputs if isinstance(each, FeaturesInput)), "Features")
    sections = (
        Section("Aspects", _aspects(sheet, labels, figures), "aspects"),
        Section("Background", _labelled("texts", sheet.texts, labels), "texts"),
        Section(allocation.label if allocation else "Traits", _ratings(sheet, inputs, ladder), "traits"),
        *entry_sections(sheet, steps, quotes),
        Section(features, tuple(_feature(feature) for feature in sheet.features), "features"),
        Section("Abilities", _labelled("lists", {k: ", ".join(v) for k, v in sheet.lists.items()}, labels), "lists"),
        Section(
            "Figures",
            (
                *(Row(figure.label, figure.text) for figure in figures if not figure.path.startswith(LEVELS)),
                *_labelled("numbers", _other_numbers(sheet, {figure.path for figure in figures}, inputs), labels),
            ),
            "numbers",
        ),
        Section(f"Waived by the {words.gm}", tuple(Row(code, "") for code in sheet.waived), "waived"),
    )
    kind = next((choice.label for choice in kinds if choice.value == sheet.kind), sheet.kind)
    return Page(sheet.name or "(no name)", kind, sheet.description, tuple(each for each in sections if each.rows))


def _labels(steps: tuple[Step, ...]) -> dict[str, str]:
    """The label of each field; where several steps use the same label, the title of the step."""
    asked = [(step, each) for step in steps for each in step.inputs if not isinstance(each, TellInput)]
    often = Counter((each.path.partition(".")[0], each.label) for _, each in asked)
    return {
        each.path: step.title if often[each.path.partition(".")[0], each.label] > 1 else each.label
        for step, each in asked
    }


def _aspects(sheet: Sheet, labels: Mapping[str, str], figures: Iterable[Figure]) -> tuple[Row, ...]:
    """Each aspect; one that has a level with its figure, or else with the bare number."""
    worded = {figure.path.removeprefix(LEVELS): figure.text for figure in figures if figure.path.startswith(LEVELS)}
    levels = {slot: worded.get(slot, f"level {level}") for slot, level in sheet.levels.items()}
    return tuple(
        Row(labels.get(f"aspects.{slot}", readable(slot)), text, levels.get(slot, ""))
        for slot, text in sheet.aspects.items()
        if text
    )


def _labelled(field: str, entries: Mapping[str, str], labels: Mapping[str, str]) -> tuple[Row, ...]:
    return tuple(Row(labels.get(f"{field}.{key}", readable(key)), text) for key, text in entries.items() if text)


def _ratings(sheet: Sheet, inputs: tuple[Input, ...], ladder: Ladder) -> tuple[Row, ...]:
    asked = (each for each in inputs if isinstance(each, AllocateInput | RanksInput))
    names = {trait: name for each in asked for trait, name in trait_names(each).items()}
    return tuple(Row(trait_name(trait, names), ladder.label(rating)) for trait, rating in sheet.traits.items())


def trait_names(asked: AllocateInput | RanksInput) -> dict[str, str]:
    """The labels of the traits and groups of traits that can be rated."""
    return {trait.value: trait.label for trait in asked.traits} | {group.id: group.label for group in asked.groups}


def trait_name(trait: str, names: Mapping[str, str]) -> str:
    """The label of a trait; for one of a group, the label of the group and its own name."""
    if (found := group_and_name(trait)) and found[0] in names:
        return f"{names[found[0]]} [{found[1]}]"
    return names.get(trait, readable(trait))


def _feature(feature: Feature) -> Row:
    limit = feature.limit
    times = "" if limit is None else "once" if limit.uses == 1 else f"{limit.uses} times"
    return Row(feature.name, feature.text, f"{times} per {limit.per}" if limit else "")


def _other_numbers(sheet: Sheet, figures: Set[str], inputs: tuple[Input, ...]) -> dict[str, str]:
    """The numbers that are not figures; a flag is shown as "yes" if it is set, and otherwise not at all."""
    flags = {each.path for each in inputs if isinstance(each, FlagInput)}
    return {
        name: ("yes" if number else "") if f"numbers.{name}" in flags else str(number)
        for name, number in sheet.numbers.items()
        if f"numbers.{name}" not in figures
    }
