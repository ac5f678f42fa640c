"""What people fight with and wear, where that counts more than by eye (F2-ARM-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import put
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Hole, ManyHole, Offer, Target
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import CAST, ActorId, actor_of, controls, require_control
from fatetable.mechanics.rolls.state import unsettled
from fatetable.rulesets.fate2.book import Armour, Tables, Weapon, WeaponTrait
from fatetable.rulesets.fate2.kit import FateKit

UNARMED, UNARMOURED = "Unarmed", "None"


class Arms(Struct, frozen=True):
    """A weapon with its traits, and armour, by their names in the tables."""

    weapon: str = UNARMED
    armour: str = UNARMOURED
    traits: tuple[str, ...] = ()


ARMS: Key[Mapping[ActorId, Arms]] = Key("arms", dict[ActorId, Arms], {})


class ArmsTaken(Event, frozen=True, tag="fate2-arms-taken/1"):
    actor: ActorId
    arms: Arms


class TakeArms(Command, frozen=True, kw_only=True, tag="fate2-take-arms"):
    """Take up a weapon and put on armour."""

    actor: ActorId
    weapon: str = UNARMED
    armour: str = UNARMOURED
    traits: tuple[str, ...] = ()


def arms_of(state: State, actor: ActorId) -> Arms:
    return state.get(ARMS).get(actor, Arms())


def weapon_of(tables: Tables, state: State, actor: ActorId) -> Weapon:
    """Somebody's weapon; one the tables do not have any more is like none."""
    name = arms_of(state, actor).weapon
    return next((row for row in tables.weapons if row.name == name), Weapon(name=UNARMED, rating=0, mild=True))


def armour_of(tables: Tables, state: State, actor: ActorId) -> Armour:
    name = arms_of(state, actor).armour
    return next((row for row in tables.armours if row.name == name), Armour(name=UNARMOURED, rating=0))


def traits_of_weapon(tables: Tables, state: State, actor: ActorId) -> tuple[WeaponTrait, ...]:
    held = arms_of(state, actor).traits
    return tuple(trait for trait in tables.weapon_traits if trait.name in held)


class BearingArms(Struct, frozen=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="arms",
            decides={TakeArms: self._take},
            evolves=folds(ARMS, {ArmsTaken: put("actor", "arms")}),
            offers=self._offers,
        )

    @property
    def _holes(self) -> tuple[Hole, ...]:
        """Blanks for what counts at this table; none where everything is judged by eye."""
        tables, dials = self.kit.tables, self.kit.dials
        holes: list[Hole] = []
        if dials.weapons != "dramatic":
            choices = tuple(Choice(row.name, f"{row.name} ({row.rating})") for row in tables.weapons)
            holes.append(ChoiceHole("weapon", "weapon", choices))
        if dials.weapons == "advanced":
            traits = tuple(Choice(row.name) for row in tables.weapon_traits)
            holes.append(ManyHole("traits", "traits of the weapon", traits))
        if dials.armour != "dramatic":
            choices = tuple(Choice(row.name, f"{row.name} ({row.rating})") for row in tables.armours)
            holes.append(ChoiceHole("armour", "armour", choices))
        return tuple(holes)

    def _take(self, decision: Decision, command: TakeArms) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(unsettled(decision.state))
        tables, dials = self.kit.tables, self.kit.dials
        wants_weapon = command.weapon != UNARMED or bool(command.traits)
        decision.require(
            not (wants_weapon and dials.weapons == "dramatic")
            and not (command.armour != UNARMOURED and dials.armour == "dramatic"),
            "judged-by-eye",
            "At this table people see who is better armed.",
        )
        known = (
            any(row.name == command.weapon for row in tables.weapons) or command.weapon == UNARMED,
            any(row.name == command.armour for row in tables.armours) or command.armour == UNARMOURED,
            {row.name for row in tables.weapon_traits}.issuperset(command.traits),
            dials.weapons == "advanced" or not command.traits,
        )
        decision.require(all(known), "no-such-arms", "There are no such arms at this table.")
        decision.emit(ArmsTaken(actor.id, Arms(command.weapon, command.armour, tuple(sorted(set(command.traits))))))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        holes = self._holes
        if not holes or unsettled(state) is not None:
            return
        for actor in state.get(CAST).values():
            if controls(seat, actor):
                yield Offer(
                    command=TakeArms(actor=actor.id),
                    label="take up arms",
                    actor=actor.id,
                    verb="change",
                    target=Target("actor", actor.id),
                    holes=holes,
                    cites=self.kit.cites("arms"),
                    group="belongings",
                )
