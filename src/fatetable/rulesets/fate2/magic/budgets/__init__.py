"""Interpretive magic: sorcery on a budget of special effects."""

from fatetable.rulesets.fate2.magic.budgets.assembly import INTERPRETIVE

__all__ = ["INTERPRETIVE"]
