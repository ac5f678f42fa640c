"""One skill as a whole: its name, rating, kind and tier, and whether its Tier Benefits stay as they were."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem
from fatetable.rulesets.strange.sheet import BENEFITS, EXTRAORDINARY, RATING, SKILL_KINDS, TIER, Skill
from fatetable.rulesets.strange.skills.checks.drawbacks import drawback_problems
from fatetable.rulesets.strange.skills.checks.places import SkillPlace
from fatetable.rulesets.strange.skills.checks.trappings import benefit_problems, trapping_problems
from fatetable.rulesets.strange.skills.checks.vehicles import vehicle_problems


def skill_problems(place: SkillPlace, *, has_common_skills: bool) -> Iterator[Problem]:
    if place.entry.kind not in SKILL_KINDS:
        message = f"there is no kind of skill {place.entry.kind[:60]!r}."
        yield place.error("unknown-kind-of-skill", message, "Take it off.", "SF-SKILL-02")
        return
    yield from _name(place, has_common_skills)
    yield from _figures(place)
    yield from trapping_problems(place)
    yield from benefit_problems(place)
    yield from drawback_problems(place)
    yield from vehicle_problems(place)
    yield from _width(place, has_common_skills)


def locked_in_problems(before: Skill, place: SkillPlace) -> Iterator[Problem]:
    """SF-BEN-02: what was chosen stays; more may come with a higher rating, and another tier chooses anew."""
    gone = [name for name in before.benefits if name not in place.skill.benefits]
    if gone and before.tier == place.skill.tier:
        fix = "Keep the benefits it had."
        message = "its Tier Benefits were chosen when its tier was set, and stay."
        yield place.error("benefit-changed", message, fix, "SF-BEN-02", at=f"lists.{BENEFITS}")


def _name(place: SkillPlace, has_common_skills: bool) -> Iterator[Problem]:
    if place.skill.kind != "common":
        if not place.skill.name.strip():
            yield place.error("skill-unnamed", "it has no name.", "Give it one.", "SF-SKILL-05", at="name")
        return
    if not has_common_skills:
        message = "this campaign has no Common skills."
        yield place.error("no-common-skills", message, "Build a skill instead.", "SF-SKILL-09")
    elif all(skill.name != place.skill.name for skill in place.tables.skills):
        message = "there is no such Common skill."
        yield place.error("unknown-common-skill", message, "Choose one of the list.", "SF-SKILL-03", at="name")


def _figures(place: SkillPlace) -> Iterator[Problem]:
    ratings, tiers = place.tables.figures.ratings, place.tables.tiers
    rating, tier = place.entry.numbers.get(RATING, 0), place.entry.numbers.get(TIER, 0)
    if not ratings.lowest <= rating <= ratings.highest:
        lowest, highest = (place.tables.ladder.label(number) for number in (ratings.lowest, ratings.highest))
        message = f"its rating is {rating}, and ratings go from {lowest} to {highest}."
        yield place.error("rating-out-of-range", message, "Change it.", "SF-CHAR-07", at=f"numbers.{RATING}")
    at = f"numbers.{TIER}"
    if not 0 <= tier < len(tiers):
        message = f"there is no tier {tier}."
        yield place.error("unknown-tier", message, f"Choose 0 to {len(tiers) - 1}.", "SF-TIER-01", at=at)
    elif place.skill.kind == "unique" and tier > EXTRAORDINARY:
        message = f"a Unique skill is Extraordinary at most, not {tiers[tier].name}."
        fix = "Lower its tier, or make it a Strange skill."
        yield place.error("tier-too-high", message, fix, "SF-SKILL-05", "SF-REF-02", at=at)


def _width(place: SkillPlace, has_common_skills: bool) -> Iterator[Problem]:
    most = place.tables.figures.budget.most_trappings
    if not has_common_skills and place.skill.kind == "unique" and len(place.skill.trappings) > most:
        message = f"with {len(place.skill.trappings)} trappings it is probably too broad."
        yield place.advice("skill-too-broad", message, "Split it in two.", "SF-SKILL-09")
