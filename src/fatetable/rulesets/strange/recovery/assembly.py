"""The parts of getting better."""

from __future__ import annotations

from fatetable.mechanics.harm.recovery import Recovery
from fatetable.mechanics.kit import Part
from fatetable.rulesets.strange.combat import all_harm
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.recovery.shrugging_off import ShruggingOff
from fatetable.rulesets.strange.recovery.time_to_heal import in_time


def parts(kit: StrangeKit) -> tuple[Part, ...]:
    harm = all_harm(kit.tables, kit.dials)
    return (
        Recovery(rules=harm, may_clear=in_time, tells_how=False),
        ShruggingOff(tables=kit.tables, cites=kit.cites),
    )
