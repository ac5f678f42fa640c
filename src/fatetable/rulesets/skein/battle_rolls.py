"""Rolls of a battle: Tests that its steps call for, the side that answers them, and the Aspects they leave on armies.

What each of them does for its step is not known here.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.acting import OVERCOME, effort_for
from fatetable.mechanics.aspects import SITUATION, AspectId, add_free, new_card, place
from fatetable.mechanics.cast import CAST, NOBODY, ActorId, address_of
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.efforts import Variants
from fatetable.mechanics.moments import DiceAreThrown, RollIsDeclared
from fatetable.mechanics.rolls import (
    ROLLS,
    Declaration,
    Effort,
    EffortId,
    OppositionSet,
    Roll,
    RollDeclared,
    RollId,
    open_rolls,
    set_waiting,
)
from fatetable.rulesets.skein.armies import BATTLE, LASTS, army_effort, army_name
from fatetable.rulesets.skein.skills import ARMY_SKILL, skill_name
from fatetable.rulesets.skein.spin import has_spin, lose_spin
from fatetable.rulesets.skein.tables import tables

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
    kind: str,
    effort: Effort,
    *,
    difficulty: int | None = None,
    against: ActorId = NOBODY,
    words: str = "",
) -> RollId:
    """Lay a roll on the table: against a number, or for somebody to answer."""
    roll = RollId(effort.id.removesuffix(".0"))
    declaration = Declaration(
        actor=effort.actor,
        action=ROLL,
        mode=kind,
        trait=effort.trait,
        description=effort.description,
        target=against,
        words=words,
    )
    decision.emit(
        RollDeclared(
            Roll(
                id=roll,
                declaration=declaration,
                efforts=(effort,),
                defender=against,
                difficulty=difficulty,
                active=0,
            )
        )
    )
    decision.moment(RollIsDeclared(roll))
    return roll


def kind_of(roll: Roll) -> str:
    """What a roll is for in a battle; nothing for one that is none of a battle's."""
    return roll.declaration.mode if roll.declaration.action == ROLL else ""


def first_effort(decision: Decision) -> EffortId:
    return EffortId(f"{decision.new_id('r')}.0")


def _person(decision: Decision, rules: CheckRules, actor: ActorId, trait: str, words: str, effort: EffortId) -> Effort:
    """What one character rolls with one skill."""
    return effort_for(decision, rules, decision.state.get(CAST)[actor], effort, OVERCOME, trait, (), words)


def responding_effort(decision: Decision, rules: CheckRules, roll: Roll, words: str) -> Effort:
    """What the other force meets a roll with: there is nothing left to choose."""
    battle = decision.state.get(BATTLE)
    assert battle is not None
    force, effort = battle.forces[battle.force_of(roll.defender)], EffortId(f"{roll.id}.1")
    if kind_of(roll) == ASSAULT:
        return army_effort(decision, force, effort, words, attacks=False)
    if kind_of(roll) == WORKING:
        return _person(decision, rules, force.magician, force.magic, force.working, effort)
    skill = tables().battle.figures.manoeuvring_skill
    return _person(decision, rules, force.general, skill, words, effort)


def defence_sets(roll: Roll) -> Variants:
    """All there is to choose when somebody is asked to describe such an answer anew."""
    trait = roll.efforts[-1].trait
    return (((), (Choice(trait, skill_name(trait)),), ""),)


class BattleRolls(Struct, frozen=True, kw_only=True):
    """`answer_otherwise` asks the other side of a roll that is none of a battle's."""

    rules: CheckRules
    answer_otherwise: Callable[[Decision, RollId], None]

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="battle rolls",
            answers={"battle-aspect": self._aspect_placed},
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
        effort = _person(decision, self.rules, actor, trait, description, first_effort(decision))
        return open_roll(decision, kind, effort, difficulty=difficulty, against=against, words=words)

    # -- answering -----------------------------------------------------------------------------------------------

    def answer(self, decision: Decision, roll_id: RollId) -> None:
        """The acting side is done; in a battle it is settled already what the other one rolls."""
        roll = decision.state.get(ROLLS)[roll_id]
        if kind_of(roll) not in OPPOSED:
            self.answer_otherwise(decision, roll_id)
            return
        set_waiting(decision, roll_id, (), "declared")
        effort = responding_effort(decision, self.rules, roll, "holds against it")
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
        words = TextHole("fill", "the Aspect", key="words")
        ask(
            decision,
            "battle-aspect",
            address_of(decision.state, placer),
            f"{why} What Aspect does it leave, and on which army?",
            (
                Option("own", f"On {army_name(decision.state, battle, index)}", (words,)),
                Option("enemy", f"On {army_name(decision.state, battle, 1 - index)}", (words,)),
            ),
            about={"battle": "yes", "force": index, "free": free},
            cites=decision.cites(topic),
        )

    def _aspect_placed(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        battle = decision.state.get(BATTLE)
        assert battle is not None
        index = int(prompt.about["force"])
        bearer = battle.forces[index if answer.option == "own" else 1 - index].army
        lay(decision, answer.text("words"), bearer, battle.forces[index].general, int(prompt.about["free"]))


def lay(decision: Decision, words: str, army: ActorId, holder: ActorId, free: int) -> AspectId:
    """A card on an army for this battle; its free uses are in the general's hand, who spends for the army."""
    card = new_card(decision, words, SITUATION, bearer=army, lasts=LASTS)
    place(decision, card)
    if free:
        add_free(decision, card.id, holder, free, card.id)
    return card.id
