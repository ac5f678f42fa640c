"""Using stunts that change a fight: rage, vows of vengeance, charges, well planned assaults and inspired troops.

What they add to rolls and damage is in `deeds`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.identity import remembered
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Price, Target, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controlled,
    name_of,
    require_control,
)
from fatetable.mechanics.encounters.state import Conflict, conflict_of
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.moments import ConflictEnds, RollIsOver, SceneEnds
from fatetable.mechanics.points.accounts import BANK, move
from fatetable.mechanics.rolls.actions import ATTACK, OVERCOME
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import ROLLS, RollId, a_roll_is_open, unsettled
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.zones import NOWHERE, place_of
from fatetable.mechanics.undertakings.undertaking import ended, margin_of, undertake
from fatetable.rulesets.skein.book import Inspire, Tables
from fatetable.rulesets.skein.combat.deeds import (
    DEEDS,
    DEEDS_EVOLVES,
    Inspiration,
    Vow,
    change_deeds,
    damage_bonus,
    points_of,
)
from fatetable.rulesets.skein.combat.map.steps import has_moved
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.points import account_of, can_pay
from fatetable.rulesets.skein.rolls import has_turn, on_their_turn
from fatetable.rulesets.skein.sheet import Taken, all_effects, melee_weapon, ranged_weapon, weapons_in_hand

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


class ClaimedCharge(PromptContext, frozen=True, tag="charge"):
    """Whether somebody charges, where no map shows it."""

    actor: ActorId


class CombatStunts(Struct, frozen=True, kw_only=True):
    tables: Tables
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
            evolves=DEEDS_EVOLVES,
            answers={ClaimedCharge: self._charge_ruled},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver, ConflictEnds, SceneEnds),
        )

    # -- rage ----------------------------------------------------------------------------------------------------

    def _cannot_rage(self, state: State, actor: Actor) -> Refusal | None:
        found = damage_bonus(self.tables, actor, "rage")
        if found is None:
            return Refusal("cannot-rage", f"{actor.name} has no stunt to fly into a rage by.")
        if actor.id in state.get(DEEDS).raging:
            return Refusal("cannot-rage", f"{actor.name} is in a rage already, until the scene ends.")
        return self._cannot_pay(state, actor, found[0], "cannot-rage")

    def _cannot_pay(self, state: State, actor: Actor, found: Taken, code: str) -> Refusal | None:
        points = points_of(found)
        if can_pay(state, actor, points):
            return None
        return Refusal(code, f"{found.feature.name} costs {points} Fate Point{'s' * (points != 1)}.")

    def _rage(self, decision: Decision, command: FlyIntoRage) -> None:
        actor, _ = on_their_turn(decision, command.actor, with_action=False)
        decision.require_allowed(self._cannot_rage(decision.state, actor))
        self._pay(decision, actor, "rage")
        change_deeds(decision, raging=(*decision.state.get(DEEDS).raging, actor.id))

    def _pay(self, decision: Decision, actor: Actor, kind: str) -> None:
        found = damage_bonus(self.tables, actor, kind)
        assert found is not None
        move(decision, account_of(actor), BANK, points_of(found[0]), found[0].feature.name, "stunt-price")

    # -- vengeance -----------------------------------------------------------------------------------------------

    def _cannot_dedicate(self, state: State, actor: Actor) -> Refusal | None:
        code, found = "cannot-dedicate", damage_bonus(self.tables, actor, "vow")
        if found is None:
            return Refusal(code, f"{actor.name} has no stunt to dedicate a weapon by.")
        if not is_active(state, actor.id):
            return Refusal(code, f"{actor.name} is not in this scene, or is out.")
        if actor.id in state.get(DEEDS).vows:
            return Refusal(code, f"{actor.name} has dedicated a weapon already, until that enemy is dead.")
        if a_roll_is_open(state):
            return Refusal(code, "A roll is open; finish it first.")
        return self._cannot_pay(state, actor, found[0], code)

    def _weapons(self, actor: Actor) -> tuple[str, ...]:
        return tuple(
            item
            for item in weapons_in_hand(self.tables, actor)
            if melee_weapon(self.tables, item) or ranged_weapon(self.tables, item)
        )

    def _enemies(self, state: State, actor: Actor) -> tuple[Actor, ...]:
        return tuple(other for other in state.get(CAST).values() if other.id != actor.id and not other.is_hidden)

    def _dedicate(self, decision: Decision, command: DedicateWeapon) -> None:
        actor, enemy = actor_of(decision, command.actor), actor_of(decision, command.enemy)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_dedicate(decision.state, actor))
        decision.require(
            command.weapon in self._weapons(actor), "not-in-hand", f"{actor.name} holds no {command.weapon!r}."
        )
        decision.require(enemy in self._enemies(decision.state, actor), "bad-target", "That is no enemy to name.")
        self._pay(decision, actor, "vow")
        vows = {**decision.state.get(DEEDS).vows, actor.id: Vow(command.weapon, enemy.id)}
        change_deeds(decision, vows=vows)

    def _avenged(self, decision: Decision, command: EnemyIsDead) -> None:
        decision.require_gm()
        vows = decision.state.get(DEEDS).vows
        named = any(vow.enemy == command.enemy for vow in vows.values())
        decision.require(named, "not-named", "No weapon was dedicated against them.")
        change_deeds(decision, vows={actor: vow for actor, vow in vows.items() if vow.enemy != command.enemy})

    # -- charges -------------------------------------------------------------------------------------------------

    def _cannot_claim_charge(self, state: State, actor: Actor) -> Refusal | None:
        if damage_bonus(self.tables, actor, "charge") is None:
            return Refusal("cannot-charge", f"{actor.name} has no stunt that makes a charge count.")
        if place_of(state, actor.id) != NOWHERE:
            return Refusal("cannot-charge", f"{actor.name} is on the map: to charge, move into the enemy's zone.")
        conflict = conflict_of(state)
        claimed = abs(state.get(DEEDS).charging.get(actor.id, 0))
        if conflict is not None and claimed == conflict.exchange:
            return Refusal("cannot-charge", f"{actor.name} has charged in this turn.")
        return None

    def _claim_charge(self, decision: Decision, command: ClaimCharge) -> None:
        actor, _ = on_their_turn(decision, command.actor)
        decision.require_allowed(self._cannot_claim_charge(decision.state, actor))
        ask(
            decision,
            ClaimedCharge(actor.id),
            (GM,),
            f"Does {actor.name} charge into close combat?",
            (Option("yes", "Allow it"), Option("no", "Say they are already in it")),
            cites=decision.cites("heroic-charge"),
        )

    def _charge_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        conflict = conflict_of(decision.state)
        if answer.option == "yes" and conflict is not None:
            charging = {**decision.state.get(DEEDS).charging, prompt.read(ClaimedCharge).actor: conflict.exchange}
            change_deeds(decision, charging=charging)

    def _charge_made(self, decision: Decision, actor: ActorId) -> None:
        """Hit or miss, the first attack of a charge is made (SK-STUNT-10)."""
        conflict = conflict_of(decision.state)
        if conflict is not None and damage_bonus(self.tables, decision.state.get(CAST)[actor], "charge") is not None:
            charging = {**decision.state.get(DEEDS).charging, actor: -conflict.exchange}
            change_deeds(decision, charging=charging)

    # -- leading -------------------------------------------------------------------------------------------------

    @remembered(limit=2048)
    def _calls(self, actor: Actor) -> dict[str, tuple[Taken, Inspire]]:
        found = ((t, e) for t, e in all_effects(self.tables, actor.sheet) if isinstance(e, Inspire))
        return {t.entry.id: (t, e) for t, e in found if self.dials.heroic_inspiration or not _is_house_reading(t)}

    def _has_begun(self, state: State, conflict: Conflict) -> bool:
        """Has anybody acted yet?"""
        has_acted = conflict.exchange > 1 or conflict.turn > 0 or bool(conflict.acted or conflict.done)
        return has_acted or any(has_moved(state, actor) for actor in conflict.actors)

    def _cannot_inspire(self, state: State, actor: Actor, stunt: str) -> Refusal | None:
        code, conflict = "cannot-inspire", conflict_of(state)
        if stunt not in self._calls(actor):
            return Refusal(code, f"{actor.name} has no such stunt.")
        if conflict is None or actor.id not in conflict.actors or is_out(state, actor.id):
            return Refusal(code, f"{actor.name} is in no fight; that is done as one begins.")
        if f"{actor.id}:{stunt}" in state.get(DEEDS).used:
            return Refusal(code, f"{actor.name} has done that in this fight; it is tried once.")
        if self._has_begun(state, conflict):
            return Refusal(code, "The fight has begun; that is done before anybody acts.")
        return unsettled(state, code)

    def _inspire(self, decision: Decision, command: InspireForce) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_inspire(decision.state, actor, command.stunt))
        stunt, effect = self._calls(actor)[command.stunt]
        change_deeds(decision, used=(*decision.state.get(DEEDS).used, f"{actor.id}:{command.stunt}"))
        undertake(
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
        if (roll_ := ended(decision, moment, INSPIRING)) and margin_of(roll_) >= 0:
            stunt, effect = self._calls(decision.state.get(CAST)[roll_.actor])[roll_.declaration.words]
            more = Inspiration(roll_.actor, stunt.feature.name, effect.amount)
            change_deeds(decision, inspired=(*decision.state.get(DEEDS).inspired, more))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            yield from self._own_offers(state, actor)
        if seat.is_gm:
            for enemy in dict.fromkeys(vow.enemy for vow in state.get(DEEDS).vows.values()):
                yield Offer(
                    command=EnemyIsDead(enemy),
                    **one_of_a_family("Declare … dead", name_of(state, enemy)),
                    verb="change",
                    target=Target("actor", enemy),
                    cites=self.cites("vengeance"),
                    group="gm",
                )

    def _own_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        if self._cannot_rage(state, actor) is None and has_turn(state, actor.id, with_action=False) is None:
            yield Offer(
                command=FlyIntoRage(actor.id),
                label="fly into a rage",
                actor=actor.id,
                verb="use",
                price=self._price(actor, "rage"),
                cites=self.cites("rage"),
                group="act",
            )
        if self._cannot_claim_charge(state, actor) is None and has_turn(state, actor.id) is None:
            yield Offer(
                command=ClaimCharge(actor.id),
                label="charge into close combat",
                actor=actor.id,
                verb="use",
                cites=self.cites("heroic-charge"),
                group="act",
            )
        may_dedicate = self._cannot_dedicate(state, actor) is None
        enemies = tuple(Choice(e.id, e.name) for e in self._enemies(state, actor)) if may_dedicate else ()
        for weapon in self._weapons(actor) if enemies else ():
            yield Offer(
                command=DedicateWeapon(actor.id, weapon, NOBODY),
                label=f"dedicate the {weapon} to the death of an enemy",
                actor=actor.id,
                verb="use",
                target=Target("actor"),
                holes=(ChoiceHole("enemy", "whose", enemies),),
                price=self._price(actor, "vow"),
                cites=self.cites("vengeance"),
                group="act",
            )
        for stunt, (found, _) in self._calls(actor).items():
            if self._cannot_inspire(state, actor, stunt) is None:
                yield Offer(
                    command=InspireForce(actor.id, stunt),
                    label=found.feature.name,
                    actor=actor.id,
                    verb="use",
                    cites=self.cites("inspire"),
                    group="react",
                )

    def _price(self, actor: Actor, kind: str) -> Price | None:
        found = damage_bonus(self.tables, actor, kind)
        return Price(points_of(found[0]), account_of(actor)) if found else None


def _is_house_reading(found: Taken) -> bool:
    return found.stunt is not None and found.stunt.house_reading
