"""The sides of a roll as values: efforts with their dice and parts, and efforts set against one another."""

from __future__ import annotations

from typing import NewType

from msgspec import Struct

from fatetable.engine.chance import Throw
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import NOBODY, ActorId

EffortId = NewType("EffortId", str)


class Modifier(Struct, frozen=True, gc=False, omit_defaults=True):
    """One named part of a total: where it comes from, how much it is, which rules say so.

    `name` is what it is called without a number, if the label has one.
    """

    source: str
    label: str
    amount: int
    cites: tuple[str, ...] = ()
    name: str = ""


class Use(Struct, frozen=True, gc=False):
    """An aspect that was brought to bear on a roll: paid for, or free out of the action named by `source`."""

    aspect: AspectId
    source: str
    is_paid: bool


class DieChange(Struct, frozen=True, gc=False, omit_defaults=True):
    """One die of a throw that was turned to another value, or thrown again or in addition (`thrown`).

    The throw itself stays as it fell.  A place after its last die is that of a die that was added.
    """

    throw: int
    die: int
    value: int
    thrown: Throw | None = None


class Effort(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One side of a roll.  Keeps every throw and every part, so it can always explain its number.

    `uses` are the aspects invoked for it, `hindrances` what was invoked against it.  `scale` is the step of the
    trait's scale where a game has several, as for skills beyond the human.  Dice that nobody in the game throws are
    an effort of `NOBODY`.
    """

    id: EffortId
    actor: ActorId
    action: str
    trait: str
    description: str = ""
    features: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    throws: tuple[Throw, ...] = ()
    kept: int = -1
    uses: tuple[Use, ...] = ()
    hindrances: tuple[Modifier, ...] = ()
    hindered_by: tuple[Use, ...] = ()
    scale: int = 0
    changes: tuple[DieChange, ...] = ()

    @property
    def fixed(self) -> int:
        """Everything but the dice."""
        return sum(modifier.amount for modifier in self.modifiers)

    @property
    def values(self) -> tuple[int, ...]:
        """What the dice on the table count for: the throw that was kept, with the dice that were changed in it."""
        if not self.throws:
            return ()
        if not self.changes:
            return self.throws[self.kept].values
        values = dict(enumerate(self.throws[self.kept].values))
        values |= {change.die: change.value for change in self.changes if change.throw == self.kept}
        return tuple(values.values())

    @property
    def added(self) -> int:
        """How many dice were thrown in addition."""
        places = {(change.throw, change.die) for change in self.changes}
        return sum(die >= len(self.throws[throw].values) for throw, die in places)

    @property
    def dice(self) -> int:
        """What all dice on the table add up to; which of them count is up to the rules."""
        return sum(self.values)

    @property
    def total(self) -> int:
        """The total where every die counts; if not, ask the `CheckRules`."""
        return self.dice + self.fixed

    @property
    def hindrance(self) -> int:
        return sum(modifier.amount for modifier in self.hindrances)


class Comparison(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One effort of a roll set against another, or against a difficulty (`other` is -1), and what was read.

    `modifiers` count for the one and `opposing` for the other side in this pair alone; `parts` were added to the
    margin.  What comes of it falls on `target`, or else on whom the pair itself names.  Pairs of one `group` are read
    before anything comes of them; those of a later group know what came of the earlier.
    """

    one: int = 0
    other: int = -1
    difficulty: int | None = None
    scale: int = 0
    target: ActorId = NOBODY
    group: int = 0
    modifiers: tuple[Modifier, ...] = ()
    opposing: tuple[Modifier, ...] = ()
    parts: tuple[Modifier, ...] = ()
    margin: int = 0
    outcome: str = ""
    opposing_outcome: str = ""
    total: int = 0
    against: int = 0

    @property
    def pair(self) -> tuple[int, int, ActorId]:
        """Which comparison of its roll it is."""
        return self.one, self.other, self.target
