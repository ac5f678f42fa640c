"""Who answers an attack, and with what: the victim, the leader of a frightened warband, or nobody at all."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.harm.groups import leader_of
from fatetable.mechanics.rolls.actions import ATTACK, DEFEND
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import Variants, effort_for, feature_sets
from fatetable.mechanics.rolls.state import Effort, EffortId, Roll
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat.deeds import is_style
from fatetable.rulesets.skein.combat.modifiers import Modifiers
from fatetable.rulesets.skein.combat.stances import stance_of
from fatetable.rulesets.skein.combat.warbands.state import is_rout
from fatetable.rulesets.skein.rolls import Defence, attack_kind, defence_to, defences_of, known_opposition

LED_DEFENCES = ("leadership", "intimidation")
"""What the leader of a warband holds it together with (SK-WARB-11)."""
OPPOSED_BY = {
    "ambush": ("awareness",),
    "group-ambush": ("awareness", "strategy-and-tactics"),
}
"""The skills that meet a Test of this purpose."""


def who_opposes(tables: Tables, state: State, roll: Roll) -> int | ActorId | None:
    """Somebody on the offensive does not defend; a leader answers for a warband (SK-CBT-27, SK-WARB-11)."""
    declared = roll.declaration
    if declared.action == ATTACK and stance_of(state, declared.target) == "offensive":
        return tables.combat.figures.offensive_defence
    if is_rout(tables, state, roll) and (leader := leader_of(state, state.get(CAST)[declared.target])):
        return leader
    return known_opposition(tables, state, roll)


def defence_of(tables: Tables, roll: Roll, actor: Actor) -> Defence:
    """What somebody who answers a roll has to meet."""
    declared = roll.declaration
    if skills := OPPOSED_BY.get(declared.mode):
        return Defence(skills=skills)
    # Somebody who shields the one attacked is neither asked to defend nor a leader.
    is_leader = actor.id == roll.defender != declared.target and not roll.has_interposer
    if declared.action == ATTACK and is_leader and attack_kind(tables, roll.efforts[0].trait) == "composure":
        return Defence(skills=LED_DEFENCES)
    return defence_to(tables, roll)


def rules_against(tables: Tables, rules: CheckRules, defence: Defence) -> CheckRules:
    """The rules of a roll that has to meet something: only what meets it may be rolled with."""
    return _rules_against(tables, rules, defence.against, *defence.skills)


# Remembered, because the features that fit are remembered for each value of the rules.
@remembered(limit=256, has_texts=True)
def _rules_against(tables: Tables, rules: CheckRules, against: str, *skills: str) -> CheckRules:
    defence = Defence(against, skills)

    def may_claim(actor: Actor, action: str, trait: str, features: tuple[Feature, ...]) -> bool:
        """A style of fighting defends against blows only (SK-STUNT-09)."""
        fits = against == "hand-to-hand" or not any(is_style(tables, feature) for feature in features)
        return fits and rules.may_claim(actor, action, trait, features)

    return msgspec.structs.replace(
        rules, traits=lambda actor, _: defences_of(tables, actor, defence), may_claim=may_claim
    )


class PersonalDefences(Struct, frozen=True):
    """What characters defend with: their own skills and features, and the modifiers of the fight."""

    tables: Tables
    rules: CheckRules
    modifiers: Modifiers

    def _rules(self, roll: Roll, actor: Actor) -> CheckRules:
        return rules_against(self.tables, self.rules, defence_of(self.tables, roll, actor))

    def variants(self, roll: Roll, actor: Actor) -> Variants:
        return feature_sets(actor, self._rules(roll, actor), DEFEND)

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
        rules = self._rules(roll, actor)
        made = effort_for(decision, rules, actor, effort_id, DEFEND, trait, features, description)
        return self.modifiers.answer(decision.state, roll, made)
