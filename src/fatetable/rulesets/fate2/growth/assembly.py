"""The parts by which characters advance."""

from __future__ import annotations

from fatetable.engine.decision import Decision
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.kit import Part
from fatetable.rulesets.fate2.growth.changes import AspectChanges
from fatetable.rulesets.fate2.growth.goals import Goals
from fatetable.rulesets.fate2.growth.ledger import Ledger
from fatetable.rulesets.fate2.growth.periods import Periods
from fatetable.rulesets.fate2.growth.repairs import Repairs
from fatetable.rulesets.fate2.growth.spending import Spending
from fatetable.rulesets.fate2.growth.time_off import TimeOff
from fatetable.rulesets.fate2.kit import FateKit


def parts(kit: FateKit) -> tuple[Part, ...]:
    ledger = Ledger(tables=kit.tables, dials=kit.dials, problems=kit.creation.problems, finish=kit.creation.finish)
    goals = Goals(ledger=ledger, cites=kit.cites, goal_is_reached=_nothing_more)
    return (
        Periods(ledger=ledger, cites=kit.cites, arc_is_over=goals.arc_is_over),
        Spending(ledger=ledger, cites=kit.cites),
        goals,
        Repairs(ledger=ledger, cites=kit.cites),
        AspectChanges(ledger=ledger, cites=kit.cites),
        TimeOff(ledger=ledger, cites=kit.cites),
    )


def _nothing_more(_decision: Decision, _actor: ActorId) -> None:
    return None
