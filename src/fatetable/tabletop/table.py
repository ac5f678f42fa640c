"""One game: a log, the state it folds to, and what each seat is told of it.

Knows no ruleset; where the log is kept and where the dice's secret comes from is passed in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

import msgspec

from fatetable.engine.chance import Chance, Mismatch, Position, Seeded, Throw, commitment_of, verify
from fatetable.engine.codec import unseal
from fatetable.engine.engine import effective
from fatetable.engine.errors import CorruptLog, MalformedCommand, RuleViolation, StaleStream
from fatetable.engine.messages import Command, Event, LogRecord, Record, SeatId
from fatetable.engine.offers import TEXT_LIMIT, Offer
from fatetable.engine.opening import TABLE, DiceThrown, PlayClosed, PlayOpened, Rewind, Rewound, TableOpened
from fatetable.engine.recollection import Recollection
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import SEATS, Role, Seat, SeatAdded, may_name_a_seat
from fatetable.engine.state import EMPTY, State
from fatetable.mechanics.blocks import Block
from fatetable.mechanics.fate_points import LedgerEntry, ledger
from fatetable.mechanics.previews import Preview
from fatetable.mechanics.ruleset import Ruleset
from fatetable.rulesets import load

LONGEST_PASSAGE = 4_000
"""For texts inside a sheet, which may have lines; what is written at the table has the limit of its blank."""


class Table:
    """A game in memory; `records` is the whole truth, everything else is worked out from it."""

    def __init__(self, ruleset: Ruleset, records: Sequence[LogRecord], secret: bytes | None = None) -> None:
        self.ruleset = ruleset
        self.records: list[LogRecord] = list(records)
        self.state: State = ruleset.engine.fold(self.records)
        self._secret = secret
        self._views: dict[SeatId, tuple[int, Seat, State]] = {}
        self._recollections: defaultdict[str, Recollection] = defaultdict(Recollection)

    # -- opening and closing -------------------------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        ruleset: str | Ruleset,
        seats: Mapping[str, Role],
        *,
        dials: Mapping[str, str | int | bool] | None = None,
        title: str = "",
        table_id: str = "table",
        secret: bytes | None = None,
    ) -> Table:
        """A new table.  With a `secret` its dice are seeded, and the secret's fingerprint is part of the record."""
        if list(seats.values()).count("gm") != 1:
            raise MalformedCommand("one-game-master", "A table needs exactly one seat with the role 'gm'.")
        for name, role in seats.items():
            if role not in get_args(Role) or not may_name_a_seat(name):
                raise MalformedCommand("bad-seat", f"There can be no seat {name[:60]!r} in the role {role!r}.")
        _check([table_id, *seats], TEXT_LIMIT)
        loaded = load(ruleset, dials) if isinstance(ruleset, str) else ruleset
        table = cls(loaded, (), secret)
        # Nobody can be rewound out of the chair they sat down in.
        table._append(TableOpened(table_id, loaded.id, dict(dials or {}), title, floor=1 + len(seats)))
        for name, role in seats.items():
            table._append(SeatAdded(Seat(SeatId(name), role, name)))
        if secret is not None:
            table.seal(secret)
        return table

    @classmethod
    def load(cls, lines: Iterable[bytes], secret: bytes | None = None) -> Table:
        """A table from a stored log; raises `CorruptLog` rather than continue from a damaged one."""
        lines = list(lines)
        if not lines:
            raise CorruptLog(1, "the log is empty")
        try:
            opened = msgspec.json.decode(next(unseal(lines)), type=Record[TableOpened]).event
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise CorruptLog(1, "the log does not begin with the opening of a table") from error
        ruleset = load(opened.ruleset, opened.dials)
        return cls(ruleset, tuple(ruleset.codec.read_log(lines)), secret)

    def dump(self) -> Iterable[bytes]:
        return self.ruleset.codec.write_log(self.records)

    def seal(self, secret: bytes) -> None:
        """Begin play with dice of the table's own: the fingerprint of their secret is part of the record from here."""
        if self.state.get(TABLE).commitment:
            raise RuleViolation("already-open", "The dice of this table are sealed already.", ())
        self._secret = secret
        self._append(PlayOpened(commitment_of(secret), self.state.seq + 1))

    def close(self) -> None:
        """End play: the secret is told, so that every throw can be checked."""
        if self._secret is None or not self.state.get(TABLE).commitment:
            raise RuleViolation("not-open", "There is no sealed secret to reveal.", ())
        self._append(PlayClosed(self._secret.hex(), self.state.seq + 1))
        self._secret = None

    def _append(self, event: Event) -> None:
        record: LogRecord = Record(self.state.seq + 1, event)
        self.records.append(record)
        self.state = self.ruleset.engine.evolve(self.state, event, record.seq)

    # -- playing -------------------------------------------------------------------------------------------------

    def send(
        self,
        seat: str,
        command: Command | Mapping[str, Any],
        *,
        chance: Chance | None = None,
        expected: int | None = None,
        proxy: str | None = None,
    ) -> tuple[LogRecord, ...]:
        """Do something as `seat`; returns the facts that follow.  A refusal raises and changes nothing.

        `expected` is the position the sender last saw, `proxy` the game master acting for someone who is away.
        """
        codec = self.ruleset.codec
        read = codec.check_command(command) if isinstance(command, Command) else codec.read_command(command)
        check_texts(read)
        if expected is not None and expected != self.state.seq:
            raise StaleStream(expected, self.state.seq)
        if isinstance(read, Rewind):
            read = Rewind(self._start_of_step(read.to), read.fresh_dice)
        news, state = self.ruleset.engine.step(
            self.state, SeatId(seat), read, chance or self._chance(), proxy=SeatId(proxy) if proxy else None
        )
        self.records.extend(news)
        self.state = self.ruleset.engine.fold(self.records) if _rewinds(news) else state
        return news

    def _start_of_step(self, position: int) -> int:
        """Nothing is taken back by half: a position in the middle of a step stands for the one before that step."""
        while 0 < position < len(self.records) and self.records[position].goes_on:
            position -= 1
        return position

    def _chance(self) -> Chance:
        if self._secret is None:
            return _NoDice()
        return Seeded(self._secret, self.state.get(TABLE).id)

    def offers(self, seat: str) -> tuple[Offer, ...]:
        """Everything that seat may do now, worked out from what that seat knows."""
        return self.ruleset.engine.offers(self.view(seat), SeatId(seat), self._recollections[seat])

    def odds(self, seat: str, offer: Offer) -> Preview | None:
        """The exact chances before and after an offer that changes a roll."""
        return self.ruleset.preview(self.view(seat), offer)

    # -- looking -------------------------------------------------------------------------------------------------

    def _sitting(self, seat: str) -> Seat:
        found = self.state.get(SEATS).get(SeatId(seat))
        if found is None:
            raise RuleViolation("unknown-seat", f"There is no seat {seat!r} at this table.", ())
        return found

    def told(self, seat: str, after: int = 0) -> tuple[LogRecord, ...]:
        """The log as that seat has been told it, from a position on."""
        viewer = self._sitting(seat)
        return tuple(told_all((record for record in self.records if record.seq > after), viewer))

    def view(self, seat: str) -> State:
        """The state as that seat knows it: the fold of what it has been told and of nothing else."""
        viewer = self._sitting(seat)
        known, as_whom, state = self._views.get(viewer.id, (0, viewer, EMPTY))
        news = self.records[known:]
        if as_whom.role != viewer.role:
            known, state, news = 0, EMPTY, self.records
        if news:
            heard = tuple(told_all(news, viewer))
            log = heard if known == 0 else self.told(viewer.id) if _rewinds(heard) else heard
            state = self.ruleset.engine.fold(log) if known == 0 else self.ruleset.engine.follow(log, state, heard)
            self._views[viewer.id] = (len(self.records), viewer, state)
        return state

    def present(self, seat: str) -> tuple[Block, ...]:
        """What that seat's screen shows."""
        return self.ruleset.present(self.view(seat), SeatId(seat), self._recollections[seat])

    def ledger(self) -> tuple[LedgerEntry, ...]:
        """Every fate point that moved: from where, to where, why."""
        return tuple(ledger(effective(self.records)))


