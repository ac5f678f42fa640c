"""Level-based magic: spells in circles, studied and prepared."""

from fatetable.rulesets.fate2.magic.level.assembly import LEVEL_BASED

__all__ = ["LEVEL_BASED"]
