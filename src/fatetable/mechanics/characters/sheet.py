"""A character sheet as every ruleset of the family can fill it, and the problems a sheet may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from fatetable.mechanics.characters.effects import Feature


class Sheet(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a character is.  What currently happens to it (stress, points, place) belongs to the table.

    `kind` names one of the ruleset's kinds of actor; `aspects` maps the ruleset's slots to phrases, in order;
    `lists` holds word lists (what a nameless foe is good and bad at), `numbers` single figures (refresh, size),
    `texts` longer passages (a tale of the character's past).
    """

    ruleset: str
    name: str
    kind: str = "hero"
    description: str = ""
    aspects: Mapping[str, str] = {}
    traits: Mapping[str, int] = {}
    features: tuple[Feature, ...] = ()
    numbers: Mapping[str, int] = {}
    lists: Mapping[str, tuple[str, ...]] = {}
    texts: Mapping[str, str] = {}
    waived: tuple[str, ...] = ()
    """Codes of problems the game master has waived; the waiver stays visible on the sheet."""

    def feature(self, name: str) -> Feature | None:
        return next((feature for feature in self.features if feature.name == name), None)


class Problem(Struct, frozen=True, omit_defaults=True):
    """Something wrong with a draft.  An error keeps the sheet from the table; advice does not."""

    severity: Literal["error", "advice"]
    code: str
    where: str
    message: str
    fix: str = ""
    cites: tuple[str, ...] = ()
    can_be_waived: bool = False
    """Whether the game master may let this error pass."""
