"""The game master rules how soon someone acts, where the sheet has no number for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, whose
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.rolls.check_rules import CheckRules


class RankActor(Command, frozen=True, tag="rank-actor"):
    """This trait of theirs tells how soon they act in the conflict that is being set up."""

    actor: ActorId
    trait: str


class TurnRulings(Struct, frozen=True, kw_only=True):
    """`is_judged` says for whom people decide the turn value; `rank` puts them in the order."""

    rules: CheckRules
    is_judged: Callable[[Actor], bool]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(name="turn rulings", decides={RankActor: self._rank}, offers=self._offers)

    def _cannot_rank(self, state: State, actor: Actor) -> Refusal | None:
        """Possible before the first exchange; for newcomers, before they are put in the order."""
        conflict = conflict_of(state)
        if conflict is None or not conflict.involves(actor.id):
            return Refusal("cannot-rank", f"{actor.name} takes part in no conflict.")
        if not self.is_judged(actor):
            return Refusal("cannot-rank", f"{whose(actor.name)} place in the order follows from their sheet.")
        if conflict.is_running and actor.id not in conflict.newcomers:
            return Refusal("cannot-rank", f"{whose(actor.name)} place in the order is settled.")
        return None

    def _rank(self, decision: Decision, command: RankActor) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require_allowed(self._cannot_rank(decision.state, actor))
        trait = self.rules.trait(actor, "", command.trait)
        if trait is None:
            raise decision.violation("unknown-trait", f"{actor.name} has no {command.trait!r} to act by.")
        decision.service(Conflicts).rank(decision, actor.id, trait.rating)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm or conflict_of(state) is None:
            return
        for actor in state.get(CAST).values():
            if self._cannot_rank(state, actor) is None:
                traits = tuple(Choice(trait.id, trait.label) for trait in self.rules.traits(actor, ""))
                yield Offer(
                    command=RankActor(actor.id, ""),
                    **one_of_a_family("Set when … acts", actor.name),
                    verb="change",
                    target=Target("actor", actor.id),
                    holes=(ChoiceHole("trait", "by", traits),),
                    cites=self.cites("turn-value"),
                    group="gm",
                )
