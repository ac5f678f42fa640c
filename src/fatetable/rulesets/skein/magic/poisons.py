"""Poisons: in food or drink that is taken, or on a weapon until it wounds; the maker's skill against one's strength."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import drop, put, set_to
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    address_of,
    controlled,
    controls,
    players_characters,
    require_control,
    whose,
)
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.moments import RollIsOver, SceneEnds
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.time.clock import now
from fatetable.mechanics.undertakings.state import Undertaking
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.skein.battle import BATTLE
from fatetable.rulesets.skein.book import Poison, Tables
from fatetable.rulesets.skein.combat import Harm, damage_parts
from fatetable.rulesets.skein.magic.enchantments import POISONED, lay, lay_aspect
from fatetable.rulesets.skein.magic.plant_and_root import POISON, SKILL, at_hand, brews_of, use_stock, use_up
from fatetable.rulesets.skein.magic.workings import Workings, near, spend_action, target_of, within_reach
from fatetable.rulesets.skein.recovery import take_hold
from fatetable.rulesets.skein.rolls import read_trait
from fatetable.rulesets.skein.sheet import melee_weapon, power, ranged_weapon, wielded, without_aspect

TAKES_HOLD = "poison"
AT_HAND = "at-hand"


class PoisonWeapon(Command, frozen=True, kw_only=True, tag="poison-weapon"):
    """Put a dose on a stabbing weapon that somebody wields; `infusion` is a brew, or one at hand."""

    actor: ActorId
    target: ActorId
    weapon: str
    infusion: str


class PoisonMeal(Command, frozen=True, kw_only=True, tag="poison-meal"):
    """Put a dose into somebody's food or drink; their player, or the Storyteller, says whether they take it."""

    actor: ActorId
    target: ActorId
    infusion: str
    description: str


class Dose(Struct, frozen=True):
    maker: ActorId
    weapon: str


class Meal(PromptContext, frozen=True, kw_only=True, tag="meal"):
    """Whether somebody takes food or drink; that it is poisoned is not told."""

    host: ActorId
    guest: ActorId


MEALS: Key[Mapping[ActorId, str]] = Key("poisoned-meals", dict[ActorId, str], {})
"""How what somebody is offered was poisoned."""


class MealPoisoned(Event, frozen=True, tag="meal-poisoned/1"):
    """Told to the Storyteller alone, before it shows."""

    guest: ActorId
    words: str


class MealOver(Event, frozen=True, tag="meal-over/1"):
    guest: ActorId


Doses: TypeAlias = Mapping[ActorId, tuple[Dose, ...]]
DOSES: Key[Doses] = Key("doses", dict[ActorId, tuple[Dose, ...]], {})


class DosesChanged(Event, frozen=True, tag="doses-changed/1"):
    """The poison on everybody's weapons from now on."""

    doses: Doses


def poison_of(tables: Tables, actor: Actor) -> Poison | None:
    found = power(tables, actor, Poison)
    return found[1] if found is not None and isinstance(found[1], Poison) else None


@functools.lru_cache(maxsize=16)
def any_poison(tables: Tables) -> Poison:
    """What all poisons have in common; one works even if its maker has given up the stunt since."""
    return next(effect for stunt in tables.stunts for effect in stunt.effects if isinstance(effect, Poison))


def _stabs(tables: Tables, item: str) -> bool:
    weapon = melee_weapon(tables, item) or ranged_weapon(tables, item)
    return weapon is not None and weapon.stabs


def _keep(decision: Decision, doses: Doses) -> None:
    """Players do not learn of poison on the weapons of the Storyteller's characters before it wounds somebody."""
    seen, before = _seen(decision.state, doses), _seen(decision.state, decision.state.get(DOSES))
    decision.emit(DosesChanged(doses), to=(GM,), face=None if seen == before else DosesChanged(seen))


def _seen(state: State, doses: Doses) -> Doses:
    heroes = {hero.id for hero in players_characters(state)}
    return {wielder: found for wielder, found in doses.items() if found and wielder in heroes}


