"""Fighting from horseback: who rides what, how Riding helps, and charges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import put
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.moments import ActorIsOut, ConflictEnds, RollIsOver, SceneEnds
from fatetable.mechanics.rolls.actions import OVERCOME
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import ROLLS, Effort, Modifier, Roll, RollId
from fatetable.mechanics.undertakings.undertaking import ended, margin_of, undertake
from fatetable.rulesets.skein.book import Good, Tables, support
from fatetable.rulesets.skein.combat.availability import unavailable
from fatetable.rulesets.skein.rolls import SUPPORT, attack_kind, has_turn, on_their_turn, read_trait, trait_for
from fatetable.rulesets.skein.sheet import carried, level, melee_weapon, read_item, skill_name, wielded

CHARGE = "mounted-charge"
MELEE = "melee-combat"


class Mount(Command, frozen=True, tag="mount"):
    actor: ActorId
    mount: str


class Dismount(Command, frozen=True, tag="dismount"):
    actor: ActorId


class Charge(Command, frozen=True, tag="charge"):
    """Gather speed on horseback, which takes no action; the next use of Melee Combat profits."""

    actor: ActorId


class Rider(Struct, frozen=True, omit_defaults=True):
    """`mount` is what somebody sits on; `tried` the turn they last charged in, `is_charging` whether it came off."""

    mount: str = ""
    tried: int = -1
    is_charging: bool = False


Riders: TypeAlias = Mapping[ActorId, Rider]
RIDERS: Key[Riders] = Key("riders", dict[ActorId, Rider], {})


class RiderChanged(Event, frozen=True, tag="rider-changed/1"):
    actor: ActorId
    rider: Rider


def rider_of(state: State, actor: ActorId) -> Rider:
    return state.get(RIDERS).get(actor, Rider())


def is_mounted(state: State, actor: ActorId) -> bool:
    return bool(rider_of(state, actor).mount)


@remembered(limit=2048)
def mounts_of(tables: Tables, actor: Actor) -> tuple[str, ...]:
    """The animals somebody has that can be ridden."""
    return tuple(item for item in carried(tables, actor.sheet) if _animal(tables, item) in tables.combat.figures.mounts)


def _animal(tables: Tables, item: str) -> str:
    ware = read_item(tables, item).ware
    return ware.animal if isinstance(ware, Good) else ""


def needs_saddle(tables: Tables, state: State, actor: Actor, trait: str) -> Refusal | None:
    """A lance is for riders alone (SK-EQUIP-19)."""
    weapon = melee_weapon(tables, read_trait(trait).weapon)
    if weapon is not None and weapon.mounted_only and not is_mounted(state, actor.id):
        return Refusal("needs-a-mount", f"A {weapon.name.lower()} can be used from horseback only.")
    return None


def riding_modifiers(tables: Tables, state: State, _: Roll, actor: Actor, effort: Effort) -> Iterator[Modifier]:
    """A war horse lets Riding support Melee Combat, in attack and defence; so does a charge (SK-CBT-28, SK-CBT-29)."""
    figures, rider = tables.combat.figures, rider_of(state, actor.id)
    if read_trait(effort.trait).skill != MELEE or not rider.mount:
        return
    helps = support(tables, level(tables, actor.sheet, MELEE), level(tables, actor.sheet, figures.charge_skill))
    if helps and _animal(tables, rider.mount) == figures.war_mount:
        yield Modifier(SUPPORT, skill_name(tables, figures.charge_skill), helps, ("SK-CBT-28", "SK-TEST-07"))
    if rider.is_charging:
        yield Modifier("charge", "charge", figures.charge_bonus, ("SK-CBT-29",))


def riding_damage(tables: Tables, state: State, attacker: Actor, defender: Actor, trait: str) -> Iterator[Modifier]:
    """From the saddle, hand to hand, against anybody on foot who is no larger than a man (SK-CBT-28)."""
    figures = tables.combat.figures
    is_small = defender.kind != "animal" or defender.name not in figures.large_animals
    is_below = is_mounted(state, attacker.id) and not is_mounted(state, defender.id) and is_small
    if is_below and attack_kind(tables, trait) == "hand-to-hand":
        yield Modifier("mounted", "from horseback", figures.mounted_damage, ("SK-CBT-28",))


class Mounts(Struct, frozen=True, kw_only=True):
    tables: Tables
    rules: CheckRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="riding",
            decides={Mount: self._mount, Dismount: self._dismount, Charge: self._charge},
            evolves=folds(RIDERS, {RiderChanged: put("actor", "rider")}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver, ActorIsOut, ConflictEnds, SceneEnds),
        )

    def _is_free(self, state: State, actor: Actor) -> Refusal | None:
        if refusal := unavailable(state, actor, "cannot-act"):
            return refusal
        return has_turn(state, actor.id, with_action=False) if conflict_of(state) is not None else None

    def _free_actor(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require_allowed(self._is_free(decision.state, actor))
        return actor

    def _mount(self, decision: Decision, command: Mount) -> None:
        actor = self._free_actor(decision, command.actor)
        decision.require(not is_mounted(decision.state, actor.id), "already-so", f"{actor.name} is mounted.")
        decision.require(command.mount in mounts_of(self.tables, actor), "no-mount", f"{actor.name} has no such mount.")
        decision.emit(RiderChanged(actor.id, Rider(command.mount, rider_of(decision.state, actor.id).tried)))

    def _dismount(self, decision: Decision, command: Dismount) -> None:
        actor = self._free_actor(decision, command.actor)
        decision.require(is_mounted(decision.state, actor.id), "already-so", f"{actor.name} is on foot.")
        decision.emit(RiderChanged(actor.id, Rider(tried=rider_of(decision.state, actor.id).tried)))

    def _cannot_charge(self, state: State, actor: Actor) -> Refusal | None:
        """It takes a mount and a weapon for the charge, and is tried once a turn."""
        conflict, rider = conflict_of(state), rider_of(state, actor.id)
        if not rider.mount:
            return Refusal("cannot-charge", f"{actor.name} is on foot; mount first.")
        if not any(melee_weapon(self.tables, item) is not None for item in wielded(self.tables, actor.sheet)):
            return Refusal("cannot-charge", f"{actor.name} holds no weapon to strike with; take one in hand first.")
        if rider.is_charging:
            return Refusal("cannot-charge", f"{actor.name} is charging already; attack, to make use of it.")
        if conflict is None or rider.tried == conflict.exchange:
            return Refusal("cannot-charge", "A charge is tried once in each turn of a fight.")
        return None

    def _charge(self, decision: Decision, command: Charge) -> None:
        actor, conflict = on_their_turn(decision, command.actor)
        decision.require_allowed(self._cannot_charge(decision.state, actor))
        figures, rider = self.tables.combat.figures, rider_of(decision.state, actor.id)
        decision.emit(RiderChanged(actor.id, Rider(rider.mount, conflict.exchange)))
        undertake(
            decision,
            self.rules,
            actor,
            trait_for(actor, figures.charge_skill),
            CHARGE,
            f"{actor.name} charges",
            action=OVERCOME,
            difficulty=figures.charge_difficulty,
            takes_action=False,
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case RollIsOver(roll_id, was_cancelled) if not was_cancelled:
                for effort in decision.state.get(ROLLS)[RollId(roll_id)].efforts:
                    if read_trait(effort.trait).skill == MELEE:
                        self._spend_charge(decision, effort.actor)
            case ActorIsOut(actor):
                self._spend_charge(decision, ActorId(actor))
            case ConflictEnds() | SceneEnds():
                for actor_id in decision.state.get(RIDERS):
                    self._spend_charge(decision, actor_id)
            case _:
                pass
        if (roll := ended(decision, moment, CHARGE)) and margin_of(roll) >= 0:
            rider = rider_of(decision.state, roll.actor)
            decision.emit(RiderChanged(roll.actor, Rider(rider.mount, rider.tried, is_charging=True)))

    def _spend_charge(self, decision: Decision, actor: ActorId) -> None:
        rider = rider_of(decision.state, actor)
        if rider.is_charging:
            decision.emit(RiderChanged(actor, Rider(rider.mount, rider.tried)))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            rides = is_mounted(state, actor.id) or bool(mounts_of(self.tables, actor))
            if not rides or self._is_free(state, actor) is not None:
                continue
            if is_mounted(state, actor.id):
                yield self._offer(Dismount(actor.id), actor, "dismount", "mounted")
                if has_turn(state, actor.id) is None and self._cannot_charge(state, actor) is None:
                    yield self._offer(Charge(actor.id), actor, "charge", "charge")
            else:
                for mount in mounts_of(self.tables, actor):
                    yield self._offer(Mount(actor.id, mount), actor, f"mount the {mount}", "mounted")

    def _offer(self, command: Command, actor: Actor, label: str, topic: str) -> Offer:
        return Offer(command=command, label=label, actor=actor.id, verb="move", cites=self.cites(topic), group="act")
