"""The mechanisms of a roll, from saying what somebody does to what comes of it."""

from __future__ import annotations

from examples.smallest_ruleset.book.tables import Tables
from examples.smallest_ruleset.dials import Dials
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.kit import Kit, Part
from fatetable.mechanics.rolls.actions import ATTACK, DEFEND, NEW, Actions
from fatetable.mechanics.rolls.effort_rulings import EffortRulings
from fatetable.mechanics.rolls.efforts import DefendWith
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.rolls.invocations import Invocations
from fatetable.mechanics.rolls.opposition import Opposition
from fatetable.mechanics.rolls.resolution import Resolution
from fatetable.mechanics.rolls.state import Roll
from fatetable.mechanics.rolls.throwing import Throwing


def parts(kit: Kit[Tables, Dials]) -> tuple[Part, ...]:
    checks, turns, cites = kit.checks, kit.turns, kit.cites
    rights = InvocationRights(rules=checks, may_lend=lambda _: False, out_may_invoke=False)
    opposition = Opposition(
        rules=checks,
        turns=turns,
        cites=cites,
        defences=DefendWith(checks, DEFEND),
        known_opposition=_target_of_an_attack,
    )
    return (
        Actions(rules=checks, turns=turns, words=kit.words, cites=cites, modes=(NEW,)),
        opposition,
        EffortRulings(opposition=opposition, cites=cites),
        Throwing(rules=checks, rights=rights, is_complete=lambda *_: True, cites=cites),
        Invocations(rules=checks, rights=rights, pool_pays_bearer=False, cites=cites),
        Resolution(rules=checks, table=kit.tables.actions, defence=DEFEND, may_cost=lambda _: False),
    )


def _target_of_an_attack(_state: State, roll: Roll) -> ActorId | None:
    """SM-ROLL-02: only of other rolls the game master is asked what they are against."""
    return roll.defender if roll.declaration.action == ATTACK else None
