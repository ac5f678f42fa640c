"""People talk at the table, to all or to some, and nobody else hears it."""

import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.engine.seats import AddSeat
from fatetable.engine.speaking import Said, Say
from fatetable.tabletop.table import Table


def seated() -> Table:
    return Table.open("fae", {"gm": "gm", "ana": "player", "bo": "player"})


def heard(table: Table, seat: str) -> list[str]:
    return [record.event.words for record in table.told(seat) if isinstance(record.event, Said)]


def test_everybody_hears_what_is_said_aloud() -> None:
    table = seated()
    table.send("ana", Say("  Who goes first? "))
    assert heard(table, "gm") == heard(table, "bo") == heard(table, "ana") == ["Who goes first?"]


def test_a_whisper_is_heard_by_those_it_is_for_and_not_even_by_the_game_master_else() -> None:
    table = seated()
    table.send("ana", Say("Let us betray them.", ("bo",)))  # type: ignore[arg-type]
    assert heard(table, "bo") == heard(table, "ana") == ["Let us betray them."]
    assert heard(table, "gm") == [""]


def test_spectators_hear_but_do_not_talk() -> None:
    table = seated()
    table.send("gm", AddSeat("Cleo", "spectator"))
    table.send("bo", Say("Hello"))
    assert heard(table, "cleo") == ["Hello"]
    with pytest.raises(RuleViolation, match="watch"):
        table.send("cleo", Say("Hello"))


@pytest.mark.parametrize(
    ("words", "to"), [(" ", ()), ("Hello", ("ana",)), ("Hello", ("nobody",)), ("Hi", ("bo", "bo"))]
)
def test_silence_and_whispers_to_nobody_in_particular_are_refused(words: str, to: tuple[str, ...]) -> None:
    table = seated()
    with pytest.raises(RuleViolation):
        table.send("ana", Say(words, to))  # type: ignore[arg-type]
    assert heard(table, "ana") == []


def test_a_table_that_is_rewound_has_still_heard_it() -> None:
    table = seated()
    table.send("ana", Say("Hello"))
    floor = table.state.seq
    table.send("gm", AddSeat("Cleo", "spectator"))
    table.send("gm", {"type": "rewind", "to": floor})
    assert heard(table, "bo") == ["Hello"]
