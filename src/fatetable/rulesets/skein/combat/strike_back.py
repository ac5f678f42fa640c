"""Striking back: stunts by which a successful defence hurts the attacker, asked for as soon as a blow has missed."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import EVERYONE, GM
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Price
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, address_of, name_of
from fatetable.mechanics.moments import RollIsSettled
from fatetable.mechanics.points.accounts import BANK, move
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.procedure import finish_roll
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId
from fatetable.rulesets.skein.book import StrikeBack as StrikeBackEffect
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat.harm import Harm, damage_parts
from fatetable.rulesets.skein.points import account_of, can_pay, cannot_pay
from fatetable.rulesets.skein.rolls import TraitReference, attack_kind
from fatetable.rulesets.skein.sheet import (
    HEALTH,
    UNARMED,
    Taken,
    all_effects,
    has_shield,
    melee_weapon,
    price_of,
    weapons_in_hand,
)


class BlowFendedOff(PromptContext, frozen=True, tag="strike-back"):
    """Whether somebody strikes back at an attacker who has just missed them."""

    roll: RollId
    actor: ActorId


class StrikeBack(Struct, frozen=True, kw_only=True):
    tables: Tables
    harm: Harm

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="striking back",
            answers={BlowFendedOff: self._answered},
            gates={BlowFendedOff: self._cannot_answer},
            on_moment=self._on_moment,
            moments=(RollIsSettled,),
        )

    def _ways(self, roll: Roll, actor: Actor) -> tuple[Taken, StrikeBackEffect] | None:
        """The stunt that lets somebody answer this kind of attack with a blow."""
        kind = attack_kind(self.tables, roll.efforts[0].trait)
        for found, effect in all_effects(self.tables, actor.sheet):
            if not isinstance(effect, StrikeBackEffect) or kind not in effect.against:
                continue
            if not effect.needs_shield or has_shield(self.tables, actor.sheet):
                return found, effect
        return None

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if not isinstance(moment, RollIsSettled):
            return
        roll = decision.state.get(ROLLS)[RollId(moment.roll)]
        # A defence succeeds if the attack misses; a tie is a hit (SK-STUNT-08).
        if roll.declaration.action != ATTACK or not roll.is_opposed or roll.margin is None or roll.margin >= 0:
            return
        actor = decision.state.get(CAST)[roll.efforts[1].actor]
        found = self._ways(roll, actor)
        if found is not None and can_pay(decision.state, actor, self._points(found[0])):
            self._ask(decision, roll, actor, *found)

    def _points(self, found: Taken) -> int:
        price = price_of(found)
        return price.points if price else 0

    def _ask(self, decision: Decision, roll: Roll, actor: Actor, found: Taken, effect: StrikeBackEffect) -> None:
        weapons = tuple(item for item in weapons_in_hand(self.tables, actor) if melee_weapon(self.tables, item)) or (
            UNARMED,
        )
        holes: tuple[Hole, ...] = ()
        if effect.counts_gear:
            holes = (ChoiceHole("fill", "with", tuple(Choice(weapon) for weapon in weapons), key="weapon"),)
        attacker = name_of(decision.state, roll.actor)
        ask(
            decision,
            BlowFendedOff(roll.id, actor.id),
            address_of(decision.state, actor.id),
            f"{actor.name} fended off {attacker}. Strike back?",
            (
                Option("strike", "Strike back", holes, price=Price(self._points(found), account_of(actor))),
                Option("hold", "Pass"),
            ),
            detail=f"{found.feature.name}, by {-(roll.margin or 0)}",
            cites=decision.cites("strike-back"),
            # What somebody of the Storyteller's can do is not for everybody's eyes.
            secret_to=EVERYONE if actor.has_player else (GM,),
        )

    def _cannot_answer(self, state: State, prompt: Prompt, option: str) -> Refusal | None:
        if option == "hold":
            return None
        blow = prompt.read(BlowFendedOff)
        actor = state.get(CAST)[blow.actor]
        found = self._ways(state.get(ROLLS)[blow.roll], actor)
        if found is None:
            return Refusal("stunt-does-not-fit", f"{actor.name} can no longer strike back.")
        return cannot_pay(state, actor, self._points(found[0]))

    def _answered(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        blow, cast = prompt.read(BlowFendedOff), decision.state.get(CAST)
        roll = decision.state.get(ROLLS)[blow.roll]
        actor, attacker = cast[blow.actor], cast[roll.actor]
        found = self._ways(roll, actor)
        if answer.option == "strike" and found is not None:
            stunt, effect = found
            move(decision, account_of(actor), BANK, self._points(stunt), stunt.feature.name, "stunt-price")
            damage = -(roll.margin or 0)
            if effect.counts_gear:
                weapon = answer.text("weapon")
                trait = TraitReference("brawling" if weapon == UNARMED else "melee-combat", weapon).stored
                parts = damage_parts(self.tables, actor, attacker, trait)
                more = self.harm.more_damage(decision.state, actor, attacker, trait)
                damage += sum(part.amount for part in (*parts, *more))
            if damage > 0:
                self.harm.hurt(decision, attacker.id, HEALTH, damage, by=actor.id, roll=roll.id)
            else:
                self.harm.ask_aspect(decision, roll, actor.id, attacker.id)
        finish_roll(decision, roll.id)
