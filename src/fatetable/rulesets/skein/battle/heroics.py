"""What single heroes do in the midst of a battle: heroics for an Aspect, and rallying the ranks.

The steps before and after heroics are in `turns`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Price, Target, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat, people
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.engine.words import with_words
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controls, name_of, require_control
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.points.accounts import BANK, balance, move
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId
from fatetable.rulesets.skein.battle.rolls import HEROIC, RALLY, BattleRolls, kind_of
from fatetable.rulesets.skein.battle.state import (
    BATTLE,
    HEROICS,
    OF_A_BATTLE,
    Battle,
    army_name,
    battle_of,
    cannot_act_as_hero,
    change_battle,
    is_able,
    is_idle,
    ready_heroes,
    set_stress,
    stress_left,
)
from fatetable.rulesets.skein.book import RecoverForce, Tables
from fatetable.rulesets.skein.combat import Harm
from fatetable.rulesets.skein.points import account_of
from fatetable.rulesets.skein.sheet import HEALTH, Taken, all_effects, can_attack, price_of, skill_name


class TryHeroics(Command, frozen=True, tag="try-heroics"):
    """A hero tries to turn the battle; weapon skills always serve, others if the table agrees."""

    actor: ActorId
    trait: str
    description: str


class RallyArmy(Command, frozen=True, tag="rally-army"):
    """A stunt: the ranks close again."""

    actor: ActorId
    description: str


class HoldBack(Command, frozen=True, tag="hold-back"):
    """A hero does nothing of their own in this turn of the battle."""

    actor: ActorId


class HeroicsFit(PromptContext, frozen=True, tag="heroics-fit"):
    """Whether a skill that is none of arms could turn the battle."""

    battle: str
    actor: ActorId
    trait: str
    description: str


def is_weapon_skill(tables: Tables, trait: str) -> bool:
    return can_attack(tables, trait, "hand-to-hand") or can_attack(tables, trait, "ranged")


def rally_of(tables: Tables, actor: Actor) -> tuple[Taken, RecoverForce] | None:
    found = ((taken, effect) for taken, effect in all_effects(tables, actor.sheet) if isinstance(effect, RecoverForce))
    return next(found, None)


class Heroics(Struct, frozen=True, kw_only=True):
    """The commands of the step of heroics."""

    tables: Tables
    rules: CheckRules
    rolls: BattleRolls
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="battle deeds",
            decides={TryHeroics: self._try, RallyArmy: self._rally, HoldBack: self._hold_back},
            answers={HeroicsFit: self._voted},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def _hold_back(self, decision: Decision, command: HoldBack) -> None:
        battle = battle_of(decision, HEROICS)
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(cannot_act_as_hero(decision.state, battle, actor.id, "no-deed"))
        change_battle(decision, spent=(*battle.spent, actor.id))

    # -- heroics -------------------------------------------------------------------------------------------------

    def _cannot_try(self, state: State, battle: Battle, actor: ActorId) -> Refusal | None:
        """Anybody of the side whose step it is may but its general, once a turn, for a point (SK-BATTLE-20)."""
        if refusal := cannot_act_as_hero(state, battle, actor, "no-heroics"):
            return refusal
        price = self.tables.battle.figures.heroics_price
        if balance(state, account_of(state.get(CAST)[actor])) < price:
            return Refusal("no-heroics", f"Heroics cost {price} Fate Point{'s' * (price != 1)}.")
        return None

    def _skills(self, actor: Actor) -> tuple[str, ...]:
        return tuple(trait.id for trait in self.rules.traits(actor, "overcome"))

    def _try(self, decision: Decision, command: TryHeroics) -> None:
        battle = battle_of(decision, HEROICS)
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        general = battle.forces[battle.side].general
        decision.require(actor.id != general, "generals-lead", "A general has an army to lead and no time for heroics.")
        decision.require_allowed(self._cannot_try(decision.state, battle, actor.id))
        words = command.description.strip()
        decision.require_described(words, "no-description", "Say what your character does.")
        decision.require(command.trait in self._skills(actor), "unknown-trait", f"{actor.name} has no such skill.")
        if is_weapon_skill(self.tables, command.trait):
            self._begin(decision, actor, command.trait, words)
            return
        ask(
            decision,
            HeroicsFit(OF_A_BATTLE, actor.id, command.trait, words),
            tuple(seat.id for seat in people(decision.state)),
            f"Could {actor.name} turn the battle like this?",
            (Option("yes", "Allow it"), Option("no", "Refuse")),
            detail=with_words(skill_name(self.tables, command.trait), words),
            cites=decision.cites("heroics"),
            every=True,
        )

    def _voted(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        in_favour = sum(option == "yes" for option in prompt.answered.values())
        battle = decision.state.get(BATTLE)
        asked = prompt.read(HeroicsFit)
        is_agreed = in_favour * 2 > len(prompt.seats)
        if is_agreed and battle and self._cannot_try(decision.state, battle, asked.actor) is None:
            self._begin(decision, decision.state.get(CAST)[asked.actor], asked.trait, asked.description)

    def _begin(self, decision: Decision, actor: Actor, trait: str, words: str) -> None:
        battle = decision.state.get(BATTLE)
        assert battle is not None
        price = self.tables.battle.figures.heroics_price
        move(decision, account_of(actor), BANK, price, f"heroics of {actor.name}", "heroics")
        change_battle(decision, spent=(*battle.spent, actor.id))
        against = stress_left(decision.state, battle.forces[1 - battle.side])
        self.rolls.test(decision, HEROIC, actor.id, trait, words, difficulty=against)

    def _tried(self, decision: Decision, battle: Battle, roll: Roll) -> None:
        """An Aspect on an army, or as much damage to Health as was missing (SK-BATTLE-21)."""
        margin = roll.margin or 0
        if margin < 0:
            decision.service(Harm).hurt(decision, roll.actor, HEALTH, -margin)
            return
        free = self.tables.battle.figures.free_uses
        why = f"{name_of(decision.state, roll.actor)} turns the battle."
        self.rolls.ask_aspect(decision, roll.actor, battle.force_of(roll.actor), free, why, "heroics-test")

    def has_deeds(self, state: State, battle: Battle) -> bool:
        """May somebody of the side whose step it is still act in this turn, or rally the army?"""
        people = (state.get(CAST)[actor] for actor in battle.forces[battle.side].people)
        return bool(ready_heroes(state, battle)) or any(
            self._cannot_rally(state, battle, actor) is None for actor in people
        )

    # -- rallying ------------------------------------------------------------------------------------------------

    def _cannot_rally(self, state: State, battle: Battle, actor: Actor) -> Refusal | None:
        """Once a battle, in the step of heroics, generals too (SK-STUNT-16)."""
        code, found = "cannot-rally", rally_of(self.tables, actor)
        if found is None:
            return Refusal(code, f"{actor.name} has no stunt to rally an army by.")
        if battle.stage != HEROICS or actor.id not in battle.forces[battle.side].people:
            return Refusal(code, f"{actor.name} rallies an army in the step of its own heroes.")
        if actor.id in battle.rallied:
            return Refusal(code, f"{actor.name} has rallied the army in this battle; it is done once.")
        if not is_able(state, actor.id):
            return Refusal(code, f"{actor.name} is not in the scene, or is out of it, and rallies nobody.")
        price = price_of(found[0])
        if price is not None and balance(state, account_of(actor)) < price.points:
            return Refusal(code, f"That costs {price.points} Fate Point{'s' * (price.points != 1)}.")
        return None

    def _rally(self, decision: Decision, command: RallyArmy) -> None:
        battle = battle_of(decision, HEROICS)
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_rally(decision.state, battle, actor))
        found = rally_of(self.tables, actor)
        assert found is not None
        taken, effect = found
        if price := price_of(taken):
            move(decision, account_of(actor), BANK, price.points, taken.feature.name, "rally-army")
        change_battle(decision, rallied=(*battle.rallied, actor.id))
        self.rolls.test(
            decision, RALLY, actor.id, effect.test.skill, command.description, difficulty=effect.test.difficulty
        )

    def _rallied(self, decision: Decision, battle: Battle, roll: Roll) -> None:
        """A point of stress for each degree, never more than there was at first."""
        found = rally_of(self.tables, decision.state.get(CAST)[roll.actor])
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
            price = self.tables.battle.figures.heroics_price
            change_battle(decision, spent=tuple(other for other in battle.spent if other != actor.id))
        else:
            found = rally_of(self.tables, actor)
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
            if actor.id in ready_heroes(state, battle):
                yield Offer(
                    command=HoldBack(actor.id),
                    label="hold back",
                    actor=actor.id,
                    verb="pass",
                    cites=self.cites("battle-sequence"),
                    group="battle",
                )
            if self._cannot_try(state, battle, actor.id) is None:
                yield from self._heroics_offers(actor)
            found = rally_of(self.tables, actor)
            if found and self._cannot_rally(state, battle, actor) is None:
                price = price_of(found[0])
                yield Offer(
                    command=RallyArmy(actor.id, ""),
                    label=f"rally {army_name(state, battle, battle.side)}",
                    actor=actor.id,
                    verb="help",
                    target=Target("actor", battle.forces[battle.side].army),
                    holes=(TextHole("description", "how?", is_description=True),),
                    price=Price(price.points, account_of(actor)) if price else None,
                    cites=self.cites("rally-army"),
                    group="battle",
                )

    def _heroics_offers(self, actor: Actor) -> Iterator[Offer]:
        traits = self.rules.traits(actor, "overcome")
        weapons = tuple(Choice(trait.id, trait.label) for trait in traits if is_weapon_skill(self.tables, trait.id))
        others = tuple(Choice(trait.id, trait.label) for trait in traits if not is_weapon_skill(self.tables, trait.id))
        for label, choices in (("try heroics", weapons), ("try heroics (needs approval)", others)):
            if choices:
                yield Offer(
                    command=TryHeroics(actor.id, "", ""),
                    label=label,
                    actor=actor.id,
                    verb="create",
                    holes=(ChoiceHole("trait", "with", choices), TextHole("description", "how?", is_description=True)),
                    price=Price(self.tables.battle.figures.heroics_price, account_of(actor)),
                    cites=self.cites("heroics"),
                    group="battle",
                )
