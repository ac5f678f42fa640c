"""Minor powers: skinchangers, and knacks that an aspect introduces."""

from fatetable.rulesets.fate2.magic.minor_powers.assembly import MINOR_POWERED

__all__ = ["MINOR_POWERED"]
