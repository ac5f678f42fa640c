"""A table with people at it: carries out their commands in order, and keeps every open page up to date."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from fatetable.adapters.server.live.clock import TableClock
from fatetable.adapters.server.live.command_queue import AwaitedCommand, CommandQueue, Outcome, PendingCommand
from fatetable.adapters.server.live.open_page import OpenPage
from fatetable.adapters.server.screens.patches import encode
from fatetable.adapters.server.screens.people import Presence
from fatetable.adapters.server.screens.seat_screen import SeatScreen, encoded_offer
from fatetable.adapters.server.screens.view_group import ViewGroups
from fatetable.adapters.server.wire import Patch
from fatetable.engine.errors import FatetableError, RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.seats import SEATS, Seat
from fatetable.tabletop.storage.store import AccessKey
from fatetable.tabletop.storage.stored_table import StoredStep, StoredTable
from fatetable.tabletop.table import Table

if TYPE_CHECKING:
    from fatetable.adapters.server.live.registry import TableRegistry


SEAT_MOVED = ("seat-moved", "This seat was moved: it is open under a new link now.")


class LiveTable:
    """A table that people play over sockets: its open pages, its command queue, and the patches it sends them."""

    def __init__(self, registry: TableRegistry, stored_table: StoredTable, taken: frozenset[str]) -> None:
        self.registry = registry
        self.stored_table = stored_table
        self.taken = taken
        """The seats somebody has a key to."""
        self.reserved: dict[str, bytes] = {}
        """Seats that somebody is taking, before their key is stored, with the digest of that key."""
        self.joining: dict[bytes, asyncio.Task[str]] = {}
        """Joins that are not done yet, by the digest of the key that was chosen."""
        self.pages: dict[SeatId, list[OpenPage]] = {}
        self.screens: dict[SeatId, SeatScreen] = {}
        self.arrived: set[SeatId] = set()
        """Seats whose first page has just come, until that is noted."""
        self.queue = CommandQueue(self, registry)
        self.clock = TableClock(self, registry.second)
        self._groups = ViewGroups(stored_table.table)
        self._presence = Presence(frozenset(), frozenset())
        self.idle_since = registry.clock()
        self._outdated_offers: dict[SeatId, None] = {}
        """Seats whose offers have to be computed again, those first that have waited longest."""
        self._revoked: dict[bytes, tuple[str, str]] = {}
        """Digests of keys that are not valid any more, and what their holders are told."""

    @property
    def id(self) -> str:
        return self.stored_table.id

    @property
    def table(self) -> Table:
        return self.stored_table.table

    # -- pages ---------------------------------------------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        return not self.pages and not self.queue.is_busy

    @property
    def presence(self) -> Presence:
        known = self._presence
        taken = self.taken.union(self.reserved) if self.reserved else self.taken
        if known.connected != self.pages.keys() or known.taken != taken:
            self._presence = Presence(frozenset(self.pages), taken)
        return self._presence

    def enter(self, page: OpenPage, after: int, role: str) -> None:
        """Show the table to a page, and from then on everything that happens.

        It has seen everything up to the position `after`, as its seat counted in that role.
        """
        self.queue.read(partial(self._enter, page, after, role))

    def _enter(self, page: OpenPage, after: int, role: str) -> None:
        if page.outbox.is_closed:
            return
        if page.digest in self._revoked:
            page.say_goodbye(*self._revoked[page.digest], may_return=False)
            return
        if self.sitting(page.seat) is None:
            _say_seat_is_gone(page)
            return
        pages = self.pages.setdefault(page.seat, [])
        screen = self.screens.get(page.seat)
        if screen is None:
            screen = self.screens[page.seat] = SeatScreen(self.table, self._groups, page.seat)
        self.send_patches()
        pages.append(page)
        self.arrived.add(page.seat)
        is_resumed = screen.can_resume(after, role)
        page.outbox.put(screen.welcome(self.id, fresh=not is_resumed))
        page.outbox.put(screen.whole(after if is_resumed else 0))
        self._offers_are_outdated(page.seat)
        self.clock.update()

    def leave(self, page: OpenPage) -> None:
        page.outbox.close()
        self.queue.read(partial(self._leave, page))

    def _leave(self, page: OpenPage) -> None:
        pages = self.pages.get(page.seat, [])
        if page not in pages:
            return
        pages.remove(page)
        if not pages:
            del self.pages[page.seat]
            self.arrived.discard(page.seat)
            self.screens.pop(page.seat, None)
            self.idle_since = self.registry.clock()
            self.send_patches()

    def revoke(self, keys: frozenset[bytes], code: str, message: str) -> None:
        """Close the pages that were opened with one of these keys, also those that are only just connecting."""
        self._revoked |= dict.fromkeys(keys, (code, message))
        for page in [page for pages in self.pages.values() for page in pages if page.digest in keys]:
            page.say_goodbye(code, message, may_return=False)
            # It leaves whether or not it reads the goodbye.
            self.leave(page)

    def match_keys(self, keys: Iterable[AccessKey]) -> bool:
        """Take over what the store says about keys; returns whether a key of an open page was gone."""
        valid = {key.digest: key.seat for key in keys if key.purpose == "seat"}
        gone = frozenset(page.digest for pages in self.pages.values() for page in pages) - valid.keys()
        if gone:
            self.revoke(gone, *SEAT_MOVED)
        if self.taken != (taken := frozenset(valid.values())):
            self.set_taken(taken)
        return bool(gone)

    def set_taken(self, taken: frozenset[str]) -> None:
        self.taken = taken
        self.queue.read(self.send_patches)

    def close(self, code: str, message: str) -> None:
        for page in [page for pages in self.pages.values() for page in pages]:
            page.say_goodbye(code, message, may_return=True)

    # -- commands ------------------------------------------------------------------------------------------------

    def submit(self, command: PendingCommand) -> None:
        self.queue.submit(command)

    async def do(self, act: Callable[[StoredTable], StoredStep]) -> Outcome:
        """Carry something out and wait for the outcome; raises the refusal."""
        command = AwaitedCommand(act)
        self.queue.submit(command)
        outcome = await command.outcome
        if outcome.refusal is None:
            return outcome
        try:
            raise outcome.refusal
        finally:
            # The refusal that is raised holds this frame, which must not hold the refusal.
            del command, outcome

    def read(self, read: Callable[[], None]) -> None:
        """Run something that reads the table when no command is in flight."""
        self.queue.read(read)

    async def settled(self) -> None:
        """Wait until everything asked for so far is done."""
        await self.queue.settled()

    async def reload(self) -> None:
        """Load the table again, and start all pages anew; what the store has is what counts."""
        try:
            self.stored_table = await self.registry.load(self.id)
            self._groups = ViewGroups(self.table)
        except FatetableError as worse:
            self.registry.json_log.error("table-lost", table=self.id, code=worse.code)
            self.registry.forget(self)
            self.close("table-unavailable", "The table cannot be read at the moment; try again later.")
        else:
            self.queue.run_read(self._renew_all)

    # -- showing -------------------------------------------------------------------------------------------------

    def send_patches(self) -> None:
        """Send every page what has changed for it; offers follow when there is time."""
        presence = self.presence
        self._offers_are_outdated(*self.screens)
        for seat, screen in list(self.screens.items()):
            try:
                if screen.is_outdated:
                    self._renew(seat)
                elif patch := screen.advance(presence):
                    for page in self.pages.get(seat, ()):
                        page.outbox.put(patch)
                    self.registry.metrics.patches += 1
            except Exception as error:
                # A fault in one screen must not keep the others from theirs.
                self.registry.note_fault(error)
        self.table.forget_folds()
        self._groups.release()
        self.clock.update()

    def renew(self) -> None:
        """Start all pages anew: something changed that a page is told only in its welcome."""
        self.queue.read(self._renew_all)

    def _renew_all(self) -> None:
        for seat in list(self.screens):
            self._renew(seat)

    def _renew(self, seat: SeatId) -> None:
        """Start the pages of a seat anew: its role has changed, or the table was loaded again."""
        pages = self.pages.get(seat, [])
        if self.sitting(seat) is None:
            del self.screens[seat]
            for page in pages:
                _say_seat_is_gone(page)
            return
        screen = self.screens[seat] = SeatScreen(self.table, self._groups, seat)
        screen.advance(self.presence)
        for page in pages:
            page.stands_in_for, page.proxy_offers = None, {}
            page.outbox.put(screen.welcome(self.id, fresh=True))
            page.outbox.put(screen.whole(0))
        self._offers_are_outdated(seat)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers_are_outdated(self, *seats: SeatId) -> None:
        self._outdated_offers.update(dict.fromkeys(seats))
        self.registry.deferred_offers.add(self)

    def send_next_offers(self) -> bool:
        """Compute the offers of one seat that waits for them; returns whether other seats wait."""
        if self._outdated_offers:
            seat = next(iter(self._outdated_offers))
            del self._outdated_offers[seat]
            self.queue.read(partial(self._send_offers, seat))
        return bool(self._outdated_offers)

    def _send_offers(self, seat: SeatId) -> None:
        """Send a seat's offers to its pages and to pages that stand in for it; a good time for a snapshot, too."""
        screen = self.screens.get(seat)
        if screen is not None and not screen.is_outdated:
            patch = screen.advance_offers()
            for page in self.pages.get(seat, ()):
                if patch is not None:
                    page.outbox.put(patch)
                if page.stands_in_for is not None:
                    self._send_proxy(page)
        self._save_snapshot()

    def _save_snapshot(self) -> None:
        try:
            self.registry.lobby.save_snapshot(self.id, self.table)
        except FatetableError as error:
            self.registry.json_log.warning("no-snapshot", table=self.id, code=error.code)

    def stand_in(self, page: OpenPage, seat: SeatId) -> None:
        """Send the game master's page the offers of another seat as well; their own seat ends it."""
        self.queue.read(partial(self._stand_in, page, seat))

    def _stand_in(self, page: OpenPage, seat: SeatId) -> None:
        sitting = self.sitting(page.seat)
        is_possible = sitting is not None and sitting.is_gm and self.sitting(seat) is not None
        page.stands_in_for = seat if is_possible and seat != page.seat else None
        page.proxy_offers = None if page.stands_in_for else {}
        self._send_proxy(page)

    def _send_proxy(self, page: OpenPage) -> None:
        seat = page.stands_in_for
        if seat is None:
            page.outbox.put(encode(Patch(seq=self.place_of(page), proxy=())))
            return
        view = self.table.view(seat)
        offers = {key: (offer, raw) for offer in self.table.offers(seat) for key, raw in (encoded_offer(offer, view),)}
        if page.proxy_offers is None or offers.keys() != page.proxy_offers.keys():
            page.proxy_offers = {key: offer for key, (offer, _) in offers.items()}
            page.outbox.put(_proxy_patch(self.place_of(page), (raw for _, raw in offers.values())))

    def place_of(self, page: OpenPage, position: int | None = None) -> int:
        """A position of the log, or the present one, as the seat of a page counts."""
        return self.table.own_position(page.seat, self.stored_table.seq if position is None else position)

    def offer(self, page: OpenPage, key: str) -> tuple[SeatId, Offer] | None:
        """The offer behind a key a page was sent, and whose it is."""
        screen = self.screens.get(page.seat)
        if screen is not None and key in screen.offers:
            return page.seat, screen.offers[key]
        if page.stands_in_for is not None and page.proxy_offers and key in page.proxy_offers:
            return page.stands_in_for, page.proxy_offers[key]
        return None

    # -- seats ---------------------------------------------------------------------------------------------------

    def sitting(self, seat: SeatId) -> Seat | None:
        return self.table.state.get(SEATS).get(seat)

    def require_gm(self, seat: SeatId) -> None:
        sitting = self.sitting(seat)
        if sitting is None or not sitting.is_gm:
            raise RuleViolation("gm-only", f"Only the {self.table.ruleset.word('gm')} may do that.")


def _say_seat_is_gone(page: OpenPage) -> None:
    page.say_goodbye("unknown-seat", "This seat is not at the table any more.", may_return=False)


def _proxy_patch(seq: int, offers: Iterable[bytes]) -> bytes:
    return b'{"t":"patch","seq":%d,"proxy":[%s]}' % (seq, b",".join(offers))
