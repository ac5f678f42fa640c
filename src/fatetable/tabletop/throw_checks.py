"""Checks the dice of a log: against the secrets it reveals, and against the rule of which throw comes next.

Works on the records of a whole log as on those that one seat was told: everything about dice is public.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct

from fatetable.engine.chance import Mismatch, Position, Throw, commitment_of, pledge_of, stirred, verify
from fatetable.engine.errors import CorruptLog
from fatetable.engine.messages import LogRecord, SeatId
from fatetable.engine.opening import (
    DiceRenewed,
    DiceStirred,
    DiceThrown,
    KnownThrow,
    PlayClosed,
    PlayOpened,
    Rewound,
    TableOpened,
    Throws,
    next_position,
)
from fatetable.engine.stirring.stirs import StirBegun, StirBroken, StirPledged, StirTold


class Fault(Struct, frozen=True):
    """Something about the dice that cannot have happened by the rules, and the record that says so."""

    seq: int
    reason: str


class DiceReport(Struct, frozen=True, kw_only=True):
    """`checked` throws were compared with their secret, of which `wrong` differ; `unchecked` could not be.

    `stirred` are the seats whose words went into each stir, `silent` those that did not tell theirs when asked.
    `is_sealed` if there is a secret that the log does not tell yet.
    """

    wrong: tuple[Mismatch, ...]
    faults: tuple[Fault, ...]
    checked: int
    unchecked: int
    entered: tuple[Position, ...]
    stirred: tuple[tuple[SeatId, ...], ...]
    silent: tuple[SeatId, ...]
    is_sealed: bool

    @property
    def is_honest(self) -> bool:
        return not self.wrong and not self.faults


def check_dice(records: Iterable[LogRecord]) -> DiceReport:
    """Check everything about the dice of a log; raises `CorruptLog` if a secret is not the one that was sealed.

    A throw can be checked once its secret is revealed; dice that people typed in cannot be checked at all.
    The order of throws is checked too: choosing which throw comes next would mean choosing its faces.
    """
    wrong: list[Mismatch] = []
    entered: list[Position] = []
    order, stirs = _ThrowOrder(), _StirOrder()
    checked = unchecked = 0
    pending: list[Throw] = []
    commitment, table = "", ""
    for record in records:
        stirs.follow(record)
        wrong += order.follow(record, stirs.stir)
        match record.event:
            case TableOpened(table=name):
                table = name
            case PlayOpened(commitment=sealed):
                unchecked += len(pending)
                commitment, pending = sealed, []
            case DiceThrown(throw):
                pending.append(throw)
                entered += [throw.position] * (throw.source == "entered")
            case PlayClosed(secret=told):
                secret = _told_secret(told)
                seeded = [throw for throw in pending if throw.source == "seeded"]
                if commitment_of(secret) != commitment:
                    raise CorruptLog(record.seq, "the secret is not the one that was sealed")
                wrong += verify(secret, table, seeded)
                checked += len(seeded)
                unchecked += len(pending) - len(seeded)
                commitment, pending = "", []
    return DiceReport(
        wrong=tuple(wrong),
        faults=tuple(sorted((*order.faults, *stirs.faults), key=lambda fault: fault.seq)),
        checked=checked,
        unchecked=unchecked + len(pending),
        entered=tuple(entered),
        stirred=tuple(stirs.stirred),
        silent=tuple(stirs.silent),
        is_sealed=bool(commitment),
    )


def check_throws(records: Iterable[LogRecord]) -> tuple[tuple[Mismatch, ...], int, int]:
    """Which throws of a log are wrong, how many were checked, and how many could not be."""
    report = check_dice(records)
    return report.wrong, report.checked, report.unchecked


class _ThrowOrder:
    """Which throw must come next, followed record by record."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._epoch = self._count = 0
        self._is_renewed = self._says_what = False
        self._known: defaultdict[int, list[KnownThrow]] = defaultdict(list)
        """Throws that say what they were for, by their number."""
        self._positions, self._counts = [0], [0]
        """How many throws there were at each position that was told."""

    def follow(self, record: LogRecord, stir: str) -> tuple[Mismatch, ...]:
        """A mismatch if this record throws dice out of order."""
        mismatches: tuple[Mismatch, ...] = ()
        match record.event:
            case DiceThrown(throw, what):
                if reason := self._what_is_wrong(throw.position, what, stir):
                    mismatches = (Mismatch(position=throw.position, recorded=throw.faces, expected=(), reason=reason),)
                self._remember(throw.position, what)
                self._count += 1
                self._is_renewed = False
            case DiceRenewed(epoch):
                self._raise_epoch(record.seq, epoch, is_right=epoch == self._epoch + 1)
                self._is_renewed = True
            case Rewound(to, epoch) as rewound:
                self._count = self._counts[bisect_right(self._positions, to) - 1]
                is_fresh = rewound.has_fresh_dice(record.seq)
                wanted = (self._epoch + 1, record.seq) if is_fresh else (self._epoch,)
                self._raise_epoch(record.seq, epoch, is_right=epoch in wanted)
                if is_fresh:
                    self._known.clear()
        self._positions.append(record.seq)
        self._counts.append(self._count)
        return mismatches

    def _what_is_wrong(self, position: Position, what: str, stir: str) -> str:
        if self._says_what and not what:
            return "The throw does not say what it was for."
        before = Throws(self._epoch - self._is_renewed, self._count, stir, tuple(self._known[self._count]))
        expected = next_position(before, what)
        if self._is_renewed and expected is not None:
            return "New dice were thrown without a reason."
        if expected is None and not self._is_renewed:
            return "The faces were known from another roll that was taken back."
        if position != (expected or Position(self._epoch, self._count, stir)):
            return "The throw was not the next one of its table."
        return ""

    def _remember(self, position: Position, what: str) -> None:
        if what:
            self._says_what = True
            others = [known for known in self._known[position.number] if known.what != what]
            self._known[position.number] = [*others, KnownThrow(position, what)]

    def _raise_epoch(self, seq: int, epoch: int, *, is_right: bool) -> None:
        if not is_right:
            self.faults.append(Fault(seq, f"The dice were given epoch {epoch}, which was not the next one."))
        self._epoch = epoch


