"""Everything that may be wrong with one skill."""

from fatetable.rulesets.strange.skills.checks.one_skill import locked_in_problems, skill_problems
from fatetable.rulesets.strange.skills.checks.places import SkillPlace

__all__ = [
    "SkillPlace",
    "locked_in_problems",
    "skill_problems",
]
