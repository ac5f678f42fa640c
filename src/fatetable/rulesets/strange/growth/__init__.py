"""Getting better: what the GM grants, and what is raised for it.  The book has no rules of advancement (SF-REF-04)."""

from fatetable.rulesets.strange.growth.assembly import parts

__all__ = [
    "parts",
]
