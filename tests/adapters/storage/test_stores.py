"""What every store of tables must do; run against each of them."""

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from fatetable.adapters.storage.memory_store import MemoryStore
from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.engine.errors import FatetableError, StaleStream
from fatetable.tabletop.storage.store import (
    AlreadyDone,
    Store,
    StoredRecord,
    StoredSnapshot,
    TableRow,
    digest_of,
    stored_image,
)
from tests.adapters.storage.keeping import (
    OPENING,
    PATIENCE,
    TABLE,
    check_sentence,
    done,
    key,
    opened,
    positions,
    records,
    refusal,
)

# -- logs --------------------------------------------------------------------------------------------------------------


def test_records_come_back_as_they_were_and_in_order(store: Store) -> None:
    opened(store)
    done(store.append("quay", records(2, 4)))
    done(store.append("quay", [StoredRecord(5, "Ümlaut\x00\xff".encode("latin-1"))]))
    assert list(store.read("quay")) == [*OPENING, *records(2, 4), StoredRecord(5, b"\xdcmlaut\x00\xff")]


def test_a_log_is_read_from_a_position_and_up_to_one(store: Store) -> None:
    opened(store)
    done(store.append("quay", records(2, 9)))
    assert positions(store, after=4) == [5, 6, 7, 8, 9]
    assert positions(store, after=4, upto=6) == [5, 6]
    assert positions(store, upto=3) == [1, 2, 3]
    assert positions(store, after=9) == positions(store, upto=0) == positions(store, after=6, upto=4) == []
    assert positions(store, after=7, upto=99) == [8, 9]


def test_a_long_log_is_read_whole(store: Store) -> None:
    opened(store)
    done(store.append("quay", records(2, 2_500)))
    assert positions(store) == list(range(1, 2_501))


@pytest.mark.parametrize(("first", "last"), [(1, 1), (2, 2), (3, 3), (5, 6)])
def test_a_step_that_does_not_go_on_where_the_log_ends_is_stale_and_leaves_nothing(
    store: Store, first: int, last: int
) -> None:
    opened(store)
    done(store.append("quay", records(2, 3)))
    error = refusal(store.append("quay", records(first, last, "late"), "late"))
    assert isinstance(error, StaleStream)
    assert (error.expected, error.actual) == (first - 1, 3)
    assert list(store.read("quay")) == [*OPENING, *records(2, 3)]
    assert store.position_of("quay", "late") is None


def test_records_with_a_gap_between_them_are_refused_whole(store: Store) -> None:
    opened(store)
    assert refusal(store.append("quay", [*records(2, 3), *records(5, 5)])).code == "gap-in-records"
    assert positions(store) == [1]


def test_behind_a_step_that_was_refused_no_other_is_taken(store: Store) -> None:
    opened(store)
    done(store.append("quay", records(2, 2), "first"))
    repeated, behind = store.append("quay", records(3, 4), "first"), store.append("quay", records(5, 5), "second")
    assert isinstance(refusal(repeated), AlreadyDone)
    assert isinstance(refusal(behind), StaleStream)
    assert positions(store) == [1, 2]


def test_tables_do_not_get_in_each_others_way(store: Store) -> None:
    opened(store)
    opened(store, "storm")
    done(store.append("quay", records(2, 3, "quay"), "one"))
    done(store.append("storm", records(2, 2, "storm"), "one"))
    assert list(store.read("quay", 1)) == list(records(2, 3, "quay"))
    assert list(store.read("storm", 1)) == list(records(2, 2, "storm"))
    assert (store.position_of("quay", "one"), store.position_of("storm", "one")) == (3, 2)


def test_nothing_is_kept_for_a_table_that_is_not_there(store: Store) -> None:
    for future in (
        store.append("quay", records(1, 1)),
        store.snapshot("quay", StoredSnapshot(1, b"")),
        store.append("quay", records(1, 1), secret=b"s"),
        store.add_key(key("k")),
    ):
        assert refusal(future).code == "unknown-table"
    for name in ("quay", "", "\ud800", "x" * 5_000, "quay\x00"):
        assert positions(store, name) == []
        assert store.table(name) is None
        assert store.latest_snapshot(name) is None
        assert store.secret_of(name) is None
        assert store.keys_of(name) == ()
        assert store.position_of(name, "c") is None


# -- exactly once ------------------------------------------------------------------------------------------------------


def test_a_command_is_found_again_under_its_id_where_it_left_the_table(store: Store) -> None:
    opened(store)
    done(store.append("quay", records(2, 4), "ana:1"))
    done(store.append("quay", records(5, 5)))
    done(store.append("quay", records(6, 6), "ana:2"))
    assert [store.position_of("quay", each) for each in ("ana:1", "ana:2", "ana:3")] == [4, 6, None]


