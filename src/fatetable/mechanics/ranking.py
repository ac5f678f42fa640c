"""Ruling on how soon someone acts, where a sheet does not say it in numbers.  Knows nothing of what a trait means."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, whose
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.encounters import conflict_of


class RankActor(Command, frozen=True, tag="rank-actor"):
    """This trait of theirs tells how soon they act in the conflict that is being set up."""

    actor: ActorId
    trait: str


class Ranking(Struct, frozen=True, kw_only=True):
    """`is_judged` are those whose turn value people decide; `rank` puts them in the order."""

    rules: CheckRules
    is_judged: Callable[[Actor], bool]
    rank: Callable[[Decision, ActorId, int], None]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(name="ranking", decides={RankActor: self._rank}, offers=self._offers)

    def _may_be_ranked(self, state: State, actor: Actor) -> bool:
        """Before the first exchange; someone who joins later, before they are put in the order."""
        conflict = conflict_of(state)
        if conflict is None or not self.is_judged(actor):
            return False
        return actor.id in conflict.newcomers or (not conflict.is_running and actor.id in conflict.actors)

    def _rank(self, decision: Decision, command: RankActor) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require(
            self._may_be_ranked(decision.state, actor),
            "cannot-rank",
            f"{whose(actor.name)} place in the order is settled.",
        )
        trait = self.rules.trait(actor, "", command.trait)
        if trait is None:
            raise decision.violation("unknown-trait", f"{actor.name} has no {command.trait!r} to act by.")
        self.rank(decision, actor.id, trait.rating)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm or conflict_of(state) is None:
            return
        for actor in state.get(CAST).values():
            if self._may_be_ranked(state, actor):
                traits = tuple(Choice(trait.id, trait.label) for trait in self.rules.traits(actor, ""))
                yield Offer(
                    command=RankActor(actor.id, ""),
                    label=f"How soon {actor.name} acts",
                    holes=(ChoiceHole("trait", "by", traits),),
                    cites=self.cites("turn-value"),
                    group="gm",
                )