class _StirOrder:
    """The words that seats pledged and told, followed record by record.  A rewind does not touch them."""

    def __init__(self) -> None:
        self.stir = ""
        self.faults: list[Fault] = []
        self.stirred: list[tuple[SeatId, ...]] = []
        self.silent: list[SeatId] = []
        self._pledges: dict[SeatId, str] = {}
        self._asked: dict[SeatId, str] = {}
        self._told: dict[SeatId, str] = {}

    def follow(self, record: LogRecord) -> None:
        if reason := self._take(record):
            self.faults.append(Fault(record.seq, reason))

    def _take(self, record: LogRecord) -> str:
        reason = ""
        match record.event:
            case StirPledged(seat, pledge):
                if seat in self._asked and seat not in self._told:
                    reason = f"{seat} pledged other words than it was asked for."
                self._pledges[seat] = pledge
            case StirBegun(seats):
                if not seats or not self._pledges.keys() >= set(seats):
                    reason = "A seat was asked for words that it had not pledged."
                self._asked, self._told = {seat: self._pledges.get(seat, "") for seat in seats}, {}
            case StirTold(seat, words, pledge):
                if pledge_of(words) != self._asked.get(seat) or seat in self._told:
                    reason = f"{seat} did not tell the words that it had pledged."
                self._told[seat], self._pledges[seat] = words, pledge
            case StirBroken(seats):
                if set(seats) != self._asked.keys() - self._told.keys():
                    reason = "Other seats were passed over than those that had not told their words."
                self.silent += seats
                self._asked = {}
                for seat in seats:
                    self._pledges.pop(seat, None)
            case DiceStirred(stir, seats):
                all_words = [self._told.get(seat, "") for seat in self._asked]
                is_right = seats == tuple(self._asked) and stir == stirred(self.stir, all_words)
                if not seats or "" in all_words or not is_right:
                    reason = "The dice were not stirred with the words that the seats told."
                self.stirred.append(seats)
                self.stir, self._asked = stir, {}
        return reason


def _told_secret(told: str) -> bytes:
    try:
        return bytes.fromhex(told)
    except ValueError:
        # Not hexadecimal, so it cannot be the secret that was sealed.
        return b""
