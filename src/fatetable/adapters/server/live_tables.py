"""A table with people at it: takes their commands one after the other and keeps every page up to date.

Nothing is shown before the store has it.  Commands that arrive while others are being stored are taken together.
Knows neither sockets nor rules.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from fatetable.adapters.server.changes import Around, Changes, encode
from fatetable.adapters.server.outbox import Outbox
from fatetable.adapters.server.screens import Screen, encoded_offer
from fatetable.adapters.server.wire import Goodbye, Patch
from fatetable.engine.errors import FatetableError, MalformedCommand, RuleViolation
from fatetable.engine.messages import LogRecord, SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.seats import SEATS, Seat
from fatetable.tabletop.ports import AlreadyDone, StoreFailed
from fatetable.tabletop.room import Room, Step

if TYPE_CHECKING:
    from fatetable.adapters.server.hall import Hall

FAULT = "This is a fault in Fatetable; nothing was changed."
MOST_AT_ONCE = 64
"""How many commands of a table are stored together at most."""


class Outcome(NamedTuple):
    """What came of a wish: where it left the table, or why it was refused."""

    seq: int
    news: tuple[LogRecord, ...] = ()
    refusal: FatetableError | None = None
    stored: Future[None] | None = None


class Wish(NamedTuple):
    """Something to be done at the table; `answer` hears what came of it once that is certain."""

    act: Callable[[Room], Step]
    answer: Callable[[Outcome], None]


Answers: TypeAlias = "list[tuple[Wish, Outcome]]"

Look = Callable[[], None]
"""Something that looks at the table, and so has to wait until all that was done is certain."""


class Page:
    """One page that is open at a seat."""

    def __init__(self, seat: SeatId, digest: bytes, outbox: Outbox) -> None:
        self.seat = seat
        self.digest = digest
        self.outbox = outbox
        self.stands_in_for: SeatId | None = None
        self.proxy_offers: dict[str, Offer] = {}

    def say_goodbye(self, code: str, message: str, *, may_return: bool) -> None:
        self.outbox.close(encode(Goodbye(code, message, may_return)))


class LiveTable:
    def __init__(self, hall: Hall, room: Room, taken: frozenset[str]) -> None:
        self.hall = hall
        self.room = room
        self.taken = taken
        self.reserved: set[str] = set()
        """Seats that somebody is sitting down at, before their key is stored."""
        self.pages: dict[SeatId, list[Page]] = {}
        self.screens: dict[SeatId, Screen] = {}
        self._changes = Changes(room.table)
        self._around: Around = (frozenset(), frozenset())
        self.idle_since = hall.clock()
        self._queue: deque[Wish | Look] = deque()
        self._old_offers: dict[SeatId, None] = {}
        """Seats whose offers have to be worked out again, those first that have waited longest."""
        self._is_at_work = False
        self._waiting_for_rest: list[asyncio.Future[None]] = []
        self._turned_out: dict[bytes, tuple[str, str]] = {}
        """Keys that open nothing any more, and what their holders are told."""

    # -- coming and going ----------------------------------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        return not self.pages and not self._is_at_work

    @property
    def around(self) -> Around:
        """Where pages are open, and which seats are taken; the same object as long as that is so."""
        known = self._around
        taken = self.taken | self.reserved if self.reserved else self.taken
        if known[0] != self.pages.keys() or known[1] != taken:
            self._around = frozenset(self.pages), taken
        return self._around

    def enter(self, page: Page, after: int) -> None:
        """Show the table to a page, and from then on all that happens."""

        def enter() -> None:
            if page.outbox.is_closed:
                return
            if page.digest in self._turned_out:
                page.say_goodbye(*self._turned_out[page.digest], may_return=False)
                return
            if page.seat not in self.room.table.state.get(SEATS):
                page.say_goodbye("unknown-seat", "This seat is not at the table any more.", may_return=False)
                return
            here = self.pages.setdefault(page.seat, [])
            screen = self.screens.get(page.seat)
            if screen is None:
                screen = self.screens[page.seat] = Screen(self.room.table, self._changes, page.seat)
            self._show()
            here.append(page)
            is_resumed = screen.can_resume(after)
            page.outbox.put(screen.welcome(self.room.id, fresh=not is_resumed))
            page.outbox.put(screen.whole(after if is_resumed else 0))
            self._offers_are_old(page.seat)

        self.look(enter)

    def leave(self, page: Page) -> None:
        page.outbox.close()

        def leave() -> None:
            pages = self.pages.get(page.seat, [])
            if page not in pages:
                return
            pages.remove(page)
            if not pages:
                del self.pages[page.seat]
                self.screens.pop(page.seat, None)
                self.idle_since = self.hall.clock()
                self._show()

        self.look(leave)

    def turn_out(self, keys: frozenset[bytes], code: str, message: str) -> None:
        """Close the pages that were opened with one of these keys, also those that are only just coming in."""
        self._turned_out |= dict.fromkeys(keys, (code, message))
        for page in [page for pages in self.pages.values() for page in pages if page.digest in keys]:
            page.say_goodbye(code, message, may_return=False)
            # Whether or not they read that.
            self.leave(page)

    def set_taken(self, taken: frozenset[str]) -> None:
        self.taken = taken
        self.look(self._show)

    # -- doing ---------------------------------------------------------------------------------------------------

    def wish(self, act: Callable[[Room], Step], answer: Callable[[Outcome], None]) -> None:
        self._queue.append(Wish(act, answer))
        self._see_to_it()

    async def do(self, act: Callable[[Room], Step]) -> Outcome:
        """Wait for what comes of it; raises the refusal."""
        heard: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self.wish(act, lambda outcome: None if heard.done() else heard.set_result(outcome))
        outcome = await heard
        if outcome.refusal is not None:
            raise outcome.refusal
        return outcome

    def look(self, look: Look) -> None:
        if not self._is_at_work:
            self._take_a_look(look)
        else:
            self._queue.append(look)

    def _take_a_look(self, look: Look) -> None:
        try:
            look()
        except Exception as error:
            self.hall.note_fault(error)

    async def settled(self) -> None:
        """Until everything asked for so far is done."""
        while self._is_at_work:
            heard = asyncio.get_running_loop().create_future()
            self._waiting_for_rest.append(heard)
            await heard

    def _see_to_it(self) -> None:
        if not self._is_at_work:
            self._is_at_work = True
            self.hall.at_work += 1
            self._take_some()

    def _rest(self) -> None:
        self._is_at_work = False
        self.hall.at_work -= 1
        for heard in self._waiting_for_rest:
            if not heard.done():
                heard.set_result(None)
        self._waiting_for_rest.clear()

    def _take_some(self) -> None:
        """Decide what is waiting and have it stored together; only then is it shown and answered."""
        answers: list[tuple[Wish, Outcome]] = []
        last: Step | None = None
        while self._queue and len(answers) < MOST_AT_ONCE:
            if not isinstance(self._queue[0], Wish):
                if last is not None:
                    break
                look = self._queue.popleft()
                assert not isinstance(look, Wish)
                self._take_a_look(look)
                continue
            wish = self._queue.popleft()
            assert isinstance(wish, Wish)
            step, outcome = self._decide(wish)
            answers.append((wish, outcome))
            last = step or last
            if step is not None and step.is_rewind:
                break
        loop = asyncio.get_running_loop()
        if last is None:
            # Not at once: whoever wished does not expect an answer before their wish is taken.
            loop.call_soon(self._answer, answers)
        else:

            def go_on(_: Future[None]) -> None:
                # On the thread of the store; if the server is gone by now, nobody waits for an answer.
                if not loop.is_closed():
                    loop.call_soon_threadsafe(self._go_on, answers)

            last.stored.add_done_callback(go_on)

    def _go_on(self, answers: Answers) -> None:
        # The last of them says nothing of the others if nothing had to be stored for it.
        errors = [error for _, outcome in answers if outcome.stored and (error := outcome.stored.exception())]
        if errors:
            task = asyncio.get_running_loop().create_task(self._start_over(answers, errors[0]))
            self.hall.visits.add(task)
            task.add_done_callback(self.hall.visits.discard)
            return
        self._take_a_look(self._show)
        self._answer(answers)

    def _answer(self, answers: Answers) -> None:
        for wish, outcome in answers:
            try:
                wish.answer(outcome)
            except Exception as error:
                self.hall.note_fault(error)
        self._take_more()

    def _take_more(self) -> None:
        if self._queue:
            self._take_some()
        else:
            self._rest()

    def _keep_snapshot(self) -> None:
        try:
            self.hall.lobby.keep_snapshot(self.room.id, self.room.table)
        except FatetableError as error:
            self.hall.journal.warning("no-snapshot", table=self.room.id, code=error.code)

    def _decide(self, wish: Wish) -> tuple[Step | None, Outcome]:
        try:
            step = wish.act(self.room)
        except AlreadyDone as done:
            return None, Outcome(done.seq)
        except FatetableError as refusal:
            self.hall.metrics.refused += 1
            return None, Outcome(self.room.seq, refusal=refusal)
        except Exception as error:
            # Nothing is kept of a step that breaks off, so the table goes on as if it had not been asked for.
            self.hall.note_fault(error)
            return None, Outcome(self.room.seq, refusal=MalformedCommand("internal-error", FAULT))
        self.hall.metrics.carried_out += 1
        self.hall.metrics.records += len(step.news)
        return step, Outcome(step.seq, step.news, stored=step.stored)

    async def _start_over(self, answers: Answers, error: BaseException) -> None:
        """The store did not take all that was decided: the table is what the store says it is."""
        self.hall.metrics.not_stored += 1
        code = error.code if isinstance(error, FatetableError) else type(error).__name__
        self.hall.journal.warning("not-stored", table=self.room.id, code=code)
        sentence = "This could not be kept and was not carried out; try again in a moment."
        # Of what was decided together a part may have been stored; a wish sent twice has one position, and one fate.
        lost = {outcome.seq for _, outcome in answers if outcome.stored is not None and outcome.stored.exception()}
        for wish, outcome in answers:
            is_lost = outcome.refusal is None and outcome.seq in lost
            wish.answer(Outcome(outcome.seq, refusal=StoreFailed("not-stored", sentence)) if is_lost else outcome)
        try:
            self.room = await self.hall.bring_back(self.room.id)
            self._changes = Changes(self.room.table)
        except FatetableError as worse:
            self.hall.journal.error("table-lost", table=self.room.id, code=worse.code)
            self.hall.forget(self)
            self.close("table-unavailable", "The table cannot be read at the moment; try again later.")
        else:
            self._take_a_look(self._show_anew)
        finally:
            self._take_more()

    # -- showing -------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Send every page what has changed for it; what they may do follows when there is time."""
        around = self.around
        self._offers_are_old(*self.screens)
        for seat, screen in list(self.screens.items()):
            try:
                if screen.is_outdated:
                    self._renew(seat)
                elif patch := screen.advance(around):
                    for page in self.pages.get(seat, ()):
                        page.outbox.put(patch)
                    self.hall.metrics.patches += 1
            except Exception as error:
                # A screen that cannot be drawn is no reason to keep the others from theirs.
                self.hall.note_fault(error)
        self.room.table.all_are_told()
        self._changes.all_are_shown()

    def begin_anew(self) -> None:
        """Something about the table changed that pages are told once, when they are welcomed."""
        self.look(self._show_anew)

    def _show_anew(self) -> None:
        for seat in list(self.screens):
            self._renew(seat)

    def _renew(self, seat: SeatId) -> None:
        """The seat has another role, or the table was brought back: its pages begin anew."""
        pages = self.pages.get(seat, [])
        if seat not in self.room.table.state.get(SEATS):
            del self.screens[seat]
            for page in pages:
                page.say_goodbye("unknown-seat", "This seat is not at the table any more.", may_return=False)
            return
        screen = self.screens[seat] = Screen(self.room.table, self._changes, seat)
        screen.advance(self.around)
        for page in pages:
            page.stands_in_for, page.proxy_offers = None, {}
            page.outbox.put(screen.welcome(self.room.id, fresh=True))
            page.outbox.put(screen.whole(0))
        self._offers_are_old(seat)

    def _offers_are_old(self, *seats: SeatId) -> None:
        self._old_offers.update(dict.fromkeys(seats))
        self.hall.offers.later(self)

    def show_next_offers(self) -> bool:
        """For one of the seats that wait for them; are there others?"""
        if self._old_offers:
            seat = next(iter(self._old_offers))
            del self._old_offers[seat]
            self._show_offers(seat)
        return bool(self._old_offers)

    def _show_offers(self, seat: SeatId) -> None:
        """Work out what a seat may do now, and tell its pages and whoever stands in for it.

        Like that, a snapshot can wait until there is time, and is kept then.
        """

        def show() -> None:
            screen = self.screens.get(seat)
            if screen is not None and not screen.is_outdated:
                patch = screen.advance_offers()
                for page in self.pages.get(seat, ()):
                    if patch is not None:
                        page.outbox.put(patch)
                    if page.stands_in_for is not None:
                        self._show_proxy(page)
            self._keep_snapshot()

        self.look(show)

    # -- standing in for someone who is away ------------------------------------------------------------------------

    def stand_in(self, page: Page, seat: str) -> None:
        def stand_in() -> None:
            sitting = self.sitting(page.seat)
            is_possible = sitting is not None and sitting.is_gm and self.sitting(SeatId(seat)) is not None
            page.stands_in_for = SeatId(seat) if is_possible and seat != page.seat else None
            page.proxy_offers = {"": None} if page.stands_in_for else {}  # type: ignore[dict-item]
            self._show_proxy(page)

        self.look(stand_in)

    def _show_proxy(self, page: Page) -> None:
        seat, table = page.stands_in_for, self.room.table
        if seat is None:
            page.outbox.put(encode(Patch(seq=self.room.seq, proxy=())))
            return
        view = table.view(seat)
        encoded = {key: (offer, raw) for offer in table.offers(seat) for key, raw in (encoded_offer(offer, view),)}
        if encoded.keys() != page.proxy_offers.keys():
            page.proxy_offers = {key: offer for key, (offer, _) in encoded.items()}
            page.outbox.put(_proxy_patch(self.room.seq, (raw for _, raw in encoded.values())))

    # -- asking --------------------------------------------------------------------------------------------------

    def sitting(self, seat: SeatId) -> Seat | None:
        return self.room.table.state.get(SEATS).get(seat)

    def require_gm(self, seat: SeatId) -> None:
        sitting = self.sitting(seat)
        if sitting is None or not sitting.is_gm:
            raise RuleViolation("gm-only", "Only the game master may do that.")

    def offer(self, page: Page, key: str) -> tuple[SeatId, Offer] | None:
        """The offer behind a key a page was sent, and whose it is."""
        screen = self.screens.get(page.seat)
        if screen is not None and key in screen.offers:
            return page.seat, screen.offers[key]
        if page.stands_in_for is not None and page.proxy_offers.get(key) is not None:
            return page.stands_in_for, page.proxy_offers[key]
        return None

    def close(self, code: str, message: str) -> None:
        for page in [page for pages in self.pages.values() for page in pages]:
            page.say_goodbye(code, message, may_return=True)


def _proxy_patch(seq: int, offers: Iterator[bytes]) -> bytes:
    return b'{"t":"patch","seq":%d,"proxy":[%s]}' % (seq, b",".join(offers))
