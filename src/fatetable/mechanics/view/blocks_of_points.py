"""The block of fate points: everybody's, and the pool."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fatetable.engine.seats import gm_seat
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor, players_characters, seat_of
from fatetable.mechanics.points.accounts import DEFERRED, POOL, balance, purse, spendable
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.view.blocks import PointsBlock, PurseView


def points_blocks(state: State, refresh: Callable[[Actor], int]) -> Iterator[PointsBlock]:
    purses = [
        PurseView(
            label=actor.name,
            points=spendable(state, purse(actor.id)),
            actor=actor.id,
            seat=seat_of(state, actor.id),
            refresh=refresh(actor),
        )
        for actor in players_characters(state)
    ]
    gm = gm_seat(state).id
    pool = balance(state, POOL)
    if pool or state.get(SCENE).is_open:
        purses.append(PurseView(label="pool", points=pool, seat=gm))
    if deferred := balance(state, DEFERRED):
        purses.append(PurseView(label="next scene's pool", points=deferred, seat=gm))
    yield PointsBlock(tuple((each.label, each.points) for each in purses), tuple(purses))
