"""Fighting from horseback: who rides what, how Riding helps, and charges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.acting import OVERCOME
from fatetable.mechanics.cast import Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.checks import CheckRules, Refusal
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.encounters import conflict_of
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.moments import ActorIsOut, ConflictEnds, RollIsOver, SceneEnds
from fatetable.mechanics.rolls import ROLLS, Effort, Modifier, Roll, RollId, is_rolling
from fatetable.mechanics.scenes import is_present
from fatetable.rulesets.skein.arms import carried, melee_weapon, wielded
from fatetable.rulesets.skein.called_tests import call_test, called, degree, has_turn, on_their_turn, trait_for
from fatetable.rulesets.skein.catalogue import Good
from fatetable.rulesets.skein.gear import read_item
from fatetable.rulesets.skein.reckoning import support
from fatetable.rulesets.skein.rolling import attack_kind, means_of, skill_part
from fatetable.rulesets.skein.skills import level, skill_name
from fatetable.rulesets.skein.supporting import SUPPORT
from fatetable.rulesets.skein.tables import tables

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


def _changed(riders: Riders, event: RiderChanged) -> Riders:
    return {**riders, event.actor: event.rider}


def rider_of(state: State, actor: ActorId) -> Rider:
    return state.get(RIDERS).get(actor, Rider())


def is_mounted(state: State, actor: ActorId) -> bool:
    return bool(rider_of(state, actor).mount)


@remembered(limit=2048)
def mounts_of(actor: Actor) -> tuple[str, ...]:
    """The animals somebody has that can be ridden."""
    return tuple(item for item in carried(actor.sheet) if _animal(item) in tables().combat.figures.mounts)


def _animal(item: str) -> str:
    ware = read_item(item).ware
    return ware.animal if isinstance(ware, Good) else ""


def needs_saddle(state: State, actor: Actor, trait: str) -> Refusal | None:
    """A lance is for riders alone (SK-EQUIP-19)."""
    weapon = melee_weapon(means_of(trait))
    if weapon is not None and weapon.mounted_only and not is_mounted(state, actor.id):
        return Refusal("needs-a-mount", f"A {weapon.name.lower()} can be used from horseback only.")
    return None


def riding_modifiers(state: State, _: Roll, actor: Actor, effort: Effort) -> Iterator[Modifier]:
    """A war horse lets Riding support Melee Combat, in attack and defence; so does a charge (SK-CBT-28, SK-CBT-29)."""
    figures, rider = tables().combat.figures, rider_of(state, actor.id)
    if skill_part(effort.trait) != MELEE or not rider.mount:
        return
    helps = support(level(actor.sheet, MELEE), level(actor.sheet, figures.charge_skill))
    if helps and _animal(rider.mount) == figures.war_mount:
        yield Modifier(SUPPORT, skill_name(figures.charge_skill), helps, ("SK-CBT-28", "SK-TEST-07"))
    if rider.is_charging:
        yield Modifier("charge", "charge", figures.charge_bonus, ("SK-CBT-29",))


def riding_damage(state: State, attacker: Actor, defender: Actor, trait: str) -> Iterator[Modifier]:
    """From the saddle, hand to hand, against anybody on foot who is no larger than a man (SK-CBT-28)."""
    figures = tables().combat.figures
    is_small = defender.kind != "animal" or defender.name not in figures.large_animals
    is_below = is_mounted(state, attacker.id) and not is_mounted(state, defender.id) and is_small
    if is_below and attack_kind(trait) == "hand-to-hand":
        yield Modifier("mounted", "from horseback", figures.mounted_damage, ("SK-CBT-28",))


class Riding(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="riding",
            decides={Mount: self._mount, Dismount: self._dismount, Charge: self._charge},
            evolves=folds(RIDERS, {RiderChanged: _changed}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver, ActorIsOut, ConflictEnds, SceneEnds),
        )

    def _is_free(self, state: State, actor: Actor) -> Refusal | None:
        if not is_present(state, actor.id) or is_out(state, actor.id) or is_rolling(state, actor.id):
            return Refusal("cannot-act", f"{actor.name} cannot do that now.")
        return has_turn(state, actor.id, with_action=False) if conflict_of(state) is not None else None

    def _free_actor(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        refusal = self._is_free(decision.state, actor)
        if refusal is not None:
            raise decision.violation(refusal.code, refusal.message)
        return actor

    def _mount(self, decision: Decision, command: Mount) -> None:
        actor = self._free_actor(decision, command.actor)
        decision.require(not is_mounted(decision.state, actor.id), "already-so", f"{actor.name} is mounted.")
        decision.require(command.mount in mounts_of(actor), "no-mount", f"{actor.name} has no such mount.")
        decision.emit(RiderChanged(actor.id, Rider(command.mount, rider_of(decision.state, actor.id).tried)))

    def _dismount(self, decision: Decision, command: Dismount) -> None:
        actor = self._free_actor(decision, command.actor)
        decision.require(is_mounted(decision.state, actor.id), "already-so", f"{actor.name} is on foot.")
        decision.emit(RiderChanged(actor.id, Rider(tried=rider_of(decision.state, actor.id).tried)))

    def _may_charge(self, state: State, actor: Actor) -> bool:
        conflict, rider = conflict_of(state), rider_of(state, actor.id)
        is_armed = any(melee_weapon(item) is not None for item in wielded(actor.sheet))
        is_ready = bool(rider.mount) and is_armed and not rider.is_charging
        return is_ready and conflict is not None and rider.tried != conflict.exchange

    def _charge(self, decision: Decision, command: Charge) -> None:
        actor, conflict = on_their_turn(decision, command.actor)
        decision.require(self._may_charge(decision.state, actor), "cannot-charge", f"{actor.name} cannot charge now.")
        figures, rider = tables().combat.figures, rider_of(decision.state, actor.id)
        decision.emit(RiderChanged(actor.id, Rider(rider.mount, conflict.exchange)))
        call_test(
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
                    if skill_part(effort.trait) == MELEE:
                        self._spend_charge(decision, effort.actor)
            case ActorIsOut(actor):
                self._spend_charge(decision, ActorId(actor))
            case ConflictEnds() | SceneEnds():
                for actor_id in decision.state.get(RIDERS):
                    self._spend_charge(decision, actor_id)
            case _:
                pass
        if (roll := called(decision, moment, CHARGE)) and degree(roll) >= 0:
            rider = rider_of(decision.state, roll.actor)
            decision.emit(RiderChanged(roll.actor, Rider(rider.mount, rider.tried, is_charging=True)))

    def _spend_charge(self, decision: Decision, actor: ActorId) -> None:
        rider = rider_of(decision.state, actor)
        if rider.is_charging:
            decision.emit(RiderChanged(actor, Rider(rider.mount, rider.tried)))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            rides = is_mounted(state, actor.id) or bool(mounts_of(actor))
            if not rides or self._is_free(state, actor) is not None:
                continue
            if is_mounted(state, actor.id):
                label = f"{actor.name}: get off the horse"
                yield Offer(command=Dismount(actor.id), label=label, cites=self.cites("mounted"), group="act")
                if has_turn(state, actor.id) is None and self._may_charge(state, actor):
                    label = f"{actor.name}: charge"
                    yield Offer(command=Charge(actor.id), label=label, cites=self.cites("charge"), group="act")
            else:
                for mount in mounts_of(actor):
                    label = f"{actor.name}: mount the {mount}"
                    yield Offer(command=Mount(actor.id, mount), label=label, cites=self.cites("mounted"), group="act")
