"""Two tables at which the same is played, while at one of them more goes on in secret.

Commands of the first are sent to the second as well; what is hidden has other ids there, and positions differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeAlias

import msgspec

from fatetable.adapters.recap_markdown import to_markdown
from fatetable.adapters.server.screens.log_lines import lines_before
from fatetable.adapters.server.screens.people import Presence
from fatetable.adapters.server.screens.point_moves import moves_before
from fatetable.adapters.server.screens.seat_screen import SeatScreen
from fatetable.adapters.server.screens.view_group import ViewGroups
from fatetable.engine.codec import unseal
from fatetable.engine.errors import FatetableError
from fatetable.engine.messages import Command, LogRecord, SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.opening import Rewind
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import SEATS
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.tabletop.table import Table
from fatetable.tabletop.told_log import told_bodies
from fatetable.tabletop.words.recap import recap
from tests.conformance.filling import Filler
from tests.conformance.walking import SEATS_AT_START, SECRET, Step, Walk

NAME = re.compile(r"(?<![\w-])[a-z]-[0-9a-f]{12}\b")
"""The id of something hidden: a hash that says nothing."""

HASH = re.compile(r"(?<![\w-])(?:[a-z]-)?[0-9a-f]{12}\b")
"""Such an id, or the key of an offer, which may contain one."""

HIDING = "is_hidden"
COMES_OUT = "is_secret"
"""What is secret in this way shows by itself when its time comes, such as a poison."""


Sent: TypeAlias = dict[SeatId, list[str]]


class Screens:
    """What the server sends to everybody at a table who is not the game master."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.groups = ViewGroups(table)
        self.screens: dict[SeatId, SeatScreen] = {}
        self.names: dict[SeatId, dict[str, str]] = {}

    def _outsiders(self) -> tuple[SeatId, ...]:
        return tuple(seat.id for seat in self.table.state.get(SEATS).values() if not seat.is_gm)

    def sent(self) -> Sent:
        """What each of them is sent after a step."""
        sent: Sent = {}
        seats = self._outsiders()
        presence = Presence(frozenset(seats), frozenset(seats))
        for seat in seats:
            screen = self.screens.get(seat)
            messages: list[bytes | None] = []
            if screen is None or screen.is_outdated:
                screen = self.screens[seat] = SeatScreen(self.table, self.groups, seat)
                messages += [screen.advance(presence) and None, screen.welcome("table", fresh=True), screen.whole(0)]
            messages += [screen.advance(presence), screen.advance_offers()]
            sent[seat] = self._told(seat, messages)
        self.table.forget_folds()
        self.groups.release()
        return sent

    def asked_for(self) -> Sent:
        """What a page that connects now is sent, and what is told over HTTP."""
        found: Sent = {}
        for seat, screen in self.screens.items():
            if seat in self._outsiders():
                begun, place = SeatScreen(self.table, self.groups, seat), screen.place
                resumed = [screen.whole(after) for after in range(1, place, 7) if screen.can_resume(after, "")]
                lines = [lines_before(self.table, seat, before, 9) for before in (place // 2, place, place + 1)]
                moves = [moves_before(self.table, seat, before, 5) for before in (place // 2, place + 1)]
                told = to_markdown(recap(self.table, seat))
                others = map(msgspec.json.encode, (tuple(begun.log.lines), lines, moves, told))
                record = told_bodies(unseal(self.table.dump()), screen.seat)
                found[seat] = self._told(seat, [*resumed, *others, *record])
        return found

    def _told(self, seat: SeatId, messages: list[bytes | None]) -> list[str]:
        """The messages with numbers for the names of what was hidden, in the order in which the seat hears of it."""
        names = self.names.setdefault(seat, {})
        return [HASH.sub(lambda found: names.setdefault(found[0], f"hidden {len(names)}"), message.decode())
                for message in messages if message is not None]  # fmt: skip


class Twins:
    """`first` is played at random; at `second` the same is done, and `secrets` more that only the game master sees."""

    def __init__(self, ruleset: str, seed: int) -> None:
        self.first = Walk(ruleset, seed)
        self.second = Table.open(ruleset, SEATS_AT_START, dials=self.first.dials, secret=SECRET)
        self.random = Random(seed + 1)
        self.filler = Filler(self.random, self.second.ruleset, "secret")
        self.names: dict[str, str] = {}
        """What is hidden at both tables, by its id at the first."""
        self.others: set[str] = set()
        """What is hidden at the second table alone."""
        self.positions: dict[int, int] = {self.first.table.state.seq: self.second.state.seq}
        """Where the second table was when the first was at a position."""
        self.followed = 0
        self.secrets = 0

    def follow(self) -> None:
        """Do at the second table what was done at the first."""
        for step in self.first.steps[self.followed :]:
            self.followed += 1
            before = len(self.second.records)
            self.second.send(step.seat, self._translated(step), proxy=step.proxy)
            first = self.first.table
            after = min((mark for mark in self.first.marks if mark > step.before), default=first.state.seq)
            mine, theirs = first.records[step.before : after], self.second.records[before:]
            # What is hidden at the second table alone goes away in secret as well.
            names = [name for name in self._names_in(theirs) if name not in self.others]
            self.names.update(zip(self._names_in(mine), names, strict=True))
            self.positions[after] = self.second.state.seq

    def _names_in(self, records: Sequence[LogRecord]) -> list[str]:
        return NAME.findall("".join(self.second.ruleset.codec.write(record.event).decode() for record in records))

    def _translated(self, step: Step) -> Command:
        codec = self.second.ruleset.codec
        command = step.command
        if isinstance(command, Rewind):
            command = msgspec.structs.replace(command, to=self._position(command.to))
        written = codec.write(command).decode()
        return codec.read_command(NAME.sub(lambda found: self.names.get(found[0], found[0]), written))

    def _position(self, position: int) -> int:
        """Where the second table was when the first was there, or at the beginning of that step."""
        known = max(mark for mark in self.positions if mark <= position)
        return self.positions[known] if known > len(SEATS_AT_START) + 1 else known

    def do_something_secret(self) -> None:
        """At the second table the game master does something that nobody else is told of."""
        gm = self.first.gm
        found = next(self._secret_deeds(gm), None)
        if found is not None:
            news = self.second.send(gm, found)
            self.others.update(self._names_in(news))
            self.secrets += 1

    def _secret_deeds(self, gm: str) -> Iterator[Command]:
        offers = [offer for offer in self.second.offers(gm) if not _has(offer, COMES_OUT)]
        self.random.shuffle(offers)
        for offer in sorted(offers, key=lambda offer: not _has(offer, HIDING))[:12]:
            command = self.filler.fill(offer, **({HIDING: True} if _has(offer, HIDING) else {}))
            # What is hidden at both tables stays the same: it may come to light.
            ours = set(self.names.values()) & set(NAME.findall(self.second.ruleset.codec.write(command).decode()))
            # A zone holds so many aspects, hidden or not, and no more.
            is_bounded = isinstance(command, PlaceAspect) and command.zone
            if not (isinstance(command, Rewind) or is_bounded or ours) and self._is_secret(gm, command):
                yield command

    def _is_secret(self, gm: str, command: Command) -> bool:
        table = self.second
        try:
            news, after = table.ruleset.engine.step(table.state, SeatId(gm), command, table._chance())
        except FatetableError:
            return False
        outsiders = [seat for seat in after.get(SEATS).values() if not seat.is_gm]
        return bool(news) and not any(True for seat in outsiders for _ in told_all(news, seat))


def _has(offer: Offer, field: str) -> bool:
    return any(field in (hole.key, hole.field) for hole in offer.holes)
