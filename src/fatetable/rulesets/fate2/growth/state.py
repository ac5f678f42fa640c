"""The state of growth: when a rank was last gained, and whether a long time passes now."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.scenes.state import CALENDAR, SCENE


class Growth(Struct, frozen=True, omit_defaults=True):
    """The last period ended after `scene` of `session`; `lived` has filled the time that passes."""

    scene: int = -1
    session: int = -1
    time_passes: bool = False
    lived: tuple[ActorId, ...] = ()


GROWTH: Key[Growth] = Key("growth", Growth, Growth())


class PeriodEnded(Event, frozen=True, tag="period-ended/1"):
    """Everybody gains a rank."""

    scene: int
    session: int


class LongTimeBegan(Event, frozen=True, tag="long-time-began/1"):
    pass


class LongTimeEnded(Event, frozen=True, tag="long-time-ended/1"):
    pass


class PhaseLived(Event, frozen=True, tag="phase-lived/1"):
    actor: ActorId


def _ended(growth: Growth, event: PeriodEnded) -> Growth:
    return msgspec.structs.replace(growth, scene=event.scene, session=event.session)


def _time_began(growth: Growth, _: LongTimeBegan) -> Growth:
    return msgspec.structs.replace(growth, time_passes=True, lived=())


def _time_ended(growth: Growth, _: LongTimeEnded) -> Growth:
    return msgspec.structs.replace(growth, time_passes=False, lived=())


def _lived(growth: Growth, event: PhaseLived) -> Growth:
    return msgspec.structs.replace(growth, lived=(*growth.lived, event.actor))


GROWTH_EVOLVES = folds(
    GROWTH,
    {PeriodEnded: _ended, LongTimeBegan: _time_began, LongTimeEnded: _time_ended, PhaseLived: _lived},
)


def occasion(state: State) -> tuple[int, int]:
    """The scene and the session after which something happens now."""
    return state.get(SCENE).number, state.get(CALENDAR).session


def a_rank_was_just_gained(state: State) -> bool:
    """Has neither a scene nor a session begun since?"""
    growth = state.get(GROWTH)
    return not state.get(SCENE).is_open and (growth.scene, growth.session) == occasion(state)
