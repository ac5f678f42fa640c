"""The tables of the book as typed data."""

from fatetable.rulesets.strange.book.figures import Figures
from fatetable.rulesets.strange.book.lexicon import LEXICON
from fatetable.rulesets.strange.book.tables import (
    OUTCOMES,
    OWN_TABLES,
    RULESET,
    AttackRow,
    CommonSkill,
    HeldTrapping,
    Scope,
    Tables,
    Tier,
    Trapping,
    Way,
    read_citations,
    read_tables,
)

__all__ = [
    "LEXICON",
    "OUTCOMES",
    "OWN_TABLES",
    "RULESET",
    "AttackRow",
    "CommonSkill",
    "Figures",
    "HeldTrapping",
    "Scope",
    "Tables",
    "Tier",
    "Trapping",
    "Way",
    "read_citations",
    "read_tables",
]
