"""A ruleset as a value: the parts a table is run with.  Assembled in a ruleset's folder, used everywhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.codec import Codec
from fatetable.engine.engine import Engine
from fatetable.engine.messages import Event, SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.recollection import Recollection
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.book.dials import TABLE_DIALS, Dial, DialValue, TableDials
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.book.own_tables import NO_CONTENT, OwnTable
from fatetable.mechanics.characters.creation import CreationProcedure
from fatetable.mechanics.rolls.offer_odds import OddsChange, OfferOdds
from fatetable.mechanics.view.blocks import Block
from fatetable.mechanics.view.presenting import Presenting


class Teller(Protocol):
    """Puts an event into words for a viewer."""

    def __call__(self, before: State, after: State, event: Any, /) -> Iterator[str]: ...


class Ruleset(Struct, frozen=True, kw_only=True):
    """`lexicon` turns our neutral words into the book's; `forms` gives sample values for a form hole by its name.

    `accent` is the colour a screen paints this game in, written `#rrggbb`; it must be dark enough to write on in white.
    """

    id: str
    title: str
    accent: str
    dials: Mapping[str, DialValue]
    dial_info: tuple[Dial, ...]
    own_tables: tuple[OwnTable, ...] = ()
    """The tables of the book that a campaign may have otherwise."""
    content: Mapping[str, str] = NO_CONTENT
    """Those that this one has otherwise, as they are written."""
    lexicon: Mapping[str, str]
    ladder: Ladder
    bands: Bands
    bands_against_a_number: Bands | None = None
    """Those of a roll against a difficulty, where they are not those against somebody."""
    dice_ahead: Callable[[int], str] | None = None
    """What is rolled, as people write it, so many scales above what is met; below it, if negative."""
    dice_of_level: Callable[[int], str] | None = None
    """What is rolled with a level, as people write it, where the level is no number that is added to the dice.

    Empty for a level with which nothing is thrown.
    """
    engine: Engine
    codec: Codec
    creation: CreationProcedure
    presenting: Presenting
    offer_odds: OfferOdds
    forms: Callable[[str], tuple[Struct, ...]]
    tellers: Mapping[type[Event], Teller] = {}
    """Facts of this ruleset's own in words, from the states before and after them as a viewer knows these."""
    highlights: frozenset[type[Event]] = frozenset()
    """Those of its own facts that a recap tells, such as milestones."""
    endings: frozenset[type[Event]] = frozenset()
    """Those of its own facts that end an encounter."""

    def present(self, state: State, seat: SeatId, recollection: Recollection | None = None) -> tuple[Block, ...]:
        sitting = state.get(SEATS).get(seat)
        return () if sitting is None else self.presenting.present(state, sitting, recollection)

    def odds(self, state: State, offer: Offer) -> OddsChange | None:
        """`None` too at a table that would rather not know."""
        return self.offer_odds.change_by(state, offer) if self.presenting.tells_odds else None

    def at_a_table(self, chosen: TableDials) -> Ruleset:
        """The same game with what tables choose whichever game they play."""
        return msgspec.structs.replace(
            self,
            dials={**self.dials, **msgspec.structs.asdict(chosen)},
            dial_info=(*self.dial_info, *TABLE_DIALS),
            presenting=msgspec.structs.replace(self.presenting, tells_odds=chosen.odds),
        )

    def word(self, neutral: str) -> str:
        return self.engine.words.word(neutral)


def percent_of(chance: Fraction) -> int:
    """A chance in whole percent: never 0 or 100 unless it is certain."""
    return int(chance * 100) if chance in (0, 1) else max(1, min(99, round(chance * 100)))


def in_percent(chance: Fraction) -> str:
    return f"{percent_of(chance)} %"
