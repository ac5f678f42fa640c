"""Combinative magic: elements for power, techniques for skill."""

from fatetable.rulesets.fate2.magic.elements.assembly import COMBINATIVE

__all__ = ["COMBINATIVE"]
