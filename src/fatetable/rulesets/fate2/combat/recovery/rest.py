"""Who rests: where injuries heal by rest or by activity, they heal faster meanwhile (F2-WND-10)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.harm.state import Wound, condition_of, set_condition
from fatetable.mechanics.time.clock import now
from fatetable.rulesets.fate2.kit import FateKit

RESTING: Key[tuple[ActorId, ...]] = Key("fate2-resting", tuple[ActorId, ...], ())


class Rest(Command, frozen=True, kw_only=True, tag="fate2-rest"):
    """Rest from now on, or be active again."""

    actor: ActorId
    rests: bool


class RestingSet(Event, frozen=True, tag="fate2-resting-set/1"):
    actors: tuple[ActorId, ...]


def rests(state: State, actor: ActorId) -> bool:
    return actor in state.get(RESTING)


class Resting(Struct, frozen=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="resting",
            decides={Rest: self._rest},
            evolves=folds(RESTING, {RestingSet: set_to("actors")}),
            offers=self._offers,
        )

    def _may_change(self, state: State, actor: Actor) -> bool:
        """Who has nothing to heal from need not rest, and may stop."""
        return rests(state, actor.id) or any(map(_heals_slowly, condition_of(state, actor.id).wounds))

    def _rest(self, decision: Decision, command: Rest) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        state = decision.state
        is_new = command.rests != rests(state, actor.id) and self._may_change(state, actor)
        decision.require(is_new, "rests-already", f"That changes nothing for {actor.name}.", "rest")
        others = tuple(other for other in state.get(RESTING) if other != actor.id)
        decision.emit(RestingSet((*others, actor.id) if command.rests else others))
        figures = self.kit.tables.figures.healing
        faster, slower = (figures.resting, figures.active) if command.rests else (figures.active, figures.resting)
        time = now(decision.state)
        wounds = tuple(
            msgspec.structs.replace(each, due=time + (each.due - time) * faster // slower)
            if each.due is not None and _heals_slowly(each)
            else each
            for each in condition_of(state, actor.id).wounds
        )
        set_condition(decision, actor.id, "rests" if command.rests else "is active", wounds=wounds)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if self._may_change(state, actor):
                is_resting = rests(state, actor.id)
                yield Offer(
                    command=Rest(actor=actor.id, rests=not is_resting),
                    label="be active again" if is_resting else "rest until you are healed",
                    actor=actor.id,
                    verb="recover",
                    cites=self.kit.cites("rest"),
                    group="sheet",
                )


def _heals_slowly(wound: Wound) -> bool:
    return wound.due is not None and not wound.is_mild
