"""The sides of a roll as a viewer sees them: dice, named parts, and what is compared with what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct


class PartView(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One part of a total.  The `label` of a trait ends with its rating; `name` never does."""

    source: str
    label: str
    amount: int
    cites: tuple[str, ...] = ()
    name: str = ""


class DieView(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One die on the table.  A Fate die has a plus, a minus or a blank on top, any other a number.

    `value` is what it adds to the total if it counts; a die that is taken off has a value below nothing.
    `is_turned` if the face was changed after the throw, or the die was thrown again or in addition.
    """

    kind: Literal["fate", "number", "card"]
    shown: int
    value: int
    counts: bool = True
    is_turned: bool = False


class ComparisonView(Struct, frozen=True, gc=False, kw_only=True):
    """One of several comparisons of a roll: two of its sides, or a side and a difficulty (`other` is -1).

    `modifiers` and `opposing` count in it alone, for the one and the other; `parts` were added to the margin.
    `is_read` once nothing about it can change any more; `degree` says what the margin amounts to.
    """

    one: int
    other: int
    target: str = ""
    total: int
    against: int
    margin: int
    outcome: str
    opposing_outcome: str = ""
    modifiers: tuple[PartView, ...] = ()
    opposing: tuple[PartView, ...] = ()
    parts: tuple[PartView, ...] = ()
    is_read: bool = False
    degree: str = ""
    dice_note: str = ""
    """Why the dice of the one are not the usual ones in it, where that differs from comparison to comparison."""


class DiceChancesView(Struct, frozen=True, gc=False, kw_only=True):
    """What changed dice do to a roll: the chances of each outcome in percent, with the usual dice and with these."""

    usual: Mapping[str, int]
    changed: Mapping[str, int]


class EffortView(Struct, frozen=True, gc=False, kw_only=True):
    """One side of a roll card: its dice, every named part, and the number they make.

    `word` is the ladder's word with the number, `rung` the word alone; a game of bare numbers has no `rung`.
    """

    id: str
    name: str
    trait: str
    description: str
    dice: tuple[DieView, ...]
    earlier: tuple[tuple[DieView, ...], ...]
    modifiers: tuple[PartView, ...]
    hindrances: tuple[PartView, ...]
    total: int
    word: str
    rung: str = ""
    actor: str = ""
    is_mine: bool = False
    is_entered: bool = False
    """The dice are real: somebody threw them and entered what they show."""
    dice_note: str = ""
    """Why its dice are not the usual ones."""
