"""Animals that a character owns and brings into a scene, such as a dog that fights or a horse to ride.

From then on the Storyteller runs them like any other animal; they come and go with their owner, on the same side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import put
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.joining import Joining, enter
from fatetable.mechanics.scenes.presence import is_active
from fatetable.rulesets.skein.book import Good, Tables
from fatetable.rulesets.skein.creation import sample
from fatetable.rulesets.skein.sheet import carried, read_item


class BringAnimal(Command, frozen=True, tag="bring-animal"):
    """A character has an animal of theirs with them in this scene."""

    owner: ActorId
    item: str


class Owned(Struct, frozen=True):
    owner: ActorId
    item: str


class AnimalBrought(Event, frozen=True, tag="animal-brought/1"):
    animal: ActorId
    owned: Owned


Brought: TypeAlias = Mapping[ActorId, Owned]
BROUGHT: Key[Brought] = Key("owned-animals", dict[ActorId, Owned], {})


def kind_of_animal(tables: Tables, item: str) -> str:
    """The kind of animal that an item on a sheet is; empty for other items (SK-EQUIP-22)."""
    ware = read_item(tables, item).ware
    return ware.animal if isinstance(ware, Good) else ""


def animals_left(tables: Tables, state: State, owner: Actor) -> tuple[str, ...]:
    """Their animals that have not come into play yet; each comes once."""
    left = list(_animals(tables, owner.sheet))
    for owned in state.get(BROUGHT).values():
        if owned.owner == owner.id and owned.item in left:
            left.remove(owned.item)
    return tuple(left)


@remembered(limit=2048)
def _animals(tables: Tables, sheet: Sheet) -> tuple[str, ...]:
    return tuple(item for item in carried(tables, sheet) if kind_of_animal(tables, item))


class Animals(Struct, frozen=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="owned animals",
            decides={BringAnimal: self._bring},
            evolves=folds(BROUGHT, {AnimalBrought: put("animal", "owned")}),
            offers=self._offers,
        )

    def _may_bring(self, state: State, owner: Actor) -> Refusal | None:
        if not owner.is_pc:
            return _refusal(f"Nobody keeps count of the animals of {owner.name}.")
        if not is_active(state, owner.id):
            return _refusal(f"{owner.name} is not in the scene, and brings an animal into one.")
        if state.get(ENCOUNTER) is not None:
            return _refusal("An animal is brought before or after this encounter, not in the middle of it.")
        if a_roll_is_open(state):
            return _refusal("Finish the open roll first.")
        return None

    def _bring(self, decision: Decision, command: BringAnimal) -> None:
        owner = actor_of(decision, command.owner)
        require_control(decision, owner)
        decision.require_allowed(self._may_bring(decision.state, owner))
        if command.item not in animals_left(self.tables, decision.state, owner):
            decision.require_allowed(_refusal(f"{owner.name} has no {command.item!r} that is not in play already."))
        sheet: Sheet = sample(self.tables, kind_of_animal(self.tables, command.item))
        named = msgspec.structs.replace(sheet, name=f"{read_item(self.tables, command.item).name} of {owner.name}")
        animal = decision.service(Joining).add(decision, named, open_aspects=True, patron=owner.id)
        decision.emit(AnimalBrought(animal, Owned(owner.id, command.item)))
        enter(decision, animal)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for owner in controlled(state, seat):
            items = tuple(dict.fromkeys(animals_left(self.tables, state, owner))) if owner.is_pc else ()
            if items and self._may_bring(state, owner) is None:
                yield Offer(
                    command=BringAnimal(owner.id, ""),
                    label="bring an animal",
                    actor=owner.id,
                    verb="place",
                    holes=(ChoiceHole("item", "which", tuple(Choice(item) for item in items)),),
                    cites=self.cites("owned-animal"),
                    group="belongings",
                )


def _refusal(message: str) -> Refusal:
    return Refusal("not-at-hand", message, "owned-animal")
