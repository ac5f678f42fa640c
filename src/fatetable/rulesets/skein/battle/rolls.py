"""Rolls of a battle: Tests that its steps call for, the side that answers them, and the Aspects they leave on armies.

What comes of each is in the module of its step.
"""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import SITUATION, AspectId, add_free, new_card, place
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, address_of
from fatetable.mechanics.moments import DiceAreThrown
from fatetable.mechanics.rolls.actions import OVERCOME
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import Defences, EffortVariant, Variants, effort_for
from fatetable.mechanics.rolls.procedure import StageHandler, declare_roll, new_roll_id
from fatetable.mechanics.rolls.resolution import UNNAMED_ADVANTAGE
from fatetable.mechanics.rolls.state import (
    ROLLS,
    Declaration,
    Effort,
    EffortId,
    OppositionSet,
    Roll,
    RollId,
    effort_id,
    open_rolls,
    set_waiting,
)
from fatetable.rulesets.skein.battle.state import BATTLE, LASTS, OF_A_BATTLE, army_effort, army_name
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.rolls import has_spin, lose_spin
from fatetable.rulesets.skein.sheet import ARMY_SKILL, skill_name

MANOEUVRE = "army-manoeuvring"
WORKING = "battle-magic"
AID = "battle-aid"
HEROIC = "heroics"
ASSAULT = "army-attack"
RALLY = "army-rally"
RECOVERY = "army-recovery"
ORDEAL = "battle-endurance"

ROLL = "battle"
"""The action under which all of them are declared; what each is for is its mode."""
OPPOSED = (MANOEUVRE, WORKING, ASSAULT)
"""Rolls that the other force answers, with what it has chosen already."""


def open_roll(
    decision: Decision,
    roll: RollId,
    kind: str,
    effort: Effort,
    *,
    difficulty: int | None = None,
    against: ActorId = NOBODY,
    words: str = "",
) -> RollId:
    """Declare a roll: against a number, or for somebody to answer."""
    declaration = Declaration(
        actor=effort.actor,
        action=ROLL,
        mode=kind,
        trait=effort.trait,
        description=effort.description,
        target=against,
        words=words,
    )
    return declare_roll(decision, roll, declaration, effort, defender=against, difficulty=difficulty)


def kind_of(roll: Roll) -> str:
    """The kind of a battle roll; empty for any other roll."""
    return roll.declaration.mode if roll.declaration.action == ROLL else ""


def _person(decision: Decision, rules: CheckRules, actor: ActorId, trait: str, words: str, effort: EffortId) -> Effort:
    """What one character rolls with one skill."""
    return effort_for(decision, rules, decision.state.get(CAST)[actor], effort, OVERCOME, trait, (), words)


def responding_effort(tables: Tables, decision: Decision, rules: CheckRules, roll: Roll, words: str) -> Effort:
    """What the other force meets a roll with: there is nothing left to choose."""
    battle = decision.state.get(BATTLE)
    assert battle is not None
    force, effort = battle.forces[battle.force_of(roll.defender)], effort_id(roll.id, 1)
    if kind_of(roll) == ASSAULT:
        return army_effort(tables, decision, force, effort, words, attacks=False)
    if kind_of(roll) == WORKING:
        return _person(decision, rules, force.magician, force.magic, force.working, effort)
    skill = tables.battle.figures.manoeuvring_skill
    return _person(decision, rules, force.general, skill, words, effort)


class AspectOnArmy(PromptContext, frozen=True, tag="battle-aspect"):
    """An Aspect that a force places on either army, with so many free uses."""

    battle: str
    force: int
    free: int


