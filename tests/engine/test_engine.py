"""Deciding, folding, offering and telling, shown with a game that has nothing to do with Fate."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from fatetable.engine.chance import Scripted
from fatetable.engine.engine import Engine, effective
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import GM, Command, Record, SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.opening import THROWS, DiceThrown
from fatetable.engine.prompts import PROMPTS, Answer
from fatetable.engine.recollection import Recollection, tracked
from fatetable.engine.redaction import told, told_all
from fatetable.engine.seats import SEATS, Seat
from fatetable.engine.state import EMPTY, Key, State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from tests.engine.counting_game import (
    COUNTING,
    SUM,
    WHISPERS,
    AskFor,
    Counted,
    CountingTable,
    CountUp,
    EndRound,
    Murmured,
    RoundEnded,
    Sum,
    TossCoins,
    Whisper,
    Whispered,
)


class Unheard(Command, frozen=True, tag="unheard"):
    pass


def refused(table: CountingTable, seat: str, command: Command, proxy: str | None = None) -> RuleViolation:
    before, length = table.state, len(table.log)
    with pytest.raises(RuleViolation) as refusal:
        table.do(seat, command, proxy=proxy)
    assert (table.state, len(table.log)) == (before, length), "a refused command changed something"
    return refusal.value


# -- states ------------------------------------------------------------------------------------------------------------


def test_a_slice_nobody_has_touched_is_empty() -> None:
    assert EMPTY.get(SUM) == Sum()


def test_changing_a_slice_leaves_the_old_state_and_the_other_slices_alone() -> None:
    first = EMPTY.put(SUM, Sum(1), 1)
    second = first.put(Key("other", int, 0), 5, 2)
    assert (first.seq, first.get(SUM), dict(first.slices)) == (1, Sum(1), {"sum": Sum(1)})
    assert second.get(SUM) is first.get(SUM)
    assert second.seq == 2


# -- deciding ----------------------------------------------------------------------------------------------------------


def test_a_command_becomes_facts_that_say_who_caused_them() -> None:
    table = CountingTable()
    (record,) = table.do("lou", CountUp(3))
    assert (record.event, record.by, record.to, record.proxy) == (Counted(3), "lou", None, None)
    assert table.state.get(SUM).total == 3
    assert table.state.seq == record.seq == len(table.log)


def test_deciding_alone_changes_nothing() -> None:
    table = CountingTable()
    table.engine.decide(table.state, SeatId("lou"), CountUp(3), Scripted())
    assert table.state.get(SUM).total == 0


def test_a_refusal_cites_the_rules_on_its_topic() -> None:
    refusal = refused(CountingTable(), "lou", CountUp(11))
    assert (refusal.code, refusal.cites) == ("too-many", ("CNT-1",))


def test_a_refusal_on_a_topic_without_rules_cites_none() -> None:
    assert refused(CountingTable(), "kim", AskFor("song")).cites == ()


def test_a_command_no_subsystem_knows_has_no_meaning() -> None:
    refusal = refused(CountingTable(), "lou", Unheard())
    assert refusal.code == "no-meaning"
    assert "'unheard'" in str(refusal)


def test_whoever_does_not_sit_at_the_table_cannot_act() -> None:
    assert refused(CountingTable(), "zoe", CountUp(1)).code == "unknown-seat"


def test_spectators_cannot_act() -> None:
    assert refused(CountingTable(), "ned", CountUp(1)).code == "spectators-watch"


def test_only_the_game_master_does_what_is_the_game_masters() -> None:
    assert refused(CountingTable(), "lou", Whisper(1)).code == "gm-only"


def test_the_game_master_acts_for_someone_who_is_away_and_the_record_says_so() -> None:
    (record,) = CountingTable().do("lou", CountUp(1), proxy="kim")
    assert (record.by, record.proxy) == ("lou", "kim")


@pytest.mark.parametrize("proxy", ["mo", "ned", "zoe"])
def test_nobody_but_the_game_master_acts_for_others(proxy: str) -> None:
    assert refused(CountingTable(), "lou", CountUp(1), proxy=proxy).code == "gm-only"


def test_all_records_of_a_step_but_the_first_go_on() -> None:
    news = CountingTable().do("kim", Whisper(4))
    assert [record.goes_on for record in news] == [False, True]


def test_a_moment_reaches_whoever_listens() -> None:
    table = CountingTable()
    table.do("lou", CountUp(3))
    (record,) = table.do("mo", EndRound())
    assert record.event == RoundEnded(1)
    assert table.state.get(SUM) == Sum(0, 1)


def test_a_throw_is_a_fact_at_the_next_position() -> None:
    table = CountingTable()
    news = table.do("lou", TossCoins(2), Scripted("+0"))
    thrown, counted = (record.event for record in news)
    assert isinstance(thrown, DiceThrown)
    assert (thrown.throw.position.number, thrown.throw.values) == (0, (1, 0))
    assert counted == Counted(1)
    assert table.state.get(THROWS).count == 1


def test_ids_are_made_of_positions_and_so_never_given_out_twice() -> None:
    table = CountingTable()
    table.do("kim", AskFor("toast"))
    table.do("kim", AskFor("toast"))
    assert len(table.state.get(PROMPTS)) == 2


# -- putting an engine together ----------------------------------------------------------------------------------------


def test_two_owners_of_one_type_are_an_error_when_the_engine_is_built() -> None:
    rival = Subsystem(name="rival", decides={CountUp: lambda decision, command: None})
    with pytest.raises(TypeError, match=r"rival claims .*CountUp"):
        Engine((COUNTING, rival))


def test_an_engine_knows_the_commands_events_and_slices_of_all_its_subsystems() -> None:
    engine = Engine((COUNTING,))
    assert {CountUp, Answer} <= set(engine.commands)
    assert {Counted, Murmured} <= set(engine.events)
    names = [key.name for key in engine.keys]
    assert {"sum", "whispers", "toasts", "seats", "prompts", "table", "throws", "stirs", "spoken", "halt"} == set(names)
    assert len(names) == len(set(names))


def test_a_subsystem_may_be_silent() -> None:
    engine = Engine((Subsystem(name="mute"),))
    assert engine.offers(CountingTable().state, SeatId("lou")) == Engine(()).offers(
        CountingTable().state, SeatId("lou")
    )


def test_a_subsystem_may_have_several_sources_of_offers() -> None:
    source = COUNTING.offers
    assert callable(source)
    engine = Engine((Subsystem(name="twice", offers=(source, source)),))
    state = CountingTable().state
    offered = tuple(source(state, state.get(SEATS)[SeatId("lou")]))
    assert engine.offers(state, SeatId("lou"))[: 2 * len(offered)] == offered * 2


# -- folding -----------------------------------------------------------------------------------------------------------


def test_the_log_folds_to_the_state_it_was_decided_on() -> None:
    table = CountingTable()
    for command in (CountUp(3), CountUp(4), EndRound(), TossCoins(5)):
        table.do("lou", command)
    assert table.engine.fold(table.log) == table.state
    assert table.engine.fold(iter(table.log)) == table.state


def test_folding_goes_on_from_where_it_stopped() -> None:
    table = CountingTable()
    table.do("lou", CountUp(3))
    middle, length = table.state, len(table.log)
    table.do("lou", CountUp(4))
    assert table.engine.fold(table.log[length:], middle) == table.state


def test_a_step_hands_on_the_state_it_leads_to() -> None:
    table = CountingTable()
    news, after = table.engine.step(table.state, SeatId("lou"), CountUp(2), Scripted())
    assert after == table.engine.follow([*table.log, *news], table.state, news)


def test_without_a_rewind_every_record_counts() -> None:
    table = CountingTable()
    assert effective(table.log) is table.log


# -- offers ------------------------------------------------------------------------------------------------------------


def test_sources_that_share_a_condition_are_asked_only_while_it_holds() -> None:
    asked: list[int] = []

    @tracked
    def is_even(state: State) -> bool:
        return state.get(SUM).total % 2 == 0

    def source(state: State, seat: Seat) -> Iterable[Offer]:
        asked.append(state.get(SUM).rounds)
        return (Offer(command=CountUp(1), label="Even", verb="change"),)

    engine = Engine((Subsystem(name="even", offers=(OfferedWhile(is_even, source), OfferedWhile(is_even, source))),))
    seats = CountingTable().state.slices["seats"]
    recollection, found = Recollection(), []
    for total in (2, 3, 5, 4):
        state = State(total, {"seats": seats, "sum": Sum(total)})
        listed = [offer.label for offer in engine.offers(state, SeatId("lou"), recollection)]
        assert listed == [offer.label for offer in engine.offers(state, SeatId("lou"))]
        found.append(listed.count("Even"))
    assert found == [2, 0, 0, 2]
    assert len(asked) == 2 * 4


def test_offers_depend_on_who_sits_where() -> None:
    table = CountingTable()
    always = {"Say something", "Stop here", "Pause"}
    assert {offer.label for offer in table.offers("lou")} == {"Count", "End the round", *always}
    assert "Whisper" in {offer.label for offer in table.offers("kim")}


@pytest.mark.parametrize("seat", ["ned", "zoe"])
def test_spectators_and_strangers_are_offered_nothing(seat: str) -> None:
    assert CountingTable().offers(seat) == ()


def test_an_answer_that_has_to_wait_is_not_offered_meanwhile() -> None:
    table = CountingTable()
    table.do("kim", AskFor("nudge"))
    table.do("kim", AskFor("toast"))
    (nudge, _) = table.state.get(PROMPTS)

    def nudges() -> list[str]:
        commands = [offer.command for offer in table.offers("lou")]
        return [each.option for each in commands if isinstance(each, Answer) and each.prompt == nudge]

    assert nudges() == ["no"]
    assert refused(table, "lou", Answer(nudge, "yes")).code == "nothing-yet"
    table.do("lou", CountUp(1))
    assert nudges() == ["yes", "no"]


# -- telling -----------------------------------------------------------------------------------------------------------


def test_a_viewers_state_is_the_fold_of_what_they_were_told() -> None:
    table = CountingTable()
    table.do("kim", Whisper(42))
    seats = table.state.get(SEATS)
    views = {seat.id: table.engine.fold(tuple(told_all(table.log, seat))) for seat in seats.values()}
    assert views[SeatId("kim")] == table.state
    assert views[SeatId("kim")].get(WHISPERS).numbers == (42, -42)
    for other in ("lou", "mo", "ned"):
        assert (views[SeatId(other)].get(WHISPERS).numbers, views[SeatId(other)].get(WHISPERS).heard) == ((), 1)


def test_outsiders_hear_the_face_of_a_secret_or_nothing_at_all() -> None:
    table = CountingTable()
    whispered, quiet = table.do("kim", Whisper(42))
    lou = table.state.get(SEATS)[SeatId("lou")]
    assert told(whispered, lou) == Record(whispered.seq, Murmured(), SeatId("kim"))
    assert told(quiet, lou) is None


def test_whom_else_a_secret_was_told_is_a_secret_too() -> None:
    secret = Record(9, Whispered(3), SeatId("kim"), (SeatId("lou"), GM), Murmured())
    seats = CountingTable().state.get(SEATS)
    assert told(secret, seats[SeatId("lou")]) == Record(9, Whispered(3), SeatId("kim"))
    assert told(secret, seats[SeatId("kim")]) is secret


def test_a_public_record_is_told_as_it_is() -> None:
    table = CountingTable()
    (record,) = table.do("lou", CountUp(1), proxy="kim")
    assert told(record, table.state.get(SEATS)[SeatId("ned")]) is record


def test_a_fact_about_a_slice_nobody_has_folds_into_an_empty_one() -> None:
    engine = CountingTable().engine
    assert engine.evolve(State(), Counted(2), 1) == State(1, {"sum": Sum(2)})
