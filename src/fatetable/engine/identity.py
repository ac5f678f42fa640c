"""Remembering what was worked out from immutable values, by their identity.

Slices and what is in them never change, so the same object always gives the same answer; comparing them by value, as
`functools.lru_cache` would, costs more than most answers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from fatetable.engine.offers import Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import OfferSource

P = ParamSpec("P")
R = TypeVar("R")


def reading(source: OfferSource, *keys: Key[Any], limit: int = 256) -> OfferSource:
    """An offer source that reads only these slices, asked again only when one of them is another.

    It is given a state with nothing else in it, so that forgetting to name a slice shows at once.
    """
    known: dict[tuple[object, ...], tuple[tuple[Any, ...], tuple[Offer, ...]]] = {}
    names = tuple((key.name, key.empty) for key in keys)

    def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
        slices = state.slices
        values = tuple([slices.get(name, empty) for name, empty in names])
        key = (seat.id, seat.role, *map(id, values))
        found = known.get(key)
        if found is None:
            if len(known) >= limit:
                known.clear()
            narrow = State(0, {name: value for (name, _), value in zip(names, values, strict=True)})
            found = known[key] = (values, tuple(source(narrow, seat)))
        return found[1]

    return offers


def remembered(limit: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a pure function of immutable positional arguments; at most `limit` answers are kept."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        # The arguments are kept beside the answer: an id is only unique while its object lives.
        known: dict[tuple[int, ...], tuple[tuple[Any, ...], R]] = {}

        @wraps(function)
        def answer(*args: P.args, **kwargs: P.kwargs) -> R:
            assert not kwargs, "remembered functions take positional arguments"
            key = tuple(map(id, args))
            found = known.get(key)
            if found is None:
                if len(known) >= limit:
                    known.clear()
                found = known[key] = (args, function(*args, **kwargs))
            return found[1]

        return answer

    return decorate
