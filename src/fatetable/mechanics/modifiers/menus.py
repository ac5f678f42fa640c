"""A menu of named modifiers that people may claim, of which each family counts once."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice, ManyHole
from fatetable.mechanics.rolls.state import Effort, Modifier

CLAIM = "claim"
"""The source of a modifier that somebody has claimed; its name is the family."""


CIRCUMSTANCE = "circumstance"
"""The source of a modifier that counts by itself, unless the game master rules that it does not."""


class MenuRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A modifier that may be claimed; of one `family` only the one counts that counts most.

    With `per_opponent` it counts against one opponent alone, as for somebody who outnumbers them.
    """

    name: str
    amount: int
    family: str
    per_opponent: bool = False

    @property
    def label(self) -> str:
        return f"{self.name} ({self.amount:+d})"


Menu: TypeAlias = tuple[MenuRow, ...]


def menu_hole(field: str, menu: Menu, key: str = "") -> tuple[ManyHole, ...]:
    """A blank for what counts, in which nothing has to be chosen; none if there is nothing to choose."""
    choices = tuple(Choice(row.name, row.label) for row in menu)
    return (ManyHole(field, "what counts", choices, key=key),) if choices else ()


def chosen_modifiers(menu: Menu, names: Collection[str], cites: tuple[str, ...] = ()) -> tuple[Modifier, ...]:
    """The modifiers of these names: of each family the one that counts most."""
    counting: dict[str, MenuRow] = {}
    for row in menu:
        if row.name in names and abs(row.amount) > abs(counting[row.family].amount if row.family in counting else 0):
            counting[row.family] = row
    return tuple(modifier_of(row, cites) for row in counting.values())


def modifier_of(row: MenuRow, cites: tuple[str, ...]) -> Modifier:
    return Modifier(CLAIM, row.name, row.amount, cites, row.family)


def claim(decision: Decision, effort: Effort, menu: Menu, names: Collection[str]) -> Effort:
    """The effort with what is claimed for it as it is made."""
    if not names:
        return effort
    known = {row.name for row in menu}
    decision.require(known.issuperset(names), "no-such-modifier", "Nothing like that can be claimed for this roll.")
    parts = chosen_modifiers(menu, names, decision.cites("claim"))
    return msgspec.structs.replace(effort, modifiers=(*effort.modifiers, *parts))
