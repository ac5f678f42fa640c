"""The state of weapons in use: thrown away, to be loaded again, short of missiles.

What a weapon does to somebody is in `harm`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import put
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer, Price, Target, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import SITUATION, new_card, place
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    Actor,
    ActorId,
    actor_of,
    address_of,
    controls,
    pc_of,
    require_control,
)
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.moments import RollIsOver, SceneEnds
from fatetable.mechanics.points.accounts import BANK, POOL, balance, move, purse, staked_on
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId, unsettled
from fatetable.mechanics.scenes.sides import are_allies
from fatetable.mechanics.scenes.zones import ZoneId, place_of
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat.availability import unavailable
from fatetable.rulesets.skein.points import account_of, cannot_pay
from fatetable.rulesets.skein.rolls import attack_kind, has_turn, read_trait
from fatetable.rulesets.skein.sheet import melee_weapon, ranged_weapon, wielded, without_aspect

E = TypeVar("E")


class ThrownWeapon(Struct, frozen=True):
    """A weapon that was thrown into a zone, one of those of its name."""

    weapon: str
    zone: ZoneId


class Hands(Struct, frozen=True, omit_defaults=True):
    """The weapons that were `thrown`, and those shot and still `unloaded`, one entry for each.

    `pressed` is the turn of the last compel.

    Somebody who `is_dry` shoots no more in this scene.
    """

    thrown: tuple[ThrownWeapon, ...] = ()
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
    """Take up a weapon that one has thrown, in the zone where it is."""

    actor: ActorId
    weapon: str


class CompelOutOfAmmo(Command, frozen=True, tag="compel-out-of-ammo"):
    """An opponent has an archer run out of missiles."""

    archer: ActorId


class HandsChanged(Event, frozen=True, tag="hands-changed/2"):
    actor: ActorId
    hands: Hands


class HandsForgotten(Event, frozen=True, tag="hands-forgotten/1"):
    """In a new scene everything is gathered up and loaded again."""


class OutOfAmmo(PromptContext, frozen=True, tag="out-of-ammo"):
    """Whether an archer has run out; `stake` is the account the offered points came from."""

    archer: ActorId
    stake: str


def hands_of(state: State, actor: ActorId) -> Hands:
    return state.get(HANDS).get(actor, Hands())


def thrown_by(state: State, actor: ActorId) -> tuple[str, ...]:
    """The weapons somebody has thrown and not picked up again, each as often as it was thrown."""
    return tuple(thrown.weapon for thrown in hands_of(state, actor).thrown)


def _number_in_hand(tables: Tables, actor: Actor, weapon: str) -> int:
    held = wielded(tables, actor.sheet)
    return sum(weapon in (item, without_aspect(tables, item)) for item in held)


def cannot_use(tables: Tables, state: State, actor: Actor, trait: str) -> Refusal | None:
    """Why the weapon of an attack cannot be used now; of two alike, one may still be in hand or loaded."""
    weapon, hands = read_trait(trait).weapon, hands_of(state, actor.id)
    thrown = thrown_by(state, actor.id).count(weapon)
    left = _number_in_hand(tables, actor, weapon) - thrown
    if thrown and left <= 0:
        return Refusal("not-in-hand", f"{actor.name} has thrown the {weapon}; pick it up first.")
    ranged = ranged_weapon(tables, weapon) if attack_kind(tables, trait) == "ranged" else None
    if ranged is not None and ranged.runs_out and hands.is_dry:
        return Refusal("out-of-ammo", f"{actor.name} has run out of missiles for this scene; use another weapon.")
    if hands.unloaded.count(weapon) >= max(1, left):
        return Refusal("not-loaded", f"The {weapon} has to be loaded first.")
    return None


def _without_one(entries: tuple[E, ...], gone: E) -> tuple[E, ...]:
    place = entries.index(gone)
    return entries[:place] + entries[place + 1 :]


class WeaponState(Struct, frozen=True, kw_only=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="weapons in use",
            decides={Reload: self._reload, PickUp: self._pick_up, CompelOutOfAmmo: self._compel},
            evolves=folds(HANDS, {HandsChanged: put("actor", "hands"), HandsForgotten: lambda _, __: {}}),
            answers={OutOfAmmo: self._answered},
            gates={OutOfAmmo: self._cannot_answer},
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
                if roll.declaration.action == ATTACK and attack_kind(self.tables, roll.efforts[0].trait) == "ranged":
                    self._used(decision, roll)
            case SceneEnds() if decision.state.get(HANDS):
                decision.emit(HandsForgotten())
            case _:
                pass

    def _used(self, decision: Decision, roll: Roll) -> None:
        actor, weapon = roll.actor, read_trait(roll.efforts[0].trait).weapon
        hands, figures = hands_of(decision.state, actor), self.tables.combat.figures
        if melee_weapon(self.tables, weapon) is not None:
            # It leaves the hand and is where its target is (SK-EQUIP-20).
            lies = place_of(decision.state, roll.declaration.target)
            self._change(decision, actor, thrown=(*hands.thrown, ThrownWeapon(weapon, lies)))
            return
        ranged = ranged_weapon(self.tables, weapon)
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
        if refusal := unavailable(state, actor, "cannot-act"):
            return refusal
        return has_turn(state, actor.id) if conflict_of(state) is not None else None

    def _act(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require_allowed(self._is_free(decision.state, actor))
        return actor

    def _spend(self, decision: Decision, actor: ActorId) -> None:
        conflict = conflict_of(decision.state)
        if conflict is not None:
            decision.service(Conflicts).spend_action(decision, conflict, actor)

    def _reload(self, decision: Decision, command: Reload) -> None:
        actor = self._act(decision, command.actor)
        unloaded = hands_of(decision.state, actor.id).unloaded
        decision.require(command.weapon in unloaded, "is-loaded", f"{command.weapon!r} needs no loading.")
        self._change(decision, actor.id, unloaded=_without_one(unloaded, command.weapon))
        self._spend(decision, actor.id)

    def _at_hand(self, state: State, actor: Actor) -> tuple[str, ...]:
        here = place_of(state, actor.id)
        found = (thrown.weapon for thrown in hands_of(state, actor.id).thrown if thrown.zone == here)
        return tuple(dict.fromkeys(found))

    def _pick_up(self, decision: Decision, command: PickUp) -> None:
        actor = self._act(decision, command.actor)
        decision.require(
            command.weapon in self._at_hand(decision.state, actor),
            "not-there",
            "It is not here; go there first.",
        )
        thrown, here = hands_of(decision.state, actor.id).thrown, place_of(decision.state, actor.id)
        self._change(decision, actor.id, thrown=_without_one(thrown, ThrownWeapon(command.weapon, here)))
        self._spend(decision, actor.id)

    # -- out of arrows -------------------------------------------------------------------------------------------

    def _cannot_compel(self, state: State, seat: Seat, archer: Actor) -> Refusal | None:
        """Opponents may, once a turn, after the third shot; a player offers a point of their own (SK-CBT-30)."""
        code, conflict, hands = "not-compellable", conflict_of(state), hands_of(state, archer.id)
        if hands.is_dry:
            return Refusal(code, f"{archer.name} has no missiles left to run out of.")
        if hands.shots < self.tables.combat.figures.shots_before_out:
            return Refusal(code, f"{archer.name} has missiles.")
        if conflict is None or is_out(state, archer.id):
            return Refusal(code, f"{archer.name} is in no fight in which missiles could run out.")
        if hands.pressed == conflict.exchange:
            return Refusal(code, f"{archer.name} was asked in this turn; try again in the next.")
        return unsettled(state, code) or self._is_no_opponent(state, seat, archer)

    def _is_no_opponent(self, state: State, seat: Seat, archer: Actor) -> Refusal | None:
        code, price = "not-compellable", self.tables.fate_points.player_compel
        own = pc_of(state, seat.id)
        is_ally = own is None or own.id == archer.id or are_allies(state, own.id, archer.id)
        if not archer.has_player if seat.is_gm else is_ally:
            return Refusal(code, f"Only an opponent can have {archer.name} run out of missiles.")
        if not seat.is_gm and balance(state, self._stake(state, seat)) < price:
            return Refusal(code, f"That takes {price} Fate Point{'s' * (price != 1)} of your own.")
        return None

    def _stake(self, state: State, seat: Seat) -> str:
        own = pc_of(state, seat.id)
        return BANK if seat.is_gm or own is None else purse(own.id)

    def _compel(self, decision: Decision, command: CompelOutOfAmmo) -> None:
        archer = actor_of(decision, command.archer)
        decision.require_allowed(self._cannot_compel(decision.state, decision.seat, archer))
        conflict = conflict_of(decision.state)
        assert conflict is not None
        figures = self.tables.combat.figures
        stake = self._stake(decision.state, decision.seat)
        points = self.tables.fate_points.compel_offers[0]
        move(decision, stake, staked_on(archer.id), points, figures.out_of_ammo, "out-of-ammo")
        self._change(decision, archer.id, pressed=conflict.exchange)
        refusal = figures.out_of_ammo_refusal
        ask(
            decision,
            OutOfAmmo(archer.id, stake),
            address_of(decision.state, archer.id),
            f"{archer.name}: {figures.out_of_ammo}?",
            (
                Option("accept", "Run out of missiles", price=Price(-points)),
                Option("refuse", "Keep shooting", price=Price(refusal, account_of(archer))),
            ),
            cites=decision.cites("out-of-ammo"),
        )

    def _cannot_answer(self, state: State, prompt: Prompt, option: str) -> Refusal | None:
        archer = state.get(CAST)[prompt.read(OutOfAmmo).archer]
        price = self.tables.combat.figures.out_of_ammo_refusal
        return cannot_pay(state, archer, price) if option == "refuse" else None

    def _answered(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        archer = decision.state.get(CAST)[prompt.read(OutOfAmmo).archer]
        points, figures = self.tables.fate_points, self.tables.combat.figures
        offered, stake, topic = points.compel_offers[0], staked_on(archer.id), "out-of-ammo"
        if answer.option == "refuse":
            move(decision, account_of(archer), BANK, figures.out_of_ammo_refusal, "keeps shooting", topic)
            move(decision, stake, prompt.read(OutOfAmmo).stake, offered, "refused", topic)
            return
        self._change(decision, archer.id, is_dry=True)
        if archer.has_player:
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
            if self._cannot_compel(state, seat, actor) is None:
                yield Offer(
                    command=CompelOutOfAmmo(actor_id),
                    **one_of_a_family("Let … run out of missiles", actor.name),
                    verb="compel",
                    target=Target("actor", actor_id),
                    price=None
                    if seat.is_gm
                    else Price(self.tables.fate_points.player_compel, self._stake(state, seat)),
                    cites=self.cites("out-of-ammo"),
                    group="compel",
                )
            if not controls(seat, actor) or self._is_free(state, actor) is not None:
                continue
            for weapon in dict.fromkeys(hands.unloaded):
                yield Offer(
                    command=Reload(actor_id, weapon),
                    label=f"load the {weapon}",
                    actor=actor_id,
                    verb="use",
                    cites=self.cites("reload"),
                    group="act",
                )
            for weapon in self._at_hand(state, actor):
                yield Offer(
                    command=PickUp(actor_id, weapon),
                    label=f"pick up the {weapon}",
                    actor=actor_id,
                    verb="use",
                    cites=self.cites("throw-weapon"),
                    group="act",
                )
