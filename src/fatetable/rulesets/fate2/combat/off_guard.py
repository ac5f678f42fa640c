"""The drop: who expects nothing defends badly, and does nothing more (F2-MOD-05)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, ActorId, actor_of
from fatetable.mechanics.encounters.state import fight_of
from fatetable.mechanics.moments import ConflictEnds, RollIsOver, SceneEnds
from fatetable.mechanics.rolls.state import ROLLS, RollId, unsettled
from fatetable.mechanics.scenes.presence import is_active

OFF_GUARD: Key[tuple[ActorId, ...]] = Key("off-guard", tuple[ActorId, ...], ())


class OffGuardSet(Event, frozen=True, tag="fate2-off-guard-set/1"):
    actors: tuple[ActorId, ...]


class CatchOffGuard(Command, frozen=True, tag="fate2-catch-off-guard"):
    """The GM says that somebody expects no attack, until they are attacked."""

    actor: ActorId


def is_off_guard(state: State, actor: ActorId) -> bool:
    return actor in state.get(OFF_GUARD)


class OffGuard(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="the drop",
            decides={CatchOffGuard: self._catch},
            evolves=folds(OFF_GUARD, {OffGuardSet: set_to("actors")}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver, ConflictEnds, SceneEnds),
        )

    def _may_be(self, state: State, actor: ActorId) -> bool:
        fight = fight_of(state)
        is_fighting = fight is not None and fight.involves(actor) and is_active(state, actor)
        return is_fighting and not is_off_guard(state, actor) and unsettled(state) is None

    def _catch(self, decision: Decision, command: CatchOffGuard) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require(
            self._may_be(decision.state, actor.id), "not-off-guard", f"{actor.name} cannot be caught off guard now."
        )
        decision.emit(OffGuardSet((*decision.state.get(OFF_GUARD), actor.id)))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        held = decision.state.get(OFF_GUARD)
        warned: set[ActorId] = set()
        match moment:
            case ConflictEnds() | SceneEnds():
                warned = set(held)
            case RollIsOver(was_cancelled=False):
                roll = decision.state.get(ROLLS)[RollId(moment.roll)]
                warned = {*roll.targets, *(effort.actor for effort in roll.efforts)}
        left = tuple(actor for actor in held if actor not in warned)
        if left != held:
            decision.emit(OffGuardSet(left))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm or fight_of(state) is None:
            return
        for actor in state.get(CAST).values():
            if self._may_be(state, actor.id):
                yield Offer(
                    command=CatchOffGuard(actor.id),
                    **one_of_a_family("Say that … expects no attack", actor.name),
                    verb="change",
                    target=Target("actor", actor.id),
                    cites=self.cites("off-guard"),
                    group="gm",
                )
