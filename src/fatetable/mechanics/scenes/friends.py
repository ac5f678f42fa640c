"""Friends of the heroes: people of the game master who stand with them, in encounters and outside of them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of
from fatetable.mechanics.encounters.state import encounter_running
from fatetable.mechanics.rolls.state import unsettled
from fatetable.mechanics.scenes.sides import FRIENDS, FRIENDS_EVOLVES, FriendsNamed


class Befriend(Command, frozen=True, tag="befriend"):
    """Somebody stands with the heroes from now on, or not any more."""

    actor: ActorId
    is_friend: bool = True


class Friends(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="friends of heroes", decides={Befriend: self._befriend}, evolves=FRIENDS_EVOLVES, offers=self._offers
        )

    def _cannot(self, state: State, actor: Actor, *, is_friend: bool) -> Refusal | None:
        if actor.has_player or actor.patron:
            return Refusal("not-yours", f"{actor.name} stands with whom they belong to.")
        if actor.is_hidden:
            return Refusal("still-hidden", f"{actor.name} is hidden; reveal them first.")
        if (actor.id in state.get(FRIENDS)) == is_friend:
            return Refusal(
                "no-change", f"{actor.name} stands {'with' if is_friend else 'apart from'} the heroes already."
            )
        return encounter_running(state) or unsettled(state)

    def _befriend(self, decision: Decision, command: Befriend) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require_allowed(self._cannot(decision.state, actor, is_friend=command.is_friend))
        others = tuple(friend for friend in decision.state.get(FRIENDS) if friend != actor.id)
        decision.emit(FriendsNamed((*others, actor.id) if command.is_friend else others))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in state.get(CAST).values() if seat.is_gm else ():
            is_friend = actor.id not in state.get(FRIENDS)
            if self._cannot(state, actor, is_friend=is_friend) is None:
                family = "Put … on the heroes' side" if is_friend else "Take … from the heroes' side"
                yield Offer(
                    command=Befriend(actor.id, is_friend),
                    **one_of_a_family(family, actor.name),
                    verb="change",
                    target=Target("actor", actor.id),
                    cites=self.cites("conflict"),
                    group="gm",
                )
