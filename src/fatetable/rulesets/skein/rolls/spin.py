"""Spin: the bonus to their next roll that a character has from a critical success without another benefit."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Event
from fatetable.engine.recollection import tracked
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.moments import DiceAreThrown, SceneEnds
from fatetable.mechanics.time.lengthy_work import saves_time

SPIN: Key[tuple[ActorId, ...]] = Key("spin", tuple[ActorId, ...], ())


class SpinChanged(Event, frozen=True, tag="spin-changed/1"):
    """Everybody who has Spin from here on; nobody has more than one."""

    actors: tuple[ActorId, ...]


@tracked
def has_spin(state: State, actor: ActorId) -> bool:
    return actor in state.get(SPIN)


def give_spin(decision: Decision, actor: ActorId) -> None:
    if not has_spin(decision.state, actor):
        decision.emit(SpinChanged((*decision.state.get(SPIN), actor)))


def give_spin_or_time(decision: Decision, actor: ActorId) -> None:
    """Give Spin, unless the high degree saves time instead (SK-TEST-13)."""
    if not saves_time(decision.state, actor):
        give_spin(decision, actor)


def lose_spin(decision: Decision, actor: ActorId) -> None:
    decision.emit(SpinChanged(tuple(other for other in decision.state.get(SPIN) if other != actor)))


class Spin(Struct, frozen=True):
    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="spin",
            evolves=folds(SPIN, {SpinChanged: set_to("actors")}),
            on_moment=self._on_moment,
            moments=(DiceAreThrown, SceneEnds),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case DiceAreThrown(actor) if has_spin(decision.state, ActorId(actor)):
                # It has gone into this roll as a modifier already, re-rolls of it included.
                lose_spin(decision, ActorId(actor))
            case SceneEnds() if decision.state.get(SPIN):
                decision.emit(SpinChanged(()))
            case _:
                pass