class _NoDice:
    """A table opened without a secret has no dice of its own; whoever sends a command brings them."""

    def throw(self, *_: object) -> Any:
        raise MalformedCommand("no-dice", "This table has no dice of its own: give the faces that were thrown.")


def _rewinds(records: Sequence[LogRecord]) -> bool:
    return any(isinstance(record.event, Rewound) for record in records)


def check_texts(command: Command) -> None:
    """Refuse texts that are too long or hold control characters, wherever in the command they are."""
    for name in command.__struct_fields__:
        value = getattr(command, name)
        _check(msgspec.to_builtins(value), LONGEST_PASSAGE if isinstance(value, msgspec.Struct) else TEXT_LIMIT)


def _check(value: Any, limit: int) -> None:
    if isinstance(value, str):
        if len(value) > limit:
            raise MalformedCommand("text-too-long", f"A text of {len(value)} characters is too long ({limit}).")
        if not (value if limit == TEXT_LIMIT else value.replace("\n", "").replace("\t", "")).isprintable():
            raise MalformedCommand("unprintable-text", "Texts hold printable characters on one line.")
    elif isinstance(value, dict):
        for key, part in value.items():
            _check(key, limit)
            _check(part, limit)
    elif isinstance(value, list | tuple):
        for part in value:
            _check(part, limit)


