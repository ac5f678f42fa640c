"""Making a character: steps over a draft sheet.  Drafts are never refused; their problems are listed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

from msgspec import Struct

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.characters.trait_groups import TraitGroup


class TextInput(Struct, frozen=True, tag="text-input"):
    """Words for one field: `name`, `description`, an aspect slot `aspects.<slot>` or a passage `texts.<name>`."""

    path: str
    label: str
    hint: str = ""
    optional: bool = False


class AllocateInput(Struct, frozen=True, tag="allocate-input"):
    """Hand out each number of an array to one of the traits; `templates` are ready-made spreads, `hints` say what a
    trait stands for.  A group may be taken several times, each time under another name."""

    path: str
    label: str
    traits: tuple[Choice, ...]
    array: tuple[int, ...]
    templates: Mapping[str, Mapping[str, int]] = {}
    hints: Mapping[str, str] = {}
    groups: tuple[TraitGroup, ...] = ()


class FeaturesInput(Struct, frozen=True, tag="features-input"):
    """Compose features from templates with named fields, or take ready-made ones; `listed` are ready-made ones with
    blanks that their owner fills in."""

    path: str
    label: str
    templates: tuple[FeatureTemplate, ...]
    examples: tuple[Feature, ...] = ()
    least: int = 0
    most: int = 1000
    listed: tuple[FeatureTemplate, ...] = ()


class TemplateField(Struct, frozen=True):
    name: str
    label: str
    options: tuple[Choice, ...] = ()
    """Empty: free words.  Otherwise one of these."""
    optional: bool = False


class FeatureTemplate(Struct, frozen=True):
    id: str
    label: str
    pattern: str
    fields: tuple[TemplateField, ...]


class ListInput(Struct, frozen=True, tag="list-input"):
    """Several short entries of one list, written `lists.<name>`."""

    path: str
    label: str
    hint: str = ""
    least: int = 0
    most: int = 20


class ChooseInput(Struct, frozen=True, tag="choose-input"):
    """Several of many options as entries of one list, written `lists.<name>`.

    An option may be taken more than once if it `repeats`; with `own_words` people may add what no option says.
    """

    path: str
    label: str
    options: tuple[Choice, ...]
    hint: str = ""
    least: int = 0
    most: int = 1000
    repeats: bool = False
    own_words: bool = False


class NumberInput(Struct, frozen=True, tag="number-input"):
    """A whole number, written `numbers.<name>`, or the rating of one trait, written `traits.<name>`."""

    path: str
    label: str
    low: int
    high: int
    hint: str = ""
    preset: int | None = None


class FlagInput(Struct, frozen=True, tag="flag-input"):
    """Yes or no, written `numbers.<name>` as 1 or 0."""

    path: str
    label: str
    hint: str = ""


class TellInput(Struct, frozen=True, tag="tell"):
    """Nothing to fill in: a figure the rules work out, shown with where it comes from."""

    path: str
    label: str


Input: TypeAlias = (
    TextInput | AllocateInput | FeaturesInput | ListInput | ChooseInput | NumberInput | FlagInput | TellInput
)


class Step(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    help: str
    inputs: tuple[Input, ...]
    optional: bool = False
    cites: tuple[str, ...] = ()


class Figure(Struct, frozen=True):
    """Something the rules work out from a sheet, in words for its reader."""

    path: str
    label: str
    text: str


def no_figures(sheet: Sheet) -> tuple[Figure, ...]:
    return ()


class AdoptSheet(Protocol):
    """Completes a sheet that another tool made; `refresh` is what the file says, if it says so."""

    def __call__(self, sheet: Sheet, refresh: int | None, /) -> Sheet: ...


def as_it_is(sheet: Sheet, _refresh: int | None) -> Sheet:
    return sheet


class CreationProcedure(Struct, frozen=True, kw_only=True):
    """How a ruleset makes characters; the builder, the terminal and the page all run this one value.

    `compose` turns a filled feature template into a feature; `finish` works out derived figures; `figures` puts them
    into words; `adopt` completes a sheet of another tool, which has no history;
    `samples` are ready-made sheets to play or to start from.
    """

    kinds: tuple[Choice, ...]
    steps: Callable[[str], tuple[Step, ...]]
    blank: Callable[[str], Sheet]
    problems: Callable[[Sheet], tuple[Problem, ...]]
    compose: Callable[[str, Mapping[str, str]], Feature]
    finish: Callable[[Sheet], Sheet]
    figures: Callable[[Sheet], tuple[Figure, ...]] = no_figures
    adopt: AdoptSheet = as_it_is
    samples: tuple[Sheet, ...] = ()
