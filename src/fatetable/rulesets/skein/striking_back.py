"""Striking back: stunts by which a successful defence hurts the attacker, asked for as soon as a blow has missed."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import EVERYONE, GM
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Price
from fatetable.engine.prompts import Answer, Option, Prompt, ask
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.acting import ATTACK
from fatetable.mechanics.cast import CAST, Actor, ActorId, address_of, name_of
from fatetable.mechanics.fate_points import BANK, move
from fatetable.mechanics.moments import RollIsSettled
from fatetable.mechanics.rolls import ROLLS, Modifier, Roll, RollId
from fatetable.rulesets.skein.arms import UNARMED, has_shield, melee_weapon, weapons_in_hand
from fatetable.rulesets.skein.effects import StrikeBack
from fatetable.rulesets.skein.hurting import HEALTH, Hurting, damage_parts
from fatetable.rulesets.skein.purses import account_of
from fatetable.rulesets.skein.rolling import attack_kind
from fatetable.rulesets.skein.spellwork import can_pay
from fatetable.rulesets.skein.stunts import Taken, all_effects, price_of


class StrikingBack(Struct, frozen=True, kw_only=True):
    hurting: Hurting
    more_damage: Callable[[State, Actor, Actor, str], tuple[Modifier, ...]]

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="striking back",
            answers={"strike-back": self._answered},
            gates={"strike-back": self._may_answer},
            on_moment=self._on_moment,
            moments=(RollIsSettled,),
        )

    def _ways(self, roll: Roll, actor: Actor) -> tuple[Taken, StrikeBack] | None:
        """The stunt that lets somebody answer this kind of attack with a blow."""
        kind = attack_kind(roll.efforts[0].trait)
        for found, effect in all_effects(actor.sheet):
            if not isinstance(effect, StrikeBack) or kind not in effect.against:
                continue
            if not effect.needs_shield or has_shield(actor.sheet):
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

    def _ask(self, decision: Decision, roll: Roll, actor: Actor, found: Taken, effect: StrikeBack) -> None:
        weapons = tuple(item for item in weapons_in_hand(actor) if melee_weapon(item)) or (UNARMED,)
        holes: tuple[Hole, ...] = ()
        if effect.counts_gear:
            holes = (ChoiceHole("fill", "with", tuple(Choice(weapon) for weapon in weapons), key="weapon"),)
        attacker = name_of(decision.state, roll.actor)
        ask(
            decision,
            "strike-back",
            address_of(decision.state, actor.id),
            f"{actor.name} fended {attacker} off by {-(roll.margin or 0)}. {found.feature.name}?",
            (
                Option("strike", "Strike back", holes, price=Price(self._points(found), account_of(actor))),
                Option("hold", "Let it be"),
            ),
            about={"roll": roll.id, "actor": actor.id},
            cites=decision.cites("strike-back"),
            # What somebody of the Storyteller's can do is not for everybody's eyes.
            secret_to=EVERYONE if actor.is_pc else (GM,),
        )

    def _may_answer(self, state: State, prompt: Prompt, option: str) -> bool:
        actor = state.get(CAST)[ActorId(str(prompt.about["actor"]))]
        found = self._ways(state.get(ROLLS)[RollId(str(prompt.about["roll"]))], actor)
        return option == "hold" or (found is not None and can_pay(state, actor, self._points(found[0])))

    def _answered(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        cast = decision.state.get(CAST)
        roll = decision.state.get(ROLLS)[RollId(str(prompt.about["roll"]))]
        actor, attacker = cast[ActorId(str(prompt.about["actor"]))], cast[roll.actor]
        found = self._ways(roll, actor)
        if answer.option == "strike" and found is not None:
            stunt, effect = found
            move(decision, account_of(actor), BANK, self._points(stunt), stunt.feature.name, "stunt-price")
            damage = -(roll.margin or 0)
            if effect.counts_gear:
                weapon = answer.text("weapon")
                trait = f"{'brawling' if weapon == UNARMED else 'melee-combat'}@{weapon}"
                parts = damage_parts(actor, attacker, trait)
                more = self.more_damage(decision.state, actor, attacker, trait)
                damage += sum(part.amount for part in (*parts, *more))
            if damage > 0:
                self.hurting.hurt(decision, attacker.id, HEALTH, damage, by=actor.id, roll=roll.id)
            else:
                self.hurting.ask_aspect(decision, roll, actor.id, attacker.id)
        self.hurting.finish(decision, roll.id)
