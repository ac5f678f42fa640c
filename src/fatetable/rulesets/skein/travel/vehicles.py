"""Carts, chariots and ships on a journey, and the horses or the crew they need.

The book gives them no speed, so they change nothing about how far a day brings the travellers.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import NumberHole, Offer, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, ActorId, actor_of
from fatetable.mechanics.harm.state import is_out
from fatetable.rulesets.skein.book import Good, Tables
from fatetable.rulesets.skein.possessions import BROUGHT, animals_left, kind_of_animal
from fatetable.rulesets.skein.recovery import cannot_suffer
from fatetable.rulesets.skein.sheet import PEOPLE, carried, read_item
from fatetable.rulesets.skein.time import why_busy
from fatetable.rulesets.skein.travel.journeys import JOURNEY, Journey, JourneyChanged

MOST_HANDS = 100
DRAFT = ("Horse", "War Horse")


class TakeVehicle(Command, frozen=True, kw_only=True, tag="take-vehicle"):
    """The journey goes on with something that a traveller owns; `hands` are those aboard whom nobody plays."""

    owner: ActorId
    item: str
    hands: int = 0


def needs_of(tables: Tables, item: str) -> dict[str, int]:
    ware = read_item(tables, item).ware
    return {str(what): number for what, number in ware.needs.items()} if isinstance(ware, Good) else {}


def is_vehicle(tables: Tables, item: str) -> bool:
    ware = read_item(tables, item).ware
    return isinstance(ware, Good) and ware.kind == "transport" and not ware.animal


class Vehicles(Struct, frozen=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(name="vehicles", decides={TakeVehicle: self._take}, offers=self._offers)

    def _horses(self, state: State, journey: Journey) -> int:
        """Horses that nobody rides: those in play, and those that are only listed on a traveller's sheet."""
        cast = state.get(CAST)
        ridden, owned = journey.horses.values(), state.get(BROUGHT)
        in_play = [
            actor
            for actor in cast.values()
            if actor.kind == "animal" and cannot_suffer(state, actor) is None and actor.id not in ridden
        ]
        horses = [a for a in in_play if a.name in DRAFT or (a.id in owned and _is_horse(self.tables, owned[a.id].item))]
        listed = [
            item
            for each in journey.travellers
            for item in animals_left(self.tables, state, cast[each])
            if _is_horse(self.tables, item)
        ]
        in_harness = sum(needs_of(self.tables, item).get("horses", 0) for item in journey.vehicles)
        return len(horses) + len(listed) - in_harness

    def _crew(self, state: State, journey: Journey) -> int:
        cast = state.get(CAST)
        return sum(cast[each].kind in PEOPLE and not is_out(state, each) for each in journey.travellers)

    def _lacks(self, state: State, journey: Journey, item: str, hands: int) -> Refusal | None:
        """The horses or the people that are missing (SK-EQUIP-23)."""
        needs = needs_of(self.tables, item)
        horses, crew = needs.get("horses", 0), needs.get("crew", 0)
        if self._horses(state, journey) < horses:
            return Refusal("no-team", f"A {item} takes {horses} free horse{'s' * (horses > 1)}.")
        if self._crew(state, journey) + hands < crew:
            return Refusal("no-crew", f"A {item} takes a crew of {crew} at least.")
        return None

    def _waiting(self, state: State, journey: Journey, owner: ActorId) -> tuple[str, ...]:
        things = [item for item in carried(self.tables, state.get(CAST)[owner].sheet) if is_vehicle(self.tables, item)]
        return tuple(item for item in dict.fromkeys(things) if item not in journey.vehicles)

    def _take(self, decision: Decision, command: TakeVehicle) -> None:
        decision.require_gm()
        journey = decision.state.get(JOURNEY)
        if journey is None:
            raise decision.violation("no-journey", "Nobody is on a journey.")
        decision.require_allowed(why_busy(decision.state))
        owner = actor_of(decision, command.owner)
        decision.require(
            owner.id in journey.travellers and command.item in self._waiting(decision.state, journey, owner.id),
            "not-owned",
            f"{owner.name} has no {command.item!r} to travel with.",
        )
        decision.require(0 <= command.hands <= MOST_HANDS, "bad-number", f"{command.hands} is no crew.")
        decision.require_allowed(self._lacks(decision.state, journey, command.item, command.hands))
        vehicles = (*journey.vehicles, command.item)
        decision.emit(JourneyChanged(msgspec.structs.replace(journey, vehicles=vehicles)))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        journey = state.get(JOURNEY)
        if journey is None or not seat.is_gm or why_busy(state) is not None:
            return
        for owner in journey.travellers:
            things = self._waiting(state, journey, owner)
            for item in things:
                least = max(0, needs_of(self.tables, item).get("crew", 0) - self._crew(state, journey))
                if self._lacks(state, journey, item, least) is None:
                    yield Offer(
                        command=TakeVehicle(owner=owner, item=item, hands=least),
                        **one_of_a_family(f"Travel with the {item} of …", state.get(CAST)[owner].name),
                        verb="use",
                        holes=(NumberHole("hands", "crew", least, MOST_HANDS),),
                        cites=self.cites("vehicle"),
                        group="gm",
                    )


def _is_horse(tables: Tables, item: str) -> bool:
    return kind_of_animal(tables, item) in DRAFT