class BattleDefences(Struct, frozen=True):
    """What the other force meets a battle roll with; `otherwise` are the defences of every other roll."""

    tables: Tables
    rules: CheckRules
    otherwise: Defences

    def variants(self, roll: Roll, actor: Actor) -> Variants:
        if not kind_of(roll):
            return self.otherwise.variants(roll, actor)
        # Somebody is asked to describe the answer anew; there is nothing else to choose.
        trait = roll.efforts[-1].trait
        return (EffortVariant((), (Choice(trait, skill_name(self.tables, trait)),), ""),)

    def effort(
        self,
        decision: Decision,
        roll: Roll,
        actor: Actor,
        effort_id: EffortId,
        trait: str,
        features: tuple[str, ...],
        description: str,
    ) -> Effort:
        if kind_of(roll):
            return responding_effort(self.tables, decision, self.rules, roll, description)
        return self.otherwise.effort(decision, roll, actor, effort_id, trait, features, description)


class BattleRolls(Struct, frozen=True, kw_only=True):
    tables: Tables
    rules: CheckRules

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="battle rolls",
            answers={AspectOnArmy: self._aspect_placed},
            on_moment=self._on_moment,
            moments=(DiceAreThrown,),
        )

    # -- rolling -------------------------------------------------------------------------------------------------

    def test(
        self,
        decision: Decision,
        kind: str,
        actor: ActorId,
        trait: str,
        description: str,
        *,
        difficulty: int | None = None,
        against: ActorId = NOBODY,
        words: str = "",
    ) -> RollId:
        roll = new_roll_id(decision)
        effort = _person(decision, self.rules, actor, trait, description, effort_id(roll, 0))
        return open_roll(decision, roll, kind, effort, difficulty=difficulty, against=against, words=words)

    # -- answering -----------------------------------------------------------------------------------------------

    def answer(self, decision: Decision, roll_id: RollId, proceed: StageHandler) -> None:
        """Intercepts the answer to a battle roll: what the other force rolls is settled already."""
        roll = decision.state.get(ROLLS)[roll_id]
        if kind_of(roll) not in OPPOSED:
            proceed(decision, roll_id)
            return
        set_waiting(decision, roll_id, (), "declared")
        effort = responding_effort(self.tables, decision, self.rules, roll, "holds against it")
        decision.emit(OppositionSet(roll_id, effort=effort, defender=roll.defender))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """Spin of an army is gone with its next roll, like anybody's."""
        battle = decision.state.get(BATTLE)
        if battle is None or not isinstance(moment, DiceAreThrown):
            return
        for roll in open_rolls(decision.state):
            effort = roll.efforts[max(roll.active, 0)]
            if effort.trait == ARMY_SKILL and effort.actor == moment.actor:
                army = battle.forces[battle.force_of(effort.actor)].army
                if has_spin(decision.state, army):
                    lose_spin(decision, army)

    # -- Aspects on armies ---------------------------------------------------------------------------------------

    def ask_aspect(self, decision: Decision, placer: ActorId, index: int, free: int, why: str, topic: str) -> None:
        """Somebody of a force places an Aspect on either army; the force may use it free."""
        battle = decision.state.get(BATTLE)
        assert battle is not None
        words = TextHole("fill", "Aspect", key="words", is_description=True)
        ask(
            decision,
            AspectOnArmy(OF_A_BATTLE, index, free),
            address_of(decision.state, placer),
            f"{why} Place an Aspect.",
            (
                Option("own", f"Place it on {army_name(decision.state, battle, index)}", (words,)),
                Option("enemy", f"Place it on {army_name(decision.state, battle, 1 - index)}", (words,)),
            ),
            cites=decision.cites(topic),
        )

    def _aspect_placed(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        battle = decision.state.get(BATTLE)
        assert battle is not None
        asked = prompt.read(AspectOnArmy)
        bearer = battle.forces[asked.force if answer.option == "own" else 1 - asked.force].army
        lay(decision, answer.text("words") or UNNAMED_ADVANTAGE, bearer, battle.forces[asked.force].general, asked.free)


def lay(decision: Decision, words: str, army: ActorId, holder: ActorId, free: int) -> AspectId:
    """A card on an army for this battle; its free uses are in the general's hand, who spends for the army."""
    card = new_card(decision, words, SITUATION, bearer=army, lasts=LASTS)
    place(decision, card)
    if free:
        add_free(decision, card.id, holder, free, card.id)
    return card.id
