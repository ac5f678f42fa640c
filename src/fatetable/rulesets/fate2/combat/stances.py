"""Fighting defensively by turns: instead of an attack, for a better defence until one's next turn (F2-MOD-08)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import put
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import ActorId, actor_of, controlled, require_control
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.state import Conflict, conflict_of
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.may_declare import may_declare
from fatetable.mechanics.scenes.state import SCENE
from fatetable.rulesets.fate2.kit import FateKit

SINCE: Key[Mapping[ActorId, tuple[int, int]]] = Key("defensive", dict[ActorId, tuple[int, int]], {})
"""The scene and the exchange in which somebody last chose to fight defensively."""


class DefensiveSince(Event, frozen=True, tag="fate2-defensive-since/1"):
    actor: ActorId
    since: tuple[int, int]


class FightDefensively(Command, frozen=True, tag="fate2-fight-defensively"):
    """Give up this turn's action to defend better."""

    actor: ActorId


def is_defensive(state: State, actor: ActorId) -> bool:
    """Does somebody still fight defensively?  Their next turn ends it."""
    conflict, since = conflict_of(state), state.get(SINCE).get(actor)
    if conflict is None or since is None or since[0] != state.get(SCENE).number:
        return False
    ago = conflict.exchange - since[1]
    return ago == 0 or (ago == 1 and _turn(conflict, actor) > conflict.turn)


def _turn(conflict: Conflict, actor: ActorId) -> int:
    return next((index for index, place in enumerate(conflict.order) if actor in place.actors), 0)


class Stances(Struct, frozen=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="stances",
            decides={FightDefensively: self._defend},
            evolves=folds(SINCE, {DefensiveSince: put("actor", "since")}),
            offers=self._offers,
        )

    def _defend(self, decision: Decision, command: FightDefensively) -> None:
        state, actor = decision.state, actor_of(decision, command.actor)
        require_control(decision, actor)
        conflict = conflict_of(state)
        if conflict is None:
            raise decision.violation("no-conflict", "There is no fight by turns.")
        decision.require_allowed(may_declare(self.kit.turns, self.kit.words, state, actor, ATTACK))
        decision.emit(DefensiveSince(actor.id, (state.get(SCENE).number, conflict.exchange)))
        decision.service(Conflicts).spend_action(decision, conflict, actor.id)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if conflict_of(state) is None:
            return
        for actor in controlled(state, seat):
            if may_declare(self.kit.turns, self.kit.words, state, actor, ATTACK) is None:
                yield Offer(
                    command=FightDefensively(actor.id),
                    label="fight defensively (uses your turn)",
                    actor=actor.id,
                    verb="end-turn",
                    cites=self.kit.cites("defensive"),
                    group="act",
                )
