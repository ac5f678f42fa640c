"""Improvisational magic: spells made up on the spot, with research before and feedback after."""

from fatetable.rulesets.fate2.magic.improvised.assembly import IMPROVISED

__all__ = ["IMPROVISED"]
