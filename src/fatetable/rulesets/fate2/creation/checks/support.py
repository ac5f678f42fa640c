"""What could carry a skill that stands too high: skills that suit it, and what anybody learns (F2-PYR-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fatetable.mechanics.characters.ranks import Gap, RankRules, Ranks, together
from fatetable.mechanics.characters.sheet import Problem
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.sheet import Stage, skill_name, skill_of

MOST_NAMED = 3


def support_advice(tables: Tables, rules: RankRules, lived: Iterable[Stage]) -> Iterator[Problem]:
    """For each phase that ends unbalanced, skills that would hold up what is too high."""
    spent: Ranks = {}
    for stage in lived:
        spent = together((spent, stage.entry.numbers))
        for gap in rules.gaps(spent):
            if names := _supporting(tables, rules, spent, gap):
                below = tables.ladder.word(gap.level - 1)
                message = f"Good support at {below} would be {', '.join(names)}."
                yield Problem("advice", "support", stage.stretch.where, message, "", ("F2-PYR-08",))


def _supporting(tables: Tables, rules: RankRules, spent: Ranks, gap: Gap) -> tuple[str, ...]:
    """Those a rank below: of the kind of what they carry first, then crafts and knowledge."""
    ratings = rules.ratings(spent)
    peaks = [trait for trait, rating in ratings.items() if rating == gap.level]
    kinds = [skill.category for trait in peaks if (skill := skill_of(tables, trait)) is not None]
    order = (*kinds, *tables.figures.skills.filler)
    names = {skill.id for skill in tables.skills if not skill.asks} | set(ratings)
    ready = [
        (order.index(skill.category), trait)
        for trait in sorted(names)
        if (skill := skill_of(tables, trait)) is not None
        and skill.category in order
        and rules.rating(trait, spent.get(trait, 0)) == gap.level - 2
    ]
    return tuple(skill_name(tables, trait) for _, trait in sorted(ready)[:MOST_NAMED])
