"""The parts of a roll."""

from __future__ import annotations

from fatetable.engine.state import State
from fatetable.mechanics.aspects.lending import Lending
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.contests import has_all_sides
from fatetable.mechanics.kit import Part
from fatetable.mechanics.points.limited_uses import LimitedUses
from fatetable.mechanics.rolls.actions import ATTACK, DEFEND, DISCOVER, NEW, Actions
from fatetable.mechanics.rolls.effort_rulings import EffortRulings
from fatetable.mechanics.rolls.efforts import Defences
from fatetable.mechanics.rolls.feature_uses import FeatureUse
from fatetable.mechanics.rolls.helping import Helping
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.rolls.invocations import Invocations
from fatetable.mechanics.rolls.opposition import Opposition
from fatetable.mechanics.rolls.resolution import Resolution
from fatetable.mechanics.rolls.state import Roll
from fatetable.mechanics.rolls.throwing import Throwing
from fatetable.rulesets.strange.kit import StrangeKit


def parts(kit: StrangeKit, *, defences: Defences) -> tuple[Part, ...]:
    checks, turns, cites = kit.checks, kit.turns, kit.cites
    rights = InvocationRights(rules=checks, may_lend=lambda _: True, out_may_invoke=False)
    opposition = Opposition(
        rules=checks, turns=turns, cites=cites, defences=defences, known_opposition=_target_of_an_attack
    )
    return (
        Actions(
            rules=checks,
            turns=turns,
            words=kit.words,
            cites=cites,
            modes=(NEW, DISCOVER),
            overcome_words="roll a skill",
            create_words="maneuver or declare: new aspect",
        ),
        opposition,
        EffortRulings(opposition=opposition, cites=cites),
        Helping(rules=checks, turns=turns, cites=cites),
        Throwing(rules=checks, rights=rights, is_complete=has_all_sides, cites=cites),
        Invocations(rules=checks, rights=rights, pool_pays_bearer=False, cites=cites),
        Lending(may_lend=rights.may_lend, cites=cites),
        Resolution(rules=checks, table=kit.tables.actions, defence=DEFEND, may_cost=lambda _: False),
        FeatureUse(cites),
        LimitedUses(cites=cites),
    )


def _target_of_an_attack(_state: State, roll: Roll) -> ActorId | None:
    return roll.defender if roll.declaration.action == ATTACK else None
