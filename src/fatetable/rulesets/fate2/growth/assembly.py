"""The parts by which characters advance."""

from __future__ import annotations

from fatetable.engine.decision import Decision
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.kit import Part
from fatetable.rulesets.fate2.growth.changes import AspectChanges
from fatetable.rulesets.fate2.growth.destiny import Destinies
from fatetable.rulesets.fate2.growth.goals import Goals
from fatetable.rulesets.fate2.growth.ledger import Ledger
from fatetable.rulesets.fate2.growth.lost_extras import LostExtras
from fatetable.rulesets.fate2.growth.new_extras import NewExtras
from fatetable.rulesets.fate2.growth.periods import Periods
from fatetable.rulesets.fate2.growth.repairs import Repairs
from fatetable.rulesets.fate2.growth.skill_ranks import SkillRanks
from fatetable.rulesets.fate2.growth.time_off import TimeOff
from fatetable.rulesets.fate2.kit import FateKit


def parts(kit: FateKit) -> tuple[Part, ...]:
    ledger = Ledger(tables=kit.tables, dials=kit.dials, problems=kit.creation.problems, finish=kit.creation.finish)
    lost = LostExtras(ledger=ledger, cites=kit.cites)
    destinies = Destinies(ledger=ledger, cites=kit.cites)
    reached = (lost.goal_is_reached, *((destinies.arc_is_over,) if kit.dials.destiny else ()))

    def goal_is_reached(decision: Decision, actor: ActorId) -> None:
        for follow in reached:
            follow(decision, actor)

    goals = Goals(ledger=ledger, cites=kit.cites, goal_is_reached=goal_is_reached)
    return (
        Periods(ledger=ledger, cites=kit.cites, arc_is_over=goals.arc_is_over),
        SkillRanks(ledger=ledger, cites=kit.cites),
        NewExtras(ledger=ledger, cites=kit.cites),
        goals,
        Repairs(ledger=ledger, cites=kit.cites),
        AspectChanges(ledger=ledger, cites=kit.cites),
        lost,
        TimeOff(ledger=ledger, cites=kit.cites),
        *((destinies,) if kit.dials.destiny else ()),
    )
