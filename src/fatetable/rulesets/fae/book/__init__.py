"""The tables of the book as typed data."""

from fatetable.rulesets.fae.book.figures import Entitlement, MilestoneFigures, MilestoneKind
from fatetable.rulesets.fae.book.lexicon import LEXICON
from fatetable.rulesets.fae.book.tables import OWN_TABLES, RULESET, ConflictKind, Tables, read_citations, read_tables

__all__ = [
    "LEXICON",
    "OWN_TABLES",
    "RULESET",
    "ConflictKind",
    "Entitlement",
    "MilestoneFigures",
    "MilestoneKind",
    "Tables",
    "read_citations",
    "read_tables",
]
