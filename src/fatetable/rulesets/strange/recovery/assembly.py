"""The parts of getting better."""

from __future__ import annotations

from collections.abc import Mapping

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.effects import Limit
from fatetable.mechanics.harm.recovery import Recovery
from fatetable.mechanics.kit import Part
from fatetable.mechanics.points.limited_uses import LimitsOf
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.combat import all_harm
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.recovery.death import Death
from fatetable.rulesets.strange.recovery.scars import Scars
from fatetable.rulesets.strange.recovery.shrugging_off import ShruggingOff
from fatetable.rulesets.strange.recovery.shrugging_off import limits as shrugging_limits
from fatetable.rulesets.strange.recovery.time_to_heal import in_time
from fatetable.rulesets.strange.recovery.treatment import Treatment, first_aid_limits


def parts(kit: StrangeKit) -> tuple[Part, ...]:
    harm = all_harm(kit.tables, kit.dials)
    return (
        Recovery(rules=harm, may_clear=in_time, tells_how=False),
        ShruggingOff(tables=kit.tables, cites=kit.cites),
        Treatment(kit),
        Death(kit),
        Scars(),
    )


def limits(tables: Tables) -> LimitsOf:
    """What may be done about somebody's harm once a scene."""
    sources = (shrugging_limits(tables), first_aid_limits(tables))

    def of_both(state: State, actor: Actor) -> Mapping[str, Limit]:
        return {name: limit for source in sources for name, limit in source(state, actor).items()}

    return of_both
