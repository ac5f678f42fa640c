"""What each outcome of each action grants: a closed set of grants, and the table that lists them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct


class Boost(Struct, frozen=True, tag="boost"):
    to: Literal["actor", "defender"] = "actor"


class NewAspect(Struct, frozen=True, tag="new-aspect", omit_defaults=True):
    free: int
    lasts: str = ""


class DiscoverAspect(Struct, frozen=True, tag="reveal-aspect"):
    free: int


class FreeInvokes(Struct, frozen=True, tag="free-invokes"):
    free: int


class Hit(Struct, frozen=True, tag="hit"):
    """The margin lands as harm; with `trade`, one of it may be given up for a boost first."""

    trade: bool = False


class Goal(Struct, frozen=True, tag="goal"):
    """What the actor wanted happens; `cost` names what it takes."""

    cost: Literal["", "minor"] = ""


class Fail(Struct, frozen=True, tag="fail"):
    """What the actor wanted does not happen."""


class FailOrCost(Struct, frozen=True, tag="fail-or-cost"):
    """The actor chooses: plain failure, or the goal at a serious cost the game master names."""


class OpponentMayGain(Struct, frozen=True, tag="opponent-may-gain"):
    """The game master chooses: nothing, or the aspect exists but an opponent holds the free invocation."""

    free: int = 1


class OwnGrant(Struct, frozen=True, tag="own"):
    """What only one book grants: `name` is that of the function with which its ruleset hands it to somebody."""

    name: str
    to: Literal["actor", "defender"] = "actor"


Grant: TypeAlias = (
    Boost | NewAspect | DiscoverAspect | FreeInvokes | Hit | Goal | Fail | FailOrCost | OpponentMayGain | OwnGrant
)


class OutcomeRow(Struct, frozen=True):
    action: str
    outcome: str
    grants: tuple[Grant, ...] = ()
    mode: str = ""
    cites: tuple[str, ...] = ()


class ActionTable(Struct, frozen=True):
    """From (action, mode, outcome) to grants; read from a ruleset's data."""

    rows: Mapping[tuple[str, str, str], OutcomeRow]

    @classmethod
    def of(cls, rows: tuple[OutcomeRow, ...]) -> ActionTable:
        return cls({(row.action, row.mode, row.outcome): row for row in rows})

    def row(self, action: str, mode: str, outcome: str) -> OutcomeRow:
        """A mode without a row of its own takes the one of its action."""
        return self.rows.get((action, mode, outcome)) or self.rows[action, "", outcome]
