"""Poison: in food or drink, or on a blade until it draws blood; the maker's art against the victim's strength."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.acting import ATTACK
from fatetable.mechanics.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controlled,
    controls,
    players_characters,
    require_control,
    whose,
)
from fatetable.mechanics.moments import RollIsOver, SceneEnds
from fatetable.mechanics.rolls import ROLLS, Roll, RollId, a_roll_is_open
from fatetable.rulesets.skein.afflictions import take_hold
from fatetable.rulesets.skein.arms import melee_weapon, ranged_weapon, wielded, without_aspect
from fatetable.rulesets.skein.clock import now
from fatetable.rulesets.skein.effects import Poison
from fatetable.rulesets.skein.enchantments import POISONED, lay, lay_aspect
from fatetable.rulesets.skein.herbs import POISON, SKILL, at_hand, brews_of, use_stock, use_up
from fatetable.rulesets.skein.hurting import Hurting, damage_parts
from fatetable.rulesets.skein.rolling import means_of
from fatetable.rulesets.skein.spellwork import Spellwork, Working, finished, is_there, people_there, power, target_of
from fatetable.rulesets.skein.tables import tables

TAKES_HOLD = "poison"
AT_HAND = "at-hand"


class PoisonWeapon(Command, frozen=True, kw_only=True, tag="poison-weapon"):
    """Put a dose on a stabbing weapon that somebody wields; `infusion` is a brew, or one at hand."""

    actor: ActorId
    target: ActorId
    weapon: str
    infusion: str


class PoisonMeal(Command, frozen=True, kw_only=True, tag="poison-meal"):
    """Somebody has eaten or drunk what was poisoned."""

    actor: ActorId
    target: ActorId
    infusion: str
    description: str


class Dose(Struct, frozen=True):
    maker: ActorId
    weapon: str


Doses: TypeAlias = Mapping[ActorId, tuple[Dose, ...]]
DOSES: Key[Doses] = Key("doses", dict[ActorId, tuple[Dose, ...]], {})


class DosesChanged(Event, frozen=True, tag="doses-changed/1"):
    """The poison on everybody's weapons from here on."""

    doses: Doses


def _changed(_: Doses, event: DosesChanged) -> Doses:
    return event.doses


def poison_of(actor: Actor) -> Poison | None:
    found = power(actor, Poison)
    return found[1] if found is not None and isinstance(found[1], Poison) else None


@functools.cache
def any_poison() -> Poison:
    """What all poisons have in common; one works when whoever brewed it has long turned to other things."""
    return next(effect for stunt in tables().stunts for effect in stunt.effects if isinstance(effect, Poison))


def _stabs(item: str) -> bool:
    weapon = melee_weapon(item) or ranged_weapon(item)
    return weapon is not None and weapon.stabs


def _keep(decision: Decision, doses: Doses) -> None:
    """What is on the weapons of the Storyteller's people shows when it draws blood."""
    seen, before = _seen(decision.state, doses), _seen(decision.state, decision.state.get(DOSES))
    decision.emit(DosesChanged(doses), to=(GM,), face=None if seen == before else DosesChanged(seen))


def _seen(state: State, doses: Doses) -> Doses:
    heroes = {hero.id for hero in players_characters(state)}
    return {wielder: found for wielder, found in doses.items() if found and wielder in heroes}


