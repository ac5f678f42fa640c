"""Who is Taken Out is out of the fight and no more; their fate is decided afterwards (F2-WND-07)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, Target, TextHole, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, ActorId, actor_of, name_of
from fatetable.mechanics.encounters.state import fight_of
from fatetable.mechanics.harm.state import TAKEN_OUT, condition_of, set_condition
from fatetable.rulesets.fate2.kit import FateKit


class DecideFate(Command, frozen=True, kw_only=True, tag="fate2-decide-fate"):
    """Say what happens to somebody who was Taken Out."""

    actor: ActorId
    words: str


class Fates(Struct, frozen=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(name="fates", decides={DecideFate: self._decide}, offers=self._offers)

    def _cannot_decide(self, state: State, actor: ActorId) -> Refusal | None:
        if condition_of(state, actor).out != TAKEN_OUT:
            return Refusal("not-out", f"{name_of(state, actor)} was not Taken Out.", "taken-out")
        if fight_of(state) is not None:
            return Refusal("not-finished", "That is decided when the fight is over.", "taken-out")
        return None

    def _decide(self, decision: Decision, command: DecideFate) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require_allowed(self._cannot_decide(decision.state, actor.id))
        decision.require(bool(command.words.strip()), "no-words", "Say what happens to them.")
        set_condition(decision, actor.id, "decided", fate=command.words.strip())

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in state.get(CAST) if seat.is_gm else ():
            if self._cannot_decide(state, actor) is None:
                yield Offer(
                    command=DecideFate(actor=actor, words=""),
                    **one_of_a_family("Decide the fate of …", name_of(state, actor)),
                    verb="change",
                    target=Target("actor", actor),
                    holes=(TextHole("words", "fate"),),
                    cites=self.kit.cites("taken-out"),
                    group="gm",
                )
