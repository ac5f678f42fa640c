"""Offers: what a seat may do now, each a command that is ready to send or has typed holes to fill.

There are thousands of them and none is ever part of a cycle, so the garbage collector skips them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, TypeAlias, TypedDict, assert_never

from msgspec import Struct
from msgspec.structs import replace

from fatetable.engine.errors import MalformedCommand
from fatetable.engine.messages import Command

TEXT_LIMIT = 400
PASSAGE_LIMIT = 4_000
"""For texts of several lines."""

Verb: TypeAlias = Literal[
    # what characters do
    "attack", "overcome", "create", "defend", "help", "move", "use", "concede", "end-turn",
    # what people do about a roll
    "throw", "pass", "invoke", "compel", "veto", "wait",
    # what people do at the table
    "answer", "speak", "join", "start", "end", "note", "recover", "grow", "trade",
    # what the game master does
    "prepare", "place", "reveal", "change", "remove", "correct", "rewind",
]  # fmt: skip
"""What kind of deed an offer is.  Pages and terminals sort and place offers by it; the label is for people."""

OfferGroup: TypeAlias = Literal[
    "answer", "roll", "invoke", "battle", "act", "magic", "belongings", "react", "moment", "compel", "wait",
    "table", "sheet", "talk", "gm", "overrule", "journal", "safety", "dice",
]  # fmt: skip
"""Where an offer stands in a menu.  Every screen has a title for each of these, and no ruleset has others."""


class Choice(Struct, frozen=True, gc=False):
    value: str
    label: str = ""


class TextHole(Struct, frozen=True, gc=False, tag="text"):
    """Words a person writes; never empty unless `optional`.

    A description says how or why; it may be left empty too, except at tables that require descriptions.
    """

    field: str
    label: str
    optional: bool = False
    suggestion: str = ""
    key: str = ""
    limit: int = TEXT_LIMIT
    is_description: bool = False

    @property
    def may_be_empty(self) -> bool:
        return self.optional or self.is_description


class NumberHole(Struct, frozen=True, gc=False, tag="number"):
    """`suggestions` are numbers worth a button of their own, and what they stand for; any other is as good."""

    is_description: ClassVar[bool] = False

    field: str
    label: str
    low: int
    high: int
    key: str = ""
    suggestions: tuple[Choice, ...] = ()


class ChoiceHole(Struct, frozen=True, gc=False, tag="choice"):
    """Exactly one of the options; `suggested` is the one most people would take."""

    is_description: ClassVar[bool] = False

    field: str
    label: str
    options: tuple[Choice, ...]
    key: str = ""
    suggested: str = ""


class ManyHole(Struct, frozen=True, gc=False, tag="many"):
    """Any set of the options between `least` and `most` members; `suggested` is what most people would take."""

    is_description: ClassVar[bool] = False

    field: str
    label: str
    options: tuple[Choice, ...]
    least: int = 0
    most: int = 1000
    key: str = ""
    suggested: tuple[str, ...] = ()


class FlagHole(Struct, frozen=True, gc=False, tag="flag"):
    is_description: ClassVar[bool] = False
    field: str
    label: str
    key: str = ""


class FormHole(Struct, frozen=True, gc=False, tag="form"):
    """A structured value (a sheet, a feature) that a builder fills; `form` names which."""

    is_description: ClassVar[bool] = False

    field: str
    label: str
    form: str
    key: str = ""


Hole: TypeAlias = TextHole | NumberHole | ChoiceHole | ManyHole | FlagHole | FormHole


class Price(Struct, frozen=True, gc=False):
    """What an offer costs (positive) or pays (negative), in points, out of which account."""

    points: int
    account: str = ""


class Target(Struct, frozen=True, gc=False):
    """What an offer is done to; `id` is empty where a hole asks for it."""

    kind: Literal["actor", "zone", "aspect", "roll", "seat", "scene"]
    id: str = ""


class RollSide(Struct, frozen=True, gc=False):
    """One side of an open roll: the roll's id, and the place of the side's effort in it."""

    roll: str
    side: int


class FamilyLabel(TypedDict):
    label: str
    family: str
    member: str


def one_of_a_family(family: str, member: str) -> FamilyLabel:
    """The label of an offer that differs from others of its family in a name: `one_of_a_family("Move … out", name)`."""
    return {"label": family.replace("…", member), "family": family, "member": member}


class Offer(Struct, frozen=True, gc=False, kw_only=True):
    """One thing a seat may do now.

    `actor` is the character who acts; the label leaves out their name.  `command` has placeholders where `holes` stand.
    Offers of one `family` differ only in their `member`; a long list shows them under the family's name.
    `effect` says what using the member does, for places that show the member by itself.
    `price` is what it costs in points, `cost` what else it costs, in a few words.  `changes` names the side of a
    roll whose chances this would alter, so that odds are worked out only when somebody looks at them.  `note` says
    what else is worth knowing.
    """

    command: Command
    label: str
    holes: tuple[Hole, ...] = ()
    price: Price | None = None
    cost: str = ""
    actor: str = ""
    verb: Verb
    target: Target | None = None
    family: str = ""
    member: str = ""
    effect: str = ""
    cites: tuple[str, ...] = ()
    group: OfferGroup = "table"
    changes: RollSide | None = None
    note: str = ""

    def fill(self, **values: Any) -> Command:
        """The command with its holes filled; holes left out keep their placeholder."""
        known = {hole.key or hole.field for hole in self.holes}
        if unknown := sorted(set(values) - known):
            raise MalformedCommand("unknown-hole", f"This offer has no {unknown[0]!r} to fill in.")
        changed: dict[str, Any] = {}
        for hole in self.holes:
            name = hole.key or hole.field
            if name not in values:
                continue
            value = tuple(values[name]) if isinstance(hole, ManyHole) else values[name]
            if hole.key:
                changed[hole.field] = {**changed.get(hole.field, getattr(self.command, hole.field)), hole.key: value}
            else:
                changed[hole.field] = value
        return replace(self.command, **changed)

    def matches(self, command: Command) -> bool:
        """Is `command` this offer with its holes filled validly?"""
        if type(command) is not type(self.command):
            return False
        by_field: dict[str, list[Hole]] = {}
        for hole in self.holes:
            by_field.setdefault(hole.field, []).append(hole)
        return all(
            _fits(by_field[name], getattr(command, name))
            if name in by_field
            else getattr(command, name) == getattr(self.command, name)
            for name in command.__struct_fields__
        )


def _fits(holes: list[Hole], value: Any) -> bool:
    if holes[0].key:
        return (
            isinstance(value, Mapping)
            and set(value) <= {hole.key for hole in holes}
            and all(hole_accepts(hole, value.get(hole.key, _missing(hole))) for hole in holes)
        )
    return hole_accepts(holes[0], value)


def _missing(hole: Hole) -> Any:
    return "" if isinstance(hole, TextHole) else None


def hole_accepts(hole: Hole, value: Any) -> bool:
    match hole:
        case TextHole():
            return isinstance(value, str) and (hole.may_be_empty or bool(value.strip())) and len(value) <= hole.limit
        case NumberHole():
            return isinstance(value, int) and not isinstance(value, bool) and hole.low <= value <= hole.high
        case ChoiceHole():
            return any(value == option.value for option in hole.options)
        case ManyHole():
            return (
                isinstance(value, tuple)
                and hole.least <= len(value) <= hole.most
                and len(set(value)) == len(value)
                and {option.value for option in hole.options} >= set(value)
            )
        case FlagHole():
            return isinstance(value, bool)
        case FormHole():
            return isinstance(value, Struct)
        case _:
            assert_never(hole)


def required(holes: tuple[Hole, ...]) -> tuple[Hole, ...]:
    """The same blanks, where descriptions must be given."""
    return tuple([replace(hole, is_description=False) if hole.is_description else hole for hole in holes])


def with_descriptions(offer: Offer) -> Offer:
    """The same offer, where descriptions must be given."""
    for hole in offer.holes:
        if hole.is_description:
            return replace(offer, holes=required(offer.holes))
    return offer
