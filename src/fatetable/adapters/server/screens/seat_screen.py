"""The screen of one seat: everything for a page that connects, and patches when the table changes.

`view_group.py` tells how a patch comes about.  What is sent is encoded once for all pages of the seat.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from fatetable.adapters.server.screens.log_lines import KEPT_LINES, lines_since, mark_own, mark_undone
from fatetable.adapters.server.screens.patches import SharedPatch, encode, encode_patch
from fatetable.adapters.server.screens.people import Presence
from fatetable.adapters.server.screens.view_group import ViewGroup, ViewGroups
from fatetable.adapters.server.wire import VERSION, LogLine, OfferView, Patch, Welcome
from fatetable.engine.messages import SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.opening import TABLE
from fatetable.engine.prompts import PROMPTS, Answer
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, ActorId, name_of
from fatetable.mechanics.view.blocks import PromptBlock
from fatetable.mechanics.view.ownership import Ownership
from fatetable.tabletop.table import Table

TOLD_AT_ONCE = 300
"""How many past records of its own count are put into words when a seat gets its first page."""

LINES_AT_ONCE = 60
"""How many lines a page gets at most when it connects; it asks for older ones when somebody scrolls up."""

NOTHING = Ownership(frozenset(), {})

_KEY = b'{"key":"'
_KEY_BYTES = 6


class SeatScreen:
    """Shared by all pages that are open at a seat; exists as long as there is one."""

    def __init__(self, table: Table, groups: ViewGroups, seat: SeatId) -> None:
        self.table = table
        self.groups = groups
        self.seat = table.state.get(SEATS)[seat]
        self._heard = table.state.seq
        begin = table.position_reaching(seat, self.place - TOLD_AT_ONCE)
        self.log = lines_since(table, seat, begin, kept=KEPT_LINES)
        self.offers: dict[str, Offer] = {}
        self._group: ViewGroup | None = None
        self._own = NOTHING
        self._own_cast: object = None
        """The cast that `_own` was computed from."""
        self._menu: tuple[str, ...] = ()
        self._undone = self.log.undone
        self._offered_at: State | None = None
        self._offered_up_to = 0
        """The position that the pages know their offers for."""

    @property
    def place(self) -> int:
        """How far this seat has counted; the only position that its pages are told."""
        return self.table.own_position(self.seat.id, self._heard)

    @property
    def is_outdated(self) -> bool:
        """Has the role of the seat changed, or is the seat gone?  Then the screen has to be made anew."""
        return self.table.state.get(SEATS).get(self.seat.id, self.seat).role != self.seat.role

    # -- for a page that connects --------------------------------------------------------------------------------

    def welcome(self, table_id: str, *, fresh: bool) -> bytes:
        info, ruleset = self.table.state.get(TABLE), self.table.ruleset
        return encode(
            Welcome(
                version=VERSION,
                table=table_id,
                title=info.title,
                art=info.picture,
                ruleset=ruleset.id,
                ruleset_title=ruleset.title,
                lexicon=ruleset.lexicon,
                seat=self.seat.id,
                role=self.seat.role,
                commitment=info.commitment,
                dials=info.dials,
                content=info.content,
                fresh=fresh,
            )
        )

    def can_resume(self, after: int, role: str) -> bool:
        """Are all lines after that position in memory?  The seat counted otherwise in another role."""
        return 0 < after <= self.place and after >= self.log.since and role in ("", self.seat.role)

    def whole(self, after: int) -> bytes:
        """All blocks, all offers known so far, and the lines after a position."""
        lines = [line for line in self.log.lines if line.seq > after]
        shown = mark_undone(lines if after else lines[-LINES_AT_ONCE:], self._undone)
        offers: Any = tuple(msgspec.Raw(self._encoded(offer)[1]) for offer in self.offers.values())
        assert self._group is not None, "a screen advances before it is sent"
        blocks = self._group.blocks
        patch = Patch(
            seq=self.place,
            blocks={key: self._own.seen(block) for key, block in blocks.blocks.items()},
            order=blocks.order,
            offers=offers,
            menu=self._menu,
            log=shown,
            undone=self._undone,
            people=self._group.people,
            stirring=self._group.stirring,
        )
        return encode(patch)

    # -- when the table changes ----------------------------------------------------------------------------------

    def advance(self, presence: Presence) -> bytes | None:
        """A patch with the blocks, lines and people that changed since the last one, if any did."""
        table, before = self.table, self._group
        state, news = table.view(self.seat.id), table.news(self.seat.id, self._heard)
        self._heard = table.state.seq
        if before is not None and not news.records and before.state is state and before.presence == presence:
            return None
        group = self._group = self.groups.group_of(self.seat, state, before, presence)
        place = self.place
        patch = group.patch_from(before, news, self.log.compose, place)
        blocks, lines = (patch.blocks, patch.lines) if self.seat.is_gm else self._mark_own(group, patch)
        self.log.add(lines, state)
        undone = self.log.undone if self.log.undone != self._undone else None
        if undone is None and blocks is patch.blocks and lines is patch.lines:
            return patch.encoded
        self._undone = self.log.undone
        return encode_patch(place, blocks, patch.order, lines, patch.people, undone, patch.stirring)

    def _mark_own(self, group: ViewGroup, patch: SharedPatch) -> tuple[Mapping[str, msgspec.Raw], tuple[LogLine, ...]]:
        """The blocks and lines of a patch with what is the seat's own marked; the same objects if nothing is."""
        everything, known = group.blocks.blocks, self._own
        own = self._own = self._what_is_mine(group.state)
        has_others, is_in_it = own.actors != known.actors, not own.actors.isdisjoint(patch.owners)
        if not (has_others or is_in_it or own.asked or known.asked):
            return patch.blocks, patch.lines
        lines = mark_own(patch.lines, own.actors) if is_in_it else patch.lines
        blocks = group.blocks.changed_since(None) if has_others else patch.blocks
        seen = {key: own.seen(everything[key]) for key in blocks}
        if own.asked != known.asked:
            prompts = ((key, block) for key, block in everything.items() if isinstance(block, PromptBlock))
            seen.update((key, own.seen(block)) for key, block in prompts)
        mine = {key: block for key, block in seen.items() if key not in blocks or block is not everything[key]}
        if mine:
            blocks = {**blocks, **{key: msgspec.Raw(encode(block)) for key, block in mine.items()}}
        return blocks, lines

    def _what_is_mine(self, view: State) -> Ownership:
        known, presenting = self._own, self.table.ruleset.presenting
        cast = view.get(CAST)
        if cast is not self._own_cast:
            self._own_cast = cast
            return presenting.own(view, self.seat)
        # While nobody is asked anything, what belongs to a seat changes only with the cast.
        is_asked = bool(known.asked or view.get(PROMPTS))
        return Ownership(known.actors, presenting.asked(view, self.seat)) if is_asked else known

    # -- offers --------------------------------------------------------------------------------------------------

    def advance_offers(self) -> bytes | None:
        """A patch with the new offers and the list of all, or word that the list has not changed."""
        view = self.table.view(self.seat.id)
        if view is self._offered_at:
            return self._same_menu()
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
            return self._same_menu()
        self._menu, self._offered_up_to = menu, self.place
        return encode(Patch(seq=self.place, offers=tuple(new), menu=menu))

    def _same_menu(self) -> bytes | None:
        """A page waits for this after each of its commands, so that nobody presses what is no longer offered."""
        if self._offered_up_to == self.place:
            return None
        self._offered_up_to = self.place
        return encode(Patch(seq=self.place, same_menu=True))

    def _encoded(self, offer: Offer) -> tuple[str, bytes]:
        return encoded_offer(offer, self.table.view(self.seat.id))


def encoded_offer(offer: Offer, view: State) -> tuple[str, bytes]:
    """An offer as it is sent; its key is a hash of everything else in it."""
    raw = encode(
        OfferView(
            key="",
            command=offer.command,
            label=_label(offer, view),
            group=offer.group,
            verb=offer.verb,
            actor=offer.actor,
            name=name_of(view, ActorId(offer.actor)) if offer.actor else "",
            target=offer.target,
            family=offer.family,
            member=offer.member,
            effect=offer.effect,
            holes=offer.holes,
            price=offer.price,
            cost=offer.cost,
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
