"""Carts, chariots and ships on a journey: what draws or sails them has to be there.

How fast they are the book does not say, and neither does this.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import NumberHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.cast import CAST, ActorId, actor_of
from fatetable.mechanics.checks import Refusal
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.harm import is_out
from fatetable.rulesets.skein.arms import carried
from fatetable.rulesets.skein.catalogue import Good
from fatetable.rulesets.skein.figures import PEOPLE
from fatetable.rulesets.skein.gear import read_item
from fatetable.rulesets.skein.journeys import JOURNEY, Journey, JourneyChanged
from fatetable.rulesets.skein.ordeals import can_suffer
from fatetable.rulesets.skein.owned_animals import BROUGHT, animals_left, kind_of_animal
from fatetable.rulesets.skein.quiet import is_busy

MOST_HANDS = 100
DRAFT = ("Horse", "War Horse")


class TakeVehicle(Command, frozen=True, kw_only=True, tag="take-vehicle"):
    """The journey goes on with something that a traveller owns; `hands` are those aboard whom nobody plays."""

    owner: ActorId
    item: str
    hands: int = 0


def needs_of(item: str) -> dict[str, int]:
    ware = read_item(item).ware
    return {str(what): number for what, number in ware.needs.items()} if isinstance(ware, Good) else {}


def is_vehicle(item: str) -> bool:
    ware = read_item(item).ware
    return isinstance(ware, Good) and ware.kind == "transport" and not ware.animal


class Vehicles(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(name="vehicles", decides={TakeVehicle: self._take}, offers=self._offers)

    def _horses(self, state: State, journey: Journey) -> int:
        """Horses that nobody rides: those in play, and those that only stand on a traveller's sheet."""
        cast = state.get(CAST)
        ridden, owned = journey.horses.values(), state.get(BROUGHT)
        in_play = [
            actor
            for actor in cast.values()
            if actor.kind == "animal" and can_suffer(state, actor) and actor.id not in ridden
        ]
        horses = [a for a in in_play if a.name in DRAFT or (a.id in owned and _is_horse(owned[a.id].item))]
        listed = [item for each in journey.travellers for item in animals_left(state, cast[each]) if _is_horse(item)]
        in_harness = sum(needs_of(item).get("horses", 0) for item in journey.vehicles)
        return len(horses) + len(listed) - in_harness

    def _crew(self, state: State, journey: Journey) -> int:
        cast = state.get(CAST)
        return sum(cast[each].kind in PEOPLE and not is_out(state, each) for each in journey.travellers)

    def _lacks(self, state: State, journey: Journey, item: str, hands: int) -> Refusal | None:
        """What is missing before it moves at all (SK-EQUIP-23)."""
        needs = needs_of(item)
        horses, crew = needs.get("horses", 0), needs.get("crew", 0)
        if self._horses(state, journey) < horses:
            return Refusal("no-team", f"A {item} takes {horses} free horse{'s' * (horses > 1)}.")
        if self._crew(state, journey) + hands < crew:
            return Refusal("no-crew", f"A {item} takes a crew of {crew} at least.")
        return None

    def _waiting(self, state: State, journey: Journey, owner: ActorId) -> tuple[str, ...]:
        things = [item for item in carried(state.get(CAST)[owner].sheet) if is_vehicle(item)]
        return tuple(item for item in dict.fromkeys(things) if item not in journey.vehicles)

    def _take(self, decision: Decision, command: TakeVehicle) -> None:
        decision.require_gm()
        journey = decision.state.get(JOURNEY)
        if journey is None:
            raise decision.violation("no-journey", "Nobody is on a journey.")
        decision.require(not is_busy(decision.state), "not-finished", "Something is still being settled.")
        owner = actor_of(decision, command.owner)
        decision.require(
            owner.id in journey.travellers and command.item in self._waiting(decision.state, journey, owner.id),
            "not-owned",
            f"{owner.name} has no {command.item!r} to travel with.",
        )
        decision.require(0 <= command.hands <= MOST_HANDS, "bad-number", f"{command.hands} is no crew.")
        refusal = self._lacks(decision.state, journey, command.item, command.hands)
        if refusal is not None:
            raise decision.violation(refusal.code, refusal.message)
        vehicles = (*journey.vehicles, command.item)
        decision.emit(JourneyChanged(msgspec.structs.replace(journey, vehicles=vehicles)))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        journey = state.get(JOURNEY)
        if journey is None or not seat.is_gm or is_busy(state):
            return
        for owner in journey.travellers:
            things = self._waiting(state, journey, owner)
            for item in things:
                least = max(0, needs_of(item).get("crew", 0) - self._crew(state, journey))
                if self._lacks(state, journey, item, least) is None:
                    yield Offer(
                        command=TakeVehicle(owner=owner, item=item, hands=least),
                        label=f"Travel with the {item} of {state.get(CAST)[owner].name}",
                        holes=(NumberHole("hands", "others aboard", least, MOST_HANDS),),
                        cites=self.cites("vehicle"),
                        group="gm",
                    )


def _is_horse(item: str) -> bool:
    return kind_of_animal(item) in DRAFT
