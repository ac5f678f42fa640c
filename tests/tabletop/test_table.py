"""One game from outside: what is refused and how, what each seat is told, and how a log is kept and checked."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.chance import Entered
from fatetable.engine.errors import (
    CorruptLog,
    FatetableError,
    InvalidDials,
    MalformedCommand,
    RuleViolation,
    StaleStream,
    UnknownRuleset,
    UnknownSlice,
)
from fatetable.engine.messages import Command, LogRecord, Record, SeatId
from fatetable.engine.opening import TABLE, Rewind, Rewound
from fatetable.engine.prompts import Answer, PromptId
from fatetable.engine.seats import SEATS, AddSeat, HandOver, RenameSeat, SeatsKept
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.aspects.editing import PlaceAspect, SuggestAspect
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.state import RollId
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.mechanics.scenes.lifecycle import StartSession
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.tabletop.table import Table

RETH, VOLTAIRE, VELD = ActorId("reth"), ActorId("voltaire"), ActorId("veld")
SECRET = b"a secret for tests"


def table(secret: bytes | None = None, **seats: Any) -> Table:
    return Table.open("fae", {"gm": "gm", "ana": "player", "eve": "spectator", **seats}, secret=secret)


def refusal(playing: Table, seat: str, command: Any, **more: Any) -> FatetableError:
    """A refusal is a typed error with a code and one sentence, and nothing has changed."""
    before = (playing.state, list(playing.records))
    with pytest.raises(FatetableError) as error:
        playing.send(seat, command, **more)
    assert (playing.state, list(playing.records)) == before
    assert error.value.code
    assert str(error.value).endswith(".")
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300
    return error.value


# -- opening -----------------------------------------------------------------------------------------------------------


def test_an_unknown_ruleset_is_named_with_those_that_are_known() -> None:
    with pytest.raises(UnknownRuleset) as error:
        Table.open("chess", {"gm": "gm"})
    assert error.value.code == "unknown-ruleset"
    assert "fae" in error.value.known


def test_a_part_of_the_state_is_read_by_its_name_as_a_seat_knows_it() -> None:
    table = Table.open("fae", {"gm": "gm", "ana": "player"})
    table.send("gm", StartSession())
    assert table.read("ana", "calendar").in_session
    with pytest.raises(UnknownSlice) as error:
        table.read("ana", "calender")
    assert str(error.value) == 'The state has no part "calender"; there are: calendar, scene.'
    game = Game()
    game.do("gm", PlaceAspect(words="A Trapdoor", is_hidden=True))
    texts = [{card.text for card in game.table.read(seat, "aspects").values()} for seat in ("gm", "ana")]
    assert ["A Trapdoor" in each for each in texts] == [True, False]


def test_all_that_is_wrong_with_the_dials_is_listed() -> None:
    with pytest.raises(InvalidDials) as error:
        Table.open("fae", {"gm": "gm"}, dials={"dice": "d20", "helpers": True, "weather": "rain", "open_sheets": False})
    assert error.value.code == "invalid-dials"
    assert len(error.value.problems) == 3
    for dial, problem in zip(("dice", "helpers", "weather"), error.value.problems, strict=True):
        assert f'"{dial}"' in problem
    assert "open_sheets" not in str(error.value.problems[:2])


@pytest.mark.parametrize("seats", [{}, {"ana": "player"}, {"gm": "gm", "ana": "gm"}])
def test_a_table_has_exactly_one_game_master(seats: dict[str, Any]) -> None:
    with pytest.raises(MalformedCommand) as error:
        Table.open("fae", seats)
    assert error.value.code == "one-game-master"


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ({"@gm": "player"}, "bad-seat"),
        ({"": "player"}, "bad-seat"),
        ({"ana": "queen"}, "bad-seat"),
        ({"a\x1bna": "player"}, "unprintable-text"),
        ({"a" * 3_000: "player"}, "text-too-long"),
    ],
)
def test_a_seat_that_would_overhear_or_confuse_is_refused(seats: dict[str, Any], code: str) -> None:
    with pytest.raises(MalformedCommand) as error:
        Table.open("fae", {"gm": "gm", **seats})
    assert error.value.code == code


# -- bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"type": "conquer"}, "unknown-command"),
        ({"type": "suggest-aspect"}, "bad-command"),
        ({"type": "suggest-aspect", "words": 5}, "bad-command"),
        ({"type": "suggest-aspect", "words": "Fog", "loudly": True}, "bad-command"),
        ({"type": "attack", "actor": ["reth"], "target": "veld", "trait": "quick", "description": "x"}, "bad-command"),
        (b"{", "not-json"),
        ("[]", "no-type"),
        (None, "no-type"),
        ({"type": "suggest-aspect", "words": "x" * 1_000_000}, "text-too-long"),
        ({"type": "suggest-aspect", "words": "Fog\nEverywhere"}, "unprintable-text"),
        ({"type": "suggest-aspect", "words": "\x1b[31mFog"}, "unprintable-text"),
        ({"type": "suggest-aspect", "words": "Fog\x00"}, "unprintable-text"),
        ({"type": "suggest-aspect", "words": "Fog \u202e gnp.exe"}, "unprintable-text"),
        ({"type": "suggest-aspect", "words": "\ud800"}, "unprintable-text"),
        ({"type": "answer", "prompt": "p1", "option": "yes", "fill": {"a\x07": "b"}}, "unprintable-text"),
        ({"type": "answer", "prompt": "p1", "option": "yes", "fill": {"a": ["b", "c\t"]}}, "unprintable-text"),
    ],
)
def test_what_cannot_be_read_is_malformed(command: Any, code: str) -> None:
    error = refusal(Game().table, "ana", command)
    assert isinstance(error, MalformedCommand)
    assert error.code == code


def test_commands_made_in_python_are_checked_like_those_from_outside() -> None:
    number: Any = 5
    assert refusal(Game().table, "ana", SuggestAspect(number)).code == "bad-command"
    assert refusal(Game().table, "ana", SuggestAspect("Fog\n")).code == "unprintable-text"
    assert refusal(Game().table, "ana", SuggestAspect("x" * 401)).code == "text-too-long"


def test_printable_text_of_any_script_is_welcome() -> None:
    playing = Game().table
    playing.send("gm", PlaceAspect(words="Überall Nebel 霧 «dicht» 🌫"))
    assert [card.text for card in playing.state.get(ASPECTS).values()][-1] == "Überall Nebel 霧 «dicht» 🌫"


@pytest.mark.parametrize(
    ("seat", "command", "code"),
    [
        ("ana", Overcome(actor=VOLTAIRE, trait="quick", description="climbs"), "not-yours"),
        ("ana", Overcome(actor=VELD, trait="quick", description="climbs"), "not-yours"),
        ("ana", Overcome(actor=ActorId("nobody"), trait="quick", description="climbs"), "unknown-actor"),
        ("ana", Overcome(actor=RETH, trait="brave", description="climbs"), "unknown-trait"),
        ("ana", PlaceAspect(words="Fog"), "gm-only"),
        ("ana", Answer(PromptId("p999"), "yes"), "prompt-closed"),
        ("ana", Pass(RollId("r999")), "no-such-roll"),
        ("zoe", SuggestAspect("Fog"), "unknown-seat"),
        ("gm", AddSeat(" ", "player"), "no-name"),
    ],
)
def test_what_the_rules_do_not_allow_is_a_violation(seat: str, command: Command, code: str) -> None:
    error = refusal(Game(foes=("Veld",)).table, seat, command)
    assert isinstance(error, RuleViolation)
    assert error.code == code


def test_acting_out_of_turn_is_refused() -> None:
    game = Game(foes=("Veld",))
    game.start_conflict(first="Reth")
    attack = Attack(actor=VOLTAIRE, target=VELD, trait="quick", description="lunges")
    assert refusal(game.table, "bo", attack).code == "not-your-turn"


def test_whoever_saw_an_older_table_is_told_so() -> None:
    playing = table()
    seen = playing.state.seq
    playing.send("gm", StartSession(), expected=seen)
    error = refusal(playing, "gm", AddSeat("Bo", "player"), expected=seen)
    assert isinstance(error, StaleStream)
    assert (error.expected, error.actual) == (seen, playing.state.seq)


@pytest.mark.parametrize("proxy", ["ana", "eve", "zoe"])
def test_nobody_but_the_game_master_acts_for_others(proxy: str) -> None:
    assert refusal(table(bo="player"), "bo", SuggestAspect("Fog"), proxy=proxy).code == "gm-only"


def test_the_game_master_acts_for_someone_who_is_away() -> None:
    game = Game()
    (record,) = game.table.send("ana", SuggestAspect("Fog"), proxy="gm")
    assert (record.by, record.proxy) == ("ana", "gm")


def test_a_spectator_cannot_act() -> None:
    assert refusal(table(), "eve", SuggestAspect("Fog")).code == "spectators-watch"


def test_a_table_without_dice_asks_for_those_that_were_thrown() -> None:
    game = Game()
    game.do("ana", Overcome(actor=RETH, trait="quick", description="runs"))
    game.answer("gm", "opposition", "difficulty", value=2)
    for seat in game.roll.waiting:
        game.do(seat, Pass(game.roll.id))
    assert refusal(game.table, "ana", ThrowDice(game.roll.id)).code == "no-dice"
    assert refusal(game.table, "ana", ThrowDice(game.roll.id), chance=Entered("++")).code == "dice-not-readable"
    game.table.send("ana", ThrowDice(game.roll.id), chance=Entered("++0-"))
    assert game.roll.efforts[0].dice == 1


def test_the_first_fact_of_a_step_keeps_the_id_of_its_command() -> None:
    playing = Game().table
    news = playing.send("ana", Overcome(actor=RETH, trait="quick", description="runs"), id="ana/1")
    assert [record.id for record in news] == ["ana/1", *[""] * (len(news) - 1)]
    assert [record.id for record in Table.load(playing.dump()).records if record.id] == ["ana/1"]
    assert refusal(playing, "gm", PlaceAspect(words="Fog"), id="a\x00b").code == "unprintable-text"


def test_a_stranger_who_may_look_in_knows_what_is_open_to_all() -> None:
    game = Game()
    game.do("gm", PlaceAspect(words="Fog"))
    game.do("gm", PlaceAspect(words="Loose planks", is_hidden=True))
    texts = [card.text for card in game.table.anonymous_view().get(ASPECTS).values()]
    assert ("Fog" in texts, "Loose planks" in texts) == (True, False)


# -- rewinding ---------------------------------------------------------------------------------------------------------


def test_nobody_is_rewound_out_of_their_seat() -> None:
    playing = table()
    playing.send("gm", StartSession())
    assert refusal(playing, "gm", Rewind(playing.state.get(TABLE).floor - 1)).code == "cannot-rewind-there"
    playing.send("gm", Rewind(playing.state.get(TABLE).floor))
    assert [seat.id for seat in playing.state.get(SEATS).values()] == ["gm", "ana", "eve"]


def test_a_step_is_taken_back_as_a_whole() -> None:
    game = Game()
    before = game.table.state
    news = game.table.send("ana", Overcome(actor=RETH, trait="quick", description="runs"))
    assert len(news) > 1
    for record in news[:-1]:
        (rewound,) = game.table.send("gm", Rewind(record.seq))
        assert isinstance(rewound.event, Rewound)
        assert rewound.event.to == before.seq
        assert {**game.table.state.slices, "throws": None} == {**before.slices, "throws": None}
        game.table.send("gm", Rewind(news[-1].seq))
        assert game.roll.actor == RETH, "and a rewind is taken back like any other step"


# -- looking -----------------------------------------------------------------------------------------------------------


def test_each_seat_knows_what_it_was_told() -> None:
    game = Game()
    game.do("gm", PlaceAspect(words="Loose planks", is_hidden=True))

    def texts(state: State) -> list[str]:
        return [card.text for card in state.get(ASPECTS).values()]

    assert "Loose planks" in texts(game.table.view("gm"))
    assert "Loose planks" not in texts(game.table.view("ana"))
    assert game.table.view("ana") == game.table.ruleset.engine.fold(game.table.told("ana"))
    assert game.table.view("ana") is game.table.view("ana"), "nothing is worked out twice"


def test_what_was_told_can_be_asked_for_from_a_position_on() -> None:
    game = Game()
    start = game.table.state.seq
    game.do("gm", PlaceAspect(words="Fog"))
    game.do("gm", PlaceAspect(words="Loose planks", is_hidden=True))
    assert [record.seq for record in game.table.told("ana", after=start)] == [start + 1]
    assert [record.seq for record in game.table.told("gm", after=start)] == [start + 1, start + 2]
    assert [record.seq for record in game.table.told("gm", after=start, upto=start + 1)] == [start + 1]


def test_a_stranger_sees_nothing() -> None:
    for look in (table().view, table().told, table().present, table().offers):
        with pytest.raises(RuleViolation) as error:
            look("zoe")
        assert error.value.code == "unknown-seat"


def test_with_the_chair_go_the_secrets() -> None:
    game = Game()
    game.do("gm", PlaceAspect(words="Loose planks", is_hidden=True))
    for seat in ("gm", "ana", "bo"):
        game.table.view(seat)
    game.do("gm", HandOver(SeatId("ana")))

    def knows(seat: str) -> bool:
        return any(card.text == "Loose planks" for card in game.table.view(seat).get(ASPECTS).values())

    assert (knows("ana"), knows("gm"), knows("bo")) == (True, False, False)
    for seat in ("gm", "ana", "bo"):
        assert game.table.view(seat) == game.table.ruleset.engine.fold(game.table.told(seat))
    game.do("ana", HandOver(SeatId("gm")))
    assert (knows("ana"), knows("gm"), knows("bo")) == (False, True, False)


def test_a_view_follows_a_rewind() -> None:
    game = Game()
    game.table.view("ana")
    back = game.table.state.seq
    game.do("gm", PlaceAspect(words="Fog"))
    assert game.has_card("Fog")
    game.table.view("ana")
    game.do("gm", Rewind(back))
    assert not any(card.text == "Fog" for card in game.table.view("ana").get(ASPECTS).values())


# -- logs --------------------------------------------------------------------------------------------------------------


def played() -> Table:
    game = Game()
    game.do("gm", PlaceAspect(words="Fog"))
    game.do("gm", PlaceAspect(words="Loose planks", is_hidden=True))
    return game.table


def test_a_table_is_loaded_from_its_log_and_goes_on() -> None:
    before = played()
    again = Table.load(before.dump())
    assert (again.records, again.state) == (before.records, before.state)
    again.send("gm", PlaceAspect(words="Wind"))
    assert list(again.dump())[: len(before.records)] == list(before.dump())


@pytest.mark.parametrize("line", [0, 1, 7])
def test_a_flipped_byte_anywhere_makes_a_log_corrupt(line: int) -> None:
    lines = list(played().dump())
    for place in range(0, len(lines[line]) - 1, 3):
        damaged = bytearray(lines[line])
        damaged[place] ^= 1
        with pytest.raises(CorruptLog) as error:
            Table.load([*lines[:line], bytes(damaged), *lines[line + 1 :]])
        assert (error.value.code, error.value.line) == ("corrupt-log", line + 1)


@pytest.mark.parametrize("lines", [[], [b""], [b"\n"], [b"nonsense\n"]])
def test_what_is_no_log_is_corrupt_from_its_first_line(lines: list[bytes]) -> None:
    with pytest.raises(CorruptLog) as error:
        Table.load(lines)
    assert error.value.line == 1


def test_a_log_without_its_first_line_is_corrupt() -> None:
    _, *rest = played().dump()
    with pytest.raises(CorruptLog):
        Table.load(rest)


def test_a_log_that_begins_with_something_else_than_a_table_is_corrupt() -> None:
    playing = played()
    with pytest.raises(CorruptLog) as error:
        Table.load(playing.ruleset.codec.write_log(playing.records[1:]))
    assert "opening of a table" in str(error.value)


def test_a_log_of_a_ruleset_that_is_not_installed_says_which() -> None:
    playing = played()
    opened: LogRecord = Record(1, msgspec.structs.replace(playing.records[0].event, ruleset="chess"))
    with pytest.raises(UnknownRuleset):
        Table.load(playing.ruleset.codec.write_log([opened, *playing.records[1:]]))


def test_nobody_loses_their_seat_because_the_story_goes_back() -> None:
    table = Table.open("fae", {"gm": "gm", "ana": "player"}, secret=SECRET)
    before = table.state.seq
    table.send("gm", AddSeat("Bo", "player"))
    table.send("gm", RenameSeat(SeatId("ana"), "Anna"))
    table.send("gm", HandOver(SeatId("bo")))
    seats = table.state.get(SEATS)
    rewound, kept = table.send("bo", Rewind(before))
    assert isinstance(rewound.event, Rewound)
    assert kept.event == SeatsKept(tuple(seats.values()))
    assert kept.goes_on, "both are one step"
    assert table.state.get(SEATS) == seats
    assert table.view("gm").get(SEATS) == seats
    assert Table.load(table.dump(), SECRET).state == table.state
