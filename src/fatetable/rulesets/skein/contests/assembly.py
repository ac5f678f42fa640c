"""The parts of contests."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.rulesets.skein.combat import Harm
from fatetable.rulesets.skein.contests.outcomes import ContestOutcomes
from fatetable.rulesets.skein.contests.setup import ContestSetup
from fatetable.rulesets.skein.contests.turns import ContestTurns
from fatetable.rulesets.skein.kit import SkeinKit


def parts(kit: SkeinKit, *, rights: InvocationRights, harm: Harm) -> tuple[Part, ...]:
    return (
        ContestTurns(
            tables=kit.tables,
            setup=ContestSetup(kit.tables, kit.dials),
            rules=kit.checks,
            rights=rights,
            outcomes=ContestOutcomes(tables=kit.tables, rules=kit.checks, harm=harm),
            cites=kit.cites,
        ),
    )
