"""What was paid for and not settled yet: others may cancel it, and the GM may veto it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import CAST, NOBODY, ActorId
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.points.payment import Payment


class Purchase(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`use` is the id of its row, or that of an aspect used for effect; `about` the kind of coincidence or the aspect.

    While `is_cancelled`, nothing comes of it.  A `hit` is the one that is taken for somebody.
    """

    id: str
    use: str
    actor: ActorId
    payment: Payment
    about: str = ""
    words: str = ""
    target: ActorId = NOBODY
    is_cancelled: bool = False
    hit: Hit | None = None


Purchases: TypeAlias = Mapping[str, Purchase]
PURCHASES: Key[Purchases] = Key("fate2-purchases", dict[str, Purchase], {})


class PurchaseSet(Event, frozen=True, tag="fate2-purchase-set/1"):
    """What was paid for, as it stands from here on."""

    purchase: Purchase


class PurchaseEnded(Event, frozen=True, tag="fate2-purchase-ended/1"):
    """It `happens`, or is `vetoed` or `cancelled`; `words` is what somebody said meanwhile."""

    purchase: str
    outcome: str
    words: str = ""


PURCHASE_EVOLVES = folds(PURCHASES, {PurchaseSet: put("purchase.id", "purchase"), PurchaseEnded: drop("purchase")})


def purchase_of(decision: Decision, purchase: str) -> Purchase:
    found = decision.state.get(PURCHASES).get(purchase)
    if found is None:
        raise decision.violation("nothing-bought", "Nothing of the kind was paid for, or it is settled.")
    return found


def is_players(state: State, purchase: Purchase) -> bool:
    """Did a player pay for it?"""
    actor = state.get(CAST).get(purchase.actor)
    return actor is not None and actor.has_player
