"""The socket of one page: who it is, what it asks for, and what it is sent.

A plain ASGI application for one path; reads messages and hands them to the table they are for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, assert_never

import msgspec

from fatetable.adapters.server.changes import encode
from fatetable.adapters.server.direct_line import DIRECT_LINE, DirectLine
from fatetable.adapters.server.foresight import foreseen
from fatetable.adapters.server.guards import address_of, is_same_site
from fatetable.adapters.server.hall import Hall
from fatetable.adapters.server.limits import Doorkeeper, TooMany
from fatetable.adapters.server.live_tables import LiveTable, Outcome, Page
from fatetable.adapters.server.outbox import Outbox
from fatetable.adapters.server.wire import (
    VERSION,
    AskOdds,
    Do,
    Done,
    Foresee,
    Foreseen,
    FromPage,
    Goodbye,
    Hello,
    OddsTold,
    OddsView,
    Refused,
    StandIn,
)
from fatetable.engine.errors import FatetableError, RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.mechanics.ruleset import in_percent
from fatetable.tabletop.chances import chances_of
from fatetable.tabletop.lobby import NotAdmitted
from fatetable.tabletop.ports import Key, StoreFailed
from fatetable.tabletop.room import Room, Step

LONGEST_ID = 64
MOST_ODDS = 80
LAST_WORDS_SECONDS = 5.0
"""How long somebody who does not read is given to read why they are cut off."""

GOODBYE_CODE = 4000

_READ = msgspec.json.Decoder(FromPage)


class Gone(Exception):
    """The other side has closed the socket."""


class Turned(Exception):
    """The page is told why, and the socket is closed."""

    def __init__(self, code: str, message: str, *, may_return: bool = False) -> None:
        super().__init__(code)
        self.goodbye = Goodbye(code, message, may_return)


class Line(NamedTuple):
    """The two ends of a socket as ASGI hands them over."""

    scope: Any
    receive: Callable[[], Any]
    send: Callable[[Any], Any]

    async def read(self) -> str:
        event = await self.receive()
        if event["type"] == "websocket.disconnect":
            raise Gone
        text: str | None = event.get("text")
        return text if text is not None else event["bytes"].decode("utf-8", "replace")

    async def write(self, message: bytes) -> None:
        await self.send({"type": "websocket.send", "text": message.decode()})

    @property
    def direct(self) -> DirectLine | None:
        """The short way, if there is one."""
        found: DirectLine | None = self.scope.get("extensions", {}).get(DIRECT_LINE)
        return found

    def abort(self) -> None:
        if direct := self.direct:
            direct.abort()


class Sockets:
    def __init__(self, hall: Hall, doorkeeper: Doorkeeper) -> None:
        self.hall = hall
        self.doorkeeper = doorkeeper

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        line = Line(scope, receive, send)
        await receive()
        address = address_of(scope)
        if not is_same_site(scope) or not self.doorkeeper.socket_opens(address):
            self.hall.metrics.sockets_refused += 1
            await send({"type": "websocket.close", "code": 1008})
            return
        try:
            await send({"type": "websocket.accept"})
            self.hall.metrics.sockets_opened += 1
            await self._attend(line, address)
        except (Gone, OSError):
            pass
        except Exception as error:
            self.hall.note_fault(error)
        finally:
            self.doorkeeper.socket_closes(address)

    async def _attend(self, line: Line, address: str) -> None:
        try:
            hello = await self._hello(line)
            key, table = await self._admit(hello, address)
            limits = self.doorkeeper.limits
            if len(table.pages.get(SeatId(key.seat), ())) >= limits.pages_per_seat:
                raise Turned("too-many-pages", "This seat is open in too many places; close one of them first.")
        except Turned as turned:
            self.hall.metrics.sockets_refused += 1
            await line.write(encode(turned.goodbye))
            await line.send({"type": "websocket.close", "code": GOODBYE_CODE, "reason": turned.goodbye.code})
            return
        await Visit(self.hall, self.doorkeeper, table, key, line).run(hello.after)

    async def _hello(self, line: Line) -> Hello:
        try:
            async with asyncio.timeout(self.doorkeeper.limits.hello_seconds):
                hello = _READ.decode(await line.read())
        except TimeoutError:
            raise Turned("no-hello", "The page did not say who it is.", may_return=True) from None
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self.hall.metrics.malformed += 1
            raise Turned("malformed", "The first message could not be read.") from None
        if not isinstance(hello, Hello):
            raise Turned("malformed", "The first message says who the page is.")
        if hello.version != VERSION:
            raise Turned("other-version", "The table speaks another version than this page: load the page again.")
        return hello

    async def _admit(self, hello: Hello, address: str) -> tuple[Key, LiveTable]:
        try:
            self.doorkeeper.before_key(address)
            key = self.hall.lobby.admit(hello.key)
            if key.purpose != "seat":
                raise NotAdmitted("not-a-seat", "This link invites to a table; it is not a seat.")
            self.doorkeeper.visit(key.table, key.seat)
            return key, await self.hall.table(key.table)
        except TooMany as error:
            self.hall.metrics.limited += 1
            raise Turned(error.code, error.message, may_return=True) from None
        except NotAdmitted as error:
            self.doorkeeper.wrong_key(address)
            raise Turned(error.code, error.message) from None
        except FatetableError as error:
            self.hall.journal.error("table-unavailable", code=error.code)
            message = "The table cannot be read at the moment; try again later."
            # A log that is damaged stays so; a store that cannot be used may be in order again soon.
            raise Turned("table-unavailable", message, may_return=isinstance(error, StoreFailed)) from None


class Visit:
    """A page from its welcome to its goodbye."""

    __slots__ = ("doorkeeper", "hall", "line", "malformed", "page", "table")

    def __init__(self, hall: Hall, doorkeeper: Doorkeeper, table: LiveTable, key: Key, line: Line) -> None:
        self.hall = hall
        self.doorkeeper = doorkeeper
        self.table = table
        limits = doorkeeper.limits
        direct = line.direct
        outbox = Outbox(
            limits.unread_messages,
            limits.unread_bytes,
            self._cut_off,
            hall.round,
            write=direct.write if direct else None,
        )
        self.page = Page(SeatId(key.seat), key.digest, outbox)
        self.line = line
        self.malformed = 0

    async def run(self, after: int) -> None:
        """Read and write at the same time until either side has had enough."""
        visit = asyncio.current_task()
        assert visit is not None
        self.hall.visits.add(visit)
        writing = asyncio.ensure_future(self._write())
        self.table.enter(self.page, after)
        direct = self.line.direct
        if direct:
            direct.listen(self._hear)
        try:
            while True:
                self._take(await self.line.read())
        finally:
            if direct:
                direct.listen(None)
            self.hall.visits.discard(visit)
            self.table.leave(self.page)
            writing.cancel()
            (ended,) = await asyncio.gather(writing, return_exceptions=True)
            if isinstance(ended, Exception) and not isinstance(ended, OSError):
                raise ended

    async def _write(self) -> None:
        await self.page.outbox.deliver(self.line.write)
        # To whoever reads on this side, this is the end as well.
        await self.line.send({"type": "websocket.close", "code": GOODBYE_CODE})

    def _cut_off(self) -> None:
        """The page does not read: it is told so, and if it does not read that either, the line is cut."""
        self.hall.metrics.stalled += 1
        self.hall.journal.warning("stalled", table=self.table.room.id, seat=self.page.seat)
        message = "This page did not keep up with the table; it catches up when it comes back."
        self.page.say_goodbye("stalled", message, may_return=True)
        loop = asyncio.get_running_loop()
        # The others see at once that nobody is there, and not while the table is going through its pages.
        loop.call_soon(self.table.leave, self.page)
        loop.call_later(LAST_WORDS_SECONDS, self.line.abort)

    def _hear(self, text: str) -> None:
        try:
            self._take(text)
        except Exception as error:
            # As on the ordinary way: an error nobody foresaw ends the visit of the page that caused it, and no other.
            self.hall.note_fault(error)
            self.line.abort()

    def _take(self, text: str) -> None:
        if self.page.outbox.is_closed:
            # Whoever goes on talking after the goodbye, whether or not they have read it, is heard no more.
            return
        try:
            message = _READ.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self._refuse_malformed()
            return
        match message:
            case Do():
                self._do(message)
            case AskOdds():
                self._ask_odds(message)
            case StandIn():
                self._stand_in(message)
            case Foresee():
                self._foresee(message)
            case Hello():
                self._refuse_malformed()
            case _:
                assert_never(message)

    def _refuse_malformed(self) -> None:
        self.hall.metrics.malformed += 1
        self.malformed += 1
        if self.malformed > self.doorkeeper.limits.malformed_frames:
            self.page.say_goodbye("malformed", "Too much of what this page sends cannot be read.", may_return=False)
        else:
            self._answer(Refused("", "malformed", "This message could not be read."))

    def _answer(self, message: Any) -> None:
        self.page.outbox.put(encode(message))

    def _may(self, id: str) -> bool:
        """Count a message that makes work, and refuse it if there were too many."""
        try:
            self.doorkeeper.command(self.table.room.id, self.page.seat)
        except TooMany as error:
            self.hall.metrics.limited += 1
            self._answer(Refused(id[:LONGEST_ID], error.code, error.message))
            return False
        return True

    def _do(self, wish: Do) -> None:
        if not 0 < len(wish.id) <= LONGEST_ID or not wish.id.isprintable():
            self._answer(Refused(wish.id[:LONGEST_ID], "bad-id", f"An id has 1 to {LONGEST_ID} printable characters."))
            return
        if not self._may(wish.id):
            return
        me, proxied = self.page.seat, wish.seat if wish.seat != self.page.seat else ""

        def act(room: Room) -> Step:
            if proxied:
                return room.carry_out(proxied, wish.command, id=wish.id, proxy=me)
            return room.carry_out(me, wish.command, id=wish.id)

        def answer(outcome: Outcome) -> None:
            refusal = outcome.refusal
            if refusal is None:
                self._answer(Done(wish.id, outcome.seq))
            else:
                cites = refusal.cites if isinstance(refusal, RuleViolation) else ()
                self._answer(Refused(wish.id, refusal.code, refusal.message, cites))

        self.table.wish(act, answer)

    def _ask_odds(self, asked: AskOdds) -> None:
        if not self._may(asked.id):
            return

        def look() -> None:
            told = {}
            # Chances are dear to work out; who asks for the same twice is told once.
            for key in dict.fromkeys(asked.offers[:MOST_ODDS]):
                found = self.table.offer(self.page, key)
                if found and (chances := chances_of(self.table.room.table, *found)):
                    told[key] = OddsView(_in_percent(chances.before), _in_percent(chances.after), chances.summary)
            self._answer(OddsTold(asked.id[:LONGEST_ID], told))

        self.table.look(look)

    def _foresee(self, asked: Foresee) -> None:
        if not self._may(asked.id):
            return

        def look() -> None:
            found = self.table.offer(self.page, asked.offer)
            lines = foreseen(self.table.room.table, *found) if found else None
            self._answer(Foreseen(asked.id[:LONGEST_ID], asked.offer[:LONGEST_ID], lines or ()))

        self.table.look(look)

    def _stand_in(self, wish: StandIn) -> None:
        if self._may(""):
            self.table.stand_in(self.page, wish.seat)


def _in_percent(chances: Mapping[str, Fraction]) -> dict[str, str]:
    return {outcome: in_percent(chance) for outcome, chance in chances.items()}
