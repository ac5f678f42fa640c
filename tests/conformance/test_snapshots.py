"""Whoever comes back to a table through a snapshot finds what the whole log says, at tables of every ruleset."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, note

from fatetable.adapters.storage.memory import MemoryStore
from fatetable.engine.messages import LogRecord, SeatId
from fatetable.engine.opening import Rewind
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import SEATS, AddSeat, HandOver
from fatetable.rulesets import folders
from fatetable.tabletop.lobby import as_stored
from fatetable.tabletop.ports import TableRow
from fatetable.tabletop.stored_tables import StoredTables
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
        self.tables = StoredTables(self.store)
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
            self.tables.keep_snapshot(TABLE, self.tables.bring_back(TABLE))

    def check(self) -> None:
        whole = self.walk.table
        again = self.tables.bring_back(TABLE)
        same_as_the_log(again, whole.records[:])
        for position in self.random.sample(range(1, len(whole.records) + 1), 3):
            for seat in self.walk.seats:
                heard = tuple(told_all(whole.records[:position], whole.state.get(SEATS)[SeatId(seat)]))
                hold(
                    again.view_at(seat, position) == whole.ruleset.engine.fold(heard),
                    f"what {seat} knew at {position} is not what it was told until then",
                )

    def check_going_on(self) -> None:
        """A table somebody came back to is played like the one that was never left."""
        whole, again = self.walk.table, self.tables.bring_back(TABLE)
        again.view_of_a_stranger()
        to = self.random.choice(list(self.walk.marks))
        if to < whole.state.seq:
            command = Rewind(to)
            news = again.send(self.walk.gm, command)
            same_as_the_log(again, [*whole.records, *news])


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
