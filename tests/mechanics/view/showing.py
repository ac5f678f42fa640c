"""What viewers of the small game see."""

from __future__ import annotations

from typing import Any, TypeVar

from fatetable.engine.messages import SeatId
from fatetable.engine.seats import SEATS
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.view.presenting import Presenting
from tests.mechanics.small_game import CHECKS, HARM, SmallGame

B = TypeVar("B")

LADDER = Ladder.of({0: "Poor", 1: "Fair", 2: "Good", 3: "Great"})
PRESENTING = Presenting(
    rules=CHECKS,
    ladder=LADDER,
    harm=lambda actor: HARM,
    refresh=lambda actor: 3,
    victories=2,
    scenario=lambda state: ("The duke: a war",),
)


def shown(g: SmallGame, seat: str, kind: type[B], presenting: Presenting = PRESENTING) -> list[B]:
    blocks: tuple[Any, ...] = presenting.present(g.view(seat), g.view(seat).get(SEATS)[SeatId(seat)])
    return [block for block in blocks if isinstance(block, kind)]
