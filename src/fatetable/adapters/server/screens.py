"""What the pages of one seat show, and what has to be sent to them when the table changes.

Everything here is worked out from what that seat was told; what is sent is encoded once for all pages of the seat.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from fatetable.adapters.server.sights import Sight, Sights, encoded_block
from fatetable.adapters.server.story import KEPT_LINES, Stretch, is_undone, story_since
from fatetable.adapters.server.wire import VERSION, LogLine, OfferView, Patch, Person, Welcome
from fatetable.engine.identity import remembered
from fatetable.engine.messages import SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.opening import TABLE
from fatetable.engine.prompts import PROMPTS, Answer
from fatetable.engine.seats import SEATS, Seat
from fatetable.engine.state import State
from fatetable.mechanics.blocks import Block, PromptBlock
from fatetable.mechanics.cast import CAST, Actor, ActorId
from fatetable.mechanics.personal import Own
from fatetable.tabletop.table import Table

TOLD_AT_ONCE = 300
"""How many records of the past are put into words when somebody sits down."""

LINES_AT_ONCE = 60
"""How many lines a page gets at most when it connects; it asks for older ones when somebody scrolls up."""

Around: TypeAlias = tuple[frozenset[str], frozenset[str]]
"""The seats at which pages are open, and the seats somebody has a key to."""

NOTHING = Own(frozenset(), {})
NO_BLOCKS: Mapping[str, msgspec.Raw] = {}

_ENCODER = msgspec.json.Encoder()
_KEY = b'{"key":"'
_KEY_BYTES = 6


def encode(message: Any) -> bytes:
    return _ENCODER.encode(message)


class Screen:
    """Shared by all pages that are open at a seat; exists as long as there is one."""

    def __init__(self, table: Table, sights: Sights, seat: SeatId) -> None:
        self.table = table
        self.sights = sights
        self.seat = table.state.get(SEATS)[seat]
        self.story = story_since(table, seat, max(0, table.state.seq - TOLD_AT_ONCE), kept=KEPT_LINES)
        self.offers: dict[str, Offer] = {}
        self._heard = table.state.seq
        self._sight: Sight | None = None
        self._own = NOTHING
        self._own_of: object = None
        self._order: tuple[str, ...] = ()
        self._menu: tuple[str, ...] = ()
        self._people: tuple[Person, ...] = ()
        self._undone: tuple[Stretch, ...] = self.story.undone()
        self._offered_at: State | None = None
        self._people_of: tuple[object, object, object] = (None, None, None)

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
        patch = Patch(
            seq=self._heard,
            blocks={key: self._own.seen(block) for key, block in self._sight.blocks.items()} if self._sight else {},
            order=self._order,
            offers=offers,
            menu=self._menu,
            log=shown,
            undone=stretches,
            people=self._people,
        )
        return encode(patch)

    # -- what changed --------------------------------------------------------------------------------------------

    def advance(self, around: Around) -> bytes | None:
        """A patch with the blocks, lines and people that changed since the last one, if any did."""
        view = self.table.view(self.seat.id)
        lines: tuple[LogLine, ...] = ()
        undone, blocks, order = None, NO_BLOCKS, None
        if self._heard != self.table.state.seq:
            lines = self._listen(view)
            if (stretches := self.story.undone()) != self._undone:
                self._undone = undone = stretches
        if self._sight is None or view is not self._sight.view:
            blocks = self._look(view)
            if self._sight is not None and self._sight.order is not self._order:
                self._order = order = self._sight.order
        is_other_people = self._has_other_people(view.get(SEATS), view.get(CAST), around)
        if not (lines or blocks or is_other_people) and undone is None and order is None:
            return None
        return encoded_patch(self._heard, blocks, order, lines, undone, self._people if is_other_people else None)

    def _has_other_people(self, seats: Mapping[SeatId, Seat], cast: Mapping[ActorId, Actor], around: Around) -> bool:
        known_seats, known_cast, known_around = self._people_of
        if seats is known_seats and cast is known_cast and around is known_around:
            return False
        self._people_of = (seats, cast, around)
        before, self._people = self._people, people_of(seats, cast, around)
        return before != self._people

    def _listen(self, view: State) -> tuple[LogLine, ...]:
        told = self.table.told(self.seat.id, self._heard)
        self._heard = self.table.state.seq
        return self.story.hear(told, view) if told else ()

    def _look(self, view: State) -> Mapping[str, msgspec.Raw]:
        """The blocks that look different to this seat; the same object for all who have nothing of their own in it."""
        before, known = self._sight, self._own
        sight = self._sight = self.sights.of(self.seat, view, before)
        if self.seat.is_gm:
            return sight.since(before)
        cast = view.get(CAST)
        # As long as nobody is asked anything, what is somebody's own changes only with the cast.
        if cast is not self._own_of or view.get(PROMPTS) or known.asked:
            self._own_of, self._own = cast, self.table.ruleset.presenting.own(view, self.seat)
        own = self._own
        changed = sight.since(before if own.actors == known.actors else None)
        seen = {key: own.seen(sight.blocks[key]) for key in changed}
        if own.asked != known.asked:
            prompts = ((key, block) for key, block in sight.blocks.items() if isinstance(block, PromptBlock))
            seen.update((key, own.seen(block)) for key, block in prompts)
        personal = {key: block for key, block in seen.items() if key not in changed or block is not sight.blocks[key]}
        return {**changed, **{key: _raw(block) for key, block in personal.items()}} if personal else changed

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


@remembered(limit=16)
def encoded_patch(
    seq: int,
    blocks: Mapping[str, msgspec.Raw],
    order: tuple[str, ...] | None,
    lines: tuple[LogLine, ...],
    undone: tuple[Stretch, ...] | None,
    people: tuple[Person, ...] | None,
) -> bytes:
    """Most of what happens looks the same to most people, and is encoded once for all of them."""
    encoded: Any = blocks
    return encode(Patch(seq=seq, blocks=encoded, order=order, log=lines, undone=undone, people=people))


def _raw(block: Block) -> msgspec.Raw:
    return msgspec.Raw(encoded_block(block))


def encoded_offer(offer: Offer, view: State) -> tuple[str, bytes]:
    """An offer as it is sent, under a key that is made of all there is to it."""
    raw = _ENCODER.encode(
        OfferView(
            key="",
            command=offer.command,
            label=_label(offer, view),
            group=offer.group,
            holes=offer.holes,
            price=offer.price,
            cites=offer.cites,
            changes=offer.changes,
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


@remembered(limit=16)
def people_of(seats: Mapping[SeatId, Seat], cast: Mapping[ActorId, Actor], around: Around) -> tuple[Person, ...]:
    """Who sits at the table, as somebody who knows these seats and characters knows it."""
    here, taken = around
    characters: dict[str, list[str]] = {}
    for actor in cast.values():
        if actor.controller is not None and not actor.is_hidden:
            characters.setdefault(actor.controller, []).append(actor.name)
    return tuple(
        Person(
            seat=seat.id,
            name=seat.name or seat.id,
            role=seat.role,
            is_here=seat.id in here,
            is_taken=seat.id in taken,
            characters=tuple(characters.get(seat.id, ())),
        )
        for seat in seats.values()
    )
