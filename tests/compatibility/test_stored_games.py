"""Games that earlier versions stored can be opened, are as those versions left them, and can be played on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fatetable.adapters.storage.data_folder import open_data
from fatetable.adapters.storage.memory_store import MemoryStore
from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.engine.chance import Seeded
from fatetable.engine.codec import seal, unseal
from fatetable.engine.messages import SeatId
from fatetable.engine.prompts import PROMPTS, Answer
from fatetable.engine.seats import SEATS, gm_seat, is_addressed
from fatetable.engine.speaking import Say
from fatetable.engine.state import State
from fatetable.tabletop.storage import stored_table
from fatetable.tabletop.storage.lobby import Lobby, Sources
from fatetable.tabletop.storage.store import stored_image
from fatetable.tabletop.storage.table_archive import TableArchive
from fatetable.tabletop.table import Table
from fatetable.tabletop.throw_checks import check_throws
from tests.compatibility.stored_games import (
    FOLDERS,
    StoredTable,
    data_of,
    games,
    log_of,
    recorded,
    state_differs,
    states_of,
    stored_tables,
)
from tests.conformance.filling import Filler

TABLES = [
    pytest.param(folder, table, id=f"{folder}-{table.scene}") for folder in FOLDERS for table in stored_tables(folder)
]
GAMES = [(folder, game) for folder in FOLDERS for game in games(folder)]
each_table = pytest.mark.parametrize(("folder", "table"), TABLES)
UNUSED = Sources(key=str, table_id=str, secret=bytes, now=int)


@pytest.fixture(params=FOLDERS)
def folder(request: pytest.FixtureRequest) -> str:
    """The name of a folder that an earlier version wrote."""
    return str(request.param)


@pytest.fixture
def store(tmp_path: Path, folder: str) -> Iterator[SqliteStore]:
    """The data folder of an earlier version, opened by this one."""
    shutil.copytree(data_of(folder), tmp_path / "data")
    store = open_data(tmp_path / "data", is_new=False)
    yield store
    store.close()


def differs_at_the_end(folder: str, game: str, table: Table) -> list[str]:
    """How the table, and what each seat knows of it, differs from what the earlier version made of its log."""
    before = recorded(game, folder)
    last = before.last
    assert table.state.seq == before.states[-1].seq
    assert before.views.keys() == table.state.get(SEATS).keys()
    found = list(state_differs(table, last, table.state))
    for seat, view in before.views.items():
        found += (f"{seat} knows {line}" for line in state_differs(table, {**last, **view}, table.view(seat)))
    return found


# -- the data folder -------------------------------------------------------------------------------------------------


def test_a_data_folder_lists_the_tables_that_were_in_it(store: SqliteStore, folder: str) -> None:
    found = [(row.id, row.ruleset, row.title, row.opened_at, row.seq) for row in store.tables()]
    assert found == [
        (table.id, table.ruleset, table.title, table.opened_at, table.seq) for table in stored_tables(folder)
    ]


@each_table
def test_a_table_in_a_data_folder_is_as_it_was_left(store: SqliteStore, folder: str, table: StoredTable) -> None:
    lobby = Lobby(store, UNUSED)
    assert differs_at_the_end(folder, table.game, lobby.load(table.id)) == []
    assert {seat: lobby.admit(key).seat for seat, key in table.keys.items()} == {seat: seat for seat in table.keys}
    command, seq = table.command
    assert store.position_of(table.id, command) == seq
    assert [stored_image(image.body).id for image in store.images_of(table.id)] == list(table.images)


@each_table
def test_a_table_in_a_data_folder_can_be_played_on(store: SqliteStore, folder: str, table: StoredTable) -> None:
    lobby = Lobby(store, UNUSED)
    live = stored_table.StoredTable(table.id, lobby.load(table.id), store)
    live.carry_out(gm_seat(live.table.state).id, Say("Where were we?"), id="next").stored.result()
    again = lobby.load(table.id)
    assert again.state == live.table.state
    assert again.state.seq > table.seq
    for seat in again.state.get(SEATS):
        assert again.present(seat)


def test_a_snapshot_of_another_version_is_kept_and_not_used(store: SqliteStore, folder: str) -> None:
    """Snapshots that were written by other code are passed over; the table comes back from its log all the same."""
    (table,) = (table for table in stored_tables(folder) if table.snapshot_at is not None)
    snapshot = store.latest_snapshot(table.id)
    assert snapshot is not None
    assert snapshot.seq == table.snapshot_at
    loaded = Lobby(store, UNUSED).load(table.id)
    assert loaded.records[:] == list(Table.load(log_of(table.game, folder).lines).records)


@each_table
def test_a_table_is_exported_as_it_was_exported_before(store: SqliteStore, folder: str, table: StoredTable) -> None:
    lines, secret = TableArchive(store).export(table.id)
    before = log_of(table.game, folder)
    assert lines == list(before.lines)
    assert secret == before.secret


# -- logs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("folder", "game"), GAMES)
def test_a_log_is_whole_and_folds_to_what_it_folded_to(folder: str, game: str) -> None:
    log = log_of(game, folder)
    assert list(seal(unseal(log.lines))) == list(log.lines)
    table = Table.load(log.lines, log.secret)
    assert check_throws(table.records)[0] == ()
    slices: dict[str, Any] = {}
    left = list(recorded(game, folder).states)
    for state in states_of(table):
        if left and left[0].seq == state.seq:
            slices = {**slices, **left[0].changed}
            assert list(state_differs(table, slices, state)) == []
            left.pop(0)
    assert left == []
    assert differs_at_the_end(folder, game, table) == []


@each_table
def test_an_exported_table_can_be_taken_in(folder: str, table: StoredTable) -> None:
    log, tables = log_of(table.game, folder), TableArchive(MemoryStore())
    tables.import_table("here", log.lines, secret=log.secret).result()
    assert differs_at_the_end(folder, table.game, tables.load("here")) == []
    assert tables.export("here") == (list(log.lines), log.secret)


@pytest.mark.parametrize(("folder", "game"), [each for each in GAMES if recorded(each[1], each[0]).questions])
def test_a_question_that_was_left_open_can_still_be_answered(folder: str, game: str) -> None:
    whole = Table.load(log_of(game, folder).lines)
    filler = Filler(Random(game), whole.ruleset)
    for position, kinds in recorded(game, folder).questions.items():
        table = Table(whole.ruleset, whole.records[:position])
        assert sorted({prompt.kind for prompt in table.state.get(PROMPTS).values()}) == list(kinds)
        for seat in table.state.get(SEATS):
            for offer in table.offers(seat):
                if isinstance(offer.command, Answer):
                    answer = filler.fill(offer)
                    assert isinstance(answer, Answer)
                    assert answered(table, seat, answer).seq > position


def answered(table: Table, first: SeatId, answer: Answer) -> State:
    """The state once everybody who is asked has given this answer; nobody is refused."""
    engine, dice = table.ruleset.engine, Seeded(b"any", "table")
    _, state = engine.step(table.state, first, answer, dice)
    for seat in state.get(SEATS).values():
        prompt = state.get(PROMPTS).get(answer.prompt)
        if prompt is not None and is_addressed(seat, prompt.seats) and seat.id not in prompt.answered:
            _, state = engine.step(state, seat.id, answer, dice)
    assert answer.prompt not in state.get(PROMPTS)
    return state
