"""Aspects that the book suggests, each with what it is good for and how it gets in the way."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from fatetable.engine.offers import Choice

Kind = Literal["attribute", "descriptor", "career", "tie", "thing", "person", "event"]
INBORN = ("attribute", "descriptor")
KINDS: dict[str, str] = {
    "attribute": "an attribute",
    "descriptor": "a trait of character",
    "career": "a calling",
    "tie": "a tie",
    "thing": "a thing",
    "person": "a person",
    "event": "something that happened",
}
"""What can be an aspect (F2-ASP-02)."""


class AspectRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An aspect of the book or of a campaign; `use` is for its owner, `trouble` for the GM."""

    name: str
    category: Kind
    about: str = ""
    use: str = ""
    trouble: str = ""
    cites: tuple[str, ...] = ()

    @property
    def is_inborn(self) -> bool:
        """Nobody has to have been anywhere to be strong or cowardly (F2-OPT-14)."""
        return self.category in INBORN

    @property
    def suggestion(self) -> Choice:
        about = self.about or self.use or KINDS[self.category]
        return Choice(self.name, f"{self.name}: {about}")
