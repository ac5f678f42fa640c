"""Gifts in play: aspects of an Impact, the free use of a Signature Aspect, and what a theme adds by itself."""

from fatetable.rulesets.strange.gifts.assembly import parts
from fatetable.rulesets.strange.gifts.themes import standing

__all__ = [
    "parts",
    "standing",
]
