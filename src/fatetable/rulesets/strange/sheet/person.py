"""What a sheet says of a person beside skills: archetype, gifts, invulnerabilities and weaknesses."""

from __future__ import annotations

from typing import NamedTuple

from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.strange.book import Archetype, Tables, WardRow

ARCHETYPE, TRADITION, OBSESSION = "archetype", "tradition", "obsession"
"""Lists of one word each; the obsession names a slot of the sheet."""
GIFTS, WARDS = "gifts", "wards"
SKILLED = "skilled"
GIFTS_IN_IT = "gifts"
"""The number of gifts that were spent on one and the same."""


class Ward(NamedTuple):
    """An invulnerability or a weakness: against a means of attack, or a broad one against all attacks of a `scope`.

    One that is activated has to be switched on.
    """

    row: WardRow
    against: str
    is_activated: bool
    scope: str = ""

    @property
    def label(self) -> str:
        return f"{self.row.name.split(',', maxsplit=1)[0]} ({self.against or f'all {self.scope} attacks'})"


def named_archetype(sheet: Sheet) -> str:
    """The archetype by its id, or in the words of its owner; who has none is no Stranger (SF-CHAR-10)."""
    return next((word.strip() for word in sheet.lists.get(ARCHETYPE, ()) if word.strip()), "")


def archetype_of(tables: Tables, sheet: Sheet) -> Archetype | None:
    """The archetype, if it is one of the book's."""
    return tables.archetype(named_archetype(sheet))


def gifts_of(sheet: Sheet) -> tuple[Entry, ...]:
    return sheet.entries.get(GIFTS, ())


def times_bought(gift: Entry) -> int:
    """How many gifts went into one: more of them improve equipment and companions further (SF-GIFT-05)."""
    return max(1, gift.numbers.get(GIFTS_IN_IT, 1))


def wards_of(tables: Tables, sheet: Sheet) -> tuple[Ward, ...]:
    found = ((tables.ward(entry.name), entry) for entry in sheet.entries.get(WARDS, ()))
    return tuple(
        Ward(
            row,
            entry.texts.get("against", "").strip(),
            bool(entry.numbers.get("activated")),
            next(iter(entry.lists.get("scope", ())), ""),
        )
        for row, entry in found
        if row is not None
    )
