"""Sheets survive a file unchanged, and whatever is not a sheet is refused in one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatetable.builder.sheet_files import (
    SIZE_LIMIT,
    SheetNotWritten,
    UnreadableSheet,
    load_sheet,
    read_draft,
    read_sheet,
    save_sheet,
    write_sheet,
)
from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.characters.effects import (
    ActFirst,
    Bonus,
    Catalogued,
    Feature,
    Limit,
    Narrative,
    RemoveAspect,
    When,
)
from fatetable.mechanics.characters.entries import DEEPEST, MOST, MOST_FIELDS
from fatetable.mechanics.characters.sheet import Entry, Sheet
from tests.builder.tiny_ruleset import PROCEDURE, SAMPLE

FEATURES = st.builds(
    Feature,
    name=st.text(max_size=20),
    text=st.text(max_size=20),
    effects=st.lists(
        st.one_of(
            st.builds(Bonus, st.integers(-9, 9), st.builds(When, circumstance=st.text(max_size=20))),
            st.builds(ActFirst, st.text(max_size=9)),
            st.builds(RemoveAspect, st.text(max_size=9)),
            st.builds(Narrative, st.text(max_size=20)),
            st.builds(
                Catalogued, st.text(max_size=9), st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=2)
            ),
        ),
        max_size=3,
    ).map(tuple),
    limit=st.none() | st.builds(Limit, st.integers(0, 3), st.text(max_size=9)),
)
WORDS = st.text(max_size=20)
PLAIN_ENTRIES = st.builds(Entry, name=WORDS, numbers=st.dictionaries(WORDS, st.integers(), max_size=1))
FULL_ENTRIES = st.builds(
    Entry,
    kind=WORDS,
    texts=st.dictionaries(WORDS, WORDS, max_size=1),
    lists=st.dictionaries(WORDS, st.just(("one", "two")), max_size=1),
    entries=st.dictionaries(WORDS, st.lists(PLAIN_ENTRIES, max_size=2).map(tuple), max_size=2),
)
SHEETS = st.builds(
    Sheet,
    ruleset=WORDS,
    name=WORDS,
    kind=WORDS,
    description=WORDS,
    aspects=st.dictionaries(WORDS, WORDS, max_size=3),
    traits=st.dictionaries(WORDS, st.integers(), max_size=3),
    features=st.lists(FEATURES, max_size=3).map(tuple),
    numbers=st.dictionaries(WORDS, st.integers(), max_size=3),
    lists=st.dictionaries(WORDS, st.lists(WORDS, max_size=3).map(tuple), max_size=3),
    texts=st.dictionaries(WORDS, WORDS, max_size=2),
    levels=st.dictionaries(WORDS, st.integers(), max_size=2),
    waived=st.lists(WORDS, max_size=2).map(tuple),
)


@given(SHEETS)
def test_a_sheet_read_back_is_the_sheet_that_was_written(sheet: Sheet) -> None:
    assert read_sheet(write_sheet(sheet)) == sheet


@given(st.dictionaries(WORDS, st.lists(FULL_ENTRIES, max_size=2).map(tuple), max_size=2))
def test_parts_of_parts_read_back_are_those_that_were_written(entries: dict[str, tuple[Entry, ...]]) -> None:
    sheet = Sheet(ruleset="tiny", name="Pip", entries=entries)
    assert read_sheet(write_sheet(sheet)) == sheet


def nested(depth: int) -> str:
    opened = '{"entries": {"a": [' * depth
    return f'{{"ruleset": "tiny", "name": "Pip", "entries": {{"a": [{opened}{{}}{"]}}" * depth}]}}}}'


def test_a_sheet_of_the_time_before_entries_has_none() -> None:
    sheet = read_sheet('{"format": "fatetable.sheet/1", "ruleset": "tiny", "name": "Pip", "traits": {"wit": 1}}')
    assert (sheet.entries, sheet.levels) == ({}, {})
    assert "entries" not in write_sheet(sheet)


def test_parts_are_read_as_deep_as_any_sheet_needs_and_no_deeper() -> None:
    assert read_sheet(nested(DEEPEST - 1)).entries["a"]
    for depth in (DEEPEST, 100, 240, 2_000):
        with pytest.raises(MalformedCommand) as refusal:
            read_sheet(nested(depth))
        assert refusal.value.code in ("entries-too-deep", "not-json")
        assert "deep" in str(refusal.value)


@pytest.mark.parametrize(
    "entries",
    [
        {"a": [{}] * (MOST + 1)},
        {f"a{number}": [{}] for number in range(MOST + 1)},
        {"a": [{"entries": {"b": [{}] * 20}}] * 20},
        {"a": [{"entries": {f"b{number}": [] for number in range(MOST_FIELDS + 1)}}]},
        {"a": [{"numbers": {f"b{number}": 1 for number in range(MOST_FIELDS + 1)}}]},
        {"a": [{"texts": {f"b{number}": "" for number in range(MOST_FIELDS + 1)}}]},
        {"a": [{"lists": {f"b{number}": [] for number in range(MOST_FIELDS + 1)}}]},
    ],
)
def test_a_sheet_with_more_parts_than_any_needs_is_refused_in_one_sentence(entries: object) -> None:
    with pytest.raises(
        MalformedCommand, match=r"^A (part of a )?sheet may have \d+ (parts|values) at most\.$"
    ) as refusal:
        read_sheet(json.dumps({"ruleset": "tiny", "name": "Pip", "entries": entries}))
    assert refusal.value.code == "too-many-entries"


def test_a_sheet_may_have_as_many_parts_as_allowed() -> None:
    full = {"a": [{}] * (MOST - 5), "b": [{"entries": {"c": [{}] * 4}}]}
    assert len(read_sheet(json.dumps({"ruleset": "tiny", "name": "Pip", "entries": full})).entries["a"]) == MOST - 5


def test_a_file_names_its_format_first() -> None:
    assert next(iter(json.loads(write_sheet(SAMPLE)))) == "format"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-json"),
        ("hello", "not-json"),
        ("{", "not-json"),
        (b"\xff\xfe", "not-json"),
        (b'{"ruleset": "tiny", "name": "\xff"}', "not-json"),
        ('{"ruleset": "tiny", "name": "\ud800"}', "not-json"),
        ("[" * 50_000, "not-json"),
        ("[]", "not-a-sheet"),
        ("3", "not-a-sheet"),
        ("{}", "not-a-sheet"),
        ('{"ruleset": "tiny"}', "not-a-sheet"),
        ('{"ruleset": "tiny", "name": 3}', "not-a-sheet"),
        ('{"ruleset": "tiny", "name": "Pip", "traits": {"wit": "high"}}', "not-a-sheet"),
        (
            '{"ruleset": "tiny", "name": "Pip", "features": [{"name": "x", "effects": [{"type": "boom"}]}]}',
            "not-a-sheet",
        ),
        ('{"ruleset": "tiny", "name": "Pip", "aspect": {}}', "unknown-sheet-field"),
        ('{"ruleset": "tiny", "name": "Pip", "format": "other/7"}', "unknown-format"),
        ('{"ruleset": "tiny", "name": "Pip", "format": [1]}', "unknown-format"),
        ('{"ruleset": "huge", "name": "Pip"}', "wrong-ruleset"),
        ("x" * 1_000_000, "sheet-too-large"),
    ],
)
def test_whatever_is_not_a_sheet_for_this_ruleset_is_refused_in_one_sentence(text: str | bytes, code: str) -> None:
    with pytest.raises(UnreadableSheet) as refusal:
        read_sheet(text, "tiny")
    assert refusal.value.code == code
    sentence = str(refusal.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 300


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_no_bytes_at_all_cause_anything_but_a_refusal(junk: str | bytes) -> None:
    with pytest.raises(UnreadableSheet):
        read_sheet(junk)


def test_a_draft_may_leave_out_what_the_blank_sheet_has() -> None:
    draft = read_draft('{"aspects": {"motto": "Why Not"}}', PROCEDURE.blank("clown"))
    assert draft == Sheet(ruleset="tiny", name="", kind="clown", aspects={"motto": "Why Not"})
    with pytest.raises(UnreadableSheet, match='for the ruleset "huge"'):
        read_draft('{"ruleset": "huge"}', PROCEDURE.blank("clown"))


def test_a_sheet_goes_to_a_file_and_back(tmp_path: Path) -> None:
    save_sheet(SAMPLE, tmp_path / "pip.json")
    assert load_sheet(tmp_path / "pip.json", "tiny") == SAMPLE


def test_an_existing_file_is_kept_unless_told_otherwise(tmp_path: Path) -> None:
    place = tmp_path / "pip.json"
    place.write_text("precious", encoding="utf-8")
    with pytest.raises(SheetNotWritten) as refusal:
        save_sheet(SAMPLE, place)
    assert refusal.value.code == "file-exists"
    assert place.read_text(encoding="utf-8") == "precious"
    save_sheet(SAMPLE, place, overwrite=True)
    assert load_sheet(place) == SAMPLE


def test_a_file_that_cannot_be_opened_or_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSheet) as missing:
        load_sheet(tmp_path / "nobody.json")
    assert missing.value.code == "sheet-not-opened"
    with pytest.raises(UnreadableSheet) as folder:
        load_sheet(tmp_path)
    assert folder.value.code == "sheet-not-opened"
    with pytest.raises(SheetNotWritten) as nowhere:
        save_sheet(SAMPLE, tmp_path / "no" / "folder.json")
    assert nowhere.value.code == "sheet-not-written"


def test_a_file_too_large_to_be_a_sheet_is_not_read(tmp_path: Path) -> None:
    place = tmp_path / "large.json"
    place.write_bytes(b" " * (SIZE_LIMIT + 1))
    with pytest.raises(UnreadableSheet) as refusal:
        load_sheet(place)
    assert refusal.value.code == "sheet-too-large"
