"""Conflicts of all scopes: what an attack harms, what meets it, and what it does to people."""

from fatetable.rulesets.strange.combat.advantages import (
    AdvantageGranted,
    AdvantagesOver,
    advantage_notes,
    held_advantages,
)
from fatetable.rulesets.strange.combat.ambush import Ambushes, begin_ambush
from fatetable.rulesets.strange.combat.assembly import parts
from fatetable.rulesets.strange.combat.defences import TrappingDefences, claimable
from fatetable.rulesets.strange.combat.harm import all_harm, harm_rules, hit_rules
from fatetable.rulesets.strange.combat.illusions import IllusionSeenThrough
from fatetable.rulesets.strange.combat.outcomes import answers
from fatetable.rulesets.strange.combat.reach import Reach, reach_with
from fatetable.rulesets.strange.combat.wards import means_of

__all__ = [
    "AdvantageGranted",
    "AdvantagesOver",
    "Ambushes",
    "IllusionSeenThrough",
    "Reach",
    "TrappingDefences",
    "advantage_notes",
    "all_harm",
    "answers",
    "begin_ambush",
    "claimable",
    "harm_rules",
    "held_advantages",
    "hit_rules",
    "means_of",
    "parts",
    "reach_with",
]
