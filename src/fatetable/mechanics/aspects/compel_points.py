"""What giving way to a compel earns and what refusing it costs, by who offers it and by the aspect."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from fatetable.engine.seats import Seat
from fatetable.mechanics.aspects.cards import AspectCard


class CompelPoints(Protocol):
    def offered(self, seat: Seat, card: AspectCard, /) -> tuple[int, int]:
        """The least and the most that may be offered."""
        ...

    def refusal(self, seat: Seat, card: AspectCard, offered: int, /) -> int:
        """What it costs to refuse so many points."""
        ...


class SamePoints(Struct, frozen=True, kw_only=True):
    """The same for every aspect.

    The game master may offer up to `most`; `price_among_players` is what it costs to refuse a player, `None` if that
    makes no difference.
    """

    reward: int
    price: int
    most: int = 1
    price_among_players: int | None = None

    def offered(self, seat: Seat, _: AspectCard) -> tuple[int, int]:
        return self.reward, max(self.reward, self.most) if seat.is_gm else self.reward

    def refusal(self, seat: Seat, _: AspectCard, __: int) -> int:
        return self.price if seat.is_gm or self.price_among_players is None else self.price_among_players


class PointsByLevel(Struct, frozen=True, kw_only=True):
    """So many points for each level of the aspect, given for going along and paid for acting against it."""

    each: int = 1

    def offered(self, _: Seat, card: AspectCard) -> tuple[int, int]:
        points = self.each * max(1, card.level)
        return points, points

    def refusal(self, _: Seat, __: AspectCard, offered: int) -> int:
        return offered
