"""One game: a log, the state it folds to, and what each seat is told of it.

Knows no ruleset; where the log is kept and where the dice's secret comes from is passed in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, get_args

import msgspec

from fatetable.engine.chance import Chance, Mismatch, Position, Seeded, commitment_of, verify
from fatetable.engine.codec import unseal
from fatetable.engine.engine import effective
from fatetable.engine.errors import CorruptLog, MalformedCommand, RuleViolation, StaleStream
from fatetable.engine.messages import Command, Event, LogRecord, Record, SeatId
from fatetable.engine.offers import TEXT_LIMIT, Offer
from fatetable.engine.opening import TABLE, DiceThrown, PlayClosed, PlayOpened, Rewind, Rewound, TableOpened
from fatetable.engine.recollection import Recollection
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import SEATS, Role, Seat, SeatAdded, Seats, SeatsKept, may_name_a_seat
from fatetable.engine.state import EMPTY, State
from fatetable.mechanics.blocks import Block
from fatetable.mechanics.fate_points import LedgerEntry, ledger
from fatetable.mechanics.personal import ONLOOKER
from fatetable.mechanics.previews import Preview
from fatetable.mechanics.ruleset import Ruleset
from fatetable.rulesets import load
from fatetable.tabletop.common_knowledge import MOST_KEPT, CommonKnowledge
from fatetable.tabletop.footing import GROUND, Footing, View, addressed_in
from fatetable.tabletop.log import Log

FindFooting: TypeAlias = Callable[[int], Footing]
STRANGER = Seat(SeatId(""), "spectator")
"""Somebody who sits nowhere, and so has heard what everybody may hear."""

LONGEST_PASSAGE = 4_000
"""For texts inside a sheet, which may have lines; what is written at the table has the limit of its blank."""


class Table:
    """A game; `records` is the whole truth, everything else is worked out from it.

    With a `find_footing`, which gives the last footing up to a position, only what comes after that is read, and what
    lies before it only when somebody wants to know.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        records: Iterable[LogRecord],
        secret: bytes | None = None,
        *,
        find_footing: FindFooting | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.records = records if isinstance(records, Log) else Log(records)
        self._find_footing = find_footing or _on_the_ground
        self.footing, self._path = path_to(self.records, len(self.records), self._find_footing)
        self.state: State = ruleset.engine.fold(self._path, self.footing.state)
        self._secret = secret
        self._views: dict[SeatId, tuple[int, Seat, State]] = {}
        self._step_began = 0
        self._news: tuple[int, int, tuple[LogRecord, ...] | None] = (0, 0, None)
        """What came last, if everybody is told it: from where, up to where, and what."""
        self._common = CommonKnowledge(ruleset)
        self._recollections: defaultdict[str, Recollection] = defaultdict(Recollection)
        self._presented: list[tuple[State, tuple[Block, ...]]] = []
        """What is seen by those who know the same, at the position of the log the table is at."""

    # -- opening and closing -------------------------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        ruleset: str | Ruleset,
        seats: Mapping[str, Role],
        *,
        dials: Mapping[str, str | int | bool] | None = None,
        title: str = "",
        about: str = "",
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
        table._append(TableOpened(table_id, loaded.id, dict(dials or {}), title, 1 + len(seats), about))
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
        self._add((record,), self.ruleset.engine.evolve(self.state, event, record.seq))

    def _add(self, news: Sequence[LogRecord], state: State) -> None:
        self._presented.clear()
        self._step_began = len(self.records)
        self.records.extend(news)
        if _rewinds(news):
            self.footing, self._path = path_to(self.records, len(self.records), self._find_footing)
            self.state = self.ruleset.engine.fold(self._path, self.footing.state)
        else:
            self._path.extend(news)
            self.state = state
            self._tell_all(news)

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
    ) -> tuple[LogRecord, ...]:
        """Do something as `seat`; returns the facts that follow.  A refusal raises and changes nothing.

        `expected` is the position the sender last saw, `proxy` the game master acting for someone who is away; the
        first fact keeps the `id` of the command, so that whoever has the log can tell that it was carried out.
        """
        codec = self.ruleset.codec
        read = codec.check_command(command) if isinstance(command, Command) else codec.read_command(command)
        check_texts(read)
        _check(id, TEXT_LIMIT)
        if expected is not None and expected != self.state.seq:
            raise StaleStream(expected, self.state.seq)
        if isinstance(read, Rewind):
            read = Rewind(self._start_of_step(read.to), read.fresh_dice)
        news, state = self.ruleset.engine.step(
            self.state, SeatId(seat), read, chance or self._chance(), proxy=SeatId(proxy) if proxy else None
        )
        if id and news:
            news = (msgspec.structs.replace(news[0], id=id), *news[1:])
        seats = self.state.get(SEATS)
        self._add(news, state)
        if self.state.get(SEATS) != seats and _rewinds(news):
            news = (*news, self._keep_seated(seats, news[0].by))
        return news

    def _keep_seated(self, seats: Seats, by: SeatId | None) -> LogRecord:
        """Nobody is sent away, renamed or given another chair because the story goes back to before they came."""
        record: LogRecord = Record(self.state.seq + 1, SeatsKept(tuple(seats.values())), by, goes_on=True)
        self._add((record,), self.ruleset.engine.evolve(self.state, record.event, record.seq))
        return record

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

    def told(self, seat: str, after: int = 0, upto: int | None = None) -> tuple[LogRecord, ...]:
        """The log as that seat has been told it, from a position on (and up to one)."""
        viewer, after = self._sitting(seat), max(after, 0)
        return self._told(viewer, after) if upto is None else tuple(told_all(self.records[after:upto], viewer))

    def _told(self, viewer: Seat, after: int) -> tuple[LogRecord, ...]:
        news = self._for_all_ears(after)
        return news if news is not None else tuple(told_all(self.records[after:], viewer))

    def _for_all_ears(self, after: int) -> tuple[LogRecord, ...] | None:
        """All records from a position on if everybody is told every one of them: the same object for all.

        After a rewind people may have been told different things of what counts now.
        """
        known_after, upto, news = self._news
        if known_after != after or upto != self.state.seq:
            found = tuple(self.records[after:])
            news = found if all(record.to is None for record in found) and not _rewinds(found) else None
            self._news = (after, self.state.seq, news)
        return news

    def view(self, seat: str) -> State:
        """The state as that seat knows it: the fold of what it has been told and of nothing else."""
        return self._view(self._sitting(seat))

    def all_are_told(self) -> None:
        """Everybody has been told what happened: nothing has to be kept for somebody to hear it as well."""
        self._common.clear()

    def after(self, state: State, heard: LogRecord) -> State:
        """What whoever knew `state` knows once they have heard this as well."""
        return self._common.after(state, heard)

    def view_of_a_stranger(self) -> State:
        """What anybody may know who has not sat down yet."""
        return self._view(STRANGER)

    def _view(self, viewer: Seat) -> State:
        known, as_whom, state = self._views.get(viewer.id, (0, viewer, EMPTY))
        if known == self.state.seq and as_whom.is_gm == viewer.is_gm:
            return state
        heard = self._told(viewer, known) if known else ()
        is_anew = not known or as_whom.is_gm != viewer.is_gm or _rewinds(heard)
        if is_anew:
            state = self._known_at_the_end(self.footing, self._path, viewer)
        else:
            for record in heard:
                state = self._common.after(state, record)
        if not viewer.is_gm and (is_anew or self._may_have_parted(known)):
            state = self._shared(state)
        self._views[viewer.id] = (self.state.seq, viewer, state)
        return state

    def _tell_all(self, news: Sequence[LogRecord]) -> None:
        """Let everybody who was up to date hear what everybody hears; those who knew the same know the same again."""
        if not news:
            return
        before = news[0].seq - 1
        # What only some were told may have come to nothing by now: they hear of it by themselves, and find together.
        if any(record.to is not None for record in (*self.records[before - 1 : before], *news)):
            return
        afters: dict[int, State] = {}
        for seat, (known, viewer, state) in self._views.items():
            if known == before:
                after = afters.get(id(state))
                if after is None:
                    after = state
                    for record in news:
                        after = self._common.after(after, record)
                    afters[id(state)] = after
                self._views[seat] = (self.state.seq, viewer, after)

    def _may_have_parted(self, position: int) -> bool:
        """May somebody who was at this position know the same as the others without sharing it?

        If they come late; or if some were told something that came to nothing in the end, at the latest one step later.
        """
        if position < self._step_began or len(self.records) - position > MOST_KEPT // 4:
            return True
        return any(record.to is not None for record in self.records[max(0, position - 1) :])

    def _shared(self, state: State) -> State:
        """The very state of somebody else who knows the same by now, so that they share what follows from it."""
        others = [other for at, whom, other in self._views.values() if at == len(self.records) and not whom.is_gm]
        return next((other for other in others if other == state), state)

    def _known_at_the_end(self, footing: Footing, path: Sequence[LogRecord], viewer: Seat) -> State:
        known = footing.known_to(viewer)
        if known is None:
            _, path = path_to(self.records, path[-1].seq if path else footing.seq, _on_the_ground)
            known = EMPTY
        return self._common.fold(tuple(told_all(path, viewer)), known)

    def view_at(self, seat: str, position: int) -> State:
        """What that seat would know if the log ended at this position and it sat where it sits now."""
        footing, path = path_to(self.records, position, self._find_footing)
        return self._known_at_the_end(footing, path, self._sitting(seat))

    def present(self, seat: str) -> tuple[Block, ...]:
        """What that seat's screen shows."""
        viewer, seen = self._sitting(seat), self.seen(seat)
        return seen if viewer.is_gm else self.ruleset.presenting.personal(self._view(viewer), viewer, seen)

    def seen(self, seat: str) -> tuple[Block, ...]:
        """What an onlooker would see who knew what that seat knows; the game master's own screen if it is theirs.

        Those who know the same are given the same objects, and blocks that stay as they are remain the same.
        """
        viewer = self._sitting(seat)
        view, presenting = self._view(viewer), self.ruleset.presenting
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

    # -- standing firm -----------------------------------------------------------------------------------------------

    def here(self) -> Footing:
        """The present as a footing, for a later time to start from."""
        sitting = self.state.get(SEATS).values()
        return Footing(
            self.state.seq,
            self.state,
            {seat.id: View(self._view(seat), seat.is_gm) for seat in sitting},
            self.view_of_a_stranger(),
            self.footing.addressed | addressed_in(self._path),
        )

    def rest_on(self, footing: Footing) -> None:
        """Hold on to nothing that lies before this footing, which was `here` and can be found again."""
        assert self.state.seq == footing.seq, "a table moves on only from where it stands"
        self.footing, self._path = footing, []
        self.records.let_go(footing.seq)


def path_to(log: Log, position: int, find_footing: FindFooting) -> tuple[Footing, list[LogRecord]]:
    """The last footing on the way to a position, and the records from there on that count once rewinds are honoured.

    A footing that was rewound past is not on the way; then the one before the place it was rewound to is looked for.
    """
    path: list[LogRecord] = []
    while True:
        footing = find_footing(position)
        stretch = log[footing.seq : position]
        rewound_past = None
        while stretch and rewound_past is None:
            path.append(record := stretch.pop())
            if isinstance(record.event, Rewound):
                to = record.event.to
                del stretch[max(0, to - footing.seq) :]
                rewound_past = to if to < footing.seq else None
        if rewound_past is None:
            path.reverse()
            return footing, path
        position = rewound_past


def _on_the_ground(_: int) -> Footing:
    return GROUND


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


def _told_secret(told: str) -> bytes:
    try:
        return bytes.fromhex(told)
    except ValueError:
        # No secret is written like this, so this one cannot be the one that was sealed.
        return b""
