"""Which tables there are, and who may sit down at them: opening tables, keys to seats, and invitations.

Keeps everything in a store; knows neither a clock nor chance of its own, and nothing of how keys travel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from typing import NamedTuple

import msgspec

from fatetable.engine.errors import FatetableError
from fatetable.engine.messages import LogRecord, SeatId
from fatetable.engine.opening import TABLE, DialValue
from fatetable.engine.seats import RenameSeat, gm_seat
from fatetable.mechanics.ruleset import Ruleset
from fatetable.rulesets import load
from fatetable.tabletop.ports import Key, Store, StoredRecord, TableRow, digest_of
from fatetable.tabletop.ready_scenes import find_scene, set_up
from fatetable.tabletop.stored_tables import StoredTables, is_snapshot_due
from fatetable.tabletop.table import Table

KEPT_RULESETS = 64
"""Assembled rulesets are shared by all tables with the same dials; this many combinations are kept at hand."""


class NotAdmitted(FatetableError):
    """A key opens nothing, or not what its holder wants."""


class Sources(NamedTuple):
    """Where a lobby takes from what it must not make up: keys, ids, secrets for dice, and the time in seconds."""

    key: Callable[[], str]
    table_id: Callable[[], str]
    secret: Callable[[], bytes]
    now: Callable[[], int]


class Opened(NamedTuple):
    """A new table; whoever opened it sits at `seat` and holds `key`.  It counts once `stored` is done."""

    table: Table
    id: str
    seat: SeatId
    key: str
    invitation: str
    stored: Future[None]


class Lobby:
    """All tables of one store."""

    def __init__(self, store: Store, sources: Sources) -> None:
        self.store = store
        self.sources = sources
        self._rulesets: dict[bytes, Ruleset] = {}
        self._stored = StoredTables(store, self.ruleset)

    def ruleset(self, ruleset_id: str, dials: Mapping[str, DialValue]) -> Ruleset:
        """The ruleset with these dials; raises `UnknownRuleset` or `InvalidDials`."""
        wanted = msgspec.json.encode([ruleset_id, sorted(dials.items())])
        found = self._rulesets.get(wanted)
        if found is None:
            found = load(ruleset_id, dials)
            if len(self._rulesets) >= KEPT_RULESETS:
                self._rulesets.pop(next(iter(self._rulesets)))
            self._rulesets[wanted] = found
        return found

    # -- opening tables ------------------------------------------------------------------------------------------

    def open(
        self, ruleset_id: str, name: str, *, dials: Mapping[str, DialValue], title: str = "", scene: str = ""
    ) -> Opened:
        """A new table with its game master, `name`; with a `scene`, the table is set up for that.

        A scene brings along the dials that change rules; what is given is added to them.
        """
        table_id, secret = self.sources.table_id(), self.sources.secret()
        if scene:
            found = find_scene(scene, ruleset_id).with_dials(dials)
            ruleset = self.ruleset(ruleset_id, found.script.dials)
            table = set_up(found, secret, table_id=table_id, title=title, ruleset=ruleset)
            table.send(gm_seat(table.state).id, RenameSeat(gm_seat(table.state).id, name))
        else:
            ruleset = self.ruleset(ruleset_id, dials)
            table = Table.open(ruleset, {"gm": "gm"}, dials=dials, title=title, table_id=table_id)
            table.send("gm", RenameSeat(SeatId("gm"), name))
            table.seal(secret)
        seat, now = gm_seat(table.state).id, self.sources.now()
        key, invitation = self.sources.key(), self.sources.key()
        row = TableRow(id=table_id, ruleset=ruleset_id, title=table.state.get(TABLE).title, opened_at=now)
        keys = (
            Key(digest=digest_of(key), table=table_id, purpose="seat", seat=seat, created_at=now),
            Key(digest=digest_of(invitation), table=table_id, purpose="invitation", created_at=now),
        )
        stored = self.store.create(row, tuple(as_stored(table, table.records)), secret=secret, keys=keys)
        return Opened(table, table_id, seat, key, invitation, stored)

    def bring_back(self, table_id: str) -> Table:
        """A table from the store, as it was left."""
        return self._stored.bring_back(table_id)

    def keep_snapshot(self, table_id: str, table: Table) -> None:
        """See to it that a table with a long log is quick to come back to; nothing is lost if that fails."""
        if is_snapshot_due(table):
            self._stored.keep_snapshot(table_id, table)

    def export(self, table_id: str) -> list[bytes]:
        """The sealed lines of a table's log up to now."""
        return self._stored.export(table_id)[0]

    # -- keys ----------------------------------------------------------------------------------------------------

    def admit(self, key: str) -> Key:
        """What a key opens; raises `NotAdmitted`."""
        found = self.store.find_key(digest_of(key))
        if found is None:
            raise NotAdmitted("wrong-key", "This link opens no table, or does not any more; ask for a new one.")
        return found

    def give_seat(self, table: str, seat: str, *, take_back: bool) -> tuple[str, Future[None]]:
        """A new key to a seat; with `take_back`, the keys there are to it open nothing from then on."""
        old = tuple(key.digest for key in self.keys_to(table, seat)) if take_back else ()
        text = self.sources.key()
        key = Key(digest=digest_of(text), table=table, purpose="seat", seat=seat, created_at=self.sources.now())
        return text, self.store.add_key(key, replacing=old)

    def invite(self, table: str) -> tuple[str, Future[None]]:
        """A new invitation; the one before it invites nobody any more."""
        old = tuple(key.digest for key in self.store.keys_of(table) if key.purpose == "invitation")
        text = self.sources.key()
        key = Key(digest=digest_of(text), table=table, purpose="invitation", created_at=self.sources.now())
        return text, self.store.add_key(key, replacing=old)

    def lock(self, table: str, seat: str) -> Future[None]:
        """No key opens the seat any more."""
        return self.store.revoke(tuple(key.digest for key in self.keys_to(table, seat)))

    def keys_to(self, table: str, seat: str) -> tuple[Key, ...]:
        return tuple(key for key in self.store.keys_of(table) if key.purpose == "seat" and key.seat == seat)

    def taken_seats(self, table: str) -> frozenset[str]:
        """The seats somebody has a key to."""
        return frozenset(key.seat for key in self.store.keys_of(table) if key.purpose == "seat")


def as_stored(table: Table, records: Iterable[LogRecord]) -> Iterator[StoredRecord]:
    """Records the way a store keeps them."""
    write = table.ruleset.codec.write
    return (StoredRecord(record.seq, write(record)) for record in records)
