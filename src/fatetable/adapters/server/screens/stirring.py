"""What a page has to know to stir the dice by itself; the same for everybody."""

from __future__ import annotations

from fatetable.adapters.server.wire import Stirring
from fatetable.engine.opening import TABLE, THROWS
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.engine.stirring.rounds import is_due, may_pledge
from fatetable.engine.stirring.stirs import STIRS


def stirring_of(view: State) -> Stirring:
    stirs = view.get(STIRS)
    return Stirring(
        pledges=stirs.pledges,
        asked=stirs.asked,
        owing=stirs.owing,
        resting=tuple(seat for seat in view.get(SEATS) if may_pledge(view, seat) is not None),
        is_due=is_due(view),
    )


def has_same_stirring(before: State, now: State) -> bool:
    """Slices are replaced and never changed, so it is enough to compare the objects."""
    names = (STIRS.name, THROWS.name, TABLE.name, SEATS.name)
    return all(now.slices.get(name) is before.slices.get(name) for name in names)
