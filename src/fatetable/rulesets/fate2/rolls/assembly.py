"""The parts of a roll."""

from __future__ import annotations

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.kit import Part
from fatetable.mechanics.rolls.actions import ATTACK, DEFEND, Actions
from fatetable.mechanics.rolls.effort_rulings import EffortRulings
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.rolls.invocations import Invocations
from fatetable.mechanics.rolls.opposing.afterwards import Afterwards
from fatetable.mechanics.rolls.opposing.dice_of_chance import DiceOfChance
from fatetable.mechanics.rolls.opposition import Opposition
from fatetable.mechanics.rolls.resolution import Resolution
from fatetable.mechanics.rolls.spending.bare_points import BarePoints
from fatetable.mechanics.rolls.spending.counters import Counters
from fatetable.mechanics.rolls.state import Roll
from fatetable.mechanics.rolls.throwing import Throwing, has_opposition
from fatetable.rulesets.fate2 import challenges, combat, magic, organisations
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.rolls.checks import HIGHEST, LOWEST
from fatetable.rulesets.fate2.rolls.guides import Guide


def parts(kit: FateKit) -> tuple[Part, ...]:
    checks, turns, cites = kit.checks, kit.turns, kit.cites
    rights = InvocationRights(rules=checks, may_lend=lambda _: False, out_may_invoke=False)
    afterwards = Afterwards(rules=checks)
    opposition = Opposition(
        rules=checks,
        turns=turns,
        cites=cites,
        defences=combat.FateDefences(rules=checks, tables=kit.tables, otherwise=magic.defences(kit)),
        known_opposition=_target_of_an_attack,
        advice=Guide(kit.tables, kit.dials).advice,
        other_ways=(DiceOfChance(ladder=kit.tables.ladder, lowest=LOWEST, highest=HIGHEST, action=DEFEND), afterwards),
    )
    return (
        Actions(
            rules=checks,
            turns=turns,
            words=kit.words,
            cites=cites,
            modes=(),
            tags_of=combat.tags_of,
            overcome_words="make a check",
        ),
        opposition,
        afterwards,
        EffortRulings(opposition=opposition, cites=cites),
        Throwing(rules=checks, rights=rights, is_complete=has_opposition, cites=cites),
        Invocations(rules=checks, rights=rights, pool_pays_bearer=False, cites=cites),
        BarePoints(rules=checks, rights=rights, cites=cites),
        Counters(rules=checks, rights=rights, cites=cites),
        Resolution(
            rules=checks,
            table=kit.tables.actions,
            defence=DEFEND,
            may_cost=lambda _: False,
            only_one=combat.only_one,
        ),
    )


def _target_of_an_attack(_state: State, roll: Roll) -> ActorId | None:
    """Whom somebody strikes at, who opposes a challenge, the organisation that another one works against."""
    resists = roll.declaration.action == ATTACK or roll.declaration.mode in (organisations.WORK, challenges.CHALLENGE)
    return roll.defender or None if resists else None
