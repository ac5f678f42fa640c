"""Making a character: steps over a draft sheet.  Drafts are never refused; their problems are listed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Literal, Protocol, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.errors import MalformedCommand
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.ranks import RankRules
from fatetable.mechanics.characters.sheet import Entry, Problem, Sheet
from fatetable.mechanics.characters.trait_groups import TraitGroup


class TextInput(Struct, frozen=True, tag="text-input"):
    """Words for one field: `name`, `description`, an aspect slot `aspects.<slot>` or a passage `texts.<name>`.

    `suggestions` can be taken as they are, and their labels say more; other words are as good.
    """

    path: str
    label: str
    hint: str = ""
    optional: bool = False
    suggestions: tuple[Choice, ...] = ()


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

    An option may be taken more than once if it `repeats`, or if it is one of those `repeating`; with `own_words`
    people may add what no option says.
    """

    path: str
    label: str
    options: tuple[Choice, ...]
    hint: str = ""
    least: int = 0
    most: int = 1000
    repeats: bool = False
    own_words: bool = False
    repeating: tuple[str, ...] = ()

    def left(self, held: Collection[str]) -> tuple[Choice, ...]:
        """What may be taken beside these."""
        return tuple(
            each for each in self.options if self.repeats or each.value in self.repeating or each.value not in held
        )


class NumberInput(Struct, frozen=True, tag="number-input"):
    """A whole number, written `numbers.<name>`, or the rating of one trait, written `traits.<name>`.

    `words` are what the numbers are called, from the lowest on, if they have names.
    """

    path: str
    label: str
    low: int
    high: int
    hint: str = ""
    preset: int | None = None
    words: tuple[str, ...] = ()

    def called(self, number: int) -> str:
        place = number - self.low
        return self.words[place] if 0 <= place < len(self.words) else str(number)


class FlagInput(Struct, frozen=True, tag="flag-input"):
    """Yes or no, written `numbers.<name>` as 1 or 0."""

    path: str
    label: str
    hint: str = ""


class TellInput(Struct, frozen=True, tag="tell"):
    """Nothing to fill in: a figure the rules work out, shown with where it comes from."""

    path: str
    label: str


class RanksInput(Struct, frozen=True, kw_only=True, tag="ranks-input"):
    """Spend so many ranks on traits, written in one mapping such as `entries.phases.2.numbers`.

    `held` are the ranks from before, which the new ones come on top of; `rules` say what ranks make of a trait, and
    `hints` what it stands for.  A group may be taken several times, each time under another name.
    """

    path: str
    label: str
    ranks: int
    rules: RankRules
    traits: tuple[Choice, ...] = ()
    groups: tuple[TraitGroup, ...] = ()
    held: Mapping[str, int] = {}
    hint: str = ""
    hints: Mapping[str, str] = {}


class EntriesInput(Struct, frozen=True, kw_only=True, tag="entries-input"):
    """Parts of the sheet, each with inputs of its own; written `entries.<name>`, and `kind` says which form a part has.

    Where the order of the parts means something, they can be moved.
    """

    path: str
    label: str
    forms: tuple[EntryForm, ...]
    hint: str = ""
    least: int = 0
    most: int = 100
    is_ordered: bool = False


class EntryForm(Struct, frozen=True, kw_only=True):
    """What one kind of part is called, and what is asked of it; paths of the inputs begin inside the part.

    With `names` a part is one of these, each taken once unless it `repeats`; otherwise its owner names it.  `ready` are
    parts to begin with, filled in already.  `hint` says in a sentence what such a part is.
    """

    kind: str
    label: str
    inputs: tuple[EntryField, ...] = ()
    names: tuple[Choice, ...] = ()
    repeats: bool = False
    ready: tuple[Entry, ...] = ()
    hint: str = ""


class GraphInput(Struct, frozen=True, kw_only=True, tag="graph-input"):
    """Parts of the sheet that stand on a diagram: each is a node of it, and `kind` says which.

    Ways along the lines cost something; the price of the field says which lines are paid for, and what each further
    node would add.  Of every part the same `inputs` are asked, after those of its node.
    """

    path: str
    label: str
    nodes: tuple[GraphNode, ...]
    lines: tuple[GraphLine, ...]
    inputs: tuple[EntryField, ...] = ()
    hint: str = ""

    @property
    def forms(self) -> tuple[EntryForm, ...]:
        """Each node as the form of a part."""
        return tuple(
            EntryForm(kind=node.id, label=node.label, inputs=(*node.inputs, *self.inputs), repeats=node.repeats)
            for node in self.nodes
        )


