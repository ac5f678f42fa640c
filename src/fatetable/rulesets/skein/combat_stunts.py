"""Stunts that change a fight: rage, vows of vengeance, charges, assaults well planned and troops inspired.

What a stunt costs and adds stands in the list; what it adds is taken up where rolls and damage are added up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Price
from fatetable.engine.prompts import Answer, Option, Prompt, ask, is_blocked
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.acting import ATTACK, OVERCOME
from fatetable.mechanics.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controlled,
    name_of,
    require_control,
)
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.effects import Feature
from fatetable.mechanics.encounters import Conflict, conflict_of
from fatetable.mechanics.fate_points import BANK, move
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.moments import ConflictEnds, RollIsOver, SceneEnds
from fatetable.mechanics.rolls import ROLLS, Effort, Modifier, Roll, RollId, a_roll_is_open
from fatetable.mechanics.scenes import is_present
from fatetable.mechanics.sides import side_of
from fatetable.mechanics.zones import NOWHERE, place_of
from fatetable.rulesets.skein.arms import melee_weapon, ranged_weapon, weapons_in_hand
from fatetable.rulesets.skein.called_tests import call_test, called, degree, has_turn, on_their_turn
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.effects import DamageBonus, Inspire, RollBonus
from fatetable.rulesets.skein.moving import has_moved, steps_of
from fatetable.rulesets.skein.purses import account_of
from fatetable.rulesets.skein.rolling import attack_kind, means_of, skill_part
from fatetable.rulesets.skein.skills import COMBAT_SKILL, skill_of
from fatetable.rulesets.skein.spellwork import can_pay
from fatetable.rulesets.skein.stunts import Taken, all_effects, effects_of, price_of, taken

INSPIRING = "inspire"


class FlyIntoRage(Command, frozen=True, tag="fly-into-rage"):
    actor: ActorId


class DedicateWeapon(Command, frozen=True, tag="dedicate-weapon"):
    """Vow the death of an enemy by the weapon in one's hand."""

    actor: ActorId
    weapon: str
    enemy: ActorId


class EnemyIsDead(Command, frozen=True, tag="enemy-is-dead"):
    """The Storyteller says that somebody against whom a weapon was dedicated lives no more."""

    enemy: ActorId


class ClaimCharge(Command, frozen=True, tag="claim-charge"):
    """Without a map the Storyteller says whether somebody charges."""

    actor: ActorId


class InspireForce(Command, frozen=True, tag="inspire-force"):
    """Before anybody acts, make the first turn easier for all under one's command."""

    actor: ActorId
    stunt: str


class Vow(Struct, frozen=True):
    weapon: str
    enemy: ActorId


class Inspiration(Struct, frozen=True):
    by: ActorId
    name: str
    amount: int


class Deeds(Struct, frozen=True, omit_defaults=True):
    """What stunts have done to a fight; `used` is what can be tried once in a fight.

    `charging` says in which turn; once its first attack is made, the number is negative.
    """

    raging: tuple[ActorId, ...] = ()
    vows: Mapping[ActorId, Vow] = {}
    charging: Mapping[ActorId, int] = {}
    inspired: tuple[Inspiration, ...] = ()
    used: tuple[str, ...] = ()


DEEDS: Key[Deeds] = Key("deeds", Deeds, Deeds())


class DeedsChanged(Event, frozen=True, tag="deeds-changed/1"):
    deeds: Deeds


def _changed(_: Deeds, event: DeedsChanged) -> Deeds:
    return event.deeds


def change_deeds(decision: Decision, **changes: object) -> None:
    changed = msgspec.structs.replace(decision.state.get(DEEDS), **changes)
    if changed != decision.state.get(DEEDS):
        decision.emit(DeedsChanged(changed))


@remembered(limit=8192)
def _bonus(actor: Actor, kind: str) -> tuple[Taken, DamageBonus] | None:
    """A stunt that adds to damage in this way: while raging, to a named enemy, in a charge."""
    for found, effect in all_effects(actor.sheet):
        if isinstance(effect, DamageBonus):
            is_so = {
                "rage": effect.until is not None,
                "vow": effect.against_named_enemy,
                "charge": effect.first_attack_of_charge,
            }
            if is_so[kind]:
                return found, effect
    return None


