"""What single heroes do in the midst of a battle: heroics for an Aspect, and rallying the ranks.

Knows the step of heroics, not what comes before or after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Price, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask
from fatetable.engine.seats import Seat, people
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, controls, name_of, require_control
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.fate_points import BANK, balance, move
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls import ROLLS, Roll, RollId
from fatetable.rulesets.skein.armies import (
    BATTLE,
    HEROICS,
    Battle,
    army_name,
    battle_of,
    change_battle,
    is_able,
    is_idle,
    set_stress,
    stress_left,
)
from fatetable.rulesets.skein.battle_rolls import HEROIC, RALLY, BattleRolls, kind_of
from fatetable.rulesets.skein.effects import RecoverForce
from fatetable.rulesets.skein.hurting import HEALTH
from fatetable.rulesets.skein.purses import account_of
from fatetable.rulesets.skein.skills import can_attack, skill_name
from fatetable.rulesets.skein.stunts import Taken, all_effects, price_of
from fatetable.rulesets.skein.tables import tables


class TryHeroics(Command, frozen=True, tag="try-heroics"):
    """A hero tries to turn the battle; weapon skills always serve, others if the table agrees."""

    actor: ActorId
    trait: str
    description: str


class RallyArmy(Command, frozen=True, tag="rally-army"):
    """A stunt: the ranks close again."""

    actor: ActorId
    description: str


Hurt = Callable[[Decision, ActorId, str, int], None]


def is_weapon_skill(trait: str) -> bool:
    return can_attack(trait, "hand-to-hand") or can_attack(trait, "ranged")


def rally_of(actor: Actor) -> tuple[Taken, RecoverForce] | None:
    found = ((taken, effect) for taken, effect in all_effects(actor.sheet) if isinstance(effect, RecoverForce))
    return next(found, None)


class Deeds(Struct, frozen=True, kw_only=True):
    """`hurt(decision, actor, score, damage)` has somebody take harm from nobody in particular."""

    rules: CheckRules
    rolls: BattleRolls
    hurt: Hurt
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="battle deeds",
            decides={TryHeroics: self._try, RallyArmy: self._rally},
            answers={"heroics-fit": self._voted},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- heroics -------------------------------------------------------------------------------------------------

    def _may_try(self, state: State, battle: Battle, actor: ActorId) -> bool:
        """Anybody of the side whose step it is but its general, once a turn (SK-BATTLE-20)."""
        force = battle.forces[battle.side]
        return (
            battle.stage == HEROICS
            and actor in force.fighters
            and actor not in battle.spent
            and is_able(state, actor)
            and balance(state, account_of(state.get(CAST)[actor])) >= tables().battle.figures.heroics_price
        )

    def _skills(self, actor: Actor) -> tuple[str, ...]:
        return tuple(trait.id for trait in self.rules.traits(actor, "overcome"))

    def _try(self, decision: Decision, command: TryHeroics) -> None:
        battle = battle_of(decision, HEROICS)
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        general = battle.forces[battle.side].general
        decision.require(actor.id != general, "generals-lead", "A general has an army to lead and no time for heroics.")
        decision.require(
            self._may_try(decision.state, battle, actor.id), "no-heroics", f"{actor.name} cannot try any heroics now."
        )
        words = command.description.strip()
        decision.require(bool(words), "no-description", "Say what your character does.")
        decision.require(command.trait in self._skills(actor), "unknown-trait", f"{actor.name} has no such skill.")
        if is_weapon_skill(command.trait):
            self._begin(decision, actor, command.trait, words)
            return
        ask(
            decision,
            "heroics-fit",
            tuple(seat.id for seat in people(decision.state)),
            f"{actor.name}, with {skill_name(command.trait)}: {words}. Could that turn the battle?",
            (Option("yes", "It could"), Option("no", "It could not")),
            about={"battle": "yes", "actor": actor.id, "trait": command.trait, "description": words},
            cites=decision.cites("heroics"),
            every=True,
        )

    def _voted(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        in_favour = sum(option == "yes" for option in prompt.answered.values())
        battle = decision.state.get(BATTLE)
        actor = decision.state.get(CAST)[ActorId(str(prompt.about["actor"]))]
        if in_favour * 2 > len(prompt.seats) and battle and self._may_try(decision.state, battle, actor.id):
            self._begin(decision, actor, str(prompt.about["trait"]), str(prompt.about["description"]))

    def _begin(self, decision: Decision, actor: Actor, trait: str, words: str) -> None:
        battle = decision.state.get(BATTLE)
        assert battle is not None
        price = tables().battle.figures.heroics_price
        move(decision, account_of(actor), BANK, price, f"heroics of {actor.name}", "heroics")
        change_battle(decision, spent=(*battle.spent, actor.id))
        against = stress_left(decision.state, battle.forces[1 - battle.side])
        self.rolls.test(decision, HEROIC, actor.id, trait, words, difficulty=against)

    def _tried(self, decision: Decision, battle: Battle, roll: Roll) -> None:
        """An Aspect on an army, or as much damage to Health as was missing (SK-BATTLE-21)."""
        margin = roll.margin or 0
        if margin < 0:
            self.hurt(decision, roll.actor, HEALTH, -margin)
            return
        free = tables().battle.figures.free_uses
        why = f"{name_of(decision.state, roll.actor)} turns the battle."
        self.rolls.ask_aspect(decision, roll.actor, battle.force_of(roll.actor), free, why, "heroics-test")

    # -- rallying ------------------------------------------------------------------------------------------------

    def _may_rally(self, state: State, battle: Battle, actor: Actor) -> bool:
        """Once a battle, in the step of heroics, generals too (SK-STUNT-16)."""
        found = rally_of(actor)
        if found is None or battle.stage != HEROICS or actor.id in battle.rallied or not is_able(state, actor.id):
            return False
        price = price_of(found[0])
        can_pay = price is None or balance(state, account_of(actor)) >= price.points
        return actor.id in battle.forces[battle.side].people and can_pay

    def _rally(self, decision: Decision, command: RallyArmy) -> None:
        battle = battle_of(decision, HEROICS)
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        found = rally_of(actor)
        if found is None or not self._may_rally(decision.state, battle, actor):
            raise decision.violation("cannot-rally", f"{actor.name} cannot rally an army now.")
        taken, effect = found
        if price := price_of(taken):
            move(decision, account_of(actor), BANK, price.points, taken.feature.name, "rally-army")
        change_battle(decision, rallied=(*battle.rallied, actor.id))
        self.rolls.test(
            decision, RALLY, actor.id, effect.test.skill, command.description, difficulty=effect.test.difficulty
        )

    def _rallied(self, decision: Decision, battle: Battle, roll: Roll) -> None:
        """A point of stress for each degree, never more than there was at first."""
        found = rally_of(decision.state.get(CAST)[roll.actor])
        force = battle.forces[battle.force_of(roll.actor)]
        if found and (roll.margin or 0) > 0:
            gained = (roll.margin or 0) * found[1].per_degree
            left = min(force.stress, stress_left(decision.state, force) + gained)
            set_stress(decision, force.army, left, "rallied")

    # -- what comes of rolls -------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        battle = decision.state.get(BATTLE)
        if battle is None or not isinstance(moment, RollIsOver):
            return
        roll = decision.state.get(ROLLS)[RollId(moment.roll)]
        if kind_of(roll) not in (HEROIC, RALLY):
            return
        if moment.was_cancelled:
            self._take_back(decision, battle, roll)
        elif kind_of(roll) == HEROIC:
            self._tried(decision, battle, roll)
        else:
            self._rallied(decision, battle, roll)

    def _take_back(self, decision: Decision, battle: Battle, roll: Roll) -> None:
        """No dice fell: it was never tried."""
        actor = decision.state.get(CAST)[roll.actor]
        if kind_of(roll) == HEROIC:
            price = tables().battle.figures.heroics_price
            change_battle(decision, spent=tuple(other for other in battle.spent if other != actor.id))
        else:
            found = rally_of(actor)
            cost = price_of(found[0]) if found else None
            price = cost.points if cost else 0
            change_battle(decision, rallied=tuple(other for other in battle.rallied if other != actor.id))
        move(decision, BANK, account_of(actor), price, "it was not tried after all", "heroics")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        battle = state.get(BATTLE)
        if battle is None or battle.stage != HEROICS or not is_idle(state):
            return
        for actor in state.get(CAST).values():
            if not controls(seat, actor):
                continue
            if self._may_try(state, battle, actor.id):
                yield from self._heroics_offers(actor)
            found = rally_of(actor)
            if found and self._may_rally(state, battle, actor):
                price = price_of(found[0])
                yield Offer(
                    command=RallyArmy(actor.id, ""),
                    label=f"{actor.name}: rally {army_name(state, battle, battle.side)}",
                    holes=(TextHole("description", "how"),),
                    price=Price(price.points, account_of(actor)) if price else None,
                    cites=self.cites("rally-army"),
                    group="battle",
                )

    def _heroics_offers(self, actor: Actor) -> Iterator[Offer]:
        traits = self.rules.traits(actor, "overcome")
        weapons = tuple(Choice(trait.id, trait.label) for trait in traits if is_weapon_skill(trait.id))
        others = tuple(Choice(trait.id, trait.label) for trait in traits if not is_weapon_skill(trait.id))
        for label, choices in (("heroics", weapons), ("heroics, if the table agrees", others)):
            if choices:
                yield Offer(
                    command=TryHeroics(actor.id, "", ""),
                    label=f"{actor.name}: {label}",
                    holes=(ChoiceHole("trait", "with", choices), TextHole("description", "how")),
                    price=Price(tables().battle.figures.heroics_price, account_of(actor)),
                    cites=self.cites("heroics"),
                    group="battle",
                )
