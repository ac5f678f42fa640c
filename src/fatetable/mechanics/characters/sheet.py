"""A character sheet as every ruleset of the family can fill it, and the problems a sheet may have."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from fatetable.mechanics.characters.effects import Feature


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of a sheet that may have parts itself: a phase of a life, a skill that was built, a piece of gear.

    What its fields are called is up to the ruleset; `kind` tells parts of one list apart that are made differently.
    """

    name: str = ""
    kind: str = ""
    numbers: Mapping[str, int] = {}
    texts: Mapping[str, str] = {}
    lists: Mapping[str, tuple[str, ...]] = {}
    entries: Mapping[str, tuple[Entry, ...]] = {}


SIZE = "size"
"""The number on a sheet that says how many people a group is."""


class Sheet(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a character is.  What currently happens to it (stress, points, place) belongs to the table.

    `kind` names one of the ruleset's kinds of actor; `aspects` maps the ruleset's slots to phrases, in order;
    `lists` holds word lists (what a nameless foe is good and bad at), `numbers` single figures (refresh, size),
    `texts` longer passages (a tale of the character's past).  `entries` are lists of parts that have parts themselves;
    the ruleset works out from them what the table reads: traits, aspects, and in `levels` the level of each aspect
    slot, where aspects have levels.
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
    entries: Mapping[str, tuple[Entry, ...]] = {}
    levels: Mapping[str, int] = {}
    waived: tuple[str, ...] = ()
    """Codes of problems the game master has waived; the waiver stays visible on the sheet."""

    def feature(self, name: str) -> Feature | None:
        return next((feature for feature in self.features if feature.name == name), None)


def closed(sheet: Sheet, known_slots: Collection[str] = ()) -> Sheet:
    """A sheet as those see it to whom it is closed: of its aspects those they know, and no passages and no parts."""
    return msgspec.structs.replace(
        sheet,
        aspects={slot: text for slot, text in sheet.aspects.items() if slot in known_slots},
        levels={slot: level for slot, level in sheet.levels.items() if slot in known_slots},
        texts={},
        entries={},
    )


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
