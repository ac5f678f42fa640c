"""The rows of wounds of FATE second edition (F2-WND-01), for the rolling game."""

from __future__ import annotations

from fatetable.mechanics.harm.rows import WoundRow
from fatetable.mechanics.harm.wounds import Wounding, WoundRules
from fatetable.mechanics.time.clock import now
from tests.mechanics.small_game import cites

DAY = 24 * 60 * 60
ROWS = (
    WoundRow(name="scratched", least=0, boxes=0, effect="nothing"),
    WoundRow(name="clipped", least=1, boxes=2, effect="next exchange", penalty=1, waits=True, clears="exchange"),
    WoundRow(name="hurt", least=2, boxes=2, effect="the scene", penalty=1),
    WoundRow(name="injured", least=5, boxes=2, effect="until healed", penalty=1, adds_up=True, clears="time"),
    WoundRow(name="taken-out", least=7, boxes=1, effect="out", takes_out=True),
)
RULES = WoundRules(rows=lambda actor: ROWS)


def wounding(rules: WoundRules = RULES) -> Wounding:
    """Injuries heal in a week."""
    return Wounding(
        rules={"hero": rules, "foe": rules}, cites=cites, heals_at=lambda state, row, hit: now(state) + 7 * DAY
    )
