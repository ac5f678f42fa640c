"""Animals that stand among somebody's belongings and come into play: a dog that fights, a horse that is ridden.

Once there, they are animals like others, which the Storyteller runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.cast import Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.encounters import ENCOUNTER
from fatetable.mechanics.rolls import a_roll_is_open
from fatetable.mechanics.scenes import SCENE, PresenceChanged
from fatetable.mechanics.sheets import Sheet
from fatetable.rulesets.skein.arms import carried
from fatetable.rulesets.skein.catalogue import Good
from fatetable.rulesets.skein.gear import read_item
from fatetable.rulesets.skein.samples import sample
from fatetable.rulesets.skein.spellwork import is_there


class BringAnimal(Command, frozen=True, tag="bring-animal"):
    """An animal that somebody owns is with them in this scene."""

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


def _brought(found: Brought, event: AnimalBrought) -> Brought:
    return {**found, event.animal: event.owned}


def kind_of_animal(item: str) -> str:
    """The animal whose figures a thing on a sheet has (SK-EQUIP-22)."""
    ware = read_item(item).ware
    return ware.animal if isinstance(ware, Good) else ""


def animals_left(state: State, owner: Actor) -> tuple[str, ...]:
    """Animals of theirs that have not come into play; each comes once."""
    left = list(_animals(owner.sheet))
    for owned in state.get(BROUGHT).values():
        if owned.owner == owner.id and owned.item in left:
            left.remove(owned.item)
    return tuple(left)


@remembered(limit=2048)
def _animals(sheet: Sheet) -> tuple[str, ...]:
    return tuple(item for item in carried(sheet) if kind_of_animal(item))


class OwnedAnimals(Struct, frozen=True):
    """`add_actor` brings somebody of the Storyteller's to the table."""

    add_actor: Callable[..., ActorId]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="owned animals",
            decides={BringAnimal: self._bring},
            evolves=folds(BROUGHT, {AnimalBrought: _brought}),
            offers=self._offers,
        )

    def _at_hand(self, state: State, owner: Actor) -> tuple[str, ...]:
        left = tuple(dict.fromkeys(animals_left(state, owner)))
        if not left or state.get(ENCOUNTER) is not None or a_roll_is_open(state):
            return ()
        return left if is_there(state, owner.id) else ()

    def _bring(self, decision: Decision, command: BringAnimal) -> None:
        owner = actor_of(decision, command.owner)
        require_control(decision, owner)
        decision.require(
            owner.is_pc and command.item in self._at_hand(decision.state, owner),
            "not-at-hand",
            f"{owner.name} has no {command.item!r} to bring now.",
            "owned-animal",
        )
        sheet: Sheet = sample(kind_of_animal(command.item))
        named = msgspec.structs.replace(sheet, name=f"{read_item(command.item).name} of {owner.name}")
        animal = self.add_actor(decision, named, open_aspects=True)
        decision.emit(AnimalBrought(animal, Owned(owner.id, command.item)))
        decision.emit(PresenceChanged((*decision.state.get(SCENE).present, animal)))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for owner in controlled(state, seat):
            items = self._at_hand(state, owner) if owner.is_pc else ()
            if items:
                yield Offer(
                    command=BringAnimal(owner.id, ""),
                    label=f"{owner.name}: have an animal of theirs with them",
                    holes=(ChoiceHole("item", "which", tuple(Choice(item) for item in items)),),
                    cites=self.cites("owned-animal"),
                    group="belongings",
                )