def check_throws(records: Iterable[LogRecord]) -> tuple[tuple[Mismatch, ...], int, int]:
    """Check every throw of a log against the secrets it reveals: what is wrong, how many checked, how many not.

    A throw can be checked once the secret it came from is told; dice people typed in cannot be checked at all.
    Whoever could choose which throw comes next could choose its faces, so that is checked as well.
    """
    wrong: list[Mismatch] = []
    places = _Places()
    checked = unchecked = 0
    pending: list[DiceThrown] = []
    commitment, table = "", ""
    for record in records:
        wrong += places.follow(record)
        match record.event:
            case TableOpened(table=name):
                table = name
            case PlayOpened(commitment=sealed):
                unchecked += len(pending)
                commitment, pending = sealed, []
            case DiceThrown() as thrown:
                pending.append(thrown)
            case PlayClosed(secret=told):
                secret = _told_secret(told)
                seeded = [each.throw for each in pending if each.throw.source == "seeded"]
                if commitment_of(secret) != commitment:
                    raise CorruptLog(record.seq, "the secret is not the one that was sealed")
                wrong += verify(secret, table, seeded)
                checked += len(seeded)
                unchecked += len(pending) - len(seeded)
                commitment, pending = "", []
    return tuple(wrong), checked, unchecked + len(pending)


class _Places:
    """Which throw comes next, from the first record of a log on."""

    def __init__(self) -> None:
        self.next = Position(0, 0)
        self.at: dict[int, int] = {0: 0}

    def follow(self, record: LogRecord) -> tuple[Mismatch, ...]:
        """What is out of place about this record."""
        out_of_place: tuple[Mismatch, ...] = ()
        match record.event:
            case DiceThrown(throw):
                if throw.position != self.next:
                    reason = "The throw was not the next one of its table."
                    out_of_place = (
                        Mismatch(position=throw.position, recorded=throw.faces, expected=(), reason=reason),
                    )
                self.next = Position(self.next.epoch, self.next.number + 1)
            case Rewound(to, epoch):
                is_fresh = epoch == record.seq
                self.next = Position(epoch if is_fresh else self.next.epoch, self.at.get(to, 0))
        self.at[record.seq] = self.next.number
        return out_of_place


def _not_the_next(throw: Throw) -> Mismatch:
    reason = "The throw was not the next one of its table."
    return Mismatch(position=throw.position, recorded=throw.faces, expected=(), reason=reason)


def _told_secret(told: str) -> bytes:
    try:
        return bytes.fromhex(told)
    except ValueError:
        # No secret is written like this, so this one cannot be the one that was sealed.
        return b""
