"""What is offered for a compel: more for a major complication, and perhaps for a conviction."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.seats import Seat
from fatetable.mechanics.aspects.cards import AspectCard
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import is_major_complication, type_of_aspect


class CompelOffers(Struct, frozen=True):
    """Refusing costs whatever is offered."""

    tables: Tables
    dials: Dials

    def offered(self, seat: Seat, card: AspectCard) -> tuple[int, int]:
        """SF-ASP-03; the game master may go higher (SF-ASP-02)."""
        points, is_conviction = self.tables.figures.points, type_of_aspect(card.slot) == "conviction"
        opens_high = is_conviction and self.dials.conviction_compels == "opens-at-two"
        least = points.compel_of_a_major if opens_high or is_major_complication(card.slot) else points.compel
        return least, points.most_for_a_compel if seat.is_gm else least

    def refusal(self, _seat: Seat, _card: AspectCard, offered: int) -> int:
        return offered