def test_a_command_that_comes_twice_is_carried_out_once(store: Store) -> None:
    opened(store)
    done(store.append("quay", records(2, 4), "ana:1"))
    error = refusal(store.append("quay", records(5, 6), "ana:1"))
    assert isinstance(error, AlreadyDone)
    assert error.seq == 4
    assert positions(store) == [1, 2, 3, 4]


def test_a_command_that_changed_nothing_leaves_no_trace(store: Store) -> None:
    opened(store)
    done(store.append("quay", [], "ana:1"))
    assert store.position_of("quay", "ana:1") is None
    done(store.append("quay", records(2, 2), "ana:1"))
    assert store.position_of("quay", "ana:1") == 2


@pytest.mark.parametrize("bad", ["a\x00b", "\ud800", "x" * 301, "a\nb"])
def test_an_id_that_cannot_be_written_down_is_refused(store: Store, bad: str) -> None:
    opened(store)
    assert refusal(store.append("quay", records(2, 2), bad)).code == "bad-id"
    assert refusal(store.create(TableRow(id=bad, ruleset="any"), OPENING)).code == "bad-id"
    with pytest.raises(FatetableError) as error:
        store.position_of("quay", bad)
    assert error.value.code == "bad-id"
    assert positions(store) == [1]


def test_many_threads_append_at_once_and_each_table_keeps_its_order(store: Store) -> None:
    names = [f"table-{number}" for number in range(16)]
    steps = 60

    def play(name: str) -> None:
        opened(store, name)
        for seq in range(2, steps + 2):
            done(store.append(name, records(seq, seq, name), f"{name}:{seq}"))
            assert store.position_of(name, f"{name}:{seq}") == seq, "a reader sees what is done"

    with ThreadPoolExecutor(len(names)) as people:
        list(people.map(play, names))
    for name in names:
        assert list(store.read(name, 1)) == list(records(2, steps + 1, name))


def test_of_many_who_want_the_same_position_one_gets_it(store: Store) -> None:
    opened(store)
    with ThreadPoolExecutor(8) as people:
        futures: list[Future[None]] = list(
            people.map(lambda who: store.append("quay", records(2, 2, f"{who}-")), range(40))
        )
    outcomes = [future.exception(PATIENCE) for future in futures]
    assert outcomes.count(None) == 1
    assert all(isinstance(outcome, StaleStream) for outcome in outcomes if outcome)
    winner = outcomes.index(None)
    assert list(store.read("quay", 1)) == list(records(2, 2, f"{winner}-"))


# -- tables ------------------------------------------------------------------------------------------------------------


def test_tables_are_listed_with_the_position_they_have_come_to(store: Store) -> None:
    assert store.tables() == ()
    done(store.create(TABLE, records(1, 3)))
    opened(store, "storm")
    done(store.append("quay", records(4, 5)))
    first, second = store.tables()
    assert (first.id, first.title, first.opened_at, first.seq) == ("quay", TABLE.title, TABLE.opened_at, 5)
    assert (second.id, second.seq) == ("storm", 1)
    assert store.table("quay") == first


def test_a_table_is_made_whole_or_not_at_all(store: Store) -> None:
    opened(store)
    again = store.create(TableRow(id="quay", ruleset="other"), OPENING, secret=b"s", keys=[key("k")])
    assert refusal(again).code == "table-exists"
    assert store.table("quay") == TableRow(id="quay", ruleset="any", seq=1)
    assert store.secret_of("quay") is None
    assert store.find_key(digest_of("k")) is None


def test_a_table_brought_along_knows_which_commands_were_carried_out(store: Store) -> None:
    done(store.create(TABLE, records(1, 5), commands=[("ana:1", 3), ("bo:1", 5)]))
    assert store.position_of("quay", "ana:1") == 3
    assert isinstance(refusal(store.append("quay", records(6, 6), "bo:1")), AlreadyDone)


def test_the_secret_of_the_dice_is_kept_until_it_is_told(store: Store) -> None:
    done(store.create(TABLE, OPENING, secret=b"\x00secret"))
    assert store.secret_of("quay") == b"\x00secret"
    done(store.append("quay", records(2, 2)))
    assert store.secret_of("quay") == b"\x00secret"
    done(store.append("quay", records(3, 4), secret=b"another"))
    assert store.secret_of("quay") == b"another"
    assert isinstance(refusal(store.append("quay", records(3, 4), secret=b"a third")), StaleStream)
    assert store.secret_of("quay") == b"another", "it comes with the step that seals it, or not at all"


def test_the_size_of_each_table_is_that_of_its_records_and_pictures(store: Store) -> None:
    assert store.table_sizes() == {}
    picture = stored_image(b"a face")
    done(store.create(TABLE, OPENING, images=[picture]))
    opened(store, "storm")
    done(store.append("quay", [StoredRecord(2, b"x" * 100)]))
    done(store.append("storm", [StoredRecord(2, b"y" * 7), StoredRecord(3, "Ü".encode())], "ana:1"))
    done(store.add_image("storm", picture, quota=100))
    done(store.add_image("storm", picture, quota=100))
    opening, face = len(OPENING[0].body), len(picture.body)
    assert store.table_sizes() == {"quay": opening + 100 + face, "storm": opening + 9 + face}


