"""The parts of a roll."""

from __future__ import annotations

from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import BOOST
from fatetable.mechanics.aspects.lending import Lending
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.contests import has_all_sides
from fatetable.mechanics.kit import Kit, Part
from fatetable.mechanics.points.limited_uses import LimitedUses
from fatetable.mechanics.rolls.actions import ATTACK, DEFEND, Actions
from fatetable.mechanics.rolls.effort_rulings import EffortRulings
from fatetable.mechanics.rolls.efforts import DefendWith
from fatetable.mechanics.rolls.feature_uses import FeatureUse
from fatetable.mechanics.rolls.helping import Helping
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.rolls.invocations import Invocations
from fatetable.mechanics.rolls.opposition import Opposition
from fatetable.mechanics.rolls.resolution import MayCost, Resolution
from fatetable.mechanics.rolls.state import Roll
from fatetable.mechanics.rolls.stepping_in import SteppingIn
from fatetable.mechanics.rolls.throwing import Throwing
from fatetable.rulesets.fae.book import Tables
from fatetable.rulesets.fae.dials import Dials


def parts(kit: Kit[Tables, Dials]) -> tuple[Part, ...]:
    checks, turns, dials, cites = kit.checks, kit.turns, kit.dials, kit.cites
    rights = InvocationRights(
        rules=checks,
        may_lend=lambda card: card.kind != BOOST or dials.boosts_for_allies == "with-consent",
        out_may_invoke=dials.out_may_invoke,
    )
    opposition = Opposition(
        rules=checks,
        turns=turns,
        cites=cites,
        defences=DefendWith(checks, DEFEND),
        known_opposition=_target_of_an_attack,
    )
    return (
        Actions(rules=checks, turns=turns, words=kit.words, cites=cites),
        opposition,
        EffortRulings(opposition=opposition, cites=cites),
        SteppingIn(rules=checks, defences=opposition.defences, cites=cites),
        Helping(rules=checks, turns=turns, cites=cites),
        Throwing(rules=checks, rights=rights, is_complete=has_all_sides, cites=cites),
        Invocations(rules=checks, rights=rights, pool_pays_bearer=dials.pool_invoke_pays == "bearer", cites=cites),
        Lending(may_lend=rights.may_lend, cites=cites),
        Resolution(rules=checks, table=kit.tables.actions, defence=DEFEND, may_cost=_may_cost(kit)),
        FeatureUse(cites),
        LimitedUses(cites=cites),
    )


def _target_of_an_attack(_state: State, roll: Roll) -> ActorId | None:
    return roll.defender if roll.declaration.action == ATTACK else None


def _may_cost(kit: Kit[Tables, Dials]) -> MayCost:
    def may_cost(roll: Roll) -> bool:
        """Success at a serious cost, unless the table rules it out against a defence with style (FAE-OVR-03)."""
        if kit.dials.cost_against_style == "gm-consent" or not roll.is_opposed:
            return True
        return roll.margin is None or kit.checks.bands.outcome(-roll.margin) != "style"

    return may_cost
