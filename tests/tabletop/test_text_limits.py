"""One rule for all texts that people write: any script and any emoji, in one form, without control characters."""

from __future__ import annotations

import unicodedata

import msgspec
import pytest

from fatetable.engine.errors import MalformedCommand
from fatetable.engine.messages import SeatId
from fatetable.engine.speaking import Say
from fatetable.mechanics.characters.entries import DEEPEST, MOST
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.characters.text_checks import text_problems
from fatetable.mechanics.journal.writing import WriteNote
from fatetable.mechanics.readable_text import is_readable
from fatetable.mechanics.scenes.joining import BringCharacter
from fatetable.tabletop.text_limits import checked_texts

WELCOME = {
    "no-break space": "10\u00a0000\u202fkm",
    "joined emoji": "👩🏽\u200d🚀 👨\u200d👩\u200d👧 ❤\ufe0f",
    "a flag": "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f 🇩🇪",
    "Persian": "می\u200cخواهم",
    "emoji newer than this Python": "\U0001faea \U0001fadf",
    "marks of direction": "\u200fשלום\u200e!",
    "isolated names": "\u2067علی\u2069 and \u2068Ana \u2066x\u2069\u2069",
    "soft hyphen": "Donau\u00addampf",
}
REFUSED = {
    "escape": "\x1b[31mred",
    "nul": "a\x00b",
    "C1": "a\x9bb",
    "line separator": "a\u2028b",
    "override": "Fog \u202e gnp.exe",
    "embedding left open": "\u202bFog",
    "isolate left open": "\u2067Fog",
    "isolate ended twice": "\u2067Fog\u2069\u2069",
    "crossed": "\u2067\u202aFog\u2069\u202c",
    "surrogate": "\ud800",
    "byte order mark": "\ufeffFog",
}


@pytest.mark.parametrize("text", WELCOME.values(), ids=WELCOME)
def test_what_people_write_is_welcome_everywhere(text: str) -> None:
    assert is_readable(text)
    assert is_readable(f"{text}\n\t{text}", has_lines=True)
    assert checked_texts(Say(text)) == Say(text)
    assert not list(text_problems(Sheet(ruleset="r", name=text)))


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_nobody_can_read_is_refused_everywhere(text: str) -> None:
    assert not is_readable(text)
    assert not is_readable(f"one\n{text}\nthree", has_lines=True)
    with pytest.raises(MalformedCommand, match="printable"):
        checked_texts(Say(text))
    assert [problem.code for problem in text_problems(Sheet(ruleset="r", name=text))] == ["text-unprintable"]


def test_a_stretch_in_another_direction_ends_with_its_line() -> None:
    assert not is_readable("\u2067one\ntwo\u2069", has_lines=True)
    assert not is_readable("two\nlines")


def test_texts_get_the_composed_form() -> None:
    written = unicodedata.normalize("NFD", "Zoë")
    assert written != "Zoë"
    assert checked_texts(Say(written)) == Say("Zoë")
    note = checked_texts(WriteNote(title=written, text=f"{written}\n"))
    assert note == WriteNote(title="Zoë", text="Zoë\n")
    sheet = Sheet(ruleset="r", name=written, aspects={written: written}, lists={"l": (written,)})
    brought = checked_texts(BringCharacter(sheet, SeatId("ana")))
    assert isinstance(brought, BringCharacter)
    assert brought.sheet == Sheet(ruleset="r", name="Zoë", aspects={"Zoë": "Zoë"}, lists={"l": ("Zoë",)})


def test_a_command_in_the_composed_form_stays_the_same_object() -> None:
    command = Say("Zoë", (SeatId("ana"),))
    assert checked_texts(command) is command
    assert msgspec.structs.asdict(command)["to"] == ("ana",)


def test_a_sheet_with_too_many_parts_is_refused_before_its_texts_are_read() -> None:
    deep = Entry(name="\x07")
    for _ in range(DEEPEST):
        deep = Entry(entries={"a": (deep,)})
    for entries, code in ((({"a": (deep,)}), "entries-too-deep"), ({"a": (Entry(),) * (MOST + 1)}, "too-many-entries")):
        with pytest.raises(MalformedCommand) as refusal:
            checked_texts(BringCharacter(Sheet(ruleset="r", name="Reth", entries=entries), SeatId("ana")))
        assert refusal.value.code == code