class Poisons(Struct, frozen=True, kw_only=True):
    tables: Tables
    work: Workings

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="poisons",
            decides={PoisonWeapon: self._on_weapon, PoisonMeal: self._in_meal},
            evolves={
                **folds(DOSES, {DosesChanged: set_to("doses")}),
                **folds(MEALS, {MealPoisoned: put("guest", "words"), MealOver: drop("guest")}),
            },
            answers={Meal: self._served},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneEnds, RollIsOver),
        )

    # -- delivering ----------------------------------------------------------------------------------------------

    def _supplies(self, state: State, actor: Actor) -> tuple[Choice, ...]:
        brewed = tuple(Choice(brew.id, brew.words) for brew in brews_of(state, actor.id, POISON))
        left = at_hand(self.tables, state, actor)
        carried = (Choice(AT_HAND, f"one of {left} at hand"),) if left > 0 else ()
        return brewed + carried

    def _cannot(self, state: State, actor: Actor) -> Refusal | None:
        """In a fight it takes the action of the poisoner's turn."""
        if poison_of(self.tables, actor) is None:
            return Refusal("no-such-magic-known", f"{actor.name} has no stunt for poisons.")
        return self.work.may_handle(state, actor, "no-such-magic-known")

    def _cannot_serve(self, state: State, actor: Actor) -> Refusal | None:
        """Nobody sits down to a meal in the middle of an encounter or a battle."""
        if state.get(ENCOUNTER) is not None or state.get(BATTLE) is not None:
            return Refusal("no-time", "Nobody eats or drinks in the middle of an encounter or a battle.", "poison")
        return self._cannot(state, actor)

    def _poisoner(self, decision: Decision, actor_id: ActorId, infusion: str) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require_allowed(self._cannot(decision.state, actor))
        decision.require(
            any(choice.value == infusion for choice in self._supplies(decision.state, actor)),
            "no-such-infusion",
            f"{actor.name} has no such poison.",
        )
        return actor

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
        held = (item for item in wielded(self.tables, wielder.sheet) if _stabs(self.tables, item))
        return tuple(item for item in held if not any(dose.weapon == item for dose in doses))

    def _on_weapon(self, decision: Decision, command: PoisonWeapon) -> None:
        actor = self._poisoner(decision, command.actor, command.infusion)
        target = self._near(decision, actor, command.target)
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
        spend_action(decision, actor.id)

    def _near(self, decision: Decision, actor: Actor, target: ActorId) -> Actor:
        found = target_of(decision, target)
        is_near = within_reach(decision.state, actor.id, found.id)
        decision.require(is_near, "bad-target", f"{found.name} is too far away for that.", "poison")
        return found

    def _in_meal(self, decision: Decision, command: PoisonMeal) -> None:
        """The dose is in the dish from now on, whether or not anybody takes it."""
        actor = self._poisoner(decision, command.actor, command.infusion)
        decision.require_allowed(self._cannot_serve(decision.state, actor))
        target = self._near(decision, actor, command.target)
        decision.require_described(command.description, "no-description", "Say what your character does.")
        self._spend(decision, actor.id, command.infusion)
        if controls(decision.seat, target):
            self._take_hold(decision, actor, target.id, command.description)
            return
        decision.emit(MealPoisoned(target.id, command.description), to=(GM,))
        ask(
            decision,
            Meal(host=actor.id, guest=target.id),
            address_of(decision.state, target.id),
            f"{actor.name} offers {target.name} food or drink. Accept?",
            (Option("take", "Take it"), Option("decline", "Decline")),
        )

    def _served(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        meal = prompt.read(Meal)
        words = decision.state.get(MEALS)[meal.guest]
        decision.emit(MealOver(meal.guest), to=(GM,))
        if answer.option == "take" and is_active(decision.state, meal.guest):
            self._take_hold(decision, decision.state.get(CAST)[meal.host], meal.guest, words)

    # -- taking hold ---------------------------------------------------------------------------------------------

    def _take_hold(self, decision: Decision, maker: Actor, victim: ActorId, how: str) -> None:
        """The maker's Plant and Root against the victim's Strength, on anybody's turn (SK-STUNT-38)."""
        effect = any_poison(self.tables)
        working = Undertaking(purpose=TAKES_HOLD, maker=maker.id, target=victim)
        self.work.begin(decision, maker, working, SKILL, how, mode=effect.test.skill, is_action=False)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SceneEnds) and decision.state.get(DOSES):
            _keep(decision, {})
        if done := finished(decision, moment, (TAKES_HOLD,)):
            self._harm(decision, *done)
        elif isinstance(moment, RollIsOver) and not moment.was_cancelled:
            self._draw_blood(decision, decision.state.get(ROLLS)[RollId(moment.roll)])

    def _draw_blood(self, decision: Decision, roll: Roll) -> None:
        """Use up the dose on a weapon that has wounded somebody, and poison the victim."""
        if roll.declaration.action != ATTACK or roll.margin is None or roll.margin < 0:
            return
        cast = decision.state.get(CAST)
        weapon = read_trait(roll.efforts[0].trait).weapon
        doses = decision.state.get(DOSES)
        mine = doses.get(roll.actor, ())
        # The roll, which everybody sees, may name the weapon without its Aspect.
        dose = next((dose for dose in mine if weapon in (dose.weapon, without_aspect(self.tables, dose.weapon))), None)
        if dose is None:
            return
        parts = damage_parts(self.tables, cast[roll.actor], cast[roll.defender], roll.efforts[0].trait)
        if roll.margin + sum(part.amount for part in parts) <= 0:
            return
        _keep(decision, {**doses, roll.actor: tuple(other for other in mine if other is not dose)})
        if is_active(decision.state, roll.defender):
            self._take_hold(decision, cast[dose.maker], roll.defender, f"the poison on the {weapon}")

    def _harm(self, decision: Decision, roll: Roll, working: Undertaking) -> None:
        """Damage by the margin, at once and past any armour; a tie harms nobody."""
        effect = any_poison(self.tables)
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
        inside = take_hold(self.tables, decision, working.target, POISON, effect.aspect, now(decision.state))
        decision.service(Harm).hurt(
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
            if self._cannot(state, actor) is not None:
                continue
            supplies = self._supplies(state, actor)
            if not supplies:
                continue
            dose = ChoiceHole("infusion", "poison", supplies)
            if self._cannot_serve(state, actor) is None:
                yield self.work.offer(
                    actor,
                    "poison food or drink",
                    PoisonMeal(actor=actor.id, target=NOBODY, infusion="", description=""),
                    "poison",
                    ChoiceHole("target", "who", near(state, actor)),
                    dose,
                    verb="use",
                )
            for choice in near(state, actor):
                wielder = state.get(CAST)[ActorId(choice.value)]
                for weapon in self._weapons(state, wielder, seat):
                    yield Offer(
                        command=PoisonWeapon(actor=actor.id, target=wielder.id, weapon=weapon, infusion=""),
                        actor=actor.id,
                        **one_of_a_family("poison …", f"{whose(wielder.name)} {weapon}"),
                        verb="use",
                        target=Target("actor", wielder.id),
                        holes=(dose,),
                        cites=self.work.cites("poison"),
                        group="magic",
                    )
