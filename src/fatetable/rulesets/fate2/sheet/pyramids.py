"""Pyramids in a hurry: the book's ready-made ones, learnt phase by phase, and as steep a one where it has none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from fatetable.mechanics.characters.ranks import Ranks, together
from fatetable.rulesets.fate2.book import Skill, Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet.skills import rank_rules
from fatetable.rulesets.fate2.sheet.spending import spend

PRINTED_RANKS = 4
"""The printed pyramids are for so many ranks a phase."""


def shorthand(tables: Tables, dials: Dials, skills: Sequence[str], phases: int) -> tuple[dict[str, int], ...]:
    """What is learnt in each phase, with the first skills highest (F2-PYR-12)."""
    is_printed = dials.skill_structure == "pyramid" and dials.ranks_per_phase == PRINTED_RANKS
    rows = {spread.phases: spread.skills for spread in tables.spreads} if is_printed else {}
    if phases in rows and sum(rows[phases]) <= len(skills):
        return tuple(_grown(rows, skills, phases))
    return tuple(_steep(tables, dials, skills, phases))


def _grown(rows: dict[int, tuple[int, ...]], skills: Sequence[str], phases: int) -> Iterator[dict[str, int]]:
    """Each row grows from the one before: no skill ever falls."""
    before: Ranks = {}
    for phase in range(1, phases + 1):
        marks = [number for number, count in enumerate(rows[phase], start=1) for _ in range(count)]
        now = dict(zip(skills, sorted(marks, reverse=True), strict=False))
        yield {skill: more for skill, number in now.items() if (more := number - before.get(skill, 0))}
        before = now


def _steep(tables: Tables, dials: Dials, skills: Sequence[str], phases: int) -> Iterator[dict[str, int]]:
    rules, before = rank_rules(tables, dials), dict[str, int]()
    for _ in range(phases):
        spent = spend(rules, before, (), skills, dials.ranks_per_phase)
        before = together((before, spent))
        yield spent


def in_order(skills: Iterable[Skill], category: str) -> tuple[str, ...]:
    """Everyday skills, those of one kind first: nothing difficult, and nothing apart from the pyramid."""
    plain = [
        skill
        for skill in skills
        if not (skill.asks or skill.pyramid or skill.magic) and skill.category != "magical" and skill.is_easy
    ]
    return tuple(skill.id for skill in sorted(plain, key=lambda skill: skill.category != category))
