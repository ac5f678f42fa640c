"""The lobby of a store: opens tables, gives out keys to seats, and makes invitations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from typing import NamedTuple

from fatetable.engine.codec import seal
from fatetable.engine.errors import FatetableError
from fatetable.engine.messages import LogRecord, SeatId
from fatetable.engine.opening import TABLE, DialValue
from fatetable.engine.seats import RenameSeat, gm_seat, may_name_a_seat, people
from fatetable.mechanics.characters.cast import CAST
from fatetable.rulesets import load
from fatetable.tabletop.playthroughs.ready_scenes import find_scene, set_up
from fatetable.tabletop.storage.image_lines import write_images
from fatetable.tabletop.storage.store import AccessKey, Store, StoredImage, StoredRecord, TableRow, digest_of
from fatetable.tabletop.storage.table_archive import TableArchive, is_snapshot_due
from fatetable.tabletop.table import Table


class NotAdmitted(FatetableError):
    """A key is unknown, or does not open what was asked for."""


class Sources(NamedTuple):
    """Where a lobby gets keys, ids, secrets for dice, and the time in seconds."""

    key: Callable[[], str]
    table_id: Callable[[], str]
    secret: Callable[[], bytes]
    now: Callable[[], int]


class Opened(NamedTuple):
    """A new table; the game master sits at `seat` and holds `key`.  It counts once `stored` is done.

    `keys` are the keys to all seats that were given out, that of the game master included.
    """

    table: Table
    id: str
    seat: SeatId
    keys: Mapping[SeatId, str]
    invitation: str
    stored: Future[None]

    @property
    def key(self) -> str:
        return self.keys[self.seat]


ALONE: Mapping[str, DialValue] = {"absent_seats": "waited-for", "countdown": 0}
"""The dials of a table at which one person has every seat: no seat is passed over, and no clock runs."""


class Lobby:
    """All tables of one store."""

    def __init__(self, store: Store, sources: Sources) -> None:
        self.store = store
        self.sources = sources
        self._archive = TableArchive(store)

    # -- opening tables ------------------------------------------------------------------------------------------

    def open(
        self,
        ruleset_id: str,
        name: str,
        *,
        dials: Mapping[str, DialValue],
        content: Mapping[str, str] | None = None,
        title: str = "",
        scene: str = "",
        solo: bool = False,
    ) -> Opened:
        """A new table with its game master, `name`; with a `scene`, set up for that ready-made scene.

        A scene sets the dials that change rules; the given dials are added to them.
        `content` are tables of the campaign's own, for a table without a scene.
        `solo` gives one person every seat, and names the seats of players after their characters.
        """
        dials = {**ALONE, **dials} if solo else dials
        table_id, secret = self.sources.table_id(), self.sources.secret()
        if scene:
            found = find_scene(scene, ruleset_id).with_dials(dials)
            ruleset = load(ruleset_id, found.script.dials)
            table = set_up(found, secret, table_id=table_id, title=title, ruleset=ruleset)
            table.send(gm_seat(table.state).id, RenameSeat(gm_seat(table.state).id, name))
        else:
            ruleset = load(ruleset_id, dials, content)
            table = Table.open(ruleset, {"gm": "gm"}, dials=dials, title=title, table_id=table_id)
            table.send("gm", RenameSeat(SeatId("gm"), name))
            table.seal(secret)
        seat, now = gm_seat(table.state).id, self.sources.now()
        if solo:
            _name_after_characters(table)
        mine = [each.id for each in people(table.state)] if solo else [seat]
        held = {each: self.sources.key() for each in mine}
        invitation = self.sources.key()
        row = TableRow(id=table_id, ruleset=ruleset_id, title=table.state.get(TABLE).title, opened_at=now)
        keys = (
            *(
                AccessKey(digest=digest_of(key), table=table_id, purpose="seat", seat=each, created_at=now)
                for each, key in held.items()
            ),
            AccessKey(digest=digest_of(invitation), table=table_id, purpose="invitation", created_at=now),
        )
        stored = self.store.create(row, tuple(as_stored(table, table.records)), secret=secret, keys=keys)
        return Opened(table, table_id, seat, held, invitation, stored)

    def load(self, table_id: str) -> Table:
        """A table from the store, as it was left."""
        return self._archive.load(table_id, naming_key=self.sources.secret())

    def save_snapshot(self, table_id: str, table: Table) -> None:
        """Store a snapshot if the last one is far behind; nothing is lost if that fails."""
        if is_snapshot_due(table):
            self._archive.save_snapshot(table_id, table)

    def export(self, table_id: str) -> Iterator[bytes]:
        """The sealed lines of a table's log up to now, and a line for each of its pictures, read as they are taken."""
        yield from seal(self.bodies(table_id))
        for image in self.store.image_ids(table_id):
            body = self.store.image(table_id, image)
            if body is not None:
                yield from write_images([StoredImage(image, body)])

    def bodies(self, table_id: str) -> Iterator[bytes]:
        """What the lines of a table's log say up to now."""
        return self._archive.bodies(table_id)

    # -- keys ----------------------------------------------------------------------------------------------------

    def admit(self, key: str) -> AccessKey:
        """What a key opens; raises `NotAdmitted`."""
        found = self.store.find_key(digest_of(key))
        if found is None:
            raise NotAdmitted("wrong-key", "This link opens no table, or does not any more; ask for a new one.")
        return found

    def give_seat(self, table: str, seat: str, *, take_back: bool, key: str = "") -> tuple[str, Future[None]]:
        """A new key to a seat, or the one given; with `take_back`, all earlier keys to it become invalid."""
        old = tuple(held.digest for held in self.keys_to(table, seat)) if take_back else ()
        text = key or self.sources.key()
        made = AccessKey(digest=digest_of(text), table=table, purpose="seat", seat=seat, created_at=self.sources.now())
        return text, self.store.add_key(made, replacing=old)

    def invite(self, table: str, *, role: str = "") -> tuple[str, Future[None]]:
        """A new invitation, with a `role` into that role only; the one before it becomes invalid."""
        held = self.store.keys_of(table)
        old = tuple(key.digest for key in held if key.purpose == "invitation" and key.role == role)
        text, now = self.sources.key(), self.sources.now()
        key = AccessKey(digest=digest_of(text), table=table, purpose="invitation", role=role, created_at=now)
        return text, self.store.add_key(key, replacing=old)

    def turn_out(self, table: str, seat: str) -> tuple[str, Future[None]]:
        """Make all keys to a seat invalid, and all invitations: nobody comes back by the one they came with.

        Returns a new invitation for everybody else.
        """
        held = self.store.keys_of(table)
        old = tuple(key.digest for key in held if key.purpose == "invitation" or key.seat == seat)
        text, now = self.sources.key(), self.sources.now()
        key = AccessKey(digest=digest_of(text), table=table, purpose="invitation", created_at=now)
        return text, self.store.add_key(key, replacing=old)

    def keys_to(self, table: str, seat: str) -> tuple[AccessKey, ...]:
        return tuple(key for key in self.store.keys_of(table) if key.purpose == "seat" and key.seat == seat)

    def taken_seats(self, table: str) -> frozenset[str]:
        """The seats somebody has a key to."""
        return frozenset(key.seat for key in self.store.keys_of(table) if key.purpose == "seat")


def _name_after_characters(table: Table) -> None:
    for actor in tuple(table.state.get(CAST).values()):
        if actor.controller is not None and actor.is_pc and may_name_a_seat(actor.name):
            table.send(gm_seat(table.state).id, RenameSeat(actor.controller, actor.name))


def as_stored(table: Table, records: Iterable[LogRecord]) -> Iterator[StoredRecord]:
    """Records in the form a store keeps."""
    write = table.ruleset.codec.write
    return (StoredRecord(record.seq, write(record)) for record in records)
