"""The connection of one page, from its welcome to its goodbye: reads its messages and writes what it is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import assert_never

import msgspec

from fatetable.adapters.server.live.command_queue import Outcome
from fatetable.adapters.server.live.open_page import OpenPage
from fatetable.adapters.server.live.outbox import Outbox
from fatetable.adapters.server.live.registry import TableRegistry
from fatetable.adapters.server.live.socket import Socket
from fatetable.adapters.server.live.table import LiveTable
from fatetable.adapters.server.protection.quotas import NoRoom
from fatetable.adapters.server.protection.rate_limits import RateLimits, TooMany
from fatetable.adapters.server.screens.look_ahead import look_ahead
from fatetable.adapters.server.screens.patches import encode
from fatetable.adapters.server.wire import (
    AskOdds,
    Do,
    Done,
    Foresee,
    Foreseen,
    FromPage,
    Hello,
    OddsTold,
    OddsView,
    Refused,
    StandIn,
    ToPage,
)
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.mechanics.ruleset import percent_of
from fatetable.tabletop.storage.store import AccessKey
from fatetable.tabletop.storage.stored_table import StoredStep, StoredTable
from fatetable.tabletop.words.chances import chances_of

LONGEST_ID = 64
MOST_ODDS = 80
ODDS_UNIT = 8
"""So many chances to work out count as one more command."""
COST_OF_A_PREVIEW = 4.0
LAST_WORDS_SECONDS = 5.0
"""How long a page that does not read is given to read why it is cut off."""

GOODBYE_CODE = 4000

_DECODER = msgspec.json.Decoder(FromPage)


class Connection:
    __slots__ = ("excess", "live", "malformed", "page", "rate_limits", "registry", "socket")

    def __init__(
        self,
        registry: TableRegistry,
        rate_limits: RateLimits,
        live: LiveTable,
        key: AccessKey,
        socket: Socket,
    ) -> None:
        self.registry = registry
        self.rate_limits = rate_limits
        self.live = live
        limits, direct = rate_limits.limits, socket.direct
        outbox = Outbox(
            limits.unread_messages,
            limits.unread_bytes,
            self._cut_off,
            registry.outbox_flusher,
            write=direct.write if direct else None,
        )
        self.page = OpenPage(SeatId(key.seat), key.digest, outbox)
        self.socket = socket
        self.malformed = 0
        self.excess = 0

    async def run(self, after: int, role: str = "") -> None:
        """Read and write at the same time until either side ends it."""
        task = asyncio.current_task()
        assert task is not None
        self.registry.tasks.add(task)
        writing = asyncio.ensure_future(self._write())
        self.live.enter(self.page, after, role)
        direct = self.socket.direct
        if direct:
            direct.listen(self._hear)
        try:
            while True:
                self._take(await self.socket.read())
        finally:
            if direct:
                direct.listen(None)
            self.registry.tasks.discard(task)
            self.live.leave(self.page)
            writing.cancel()
            (ended,) = await asyncio.gather(writing, return_exceptions=True)
            if isinstance(ended, Exception) and not isinstance(ended, OSError):
                raise ended

    async def _write(self) -> None:
        await self.page.outbox.deliver(self.socket.write)
        # `run` then reads that the socket is closed, and ends.
        await self.socket.close(GOODBYE_CODE)

    def _cut_off(self) -> None:
        """The page does not read: tell it so, and if it does not read that either, drop the connection."""
        self.registry.metrics.stalled += 1
        self.registry.json_log.warning("stalled", table=self.live.id, seat=self.page.seat)
        message = "This page did not keep up with the table; it catches up when it comes back."
        self.page.say_goodbye("stalled", message, may_return=True)
        loop = asyncio.get_running_loop()
        # The others see soon that the page is gone, but not while the table is still sending to its pages.
        loop.call_soon(self.live.leave, self.page)
        loop.call_later(LAST_WORDS_SECONDS, self.socket.abort)

    # -- messages ------------------------------------------------------------------------------------------------

    def _hear(self, text: str) -> None:
        """A message that came directly from the protocol, past ASGI."""
        try:
            self._take(text)
        except Exception as error:
            # As over ASGI: an unexpected error ends the connection that caused it, and no other.
            self.registry.note_fault(error)
            self.socket.abort()

    def _take(self, text: str) -> None:
        if self.page.outbox.is_closed:
            # After the goodbye nothing is heard any more.
            return
        try:
            message = _DECODER.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self._refuse_malformed()
            return
        cost = _cost_of(message)
        match message:
            case Do():
                if self._is_allowed(message.id, cost, len(text)):
                    self._do(message)
            case AskOdds():
                if self._is_allowed(message.id, cost, len(text)):
                    self.live.read(partial(self._tell_odds, message))
            case StandIn():
                if self._is_allowed("", cost, len(text)):
                    self.live.stand_in(self.page, SeatId(message.seat))
            case Foresee():
                if self._is_allowed(message.id, cost, len(text)):
                    self.live.read(partial(self._tell_preview, message))
            case Hello():
                self._refuse_malformed()
            case _:
                assert_never(message)

    def _refuse_malformed(self) -> None:
        self.registry.metrics.malformed += 1
        self.malformed += 1
        if self.malformed > self.rate_limits.limits.malformed_frames:
            self.page.say_goodbye("malformed", "Too much of what this page sends cannot be read.", may_return=False)
        else:
            self.send(Refused("", "malformed", "This message could not be read."))

    def send(self, message: ToPage) -> None:
        self.page.outbox.put(encode(message))

    def tell_done(self, id: str, position: int) -> None:
        self.send(Done(id, self.live.place_of(self.page, position)))

    def _is_allowed(self, id: str, cost: float, length: int) -> bool:
        """Count a message that makes work, and refuse it if there were too many."""
        try:
            self.rate_limits.check_command(self.live.id, self.page.seat, cost=cost, length=length)
        except TooMany as error:
            self.registry.metrics.limited += 1
            self.excess += 1
            if self.excess > self.rate_limits.limits.excess_frames:
                self.page.say_goodbye("too-many-commands", "This page sends far too much.", may_return=True)
            else:
                self.send(Refused(id[:LONGEST_ID], error.code, error.message))
            return False
        return True

    def _do(self, message: Do) -> None:
        if not 0 < len(message.id) <= LONGEST_ID or not message.id.isprintable():
            reason = f"An id has 1 to {LONGEST_ID} printable characters."
            self.send(Refused(message.id[:LONGEST_ID], "bad-id", reason))
            return
        try:
            self.registry.quotas.check_writing(self.live.id, self.page.seat, message.command.get("type"))
        except NoRoom as full:
            self.send(Refused(message.id, full.code, full.message))
        else:
            self.live.submit(PageCommand(self, message))

    def _tell_odds(self, asked: AskOdds) -> None:
        told = {}
        # Chances are expensive to compute, so each offer is answered once.
        for key in dict.fromkeys(asked.offers[:MOST_ODDS]):
            found = self.live.offer(self.page, key)
            if found and (chances := chances_of(self.live.table, *found)):
                told[key] = OddsView(_in_percent(chances.before), _in_percent(chances.after), chances.summary)
        self.send(OddsTold(asked.id[:LONGEST_ID], told))

    def _tell_preview(self, asked: Foresee) -> None:
        found = self.live.offer(self.page, asked.offer)
        lines = look_ahead(self.live.table, *found) if found else None
        self.send(Foreseen(asked.id[:LONGEST_ID], asked.offer[:LONGEST_ID], lines or ()))


class PageCommand:
    """A `PendingCommand` that a page has sent; with `seat` set, the game master acts for that seat."""

    __slots__ = ("_connection", "_message")

    def __init__(self, connection: Connection, message: Do) -> None:
        self._connection = connection
        self._message = message

    def carry_out(self, table: StoredTable) -> StoredStep:
        message, me = self._message, self._connection.page.seat
        if message.seat and message.seat != me:
            return table.carry_out(message.seat, message.command, id=message.id, proxy=me)
        return table.carry_out(me, message.command, id=message.id)

    def answer(self, outcome: Outcome) -> None:
        refusal, id = outcome.refusal, self._message.id
        if refusal is None:
            self._connection.tell_done(id, outcome.seq)
        else:
            cites = refusal.cites if isinstance(refusal, RuleViolation) else ()
            self._connection.send(Refused(id, refusal.code, refusal.message, cites))


def _cost_of(message: FromPage) -> float:
    """How many commands a message counts as."""
    match message:
        case AskOdds():
            return 1.0 + min(len(message.offers), MOST_ODDS) // ODDS_UNIT
        case Foresee():
            return COST_OF_A_PREVIEW
        case _:
            return 1.0


def _in_percent(chances: Mapping[str, Fraction]) -> dict[str, int]:
    return {outcome: percent_of(chance) for outcome, chance in chances.items()}
