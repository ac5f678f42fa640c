"""What a stunt, gift or piece of gear does: a closed vocabulary of effects, composed by players and by data.

Nothing here is evaluated from text; a circumstance that only people can judge is shown to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct


class When(Struct, frozen=True, omit_defaults=True):
    """Where an effect applies: any of these actions, any of these traits, and a circumstance people judge.

    An empty tuple means "any".
    """

    actions: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    circumstance: str = ""

    def covers(self, action: str, trait: str) -> bool:
        return (not self.actions or action in self.actions) and (not self.traits or trait in self.traits)


class Bonus(Struct, frozen=True, tag="bonus"):
    """A number added to a roll."""

    amount: int
    when: When = When()


class ActFirst(Struct, frozen=True, tag="act-first"):
    """Its owner heads the turn order of conflicts of this kind."""

    conflict: str


class RemoveAspect(Struct, frozen=True, tag="remove-aspect"):
    """One aspect of this kind is taken off the table without a roll."""

    kind: str


class Narrative(Struct, frozen=True, tag="narrative"):
    """Something becomes true in the story; the game master agrees and everybody reads it."""

    text: str


class Catalogued(Struct, frozen=True, tag="catalogued", omit_defaults=True):
    """What it does stands in the ruleset's own catalogue under `entry`; `choices` are the blanks its owner filled in.

    A weapon, a kind of creature, the aspect it rests on: figures stay in the catalogue, so that no sheet can
    contradict it.
    """

    entry: str
    choices: Mapping[str, str] = {}


Effect: TypeAlias = Bonus | ActFirst | RemoveAspect | Narrative | Catalogued


class Limit(Struct, frozen=True):
    """How often a feature may be used before a moment restores it."""

    uses: int
    per: str


class Feature(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A named special trait: its words, what it does, and how often."""

    name: str
    text: str = ""
    effects: tuple[Effect, ...] = ()
    limit: Limit | None = None

    def bonus(self, action: str, trait: str) -> int:
        """What it adds whenever it fits; a limited one adds nothing by itself, it is used on purpose."""
        return 0 if self.limit else self.bonus_when_used(action, trait)

    def bonus_when_used(self, action: str, trait: str) -> int:
        return sum(e.amount for e in self.effects if isinstance(e, Bonus) and e.when.covers(action, trait))
