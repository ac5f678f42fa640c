"""What fate points buy besides rolls, and cards that pay them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from fatetable.mechanics.book.own_tables import OwnTable


class PointUse(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that a point buys: where, and whether the GM's people may buy it too.  It is `told` after a name.

    With a `dial` it is there if that is on.  Boxes of aspects may stand in for the point of what `is_additional`
    (F2-FP-07).
    """

    id: str
    label: str
    topic: str
    asks: str
    told: str
    dial: str = ""
    where: Literal["scene", "fight", "elsewhere", "hit"] = "scene"
    is_additional: bool = False
    for_gm: bool = False


class CoincidenceKind(Struct, frozen=True, forbid_unknown_fields=True):
    """What a coincidence is about, for campaigns in which players reach so far."""

    name: str
    reach: int


class PointUses(Struct, frozen=True, forbid_unknown_fields=True, rename={"uses": "use", "kinds": "kind"}):
    uses: tuple[PointUse, ...]
    kinds: tuple[CoincidenceKind, ...]


class ActionCard(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    reward: int
    text: str = ""

    def __post_init__(self) -> None:
        if not 1 <= self.reward <= MOST_REWARD:
            raise ValueError(f"a card pays 1 to {MOST_REWARD} points")


MOST_REWARD = 5

_OWN_CARDS = """\
[[card]]
name = "Say what nobody dares to say"
reward = 1
text = "You say it, and to the one it is about."
"""

OWN_CARDS = OwnTable(
    name="cards",
    meaning="Cards with lines or deeds that the GM deals, and what following one pays.",
    heading="card",
    row=ActionCard,
    key=lambda card: card.name,
    example=_OWN_CARDS,
    cites=("F2-FP-14",),
)
