"""One game: a log, the state it folds to, and what each seat is told of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

import msgspec

from fatetable.engine.chance import Chance, Seeded, commitment_of
from fatetable.engine.codec import unseal
from fatetable.engine.engine import effective
from fatetable.engine.errors import CorruptLog, MalformedCommand, RuleViolation, StaleStream, UnknownSlice
from fatetable.engine.halting import HALT, HaltKept
from fatetable.engine.messages import Command, Event, LogRecord, Numbering, Record, SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.opening import TABLE, THROWS, PlayClosed, PlayOpened, Rewind, TableOpened
from fatetable.engine.recollection import Recollection
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import SEATS, Role, Seat, SeatAdded, SeatsKept, may_name_a_seat
from fatetable.engine.state import State
from fatetable.engine.stirring.stirs import STIRS, StirsKept
from fatetable.mechanics.points.accounts import LedgerEntry, ledger
from fatetable.mechanics.rolls.offer_odds import OddsChange
from fatetable.mechanics.ruleset import Ruleset
from fatetable.mechanics.view.blocks import Block
from fatetable.mechanics.view.ownership import ONLOOKER
from fatetable.rulesets import load, load_opened
from fatetable.tabletop.history import FindSnapshot, History
from fatetable.tabletop.kept_dice import kept_throws
from fatetable.tabletop.own_positions import OwnPositions
from fatetable.tabletop.record_log import RecordLog
from fatetable.tabletop.seat_views import ANONYMOUS, News, SeatViews
from fatetable.tabletop.snapshot import Snapshot, SnapshotView, addressed_in
from fatetable.tabletop.text_limits import check_text, checked_texts


class Table:
    """A game; `records` is the whole truth, everything else is computed from it.

    With a `find_snapshot`, which gives the last snapshot up to a position, only the records after that are read;
    earlier ones are fetched when they are asked for.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        records: Iterable[LogRecord],
        secret: bytes | None = None,
        *,
        find_snapshot: FindSnapshot | None = None,
        naming_key: bytes | None = None,
    ) -> None:
        """Without a `naming_key`, ids of hidden things are hashed with the secret of the dice."""
        self.ruleset = ruleset
        log = records if isinstance(records, RecordLog) else RecordLog(records)
        self._history = History(log, find_snapshot)
        self.state: State = ruleset.engine.fold(self._history.path, self._history.snapshot.state)
        self._secret = secret
        self._naming_key = naming_key
        self._unseen = log[-1].unseen if log else 0
        self._views = SeatViews(ruleset, self._history)
        self._own_positions = OwnPositions(self._history)
        self._recollections: defaultdict[str, Recollection] = defaultdict(Recollection)
        self._presented: list[tuple[State, tuple[Block, ...]]] = []
        """The blocks for each distinct view at the present position."""

    @property
    def records(self) -> RecordLog:
        return self._history.records

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot the table was loaded from, or took last."""
        return self._history.snapshot

    # -- opening and closing -------------------------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        ruleset: str | Ruleset,
        seats: Mapping[str, Role],
        *,
        dials: Mapping[str, str | int | bool] | None = None,
        content: Mapping[str, str] | None = None,
        title: str = "",
        about: str = "",
        art: str = "",
        table_id: str = "table",
        secret: bytes | None = None,
    ) -> Table:
        """A new table; `content` are tables of the campaign's own in TOML.

        With a `secret` its dice are seeded, and the log holds the fingerprint of the secret.
        """
        if list(seats.values()).count("gm") != 1:
            raise MalformedCommand("one-game-master", "A table needs exactly one seat with the role 'gm'.")
        for name, role in seats.items():
            if role not in get_args(Role) or not may_name_a_seat(name):
                raise MalformedCommand("bad-seat", f"There can be no seat {name[:60]!r} in the role {role!r}.")
        check_text([table_id, *seats])
        loaded = load(ruleset, dials, content) if isinstance(ruleset, str) else ruleset
        table = cls(loaded, (), secret)
        # A rewind stops here, so that it cannot remove the first seats.
        opened = TableOpened(
            table_id, loaded.id, dict(dials or {}), title, 1 + len(seats), about, art, dict(loaded.content)
        )
        table._append(opened)
        for name, role in seats.items():
            table._append(SeatAdded(Seat(SeatId(name), role, name)))
        if secret is not None:
            table.seal(secret)
        return table

    @classmethod
    def load(cls, lines: Iterable[bytes], secret: bytes | None = None) -> Table:
        """A table from a stored log; raises `CorruptLog` if the log is damaged."""
        lines = list(lines)
        if not lines:
            raise CorruptLog(1, "the log is empty")
        try:
            opened = msgspec.json.decode(next(unseal(lines)), type=Record[TableOpened]).event
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise CorruptLog(1, "the log does not begin with the opening of a table") from error
        ruleset = load_opened(opened)
        records = tuple(ruleset.codec.read_log(lines))
        if gap := next((line for line, record in enumerate(records, start=1) if record.seq != line), None):
            raise CorruptLog(gap, "a record is missing, as in the record of a single seat, which cannot be played")
        return cls(ruleset, records, secret)

    def dump(self) -> Iterable[bytes]:
        """The log as sealed lines, for `load`."""
        return self.ruleset.codec.write_log(self.records)

    def seal(self, secret: bytes) -> None:
        """Begin play with dice of the table's own; the log holds the fingerprint of their secret from here on."""
        if self.state.get(TABLE).commitment:
            raise RuleViolation("already-open", "The dice of this table are sealed already.", ())
        self._secret = secret
        self._append(PlayOpened(commitment_of(secret), self.state.seq + 1))

    def close(self) -> None:
        """End play: the secret is revealed, so that every throw can be checked."""
        if self._secret is None or not self.state.get(TABLE).commitment:
            raise RuleViolation("not-open", "There is no sealed secret to reveal.", ())
        self._append(PlayClosed(self._secret.hex(), self.state.seq + 1))
        self._secret = None

    def _append(self, event: Event) -> None:
        record: LogRecord = Record(self.state.seq + 1, event, unseen=self._unseen)
        self._add((record,), self.ruleset.engine.evolve(self.state, event, record.seq))

    def _add(self, news: Sequence[LogRecord], state: State) -> None:
        self._presented.clear()
        self._unseen = news[-1].unseen if news else self._unseen
        is_rewind = self._history.extend(news)
        self._views.hear(news, is_rewind=is_rewind)
        self._own_positions.hear(news)
        self.state = self.ruleset.engine.fold(self._history.path, self.snapshot.state) if is_rewind else state

    # -- playing -------------------------------------------------------------------------------------------------

    def send(
        self,
        seat: str,
        command: Command | Mapping[str, Any],
        *,
        chance: Chance | None = None,
        expected: int | None = None,
        proxy: str | None = None,
        id: str = "",
        at: int = 0,
    ) -> tuple[LogRecord, ...]:
        """Carry out a command as `seat`; returns the new records.  A refusal raises and changes nothing.

        `expected` is the position the sender last saw, `proxy` the game master acting for someone who is away.  The
        first record keeps the `id` of the command, so that the log shows which commands were carried out, and the time
        `at` which it was.
        """
        codec = self.ruleset.codec
        read = checked_texts(
            codec.check_command(command) if isinstance(command, Command) else codec.read_command(command)
        )
        check_text(id)
        if expected is not None and expected != self.state.seq:
            raise StaleStream(expected, self.state.seq)
        if isinstance(read, Rewind):
            read = Rewind(self._start_of_step(read.to), read.fresh_dice)
        news, state = self.ruleset.engine.step(
            self.state,
            SeatId(seat),
            read,
            chance or self._chance(),
            proxy=SeatId(proxy) if proxy else None,
            numbering=self._numbering(),
        )
        if at and news:
            news = (msgspec.structs.replace(news[0], at=at), *news[1:])
        # The id contains a seat, which an anonymous record must not.
        if id and news and news[0].by is not None:
            news = (msgspec.structs.replace(news[0], id=id), *news[1:])
        before = self.state
        self._add(news, state)
        if isinstance(read, Rewind):
            news = (*news, *(self._keep(kept, news[0].by) for kept in self._untouched(before, read.to)))
        return news

    def _untouched(self, before: State, to: int) -> tuple[Event, ...]:
        """What a rewind to a position does not change.

        Going back in the story sends nobody away, renames nobody, and settles nothing that play was halted for.  The
        dice do not forget what was added to them, nor people what they have thrown.
        """
        now = self.state
        seats, halt, stirs = before.get(SEATS), before.get(HALT), before.get(STIRS)
        kept = (
            SeatsKept(tuple(seats.values())) if now.get(SEATS) != seats else None,
            HaltKept(halt) if now.get(HALT) != halt else None,
            StirsKept(stirs) if now.get(STIRS) != stirs else None,
            kept_throws(before.get(THROWS), now.get(THROWS), self.records[to:]),
        )
        return tuple(event for event in kept if event is not None)

    def time_out(self, command: Command, *, chance: Chance | None = None, at: int = 0) -> tuple[LogRecord, ...]:
        """Carry out what a timer leads to, or what the server notices; returns the new records, if any."""
        news, state = self.ruleset.engine.time_out(
            self.state, command, chance or self._chance(), numbering=self._numbering()
        )
        if news:
            news = (msgspec.structs.replace(news[0], at=at), *news[1:])
            self._add(news, state)
        return news

    def run_out_timers(self) -> tuple[LogRecord, ...]:
        """Let all countdowns end at once, for tables without a clock."""
        news: tuple[LogRecord, ...] = ()
        while timers := self.ruleset.engine.timers(self.state):
            news += self.time_out(timers[0].command)
        return news

    def _keep(self, kept: Event, by: SeatId | None) -> LogRecord:
        """Add to a rewind what it does not change."""
        record: LogRecord = Record(self.state.seq + 1, kept, by, goes_on=True, unseen=self._unseen)
        self._add((record,), self.ruleset.engine.evolve(self.state, record.event, record.seq))
        return record

    def _start_of_step(self, position: int) -> int:
        """The position before the step this position is in: a step is undone as a whole."""
        while 0 < position < len(self.records) and self.records[position].goes_on:
            position -= 1
        return position

    def _numbering(self) -> Numbering:
        return Numbering(self._unseen, self._naming_key or self._secret or b"")

    def _chance(self) -> Chance:
        if self._secret is None:
            return _NoDice()
        return Seeded(self._secret, self.state.get(TABLE).id)

    def offers(self, seat: str) -> tuple[Offer, ...]:
        """Everything that seat may do now, computed from what that seat knows."""
        return self.ruleset.engine.offers(self.view(seat), SeatId(seat), self._recollections[seat])

    def odds(self, seat: str, offer: Offer) -> OddsChange | None:
        """The exact chances before and after an offer that changes a roll."""
        return self.ruleset.odds(self.view(seat), offer)

    # -- views ---------------------------------------------------------------------------------------------------

    def _sitting(self, seat: str) -> Seat:
        found = self.state.get(SEATS).get(SeatId(seat))
        if found is None:
            raise RuleViolation("unknown-seat", f"There is no seat {seat!r} at this table.", ())
        return found

    def told(self, seat: str, after: int = 0, upto: int | None = None) -> tuple[LogRecord, ...]:
        """The log as that seat has been told it, from a position on (and up to one)."""
        viewer, after = self._sitting(seat), max(after, 0)
        if upto is not None:
            return tuple(told_all(self.records.after(after, upto), viewer))
        return self._views.news(viewer, after).records

    def news(self, seat: str, after: int) -> News:
        """What `told` returns, and whether every seat was told the same."""
        return self._views.news(self._sitting(seat), after)

    def own_position(self, seat: str, position: int) -> int:
        """A position of the log as that seat counts: it does not jump when something hidden happens."""
        return self._own_positions.of(self.state.get(SEATS).get(SeatId(seat), ANONYMOUS), position)

    def position_reaching(self, seat: str, own: int) -> int:
        """The first position of the log at which that seat has counted this far; one past the end if it has not."""
        return self._own_positions.reaching(self.state.get(SEATS).get(SeatId(seat), ANONYMOUS), own)

    def view(self, seat: str) -> State:
        """The state as that seat knows it: the fold of what it has been told and of nothing else.

        Seats that know the same get the same object.
        """
        return self._views.of(self._sitting(seat))

    def read(self, seat: str, name: str) -> Any:
        """A slice of the state by its name, as that seat knows it; docs/state.md lists them all."""
        for key in self.ruleset.engine.keys:
            if key.name == name:
                return self.view(seat).get(key)
        raise UnknownSlice(name, [key.name for key in self.ruleset.engine.keys])

    def anonymous_view(self) -> State:
        """What a viewer without a seat knows."""
        return self._views.of(ANONYMOUS)

    def view_at(self, seat: str, position: int) -> State:
        """What that seat would know if the log ended at this position and its role were the present one."""
        return self._views.at(self._sitting(seat), position)

    def view_after(self, view: State, heard: LogRecord) -> State:
        """A seat's view after one more record."""
        return self._views.after(view, heard)

    def forget_folds(self) -> None:
        """Free what is kept to share it between views; called when all seats have been shown the present."""
        self._views.forget_folds()

    def present(self, seat: str) -> tuple[Block, ...]:
        """What that seat's screen shows."""
        viewer, common = self._sitting(seat), self.common_blocks(seat)
        return common if viewer.is_gm else self.ruleset.presenting.personal(self._views.of(viewer), viewer, common)

    def common_blocks(self, seat: str) -> tuple[Block, ...]:
        """What an onlooker would see who knew what that seat knows; for the game master, their own screen.

        Seats that know the same get the same blocks, and a block that has not changed stays the same object.
        """
        viewer = self._sitting(seat)
        view, presenting = self._views.of(viewer), self.ruleset.presenting
        if viewer.is_gm:
            return presenting.present(view, viewer, self._recollections[seat])
        common = next((blocks for known, blocks in self._presented if known is view), None)
        if common is None:
            common = presenting.present(view, ONLOOKER, self._recollections[f"{seat} as an onlooker"])
            self._presented.append((view, common))
        return common

    def ledger(self, seat: str | None = None) -> tuple[LedgerEntry, ...]:
        """Every fate point that moved, or of which a seat was told: from where, to where, why."""
        records = self.records[:] if seat is None else self.told(seat)
        return tuple(ledger(effective(records)))

    # -- snapshots -----------------------------------------------------------------------------------------------

    def take_snapshot(self) -> Snapshot:
        """A snapshot of the present."""
        sitting = self.state.get(SEATS).values()
        return Snapshot(
            self.state.seq,
            self.state,
            {seat.id: SnapshotView(self._views.of(seat), seat.is_gm) for seat in sitting},
            self.anonymous_view(),
            self.snapshot.addressed | addressed_in(self._history.path),
            self._own_positions.private,
        )

    def start_from(self, snapshot: Snapshot) -> None:
        """Free all records before this snapshot of the present; `find_snapshot` must be able to find it again."""
        assert self.state.seq == snapshot.seq, "only a snapshot of the present can be started from"
        self._history.start_from(snapshot)
        self._own_positions.start_from_snapshot()


class _NoDice:
    """The dice of a table opened without a secret: there are none, so each command brings its own."""

    def throw(self, *_: object) -> Any:
        raise MalformedCommand("no-dice", "This table has no dice of its own: give the faces that were thrown.")
