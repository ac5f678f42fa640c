"""The parts of a roll."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import AspectCard
from fatetable.mechanics.aspects.lending import Lending
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.contests import has_all_sides
from fatetable.mechanics.kit import Part
from fatetable.mechanics.rolls.actions import DEFEND, DISCOVER, NEW, Actions
from fatetable.mechanics.rolls.comparing.attacking_several import AttackingSeveral, MayFlood, MaySpread
from fatetable.mechanics.rolls.effort_rulings import EffortRulings
from fatetable.mechanics.rolls.efforts import Defences
from fatetable.mechanics.rolls.feature_uses import FeatureUse
from fatetable.mechanics.rolls.helping import Helping
from fatetable.mechanics.rolls.invocation_rights import AccountOf, InvocationRights
from fatetable.mechanics.rolls.invocations import Invocations
from fatetable.mechanics.rolls.may_declare import MayAttack, is_of_situation
from fatetable.mechanics.rolls.opposition import Forestalls, Known, Opposition
from fatetable.mechanics.rolls.resolution import Resolution
from fatetable.mechanics.rolls.state import Roll
from fatetable.mechanics.rolls.throwing import Throwing
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.rolls.fragile import FragileAspects
from fatetable.rulesets.strange.rolls.granted import granted
from fatetable.rulesets.strange.rolls.kept import RUMOR, KeptAspects, to_remove
from fatetable.rulesets.strange.rolls.reminders import advice
from fatetable.rulesets.strange.rolls.second_skills import SecondSkills


class AttackReach(Protocol):
    """Which attacks can be made, on one, on several, and on everybody in a zone."""

    @property
    def may_attack(self) -> MayAttack: ...

    @property
    def may_spread(self) -> MaySpread: ...

    @property
    def may_flood(self) -> MayFlood: ...


def parts(
    kit: StrangeKit, *, defences: Defences, reach: AttackReach, account_of: AccountOf, forestalls: Forestalls
) -> tuple[Part, ...]:
    checks, turns, cites = kit.checks, kit.turns, kit.cites
    rights = InvocationRights(rules=checks, may_lend=lambda _: True, out_may_invoke=False, account_of=account_of)
    opposition = Opposition(
        rules=checks,
        turns=turns,
        cites=cites,
        defences=defences,
        known_opposition=partial(_known, kit),
        advice=partial(advice, kit),
        forestalls=forestalls,
    )
    actions = Actions(
        rules=checks,
        turns=turns,
        words=kit.words,
        cites=cites,
        modes=(NEW, DISCOVER),
        may_remove=_may_be_removed,
        may_attack=reach.may_attack,
        overcome_words="roll a skill",
        create_words="maneuver or declare: new aspect",
        discover_words="assess: find an aspect",
    )
    return (
        actions,
        AttackingSeveral(actions=actions, may_spread=reach.may_spread, may_flood=reach.may_flood, cites=cites),
        opposition,
        EffortRulings(opposition=opposition, cites=cites),
        Helping(rules=checks, turns=turns, cites=cites),
        Throwing(rules=checks, rights=rights, is_complete=has_all_sides, cites=cites),
        Invocations(rules=checks, rights=rights, pool_pays_bearer=False, cites=cites),
        Lending(may_lend=rights.may_lend, cites=cites),
        Resolution(
            rules=checks, table=granted(kit.tables.actions, kit.dials), defence=DEFEND, may_cost=lambda _: False
        ),
        FeatureUse(cites),
        KeptAspects(),
        SecondSkills(kit),
        *((FragileAspects(),) if kit.dials.aspects_last == "by-shifts" else ()),
    )


def _may_be_removed(card: AspectCard) -> bool:
    """A rumor is met by asking around alone (SF-NETWORKING-05)."""
    return is_of_situation(card) and card.slot != RUMOR


def _known(kit: StrangeKit, state: State, roll: Roll) -> Known | ActorId | None:
    """What names its defender meets them; an aspect that nobody's effort keeps there goes at Fair (SF-ROLL-05)."""
    if roll.defender:
        return roll.defender
    aspect, usual = roll.declaration.aspect, kit.tables.figures.rolls.removal
    return to_remove(state, aspect, usual) if aspect and not roll.declaration.mode else None
