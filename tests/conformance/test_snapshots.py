"""A table opened from a snapshot is what its whole log says, for every ruleset."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, note

from fatetable.adapters.storage.memory_store import MemoryStore
from fatetable.engine.messages import LogRecord, SeatId
from fatetable.engine.opening import Rewind
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import SEATS, AddSeat, HandOver
from fatetable.rulesets import folders
from fatetable.tabletop.storage.lobby import as_stored
from fatetable.tabletop.storage.store import TableRow
from fatetable.tabletop.storage.table_archive import TableArchive
from fatetable.tabletop.table import Table
from tests.conformance.effort import SEEDS, games
from tests.conformance.invariants import hold
from tests.conformance.walking import SECRET, Walk

STEPS = 60
TABLE = "walk"


class Restless:
    """Plays a walk that is kept in a store, with snapshots, rewinds, newcomers and hand-overs at any time."""

    def __init__(self, ruleset: str, seed: int) -> None:
        self.random = Random(seed)
        self.walk = Walk(ruleset, seed)
        self.store = MemoryStore()
        self.tables = TableArchive(self.store)
        table = self.walk.table
        row = TableRow(id=TABLE, ruleset=ruleset)
        self.store.create(row, tuple(as_stored(table, table.records)), secret=SECRET).result()
        self.kept = len(table.records)

    def keep(self) -> None:
        news = self.walk.table.records[self.kept :]
        self.store.append(TABLE, tuple(as_stored(self.walk.table, news))).result()
        self.kept += len(news)

    def step(self) -> None:
        gm, now = self.walk.gm, self.walk.table.state.seq
        luck = self.random.random()
        if luck < 0.08:
            to = self.random.choice([mark for mark in self.walk.marks if mark < now])
            self.walk.send(gm, Rewind(to, fresh_dice=self.random.random() < 0.3))
        elif luck < 0.11 and len(self.walk.seats) < 7:
            self.walk.send(gm, AddSeat("Zoe", self.random.choice(("player", "spectator"))))
        elif luck < 0.14:
            players = [seat.id for seat in self.walk.table.state.get(SEATS).values() if seat.role == "player"]
            self.walk.send(gm, HandOver(self.random.choice(players)))
        else:
            self.walk.step()
        self.keep()
        if self.random.random() < 0.15:
            # One snapshot stands on another; the table that is played on rests on none and is the measure of them.
            self.tables.save_snapshot(TABLE, self.tables.load(TABLE))

    def check(self) -> None:
        whole = self.walk.table
        again = self.tables.load(TABLE)
        same_as_the_log(again, whole.records[:])
        for position in self.random.sample(range(1, len(whole.records) + 1), 3):
            for seat in self.walk.seats:
                heard = tuple(told_all(whole.records[:position], whole.state.get(SEATS)[SeatId(seat)]))
                hold(
                    again.view_at(seat, position) == whole.ruleset.engine.fold(heard),
                    f"what {seat} knew at {position} is not what it was told until then",
                )
        for seat in self.walk.seats:
            counted = as_counted(whole, seat)
            for position in self.random.sample(range(len(counted)), 5):
                own = again.own_position(seat, position)
                hold(own == counted[position], f"{seat} counts {own} at {position}, not {counted[position]}")
                reached = again.position_reaching(seat, own)
                hold(reached == counted.index(own), f"{seat} reaches {own} at {reached}")
            hold(again.position_reaching(seat, counted[-1] + 1) == len(counted), "nobody has counted that far")

    def check_going_on(self) -> None:
        """A table somebody came back to is played like the one that was never left."""
        whole, again = self.walk.table, self.tables.load(TABLE)
        again.anonymous_view()
        to = self.random.choice(list(self.walk.marks))
        if to < whole.state.seq:
            command = Rewind(to)
            news = again.send(self.walk.gm, command)
            same_as_the_log(again, [*whole.records, *news])


def as_counted(table: Table, seat: str) -> list[int]:
    """How far a seat has counted at each position: records with a place for everybody, and its private ones."""
    is_gm, unseen = table.state.get(SEATS)[SeatId(seat)].is_gm, 0
    counted = [0]
    for record in table.records:
        has_place = is_gm or record.unseen == unseen or seat in (record.to or ())
        counted.append(counted[-1] + has_place)
        unseen = record.unseen
    return counted


def same_as_the_log(table: Table, records: list[LogRecord]) -> None:
    engine = table.ruleset.engine
    hold(list(table.records) == records, "the log is another")
    hold(table.state == engine.fold(records), "the state is not what the log folds to")
    for seat in table.state.get(SEATS).values():
        hold(
            table.view(seat.id) == engine.fold(tuple(told_all(records, seat))),
            f"what {seat.id} knows is not what it was told",
        )


@pytest.mark.parametrize("ruleset", folders())
@games(8)
@given(seed=SEEDS)
def test_a_snapshot_and_what_came_after_is_the_whole_log(ruleset: str, seed: int) -> None:
    playing = Restless(ruleset, seed)
    try:
        playing.walk.set_up()
        playing.keep()
        for number in range(STEPS):
            playing.step()
            if number % 6 == 0:
                playing.check()
                playing.check_going_on()
        playing.check()
    except Exception:
        note(repr(playing.walk))
        raise
