"""Stunt-based magic: the fire magic of the Great Lighthouse."""

from fatetable.rulesets.fate2.magic.fire.assembly import STUNT_BASED

__all__ = ["STUNT_BASED"]