class Poisons(Struct, frozen=True, kw_only=True):
    """`hurting` takes the damage."""

    work: Spellwork
    hurting: Hurting

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="poisons",
            decides={PoisonWeapon: self._on_weapon, PoisonMeal: self._in_meal},
            evolves=folds(DOSES, {DosesChanged: _changed}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneEnds, RollIsOver),
        )

    # -- delivering ----------------------------------------------------------------------------------------------

    def _supplies(self, state: State, actor: Actor) -> tuple[Choice, ...]:
        brewed = tuple(Choice(brew.id, brew.words) for brew in brews_of(state, actor.id, POISON))
        carried = (Choice(AT_HAND, f"one of {at_hand(state, actor)} at hand"),) if at_hand(state, actor) > 0 else ()
        return brewed + carried

    def _may(self, state: State, actor: Actor) -> bool:
        return poison_of(actor) is not None and is_there(state, actor.id) and not a_roll_is_open(state)

    def _poisoner(self, decision: Decision, actor_id: ActorId, infusion: str) -> tuple[Actor, Poison]:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        effect = poison_of(actor)
        if effect is None or not self._may(decision.state, actor):
            raise decision.violation("no-such-magic-known", f"{actor.name} has no poison to use now.")
        decision.require(
            any(choice.value == infusion for choice in self._supplies(decision.state, actor)),
            "no-such-infusion",
            f"{actor.name} has no such poison.",
        )
        return actor, effect

    def _spend(self, decision: Decision, actor: ActorId, infusion: str) -> None:
        if infusion == AT_HAND:
            use_stock(decision, actor)
        else:
            use_up(decision, infusion)

    def _weapons(self, state: State, wielder: Actor, seat: Seat) -> tuple[str, ...]:
        """Weapons in the hands of somebody whose sheet this seat reads, with no dose on them yet."""
        if not controls(seat, wielder) and not wielder.is_pc:
            return ()
        doses = state.get(DOSES).get(wielder.id, ())
        held = (item for item in wielded(wielder.sheet) if _stabs(item))
        return tuple(item for item in held if not any(dose.weapon == item for dose in doses))

    def _on_weapon(self, decision: Decision, command: PoisonWeapon) -> None:
        actor, _ = self._poisoner(decision, command.actor, command.infusion)
        target = target_of(decision, command.target)
        decision.require(
            command.weapon in self._weapons(decision.state, target, decision.seat),
            "no-such-weapon",
            "It takes a weapon in hand, and one dose at a time is all it holds.",
            "poison",
        )
        self._spend(decision, actor.id, command.infusion)
        doses = decision.state.get(DOSES)
        more = (*doses.get(target.id, ()), Dose(actor.id, command.weapon))
        _keep(decision, {**doses, target.id: more})

    def _in_meal(self, decision: Decision, command: PoisonMeal) -> None:
        actor, _ = self._poisoner(decision, command.actor, command.infusion)
        target = target_of(decision, command.target)
        self._spend(decision, actor.id, command.infusion)
        self._take_hold(decision, actor, target.id, command.description)

    # -- taking hold ---------------------------------------------------------------------------------------------

    def _take_hold(self, decision: Decision, maker: Actor, victim: ActorId, how: str) -> None:
        """The maker's Plant and Root against the victim's Strength, whoever's turn it is (SK-STUNT-38)."""
        effect = any_poison()
        working = Working(use=TAKES_HOLD, maker=maker.id, target=victim)
        self.work.begin(decision, maker, working, SKILL, how, mode=effect.test.skill, is_action=False)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SceneEnds) and decision.state.get(DOSES):
            _keep(decision, {})
        if done := finished(decision, moment, (TAKES_HOLD,)):
            self._harm(decision, *done)
        elif isinstance(moment, RollIsOver) and not moment.was_cancelled:
            self._draw_blood(decision, decision.state.get(ROLLS)[RollId(moment.roll)])

    def _draw_blood(self, decision: Decision, roll: Roll) -> None:
        """A wound from a poisoned weapon takes the dose off it and into the victim."""
        if roll.declaration.action != ATTACK or roll.margin is None or roll.margin < 0:
            return
        cast = decision.state.get(CAST)
        weapon = means_of(roll.efforts[0].trait)
        doses = decision.state.get(DOSES)
        mine = doses.get(roll.actor, ())
        # Before everybody, a weapon may be called by less than all that is known of it.
        dose = next((dose for dose in mine if weapon in (dose.weapon, without_aspect(dose.weapon))), None)
        if dose is None:
            return
        parts = damage_parts(cast[roll.actor], cast[roll.defender], roll.efforts[0].trait)
        if roll.margin + sum(part.amount for part in parts) <= 0:
            return
        _keep(decision, {**doses, roll.actor: tuple(other for other in mine if other is not dose)})
        if is_there(decision.state, roll.defender):
            self._take_hold(decision, cast[dose.maker], roll.defender, f"the poison on the {weapon}")

    def _harm(self, decision: Decision, roll: Roll, working: Working) -> None:
        """Damage by the margin, at once and past any armour; a tie harms nobody."""
        effect = any_poison()
        if roll.margin is None or roll.margin <= 0:
            return
        aspect = lay_aspect(decision, effect.aspect, working.target, working.maker, effect.free_uses, roll.id)
        lay(
            decision,
            kind=POISONED,
            skill=SKILL,
            maker=working.maker,
            name=effect.aspect,
            target=working.target,
            result=roll.efforts[0].total,
            aspect=aspect,
        )
        # The Aspect goes with the scene; what the poison did stays until it has left the body (SK-END-06).
        inside = take_hold(decision, working.target, POISON, effect.aspect, now(decision.state))
        self.hurting.hurt(
            decision,
            working.target,
            effect.score,
            roll.margin,
            by=working.maker,
            topic="poison",
            cause=inside.id,
        )

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if not self._may(state, actor):
                continue
            supplies = self._supplies(state, actor)
            if not supplies:
                continue
            dose = ChoiceHole("infusion", "poison", supplies)
            yield self.work.offer(
                actor,
                "somebody eats or drinks poison",
                PoisonMeal(actor=actor.id, target=NOBODY, infusion="", description=""),
                "poison",
                ChoiceHole("target", "who", people_there(state)),
                dose,
            )
            for wielder in state.get(CAST).values():
                for weapon in self._weapons(state, wielder, seat) if is_there(state, wielder.id) else ():
                    yield Offer(
                        command=PoisonWeapon(actor=actor.id, target=wielder.id, weapon=weapon, infusion=""),
                        label=f"{actor.name}: poison {whose(wielder.name)} {weapon}",
                        holes=(dose,),
                        cites=self.work.cites("poison"),
                        group="magic",
                    )
