"""The compels that are on the table.  `aspects.compels` holds the commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.folds import drop, put
from fatetable.engine.messages import Event, SeatId
from fatetable.engine.state import Key
from fatetable.engine.subsystem import folds
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.points.accounts import BANK

Kind: TypeAlias = Literal["decision", "event"]


class Compel(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An offer on the table.

    `stake_from` is where the offered points came from and go back to, `price` what it costs to refuse.
    """

    id: str
    by: SeatId
    target: ActorId
    aspect: AspectId
    kind: Kind
    text: str
    takes_action: bool = False
    stake_from: str = BANK
    round: int = 0
    reward: int = 1
    price: int = 1


OpenCompels: TypeAlias = Mapping[str, Compel]
COMPELS: Key[OpenCompels] = Key("compels", dict[str, Compel], {})


class CompelOffered(Event, frozen=True, tag="compel-offered/1"):
    compel: Compel


class CompelReworded(Event, frozen=True, tag="compel-reworded/1"):
    compel: str
    text: str
    round: int


class CompelClosed(Event, frozen=True, tag="compel-closed/1"):
    """`result` is accepted, refused or withdrawn."""

    compel: str
    result: str
    text: str = ""
    target: ActorId = NOBODY


def _reworded(compels: OpenCompels, event: CompelReworded) -> OpenCompels:
    compel = compels.get(event.compel)
    if compel is None:
        return compels
    return {**compels, compel.id: msgspec.structs.replace(compel, text=event.text, round=event.round)}


COMPEL_EVOLVES = folds(
    COMPELS,
    {CompelOffered: put("compel.id", "compel"), CompelReworded: _reworded, CompelClosed: drop("compel")},
)
