"""Coming back to a table in a store, with and without a snapshot to trust, and moving one to another store."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from fatetable.adapters.storage.memory_store import MemoryStore
from fatetable.engine.codec import unseal
from fatetable.engine.errors import CorruptLog, FatetableError
from fatetable.engine.messages import Command, LogRecord, Record, SeatId
from fatetable.engine.opening import TABLE, DiceThrown, Rewind
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import SEATS, AddSeat, HandOver
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.rulesets import folders, load
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.tabletop.storage import snapshot_codec
from fatetable.tabletop.storage.lobby import as_stored
from fatetable.tabletop.storage.snapshot_codec import SEAL_BYTES, _digest, _shapes, fingerprint_of
from fatetable.tabletop.storage.store import StoredRecord, StoredSnapshot, StoreFailed, TableRow
from fatetable.tabletop.storage.table_archive import BETWEEN_SNAPSHOTS, TableArchive, commands_in, is_snapshot_due
from fatetable.tabletop.table import Table
from fatetable.tabletop.throw_checks import check_throws

SECRET = bytes(range(32))


class Kept:
    """A table in play, every step of which is in a store."""

    def __init__(self, *, is_sealed: bool = True, kept_secret: bytes | None = SECRET) -> None:
        self.store = MemoryStore()
        self.tables = TableArchive(self.store)
        self.table = Game().table
        if is_sealed:
            self.table.seal(SECRET)
        row = TableRow(id="quay", ruleset=self.table.ruleset.id)
        secret = kept_secret if is_sealed else None
        self.store.create(row, tuple(as_stored(self.table, self.table.records)), secret=secret).result()

    def send(self, seat: str, command: Command, id: str = "") -> tuple[LogRecord, ...]:
        news = self.table.send(seat, command, id=id)
        self.store.append("quay", tuple(as_stored(self.table, news)), id).result()
        return news

    def place(self, *words: str, is_hidden: bool = False) -> None:
        for each in words:
            self.send("gm", PlaceAspect(words=each, is_hidden=is_hidden))

    def snapshot(self) -> int:
        """Take one of the present, by somebody else than the table in play."""
        kept = self.tables.save_snapshot("quay", self.back())
        assert kept is not None
        kept.result()
        return self.table.state.seq

    def back(self) -> Table:
        return self.tables.load("quay")

    def damage(self, seq: int) -> None:
        """The record at this position cannot be read any more."""
        self.store._kept.tables["quay"].records[seq - 1] = StoredRecord(seq, b"{}")

    def change_snapshot(self, change: Callable[[bytes], bytes]) -> None:
        snapshot = self.store.latest_snapshot("quay")
        assert snapshot is not None
        self.store.snapshot("quay", StoredSnapshot(snapshot.seq, change(snapshot.body))).result()


def texts(table: Table, seat: str = "gm") -> list[str]:
    return [card.text for card in table.view(seat).get(ASPECTS).values()]


def check_same(again: Table, records: list[LogRecord]) -> None:
    engine = again.ruleset.engine
    assert again.records == records
    assert again.state == engine.fold(records)
    for seat in again.state.get(SEATS).values():
        assert again.view(seat.id) == engine.fold(tuple(told_all(records, seat)))


# -- coming back -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("snapshots", [0, 1, 3])
def test_a_table_is_found_as_it_was_left(snapshots: int) -> None:
    kept = Kept()
    for number in range(snapshots):
        kept.place(f"Fog {number}")
        kept.snapshot()
    kept.place("Loose planks", is_hidden=True)
    check_same(kept.back(), kept.table.records[:])


def test_only_what_came_after_the_snapshot_is_read() -> None:
    kept = Kept()
    kept.place("Fog", "Wind")
    seq = kept.snapshot()
    kept.place("Rain")
    kept.damage(seq - 1)
    again = kept.back()
    assert texts(again)[-3:] == ["Fog", "Wind", "Rain"]
    assert [record.seq for record in again.told("ana", after=seq)] == [seq + 1]
    with pytest.raises(CorruptLog) as error:
        again.told("ana")
    assert error.value.line == seq - 1


def test_whoever_wants_everything_from_the_start_gets_it() -> None:
    kept = Kept()
    kept.place("Fog")
    kept.snapshot()
    again = kept.back()
    assert again.told("ana") == kept.table.told("ana")
    assert list(again.dump()) == list(kept.table.dump())
    assert again.ledger() == kept.table.ledger()
    assert again.records[0] == kept.table.records[0]
    assert again.records[-2:] == kept.table.records[-2:]
    assert again.records[::-1] == kept.table.records[::-1]
    assert check_throws(again.records) == check_throws(kept.table.records)


def test_a_table_somebody_came_back_to_goes_on_and_throws_the_dice_it_would_have_thrown() -> None:
    kept = Kept()
    kept.snapshot()
    again = kept.back()
    game = Game()
    for game.table in (kept.table, again):
        game.do("ana", Overcome(actor=ActorId("reth"), trait="quick", description="runs"))
        game.answer("gm", "opposition", "difficulty", value=2)
        for seat in game.roll.waiting:
            game.do(seat, Pass(game.roll.id))
        game.table.send("ana", ThrowDice(game.roll.id))
    assert any(isinstance(record.event, DiceThrown) for record in again.records)
    assert again.records == kept.table.records


def test_rewinding_to_before_the_snapshot_reads_what_lies_there() -> None:
    kept = Kept()
    kept.place("Fog")
    seq = kept.table.state.seq
    kept.place("Wind")
    kept.snapshot()
    kept.place("Rain")
    again = kept.back()
    news = again.send("gm", Rewind(seq))
    assert texts(again)[-1] == "Fog"
    check_same(again, [*kept.table.records, *news])


def test_a_snapshot_that_was_rewound_past_is_not_stood_on() -> None:
    kept = Kept()
    kept.place("Fog")
    early = kept.snapshot()
    kept.place("Wind")
    undone = kept.snapshot()
    kept.place("Hail")
    kept.send("gm", Rewind(early))
    kept.place("Rain")
    assert kept.back().snapshot.seq == early
    check_same(kept.back(), kept.table.records[:])
    kept.send("gm", Rewind(undone + 1))
    assert kept.back().snapshot.seq == undone, "and is again once the rewind is taken back"
    assert texts(kept.back())[-3:] == ["Fog", "Wind", "Hail"]


def test_a_newcomer_is_shown_what_strangers_may_know_without_reading_it_all_again() -> None:
    kept = Kept()
    kept.place("Fog")
    kept.place("Loose planks", is_hidden=True)
    seq = kept.snapshot()
    kept.send("gm", AddSeat("Zoe", "player"))
    kept.damage(seq - 1)
    assert texts(kept.back(), "zoe")[-1] == "Fog"
    assert "Loose planks" not in texts(kept.back(), "zoe")


def test_whoever_gets_the_chair_learns_all_secrets_and_whoever_gives_it_away_forgets_them() -> None:
    kept = Kept()
    kept.place("Loose planks", is_hidden=True)
    kept.snapshot()
    kept.send("gm", AddSeat("Zoe", "player"))
    for heir, former in (("ana", "gm"), ("zoe", "ana")):
        kept.send(former, HandOver(SeatId(heir)))
        again = kept.back()
        assert ("Loose planks" in texts(again, heir), "Loose planks" in texts(again, former)) == (True, False)
        check_same(again, kept.table.records[:])


def test_whoever_was_addressed_before_they_sat_down_is_no_stranger() -> None:
    kept = Kept()
    kept.place("Fog", is_hidden=True)
    hidden = kept.table.records[-1]
    whispered: LogRecord = msgspec.structs.replace(hidden, seq=hidden.seq + 1, to=(SeatId("zoe"),), face=None)
    kept.table._add((whispered,), kept.table.ruleset.engine.fold([*kept.table.records, whispered]))
    kept.store.append("quay", tuple(as_stored(kept.table, [whispered]))).result()
    for _ in range(2):
        kept.snapshot()
        kept.place("Wind")
    kept.send("gm", AddSeat("Zoe", "player"))
    assert "Fog" in texts(kept.back(), "zoe")
    check_same(kept.back(), kept.table.records[:])


def test_a_table_that_rests_holds_no_old_records_and_still_knows_them() -> None:
    kept = Kept()
    kept.place(*(f"Fog {number}" for number in range(5)))
    again = kept.back()
    whole = kept.table.records[:]
    assert f"{len(whole)} of them in memory" in repr(again.records)
    kept.tables.save_snapshot("quay", again)
    assert "0 of them in memory" in repr(again.records)
    check_same(again, whole)
    news = again.send("gm", Rewind(whole[-3].seq))
    check_same(again, [*whole, *news])


def test_a_snapshot_is_due_now_and_then() -> None:
    kept = Kept()
    assert not is_snapshot_due(kept.table)
    kept.place(*(f"Fog {number}" for number in range(BETWEEN_SNAPSHOTS)))
    assert is_snapshot_due(kept.table)
    kept.tables.save_snapshot("quay", kept.table)
    assert not is_snapshot_due(kept.table)


def test_nothing_is_taken_of_what_the_store_does_not_have() -> None:
    kept = Kept()
    kept.table.send("gm", PlaceAspect(words="Fog"))
    assert kept.tables.save_snapshot("quay", kept.table) is None
    assert kept.store.latest_snapshot("quay") is None


# -- what is not trusted -----------------------------------------------------------------------------------------------


def sealed_anew(body: bytes, old: bytes, new: bytes) -> bytes:
    """Changed as another version of the program might have written it, with a seal that fits."""
    assert old in body
    content = body[SEAL_BYTES:].replace(old, new)
    return _digest(content) + content


def with_a_lie() -> Kept:
    """A table with a snapshot that says something else than its log, which would show if it were believed."""
    kept = Kept()
    kept.place("Fog")
    kept.snapshot()
    kept.place("Wind")
    kept.change_snapshot(lambda body: sealed_anew(body, b'"Fog"', b'"Lie"'))
    return kept


def test_a_snapshot_with_the_right_marks_is_believed() -> None:
    assert "Lie" in texts(with_a_lie().back()), "otherwise the tests below would prove nothing"


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body[:-1] + bytes([body[-1] ^ 1]),
        lambda body: bytes([body[0] ^ 1]) + body[1:],
        lambda body: body[:40],
        lambda body: b"",
        lambda body: sealed_anew(body, snapshot_codec.program_fingerprint().encode(), b"0.0.1 " + b"0" * 32),
        lambda body: sealed_anew(body, b'"fingerprint"', b'"footprint"'),
        lambda body: sealed_anew(body, b'["aspects",', b'["aspekte",'),
        lambda body: sealed_anew(body, b'"text":"Lie"', b'"text":5'),
    ],
)
def test_a_snapshot_that_is_damaged_or_of_another_version_is_not_believed(change: Callable[[bytes], bytes]) -> None:
    kept = with_a_lie()
    kept.change_snapshot(change)
    again = kept.back()
    assert again.snapshot.seq == 0
    check_same(again, kept.table.records[:])


def test_an_older_snapshot_is_believed_if_the_newest_cannot_be() -> None:
    kept = Kept()
    kept.place("Fog")
    older = kept.snapshot()
    kept.place("Wind")
    kept.snapshot()
    kept.change_snapshot(lambda body: body[:-1])
    assert kept.back().snapshot.seq == older
    check_same(kept.back(), kept.table.records[:])


def test_a_snapshot_of_another_log_is_not_believed() -> None:
    kept, other = with_a_lie(), Kept()
    other.place("Snow", "Wind")
    snapshot = kept.store.latest_snapshot("quay")
    assert snapshot is not None
    other.store.snapshot("quay", snapshot).result()
    check_same(other.back(), other.table.records[:])


def test_the_fingerprint_tells_shapes_and_rulesets_apart() -> None:
    class Small(msgspec.Struct):
        size: int

    class Large(msgspec.Struct):
        size: str

    assert _shapes((("thing", Small),)) != _shapes((("thing", Large),))
    assert _shapes((("thing", Small),)) != _shapes((("object", Small),))
    found = {fingerprint_of(load(ruleset)) for ruleset in folders()}
    assert len(found) == len(folders())
    assert fingerprint_of(load(folders()[0])) in found, "the same every time"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"{}", "required"),
        (b"\xff", ""),
        (b'{"seq":3,"event":{"type":"play-closed/1","secret":"","floor":1}}', "belong"),
    ],
)
def test_a_record_that_cannot_be_read_is_a_corrupt_log(body: bytes, reason: str) -> None:
    kept = Kept()
    kept.store._kept.tables["quay"].records[8] = StoredRecord(9, body)
    with pytest.raises(CorruptLog) as error:
        kept.back()
    assert error.value.line == 9
    assert reason in str(error.value)


def test_a_log_that_begins_with_something_else_is_corrupt() -> None:
    kept = Kept()
    kept.damage(1)
    with pytest.raises(CorruptLog) as error:
        kept.back()
    assert error.value.line == 1


def test_a_table_that_is_not_there_is_one_sentence() -> None:
    tables = TableArchive(MemoryStore())
    for look in (tables.load, tables.export):
        with pytest.raises(StoreFailed) as error:
            look("nowhere")
        assert error.value.code == "unknown-table"


def test_a_table_whose_secret_is_lost_is_not_played_on() -> None:
    for secret in (None, b"another"):
        kept = Kept(kept_secret=secret)
        with pytest.raises(CorruptLog) as error:
            kept.back()
        assert "secret" in str(error.value)


# -- moving a table ---------------------------------------------------------------------------------------------------


def test_a_table_moves_to_another_store_and_loses_nothing() -> None:
    kept = Kept()
    kept.place("Fog")
    kept.send("gm", Rewind(kept.table.state.seq - 1), "gm/1")
    kept.send("ana", Overcome(actor=ActorId("reth"), trait="quick", description="runs"), "ana/1")
    kept.place("Loose planks", is_hidden=True)
    lines, secret = kept.tables.export("quay")
    assert secret == SECRET
    there = MemoryStore()
    TableArchive(there).import_table("moved", lines, secret=secret, opened_at=7).result()
    row = there.table("moved")
    assert row == TableRow(id="moved", ruleset=kept.table.ruleset.id, opened_at=7, seq=kept.table.state.seq)
    assert list(there.read("moved")) == list(kept.store.read("quay"))
    for command in ("gm/1", "ana/1", "never"):
        assert there.position_of("moved", command) == kept.store.position_of("quay", command)
    again = TableArchive(there).load("moved")
    check_same(again, kept.table.records[:])
    assert TableArchive(there).export("moved") == (lines, secret)


def test_an_exported_log_is_what_a_saved_game_is_and_holds_no_secret() -> None:
    kept = Kept()
    lines, _ = kept.tables.export("quay")
    assert lines == list(kept.table.dump())
    assert Table.load(lines, SECRET).state == kept.table.state
    written = b"".join(lines)
    assert SECRET not in written
    assert SECRET.hex().encode() not in written


def test_once_the_secret_is_told_there_is_none_to_take_along() -> None:
    kept = Kept()
    kept.table.close()
    kept.store.append("quay", tuple(as_stored(kept.table, kept.table.records[-1:]))).result()
    lines, secret = kept.tables.export("quay")
    assert secret is None
    there = TableArchive(MemoryStore())
    there.import_table("moved", lines).result()
    assert there.store.secret_of("moved") is None
    assert not there.load("moved").state.get(TABLE).commitment


def test_words_that_look_like_a_seal_are_only_words() -> None:
    kept = Kept()
    kept.place('{"type":"play-closed/1","secret":"","floor":1}')
    assert kept.tables.export("quay")[1] == SECRET


@pytest.mark.parametrize("secret", [None, b"another"])
def test_a_table_is_not_taken_in_without_the_secret_of_its_dice(secret: bytes | None) -> None:
    lines, _ = Kept().tables.export("quay")
    tables = TableArchive(MemoryStore())
    with pytest.raises(StoreFailed) as error:
        tables.import_table("moved", lines, secret=secret)
    assert error.value.code == "wrong-secret"
    assert tables.store.tables() == ()


def test_a_damaged_log_is_not_taken_in() -> None:
    lines, secret = Kept().tables.export("quay")
    lines[3] = lines[3].replace(b"seq", b"sex")
    tables = TableArchive(MemoryStore())
    with pytest.raises(CorruptLog):
        tables.import_table("moved", lines, secret=secret)
    assert tables.store.tables() == ()


def test_records_of_an_older_version_move_byte_by_byte() -> None:
    """A record that today's program would write differently is not written again."""
    kept = Kept(is_sealed=False)
    records = list(kept.store.read("quay"))
    odd = records[4].body.replace(b'{"seq":', b'{ "seq" : ')
    kept.store._kept.tables["quay"].records[4] = StoredRecord(5, odd)
    kept.snapshot()
    lines, _ = kept.tables.export("quay")
    assert list(unseal(lines))[4] == odd
    there = MemoryStore()
    TableArchive(there).import_table("moved", lines).result()
    assert list(there.read("moved"))[4].body == odd


def test_a_table_with_an_id_that_is_taken_is_refused() -> None:
    kept = Kept()
    lines, secret = kept.tables.export("quay")
    with pytest.raises(FatetableError) as error:
        kept.tables.import_table("quay", lines, secret=secret).result()
    assert error.value.code == "table-exists"


def test_a_command_is_known_by_the_position_it_left_the_table_at() -> None:
    event = Kept().table.records[0].event

    def record(seq: int, id: str = "", goes_on: bool = False) -> LogRecord:
        return Record(seq, event, id=id, goes_on=goes_on)

    log = [
        record(1),
        record(2, "a"),
        record(3, goes_on=True),
        record(4),
        record(5, "b"),
        record(6, "a"),
        record(7, goes_on=True),
    ]
    assert commands_in(log) == {"a": 3, "b": 5}