def _points(found: Taken) -> int:
    price = price_of(found)
    return price.points if price else 0


# -- what it adds ----------------------------------------------------------------------------------------------------


def is_charging(state: State, attacker: Actor, defender: Actor) -> bool:
    """Has somebody come into the other's zone this turn, or the Storyteller said so where there is no map?"""
    here = place_of(state, attacker.id)
    conflict, claimed = conflict_of(state), state.get(DEEDS).charging.get(attacker.id, 0)
    if conflict is None or claimed == -conflict.exchange:
        return False
    if NOWHERE in (here, place_of(state, defender.id)):
        return claimed == conflict.exchange
    return steps_of(state, attacker.id).entered == here == place_of(state, defender.id)


def stunt_damage(state: State, attacker: Actor, defender: Actor, trait: str) -> Iterator[Modifier]:
    """Rage, vengeance and heroic charges (SK-CBT-31)."""
    deeds, kind = state.get(DEEDS), attack_kind(trait)
    vow = deeds.vows.get(attacker.id)
    applies = {
        "rage": attacker.id in deeds.raging,
        "vow": vow == Vow(means_of(trait), defender.id),
        "charge": is_charging(state, attacker, defender),
    }
    for way, is_so in applies.items():
        found = _bonus(attacker, way) if is_so else None
        if found is not None and kind in found[1].attacks:
            yield Modifier("feature", found[0].feature.name, found[1].amount, ("SK-CBT-31",))


def inspired_modifiers(state: State, _: Roll, actor: Actor, effort: Effort) -> Iterator[Modifier]:
    """In the first turn of a fight, on combat skills, for everybody on the inspirer's side."""
    conflict = conflict_of(state)
    skill = skill_of(skill_part(effort.trait))
    is_combat = skill_part(effort.trait) == COMBAT_SKILL or (skill is not None and skill.is_combat)
    if conflict is None or conflict.exchange != 1 or not is_combat:
        return
    for inspiration in state.get(DEEDS).inspired:
        if side_of(state, inspiration.by) == side_of(state, actor.id):
            yield Modifier("inspired", inspiration.name, inspiration.amount, ("SK-STUNT-04", "SK-STUNT-58"))


def may_claim(_: Actor, action: str, __: str, features: tuple[Feature, ...]) -> bool:
    """One style for a roll, and in defence only against blows (SK-STUNT-09)."""
    found = [taken(feature) for feature in features]
    styles = [each for each in found if each and any(isinstance(e, RollBonus) and e.mode for e in effects_of(each))]
    base, kind = action.partition(":")[::2]
    return not styles or (len(styles) == 1 and (base != "defend" or kind == "hand-to-hand"))


