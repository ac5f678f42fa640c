"""Weapons in use: thrown away, to be loaded again, short of missiles.

What a weapon does to somebody is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer, Price
from fatetable.engine.prompts import Answer, Option, Prompt, ask, is_blocked
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.acting import ATTACK
from fatetable.mechanics.aspects import SITUATION, new_card, place
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, address_of, controls, pc_of, require_control
from fatetable.mechanics.checks import Refusal
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.encounters import Conflict, conflict_of
from fatetable.mechanics.fate_points import BANK, POOL, balance, move, purse, staked_on
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.moments import RollIsOver, SceneEnds
from fatetable.mechanics.rolls import ROLLS, Roll, RollId, a_roll_is_open, is_rolling
from fatetable.mechanics.scenes import is_present
from fatetable.mechanics.sides import are_allies
from fatetable.mechanics.zones import ZoneId, place_of
from fatetable.rulesets.skein.arms import melee_weapon, ranged_weapon
from fatetable.rulesets.skein.called_tests import has_turn
from fatetable.rulesets.skein.purses import account_of
from fatetable.rulesets.skein.rolling import attack_kind, means_of
from fatetable.rulesets.skein.spellwork import can_pay
from fatetable.rulesets.skein.tables import tables


class Hands(Struct, frozen=True, omit_defaults=True):
    """`thrown` lie where they were thrown; `unloaded` have been shot; `pressed` is when somebody last asked for more.

    Whoever is `is_dry` shoots no more in this scene.
    """

    thrown: Mapping[str, ZoneId] = {}
    unloaded: tuple[str, ...] = ()
    shots: int = 0
    pressed: int = -1
    is_dry: bool = False


HandsOf: TypeAlias = Mapping[ActorId, Hands]
HANDS: Key[HandsOf] = Key("hands", dict[ActorId, Hands], {})


class Reload(Command, frozen=True, tag="reload"):
    actor: ActorId
    weapon: str


class PickUp(Command, frozen=True, tag="pick-up"):
    """Take up a weapon again that one has thrown, where it lies."""

    actor: ActorId
    weapon: str


class CompelOutOfAmmo(Command, frozen=True, tag="compel-out-of-ammo"):
    """An opponent has an archer run out of missiles."""

    archer: ActorId


class HandsChanged(Event, frozen=True, tag="hands-changed/1"):
    actor: ActorId
    hands: Hands


class HandsForgotten(Event, frozen=True, tag="hands-forgotten/1"):
    """In a new scene everything is gathered up and loaded again."""


def _changed(found: HandsOf, event: HandsChanged) -> HandsOf:
    return {**found, event.actor: event.hands}


def _forgotten(_: HandsOf, __: HandsForgotten) -> HandsOf:
    return {}


def hands_of(state: State, actor: ActorId) -> Hands:
    return state.get(HANDS).get(actor, Hands())


def cannot_use(state: State, actor: Actor, trait: str) -> Refusal | None:
    """Why the weapon of an attack cannot be used now."""
    weapon, hands = means_of(trait), hands_of(state, actor.id)
    if weapon in hands.thrown:
        return Refusal("not-in-hand", f"{actor.name} has thrown the {weapon} away.")
    ranged = ranged_weapon(weapon) if attack_kind(trait) == "ranged" else None
    if ranged is not None and ranged.runs_out and hands.is_dry:
        return Refusal("out-of-ammo", f"{actor.name} has run out of missiles.")
    if weapon in hands.unloaded:
        return Refusal("not-loaded", f"The {weapon} has to be loaded first.")
    return None


class WeaponsInUse(Struct, frozen=True, kw_only=True):
    spend_action: Callable[[Decision, Conflict, ActorId], None]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="weapons in use",
            decides={Reload: self._reload, PickUp: self._pick_up, CompelOutOfAmmo: self._compel},
            evolves=folds(HANDS, {HandsChanged: _changed, HandsForgotten: _forgotten}),
            answers={"out-of-ammo": self._answered},
            gates={"out-of-ammo": self._may_answer},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver, SceneEnds),
        )

    def _change(self, decision: Decision, actor: ActorId, **changes: object) -> None:
        decision.emit(HandsChanged(actor, msgspec.structs.replace(hands_of(decision.state, actor), **changes)))

    # -- after an attack -----------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case RollIsOver(roll_id, was_cancelled) if not was_cancelled:
                roll = decision.state.get(ROLLS)[RollId(roll_id)]
                if roll.declaration.action == ATTACK and attack_kind(roll.efforts[0].trait) == "ranged":
                    self._used(decision, roll)
            case SceneEnds() if decision.state.get(HANDS):
                decision.emit(HandsForgotten())
            case _:
                pass

    def _used(self, decision: Decision, roll: Roll) -> None:
        actor, weapon = roll.actor, means_of(roll.efforts[0].trait)
        hands, figures = hands_of(decision.state, actor), tables().combat.figures
        if melee_weapon(weapon) is not None:
            # It leaves the hand and lies with whom it was thrown at (SK-EQUIP-20).
            lies = place_of(decision.state, roll.declaration.target)
            self._change(decision, actor, thrown={**hands.thrown, weapon: lies})
            return
        ranged = ranged_weapon(weapon)
        if ranged is None:
            return
        if ranged.reload_actions:
            self._change(decision, actor, unloaded=(*hands.unloaded, weapon))
        if ranged.runs_out:
            shots = hands.shots + 1
            self._change(decision, actor, shots=shots)
            if shots == figures.shots_before_out:
                place(decision, new_card(decision, figures.out_of_ammo, SITUATION, bearer=actor, lasts="scene"))

    # -- loading and gathering -----------------------------------------------------------------------------------

    def _is_free(self, state: State, actor: Actor) -> Refusal | None:
        if not is_present(state, actor.id) or is_out(state, actor.id) or is_rolling(state, actor.id):
            return Refusal("cannot-act", f"{actor.name} cannot do that now.")
        return has_turn(state, actor.id) if conflict_of(state) is not None else None

    def _act(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        refusal = self._is_free(decision.state, actor)
        if refusal is not None:
            raise decision.violation(refusal.code, refusal.message)
        return actor

    def _spend(self, decision: Decision, actor: ActorId) -> None:
        conflict = conflict_of(decision.state)
        if conflict is not None:
            self.spend_action(decision, conflict, actor)

    def _reload(self, decision: Decision, command: Reload) -> None:
        actor = self._act(decision, command.actor)
        unloaded = hands_of(decision.state, actor.id).unloaded
        decision.require(command.weapon in unloaded, "is-loaded", f"{command.weapon!r} needs no loading.")
        rest = tuple(weapon for weapon in unloaded if weapon != command.weapon)
        self._change(decision, actor.id, unloaded=rest)
        self._spend(decision, actor.id)

    def _at_hand(self, state: State, actor: Actor) -> tuple[str, ...]:
        here = place_of(state, actor.id)
        return tuple(weapon for weapon, zone in hands_of(state, actor.id).thrown.items() if zone == here)

    def _pick_up(self, decision: Decision, command: PickUp) -> None:
        actor = self._act(decision, command.actor)
        decision.require(command.weapon in self._at_hand(decision.state, actor), "not-there", "It does not lie here.")
        thrown = hands_of(decision.state, actor.id).thrown
        rest = {weapon: zone for weapon, zone in thrown.items() if weapon != command.weapon}
        self._change(decision, actor.id, thrown=rest)
        self._spend(decision, actor.id)

    # -- out of arrows -------------------------------------------------------------------------------------------

    def _may_compel(self, state: State, seat: Seat, archer: Actor) -> bool:
        """Opponents may, once a turn, after the third shot; a player offers a point of their own (SK-CBT-30)."""
        conflict, hands = conflict_of(state), hands_of(state, archer.id)
        is_short = hands.shots >= tables().combat.figures.shots_before_out and not hands.is_dry
        if conflict is None or not is_short or hands.pressed == conflict.exchange or is_out(state, archer.id):
            return False
        if is_blocked(state) or a_roll_is_open(state):
            return False
        if seat.is_gm:
            return archer.is_pc
        own = pc_of(state, seat.id)
        is_opponent = own is not None and own.id != archer.id and not are_allies(state, own.id, archer.id)
        return is_opponent and balance(state, self._stake(state, seat)) >= tables().fate_points.player_compel

    def _stake(self, state: State, seat: Seat) -> str:
        own = pc_of(state, seat.id)
        return BANK if seat.is_gm or own is None else purse(own.id)

    def _compel(self, decision: Decision, command: CompelOutOfAmmo) -> None:
        archer = actor_of(decision, command.archer)
        decision.require(
            self._may_compel(decision.state, decision.seat, archer), "not-compellable", f"{archer.name} has missiles."
        )
        conflict = conflict_of(decision.state)
        assert conflict is not None
        figures = tables().combat.figures
        stake = self._stake(decision.state, decision.seat)
        points = tables().fate_points.compel_offers[0]
        move(decision, stake, staked_on(archer.id), points, figures.out_of_ammo, "out-of-ammo")
        self._change(decision, archer.id, pressed=conflict.exchange)
        refusal = figures.out_of_ammo_refusal
        ask(
            decision,
            "out-of-ammo",
            address_of(decision.state, archer.id),
            f"{archer.name}: {figures.out_of_ammo}?",
            (
                Option("accept", "No more missiles in this scene", price=Price(-points)),
                Option("refuse", "Keep shooting", price=Price(refusal, account_of(archer))),
            ),
            about={"archer": archer.id, "stake": stake},
            cites=decision.cites("out-of-ammo"),
        )

    def _may_answer(self, state: State, prompt: Prompt, option: str) -> bool:
        archer = state.get(CAST)[ActorId(str(prompt.about["archer"]))]
        return option != "refuse" or can_pay(state, archer, tables().combat.figures.out_of_ammo_refusal)

    def _answered(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        archer = decision.state.get(CAST)[ActorId(str(prompt.about["archer"]))]
        points, figures = tables().fate_points, tables().combat.figures
        offered, stake, topic = points.compel_offers[0], staked_on(archer.id), "out-of-ammo"
        if answer.option == "refuse":
            move(decision, account_of(archer), BANK, figures.out_of_ammo_refusal, "keeps shooting", topic)
            move(decision, stake, str(prompt.about["stake"]), offered, "refused", topic)
            return
        self._change(decision, archer.id, is_dry=True)
        if archer.is_pc:
            move(decision, stake, purse(archer.id), offered, figures.out_of_ammo, topic)
        else:
            move(decision, stake, BANK, offered, figures.out_of_ammo, topic)
            move(decision, BANK, POOL, points.pool_gain_of_compelled, figures.out_of_ammo, topic)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor_id, hands in state.get(HANDS).items():
            actor = state.get(CAST).get(actor_id)
            if actor is None:
                continue
            if self._may_compel(state, seat, actor):
                yield Offer(
                    command=CompelOutOfAmmo(actor_id),
                    label=f"{actor.name} runs out of missiles",
                    price=None if seat.is_gm else Price(tables().fate_points.player_compel, self._stake(state, seat)),
                    cites=self.cites("out-of-ammo"),
                    group="compel",
                )
            if not controls(seat, actor) or self._is_free(state, actor) is not None:
                continue
            for weapon in hands.unloaded:
                label = f"{actor.name}: load the {weapon}"
                yield Offer(command=Reload(actor_id, weapon), label=label, cites=self.cites("reload"), group="act")
            for weapon in self._at_hand(state, actor):
                label = f"{actor.name}: pick up the {weapon}"
                yield Offer(
                    command=PickUp(actor_id, weapon), label=label, cites=self.cites("throw-weapon"), group="act"
                )