# -- keys --------------------------------------------------------------------------------------------------------------


def test_a_key_is_found_by_its_digest_and_belongs_to_a_table(store: Store) -> None:
    invitation = key("invitation", purpose="invitation", seat="", role="player", created_at=7)
    done(store.create(TABLE, OPENING, keys=[key("gm", seat="gm"), invitation]))
    done(store.add_key(key("ana")))
    assert store.find_key(digest_of("invitation")) == invitation
    assert store.keys_of("quay") == (key("gm", seat="gm"), invitation, key("ana"))
    assert store.find_key(digest_of("nobody")) is None


def test_a_key_that_is_taken_back_opens_nothing_any_more(store: Store) -> None:
    opened(store)
    for word in ("a", "b", "c"):
        done(store.add_key(key(word)))
    done(store.add_key(key("new"), replacing=[digest_of("a"), digest_of("b"), digest_of("unknown")]))
    assert store.find_key(digest_of("a")) is None
    assert {each.digest for each in store.keys_of("quay")} == {digest_of("c"), digest_of("new")}


# -- snapshots ---------------------------------------------------------------------------------------------------------


def test_the_newest_snapshot_is_found_and_the_newest_not_behind_a_position(store: Store) -> None:
    opened(store)
    assert store.latest_snapshot("quay") is None
    for seq in (10, 30, 20):
        done(store.snapshot("quay", StoredSnapshot(seq, f"at {seq}".encode())))
    assert store.latest_snapshot("quay") == StoredSnapshot(30, b"at 30")
    assert store.latest_snapshot("quay", at_most=29) == StoredSnapshot(20, b"at 20")
    assert store.latest_snapshot("quay", at_most=20) == StoredSnapshot(20, b"at 20")
    assert store.latest_snapshot("quay", at_most=9) is None


def test_a_snapshot_at_the_same_position_replaces_the_older_one(store: Store) -> None:
    opened(store)
    for body in (b"old", b"new"):
        done(store.snapshot("quay", StoredSnapshot(5, body)))
    assert store.latest_snapshot("quay") == StoredSnapshot(5, b"new")


def test_few_snapshots_are_kept_and_yet_one_is_near_every_position(store: Store) -> None:
    opened(store)
    end, apart = 20_000, 100
    for seq in range(apart, end + 1, apart):
        done(store.snapshot("quay", StoredSnapshot(seq, b"")))
    found = {each.seq for to in range(apart, end + 1, 50) if (each := store.latest_snapshot("quay", at_most=to))}
    assert len(found) < 20
    for back in (100, 500, 3_000, 9_000):
        near = store.latest_snapshot("quay", at_most=end - back)
        assert near is not None
        assert end - near.seq <= 2 * back + apart


# -- backups and closing -----------------------------------------------------------------------------------------------


def restored(store: Store, path: Path) -> Store:
    return MemoryStore.restore(path) if isinstance(store, MemoryStore) else SqliteStore(path)


def test_a_backup_holds_everything(store: Store, tmp_path: Path) -> None:
    done(store.create(TABLE, OPENING, secret=b"secret", keys=[key("k")]))
    done(store.append("quay", records(2, 5), "ana:1"))
    done(store.snapshot("quay", StoredSnapshot(4, b"snapshot")))
    path = tmp_path / "backup"
    done(store.backup(path))
    done(store.append("quay", records(6, 6)))
    again = restored(store, path)
    assert list(again.read("quay")) == [*OPENING, *records(2, 5)]
    assert (again.position_of("quay", "ana:1"), again.secret_of("quay")) == (5, b"secret")
    assert (again.keys_of("quay"), again.latest_snapshot("quay")) == ((key("k"),), StoredSnapshot(4, b"snapshot"))
    done(again.append("quay", records(6, 7)))
    again.close()
    assert positions(store) == [1, 2, 3, 4, 5, 6], "and is no longer tied to where it came from"


def test_a_backup_never_overwrites_a_file(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_bytes(b"precious")
    assert refusal(store.backup(path)).code == "file-exists"
    assert path.read_bytes() == b"precious"


def test_a_backup_into_nowhere_is_one_sentence_and_leaves_nothing(store: Store, tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    assert refusal(store.backup(tmp_path / "missing" / "backup")).code == "backup-not-written"
    assert sorted(tmp_path.iterdir()) == before


def test_a_store_that_was_closed_says_so(store: Store) -> None:
    opened(store)
    waiting = [store.append("quay", records(seq, seq)) for seq in range(2, 50)]
    store.close()
    for future in waiting:
        done(future)
    assert refusal(store.append("quay", records(50, 50))).code == "store-closed"
    with pytest.raises(FatetableError) as error:
        store.table("quay")
    check_sentence(error.value)
    assert error.value.code == "store-closed"
    store.close()
