"""What the pages of one seat show, and what has to be sent to them when the table changes.

Everything here is worked out from what that seat was told; what is sent is encoded once for all pages of the seat.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from fatetable.adapters.server.changes import Around, Change, Changes, Shown, Told, encode, encoded_patch
from fatetable.adapters.server.story import (
    KEPT_LINES,
    as_their_own,
    is_undone,
    story_since,
)
from fatetable.adapters.server.wire import VERSION, LogLine, OfferView, Patch, Welcome
from fatetable.engine.messages import SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.opening import TABLE
from fatetable.engine.prompts import PROMPTS, Answer
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.mechanics.blocks import PromptBlock
from fatetable.mechanics.cast import CAST
from fatetable.mechanics.personal import Own
from fatetable.tabletop.table import Table

TOLD_AT_ONCE = 300
"""How many records of the past are put into words when somebody sits down."""

LINES_AT_ONCE = 60
"""How many lines a page gets at most when it connects; it asks for older ones when somebody scrolls up."""

NOTHING = Own(frozenset(), {})

_KEY = b'{"key":"'
_KEY_BYTES = 6


class Screen:
    """Shared by all pages that are open at a seat; exists as long as there is one."""

    def __init__(self, table: Table, changes: Changes, seat: SeatId) -> None:
        self.table = table
        self.changes = changes
        self.seat = table.state.get(SEATS)[seat]
        self.story = story_since(table, seat, max(0, table.state.seq - TOLD_AT_ONCE), kept=KEPT_LINES)
        self.offers: dict[str, Offer] = {}
        self._heard = table.state.seq
        self._shown: Shown | None = None
        self._own = NOTHING
        self._own_of: object = None
        self._menu: tuple[str, ...] = ()
        self._undone = self.story.undone
        self._offered_at: State | None = None

    @property
    def is_outdated(self) -> bool:
        """Has the seat another role now, or is it gone?  Then everything it knew is to be forgotten."""
        return self.table.state.get(SEATS).get(self.seat.id, self.seat).role != self.seat.role

    # -- everything, for a page that connects --------------------------------------------------------------------

    def welcome(self, table_id: str, *, fresh: bool) -> bytes:
        info, ruleset = self.table.state.get(TABLE), self.table.ruleset
        return encode(
            Welcome(
                version=VERSION,
                table=table_id,
                title=info.title,
                ruleset=ruleset.id,
                ruleset_title=ruleset.title,
                lexicon=ruleset.lexicon,
                seat=self.seat.id,
                role=self.seat.role,
                commitment=info.commitment,
                dials=info.dials,
                fresh=fresh,
            )
        )

    def can_resume(self, after: int) -> bool:
        """Are all lines after that position at hand?"""
        return 0 < after <= self._heard and after >= self.story.since

    def whole(self, after: int) -> bytes:
        """All blocks, all offers known so far, and the lines after a position."""
        stretches = self._undone
        lines = [line for line in self.story.lines if line.seq > after]
        shown = tuple(
            msgspec.structs.replace(line, undone=True) if is_undone(line, stretches) else line
            for line in (lines if after else lines[-LINES_AT_ONCE:])
        )
        offers: Any = tuple(msgspec.Raw(self._encoded(offer)[1]) for offer in self.offers.values())
        assert self._shown is not None, "a screen is worked out before it is sent"
        sight = self._shown.sight
        patch = Patch(
            seq=self._heard,
            blocks={key: self._own.seen(block) for key, block in sight.blocks.items()},
            order=sight.order,
            offers=offers,
            menu=self._menu,
            log=shown,
            undone=stretches,
            people=self._shown.people,
        )
        return encode(patch)

    # -- what changed --------------------------------------------------------------------------------------------

    def advance(self, around: Around) -> bytes | None:
        """A patch with the blocks, lines and people that changed since the last one, if any did."""
        table, before = self.table, self._shown
        view = table.view(self.seat.id)
        told = table.told(self.seat.id, self._heard) if self._heard != table.state.seq else ()
        self._heard = table.state.seq
        if not told and before is not None and view is before.view and around is before.around:
            return None
        change = None if self.seat.is_gm else self.changes.known(before, view, told, around)
        if change is None:
            change = self._work_out(before, view, told, around)
        self._shown = change.after
        blocks, lines = (change.blocks, change.lines) if self.seat.is_gm else self._as_my_own(change)
        self.story.go_on(lines, view)
        return self._patch(change, blocks, lines)

    def _work_out(self, before: Shown | None, view: State, told: Told, around: Around) -> Change:
        lines = self.story.in_words(told, view)
        return self.changes.work_out(self.seat, before, view, told, around, lines)

    def _patch(self, change: Change, blocks: Mapping[str, msgspec.Raw], lines: tuple[LogLine, ...]) -> bytes | None:
        undone = self.story.undone if self.story.undone != self._undone else None
        if undone is None and blocks is change.blocks and lines is change.lines:
            return change.patch
        self._undone = self.story.undone
        return encoded_patch(self._heard, blocks, change.order, lines, change.people, undone)

    def _as_my_own(self, change: Change) -> tuple[Mapping[str, msgspec.Raw], tuple[LogLine, ...]]:
        """The blocks and lines that are new to this seat; the same objects if nothing of its own is in them."""
        sight, known = change.after.sight, self._own
        own = self._own = self._what_is_mine(change.after.view)
        has_others, is_in_it = own.actors != known.actors, not own.actors.isdisjoint(change.owners)
        if not (has_others or is_in_it or own.asked or known.asked):
            return change.blocks, change.lines
        lines = as_their_own(change.lines, own.actors) if is_in_it else change.lines
        blocks = sight.since(None) if has_others else change.blocks
        seen = {key: own.seen(sight.blocks[key]) for key in blocks}
        if own.asked != known.asked:
            prompts = ((key, block) for key, block in sight.blocks.items() if isinstance(block, PromptBlock))
            seen.update((key, own.seen(block)) for key, block in prompts)
        mine = {key: block for key, block in seen.items() if key not in blocks or block is not sight.blocks[key]}
        if mine:
            blocks = {**blocks, **{key: msgspec.Raw(encode(block)) for key, block in mine.items()}}
        return blocks, lines

    def _what_is_mine(self, view: State) -> Own:
        known, presenting = self._own, self.table.ruleset.presenting
        cast = view.get(CAST)
        if cast is not self._own_of:
            self._own_of = cast
            return presenting.own(view, self.seat)
        # As long as nobody is asked anything, what is somebody's own changes only with the cast.
        is_asked = bool(known.asked or view.get(PROMPTS))
        return Own(known.actors, presenting.asked(view, self.seat)) if is_asked else known

    # -- offers --------------------------------------------------------------------------------------------------

    def advance_offers(self) -> bytes | None:
        """A patch with the offers that are new, and the list of all if it is another one."""
        view = self.table.view(self.seat.id)
        if view is self._offered_at:
            return None
        self._offered_at = view
        same = {id(offer): key for key, offer in self.offers.items()}
        new: list[Any] = []
        offers: dict[str, Offer] = {}
        for offer in self.table.offers(self.seat.id):
            key = same.get(id(offer))
            if key is None:
                key, raw = encoded_offer(offer, view)
                if key not in self.offers:
                    new.append(msgspec.Raw(raw))
            offers[key] = offer
        self.offers = offers
        menu = tuple(offers)
        if menu == self._menu:
            return None
        self._menu = menu
        return encode(Patch(seq=self._heard, offers=tuple(new), menu=menu))

    def _encoded(self, offer: Offer) -> tuple[str, bytes]:
        return encoded_offer(offer, self.table.view(self.seat.id))


def encoded_offer(offer: Offer, view: State) -> tuple[str, bytes]:
    """An offer as it is sent, under a key that is made of all there is to it."""
    raw = encode(
        OfferView(
            key="",
            command=offer.command,
            label=_label(offer, view),
            group=offer.group,
            holes=offer.holes,
            price=offer.price,
            cites=offer.cites,
            changes=offer.changes,
            note=offer.note,
        )
    )
    key = hashlib.blake2b(raw, digest_size=_KEY_BYTES).hexdigest()
    return key, _KEY + key.encode() + raw[len(_KEY) :]


def _label(offer: Offer, view: State) -> str:
    if isinstance(offer.command, Answer):
        prompt = view.get(PROMPTS).get(offer.command.prompt)
        option = prompt.option(offer.command.option) if prompt else None
        return option.label if option else offer.label
    return offer.label