class CombatStunts(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    dials: Dials
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="combat stunts",
            decides={
                FlyIntoRage: self._rage,
                DedicateWeapon: self._dedicate,
                EnemyIsDead: self._avenged,
                ClaimCharge: self._claim_charge,
                InspireForce: self._inspire,
            },
            evolves=folds(DEEDS, {DeedsChanged: _changed}),
            answers={"charge": self._charge_ruled},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver, ConflictEnds, SceneEnds),
        )

    # -- rage ----------------------------------------------------------------------------------------------------

    def _may_rage(self, state: State, actor: Actor) -> bool:
        found = _bonus(actor, "rage")
        return (
            found is not None and actor.id not in state.get(DEEDS).raging and can_pay(state, actor, _points(found[0]))
        )

    def _rage(self, decision: Decision, command: FlyIntoRage) -> None:
        actor, _ = on_their_turn(decision, command.actor, with_action=False)
        found = _bonus(actor, "rage")
        if found is None or not self._may_rage(decision.state, actor):
            raise decision.violation("cannot-rage", f"{actor.name} cannot fly into a rage now.")
        self._pay(decision, actor, found[0])
        change_deeds(decision, raging=(*decision.state.get(DEEDS).raging, actor.id))

    def _pay(self, decision: Decision, actor: Actor, found: Taken) -> None:
        move(decision, account_of(actor), BANK, _points(found), found.feature.name, "stunt-price")

    # -- vengeance -----------------------------------------------------------------------------------------------

    def _may_dedicate(self, state: State, actor: Actor) -> bool:
        found = _bonus(actor, "vow")
        if found is None or not is_present(state, actor.id) or is_out(state, actor.id):
            return False
        is_free = actor.id not in state.get(DEEDS).vows and not a_roll_is_open(state)
        return is_free and can_pay(state, actor, _points(found[0]))

    def _weapons(self, actor: Actor) -> tuple[str, ...]:
        return tuple(item for item in weapons_in_hand(actor) if melee_weapon(item) or ranged_weapon(item))

    def _enemies(self, state: State, actor: Actor) -> tuple[Actor, ...]:
        return tuple(other for other in state.get(CAST).values() if other.id != actor.id and not other.is_hidden)

    def _dedicate(self, decision: Decision, command: DedicateWeapon) -> None:
        actor, enemy = actor_of(decision, command.actor), actor_of(decision, command.enemy)
        require_control(decision, actor)
        found = _bonus(actor, "vow")
        if found is None or not self._may_dedicate(decision.state, actor):
            raise decision.violation("cannot-dedicate", f"{actor.name} cannot dedicate a weapon now.")
        decision.require(
            command.weapon in self._weapons(actor), "not-in-hand", f"{actor.name} holds no {command.weapon!r}."
        )
        decision.require(enemy in self._enemies(decision.state, actor), "bad-target", "That is no enemy to name.")
        self._pay(decision, actor, found[0])
        vows = {**decision.state.get(DEEDS).vows, actor.id: Vow(command.weapon, enemy.id)}
        change_deeds(decision, vows=vows)

    def _avenged(self, decision: Decision, command: EnemyIsDead) -> None:
        decision.require_gm()
        vows = decision.state.get(DEEDS).vows
        named = any(vow.enemy == command.enemy for vow in vows.values())
        decision.require(named, "not-named", "No weapon was dedicated against them.")
        change_deeds(decision, vows={actor: vow for actor, vow in vows.items() if vow.enemy != command.enemy})

    # -- charges -------------------------------------------------------------------------------------------------

    def _may_claim_charge(self, state: State, actor: Actor) -> bool:
        if _bonus(actor, "charge") is None:
            return False
        conflict = conflict_of(state)
        claimed = abs(state.get(DEEDS).charging.get(actor.id, 0))
        has_claimed = conflict is not None and claimed == conflict.exchange
        return place_of(state, actor.id) == NOWHERE and not has_claimed

    def _claim_charge(self, decision: Decision, command: ClaimCharge) -> None:
        actor, _ = on_their_turn(decision, command.actor)
        decision.require(
            self._may_claim_charge(decision.state, actor), "cannot-charge", f"{actor.name} cannot charge now."
        )
        ask(
            decision,
            "charge",
            (GM,),
            f"Does {actor.name} charge into close combat?",
            (Option("yes", "They do"), Option("no", "They are in it already")),
            about={"actor": actor.id},
            cites=decision.cites("heroic-charge"),
        )

    def _charge_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        conflict = conflict_of(decision.state)
        if answer.option == "yes" and conflict is not None:
            charging = {**decision.state.get(DEEDS).charging, ActorId(str(prompt.about["actor"])): conflict.exchange}
            change_deeds(decision, charging=charging)

    def _charge_made(self, decision: Decision, actor: ActorId) -> None:
        """Hit or miss, the first attack of a charge is made (SK-STUNT-10)."""
        conflict = conflict_of(decision.state)
        if conflict is not None and _bonus(decision.state.get(CAST)[actor], "charge") is not None:
            charging = {**decision.state.get(DEEDS).charging, actor: -conflict.exchange}
            change_deeds(decision, charging=charging)

    # -- leading -------------------------------------------------------------------------------------------------

    @remembered(limit=2048)
    def _calls(self, actor: Actor) -> dict[str, tuple[Taken, Inspire]]:
        found = ((t, e) for t, e in all_effects(actor.sheet) if isinstance(e, Inspire))
        return {t.entry.id: (t, e) for t, e in found if self.dials.heroic_inspiration or not _is_house_reading(t)}

    def _is_opening(self, state: State, conflict: Conflict | None) -> bool:
        """Has nobody acted yet?"""
        if conflict is None or conflict.exchange > 1 or is_blocked(state) or a_roll_is_open(state):
            return False
        has_begun = conflict.turn > 0 or bool(conflict.acted or conflict.done)
        return not has_begun and not any(has_moved(state, actor) for actor in conflict.actors)

    def _may_inspire(self, state: State, actor: Actor, stunt: str) -> bool:
        conflict = conflict_of(state)
        is_fresh = f"{actor.id}:{stunt}" not in state.get(DEEDS).used
        is_in_it = conflict is not None and actor.id in conflict.actors and not is_out(state, actor.id)
        return is_fresh and is_in_it and self._is_opening(state, conflict)

    def _inspire(self, decision: Decision, command: InspireForce) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        found = self._calls(actor).get(command.stunt)
        if found is None or not self._may_inspire(decision.state, actor, command.stunt):
            raise decision.violation("cannot-inspire", f"{actor.name} cannot do that now.")
        stunt, effect = found
        change_deeds(decision, used=(*decision.state.get(DEEDS).used, f"{actor.id}:{command.stunt}"))
        call_test(
            decision,
            self.rules,
            actor,
            effect.test.skill,
            INSPIRING,
            f"{actor.name}: {stunt.feature.name}",
            action=OVERCOME,
            difficulty=effect.test.difficulty,
            about=command.stunt,
            takes_action=False,
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case RollIsOver(roll_id, was_cancelled) if not was_cancelled:
                roll = decision.state.get(ROLLS)[RollId(roll_id)]
                if roll.declaration.action == ATTACK:
                    self._charge_made(decision, roll.actor)
            case ConflictEnds():
                change_deeds(decision, charging={}, inspired=(), used=())
            case SceneEnds():
                change_deeds(decision, raging=())
            case _:
                pass
        if (roll_ := called(decision, moment, INSPIRING)) and degree(roll_) >= 0:
            stunt, effect = self._calls(decision.state.get(CAST)[roll_.actor])[roll_.declaration.words]
            more = Inspiration(roll_.actor, stunt.feature.name, effect.amount)
            change_deeds(decision, inspired=(*decision.state.get(DEEDS).inspired, more))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            yield from self._own_offers(state, actor)
        if seat.is_gm:
            for enemy in dict.fromkeys(vow.enemy for vow in state.get(DEEDS).vows.values()):
                label = f"{name_of(state, enemy)} is dead"
                yield Offer(command=EnemyIsDead(enemy), label=label, cites=self.cites("vengeance"), group="gm")

    def _own_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        if self._may_rage(state, actor) and has_turn(state, actor.id, with_action=False) is None:
            yield Offer(
                command=FlyIntoRage(actor.id),
                label=f"{actor.name}: fly into a rage",
                price=self._price(actor, "rage"),
                cites=self.cites("rage"),
                group="act",
            )
        if self._may_claim_charge(state, actor) and has_turn(state, actor.id) is None:
            label = f"{actor.name}: charge into close combat"
            yield Offer(command=ClaimCharge(actor.id), label=label, cites=self.cites("heroic-charge"), group="act")
        may_dedicate = self._may_dedicate(state, actor)
        enemies = tuple(Choice(e.id, e.name) for e in self._enemies(state, actor)) if may_dedicate else ()
        for weapon in self._weapons(actor) if enemies else ():
            yield Offer(
                command=DedicateWeapon(actor.id, weapon, NOBODY),
                label=f"{actor.name}: dedicate the {weapon} to the death of an enemy",
                holes=(ChoiceHole("enemy", "whose", enemies),),
                price=self._price(actor, "vow"),
                cites=self.cites("vengeance"),
                group="act",
            )
        for stunt, (found, _) in self._calls(actor).items():
            if self._may_inspire(state, actor, stunt):
                label = f"{actor.name}: {found.feature.name}"
                cites = self.cites("inspire")
                yield Offer(command=InspireForce(actor.id, stunt), label=label, cites=cites, group="react")

    def _price(self, actor: Actor, kind: str) -> Price | None:
        found = _bonus(actor, kind)
        return Price(_points(found[0]), account_of(actor)) if found else None


def _is_house_reading(found: Taken) -> bool:
    return found.stunt is not None and found.stunt.house_reading
