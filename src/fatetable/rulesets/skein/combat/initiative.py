"""Who acts first in a fight, and which kinds of fights there are."""

from __future__ import annotations

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.cast import Actor
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet import COMBAT_SKILL, level

RANKS_APART = 100


def conflict_kinds(dials: Dials) -> tuple[Choice, ...]:
    """Wrestling may be fought out like a combat, unless the table always makes a contest of it (SK-CONT-15)."""
    kinds = ("combat", "social") if dials.wrestling == "contest" else ("combat", "social", "wrestling")
    return tuple(Choice(kind) for kind in kinds)


def turn_value(tables: Tables, actor: Actor, kind: str) -> int:
    """Awareness decides in combat, then Agility; Empathy in talk, then Awareness; heroes first (SK-CBT-02)."""
    first, second = ("empathy", "awareness") if kind == "social" else ("awareness", "agility")
    if COMBAT_SKILL in actor.sheet.traits:
        ranks = (actor.sheet.traits[COMBAT_SKILL],) * 2
    else:
        ranks = (level(tables, actor.sheet, first), level(tables, actor.sheet, second))
    return ranks[0] * RANKS_APART + ranks[1] * 10 + actor.is_pc


def first_rank(value: int) -> int:
    """The skill that decides first, of what decides the order altogether."""
    return value // RANKS_APART