class GraphNode(Struct, frozen=True, kw_only=True):
    """A node in its place on the diagram, and in its `group` of a list; one that `repeats` may be taken again."""

    id: str
    label: str
    price: int
    column: int
    row: int
    note: str = ""
    repeats: bool = False
    inputs: tuple[EntryField, ...] = ()
    group: str = ""


class GraphLine(Struct, frozen=True, kw_only=True):
    """A line between two nodes; `style` is how it is drawn, `note` says what it rests on."""

    id: str
    one: str
    other: str
    price: int
    style: Literal["thin", "dotted", "thick"]
    note: str = ""


EntryField: TypeAlias = (
    TextInput | ListInput | ChooseInput | NumberInput | FlagInput | TellInput | RanksInput | EntriesInput | GraphInput
)
"""What may be asked of a part; features and an array to hand out belong to the whole sheet."""

Input: TypeAlias = EntryField | AllocateInput | FeaturesInput


def inputs_of(wanted: EntriesInput | GraphInput, place: int, kind: str) -> tuple[EntryField, ...]:
    """What is asked of the part in this place, with paths that lead to it; nothing of one of a kind without a form."""
    form = next((each for each in wanted.forms if each.kind == kind), None)
    return tuple(inside(each, f"{wanted.path}.{place}") for each in form.inputs) if form else ()


def inside(wanted: EntryField, path: str) -> EntryField:
    """An input of a part as an input of the whole sheet; `path` leads to the part."""
    return msgspec.structs.replace(wanted, path=f"{path}.{wanted.path}")


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


class QuoteLine(Struct, frozen=True):
    """One part of a price; `where` is the path of what it pays for, if that is on the sheet.

    `marks` are the nodes or lines of a graph that it pays for.  By one that `is_cut` a rule cuts the sum.
    """

    text: str
    amount: int
    where: str = ""
    marks: tuple[str, ...] = ()
    is_cut: bool = False


class Quote(Struct, frozen=True):
    """A price with all its parts, which add up to it; where a rule cuts the sum, that is a line too.

    >>> Quote("Cost", (QuoteLine("Rating", 3), QuoteLine("Drawback", -1))).total
    2
    """

    label: str
    lines: tuple[QuoteLine, ...]
    more: Mapping[str, int] = {}
    """What each further node of a graph would add to the price."""

    @property
    def total(self) -> int:
        return sum(line.amount for line in self.lines)


def check_kind(kind: str, kinds: Collection[str]) -> None:
    """Refuse a draft of a kind that the ruleset does not have."""
    if kind not in kinds:
        raise MalformedCommand("unknown-kind", f'There is no kind "{kind[:60]}", only {", ".join(kinds)}.')


def no_templates(template: str, _values: Mapping[str, str]) -> Feature:
    """Of a ruleset that makes no features from templates."""
    raise MalformedCommand("unknown-template", f'There is no template "{template[:60]}".')


def no_figures(sheet: Sheet) -> tuple[Figure, ...]:
    return ()


def no_quote(_sheet: Sheet, _path: str) -> Quote | None:
    return None


class AdoptSheet(Protocol):
    """Completes a sheet that another tool made; `refresh` is what the file says, if it says so."""

    def __call__(self, sheet: Sheet, refresh: int | None, /) -> Sheet: ...


def as_it_is(sheet: Sheet, _refresh: int | None) -> Sheet:
    return sheet


class CreationProcedure(Struct, frozen=True, kw_only=True):
    """How a ruleset makes characters; the builder, the terminal and the page all run this one value.

    `steps` may depend on the draft, such as one for each phase of a life; `compose` turns a filled feature template
    into a feature; `finish` works out derived figures, and from entries the traits, aspects and levels the table reads,
    and leaves entries in their places; `figures` puts them into words; `quote` explains the price of what is at a path;
    `adopt` completes a sheet of another tool, which has no history; `samples` are ready-made sheets to play or to start
    from.
    """

    kinds: tuple[Choice, ...]
    steps: Callable[[Sheet], tuple[Step, ...]]
    blank: Callable[[str], Sheet]
    problems: Callable[[Sheet], tuple[Problem, ...]]
    compose: Callable[[str, Mapping[str, str]], Feature]
    finish: Callable[[Sheet], Sheet]
    figures: Callable[[Sheet], tuple[Figure, ...]] = no_figures
    quote: Callable[[Sheet, str], Quote | None] = no_quote
    adopt: AdoptSheet = as_it_is
    samples: tuple[Sheet, ...] = ()
