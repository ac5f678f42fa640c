"""The tables of the book as typed data."""

from fatetable.rulesets.strange.book.diagram import Box, Line
from fatetable.rulesets.strange.book.figures import Figures
from fatetable.rulesets.strange.book.lexicon import LEXICON
from fatetable.rulesets.strange.book.skills import (
    CommonSkill,
    Drawback,
    Extra,
    HeldDrawback,
    HeldTrapping,
    SampleSkill,
    Trapping,
)
from fatetable.rulesets.strange.book.tables import (
    OUTCOMES,
    OWN_TABLES,
    RULESET,
    AttackRow,
    Scope,
    Tables,
    Tier,
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
    "Box",
    "CommonSkill",
    "Drawback",
    "Extra",
    "Figures",
    "HeldDrawback",
    "HeldTrapping",
    "Line",
    "SampleSkill",
    "Scope",
    "Tables",
    "Tier",
    "Trapping",
    "Way",
    "read_citations",
    "read_tables",
]
