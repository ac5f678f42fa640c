"""Characters from other tools: what they say is fitted in by name, and what is not understood is reported."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatetable import rulesets
from fatetable.builder.other_tools import READERS, recognised
from fatetable.builder.sheet_files import UnreadableSheet
from fatetable.builder.sheet_import import Imported, read_any
from tests.builder.phased_ruleset import procedure
from tests.builder.tiny_ruleset import PROCEDURE

FOUNDRY = {
    "name": "Pip",
    "type": "fate-core-official",
    "system": {
        "details": {"description": {"value": "<p>Round &amp; loud</p>"}, "fatePoints": {"refresh": 2}},
        "aspects": {"x": {"name": "Motto", "value": "Why Not"}, "y": {"name": "Trouble", "value": "Naps"}},
        "skills": {"a": {"name": "WIT", "rank": 1}, "b": {"name": "Juggling", "rank": 3}},
        "stunts": {"s": {"name": "Rabbit", "description": "…"}, "t": {"name": "Pie", "description": "Throw it."}},
        "tracks": {"t": {"name": "Stress", "boxes": 3}},
    },
    "items": [{"name": "Tent", "type": "Extra"}],
}
FATEX = {
    "name": "Pip",
    "type": "character",
    "system": {"biography": {"value": "Round & loud"}, "fatepoints": {"refresh": 3}},
    "items": [
        {"type": "aspect", "name": "Motto", "system": {"label": "Motto", "value": "Why Not"}},
        {"type": "skill", "name": "Wit", "system": {"rank": 1}},
        {"type": "stunt", "name": "Rabbit", "system": {"description": "<b>Poof</b>"}},
        {"type": "stress", "name": "Physical", "system": {}},
    ],
}


def _fari(nested: Any) -> dict[str, Any]:
    return {"fariType": "character", "name": "Pip", "pages": [{"label": "CHARACTER", **nested}]}


FARI_SECTIONS = [
    {"label": "ASPECTS", "blocks": [{"type": "Text", "label": "MOTTO", "value": "<p>Why Not</p>"}]},
    {"label": "TALENTS", "blocks": [{"type": "Skill", "label": "WIT", "value": "1"}]},
    {"label": "STUNTS", "blocks": [{"type": "Text", "label": "RABBIT", "value": "Poof"}]},
    {"label": "POINTS", "blocks": [{"type": "PointCounter", "label": "P", "value": "3", "meta": {"max": "3"}}]},
    {"label": "NOTES", "blocks": [{"type": "Text", "label": "DIARY", "value": "Dear"}]},
]
OLD_FARI = {
    "fariType": "character",
    "name": "Pip",
    "aspects": [{"name": "Motto", "value": "Why Not"}],
    "skills": [{"name": "Wit", "value": "1"}],
    "stunts": [{"name": "Rabbit", "value": "Poof"}],
}
APP = {
    "name": "Pip",
    "_modules": {},
    "aspects": [{"type": "motto", "name": "Why Not"}, {"type": "consequence", "name": "Bruised"}],
    "skills": {"wit": 1},
    "stunts": [{"name": "Rabbit", "description": "Poof"}],
}
SHEET_SITE = {
    "object_type": "CHARACTER",
    "name": "Pip",
    "aspects": {"motto": "Why Not"},
    "approaches": {"wit": "+1"},
    "skills": {"skill1": "Grace", "label1": "0"},
    "stunts": "Rabbit: Poof\r",
}
BY_POST = {
    "name": "Pip",
    "aspects": [{"name": "Why Not", "aspect_type": "motto"}],
    "skills": {"Wit": 1},
    "stunts": {"Rabbit": "Poof"},
    "stress_tracks": [],
    "consequence_tracks": [],
}
ROLL20 = {
    "name": "Pip",
    "attribs": [
        {"name": "repeating_aspects_-Mx_1_label", "current": "Motto"},
        {"name": "repeating_aspects_-Mx_1_aspect", "current": "Why Not"},
        {"name": "repeating_skills_-K2_skill", "current": "Wit"},
        {"name": "repeating_skills_-K2_rating", "current": "1"},
        {"name": "repeating_stunts_-K3_name", "current": "Rabbit"},
        {"name": "refresh", "current": "3"},
    ],
}
FILES = {
    "Fate Core Official": FOUNDRY,
    "FateX": FATEX,
    "Fari, rows and columns": _fari({"rows": [{"columns": [{"sections": FARI_SECTIONS}]}]}),
    "Fari, left and right": _fari({"sections": {"left": FARI_SECTIONS[:2], "right": FARI_SECTIONS[2:]}}),
    "Fari, a list": _fari({"sections": FARI_SECTIONS}),
    "Fari, flat": OLD_FARI,
    "Fate: Core": APP,
    "fatecharactersheet.com": SHEET_SITE,
    "RoleByPost": BY_POST,
    "Roll20": ROLL20,
}


def imported(content: object) -> Imported:
    return read_any(json.dumps(content), PROCEDURE, "clown", "tiny")


@pytest.mark.parametrize("name", FILES)
def test_name_aspects_ratings_and_stunts_of_each_tool_are_understood(name: str) -> None:
    found = imported(FILES[name])
    assert name.startswith(found.source)
    assert found.sheet.name == "Pip"
    assert found.sheet.aspects["motto"] == "Why Not"
    assert found.sheet.traits["wit"] == 1
    assert [feature.text for feature in found.sheet.features][:1] == ["A rabbit appears."]


def test_what_was_not_understood_is_reported() -> None:
    notes = "\n".join(imported(FOUNDRY).notes)
    for said in (
        'no place left for the aspect "Naps"',
        'no trait called "Juggling"',
        '"Pie" was taken in its own words',
    ):
        assert said in notes
    assert "the tracks Stress" in notes
    assert "the extras Tent" in notes


def test_markup_of_another_tool_becomes_plain_text() -> None:
    assert imported(FOUNDRY).sheet.description == "Round & loud"


def test_an_aspect_under_a_strange_label_takes_a_free_place_and_that_is_said() -> None:
    found = imported({**BY_POST, "aspects": [{"name": "Naps", "aspect_type": "habit"}]})
    assert found.sheet.aspects == {"motto": "Naps"}
    assert found.notes[0] == 'The aspect "Naps" (called "habit" there) was put under "Motto".'


def test_text_copied_with_backticks_around_it_can_be_read() -> None:
    assert read_any(f"```json\n{json.dumps(BY_POST)}\n```", PROCEDURE, "clown", "tiny").sheet.name == "Pip"


def test_a_sheet_of_our_own_for_another_game_is_refused() -> None:
    with pytest.raises(UnreadableSheet) as refused:
        imported({"ruleset": "other", "name": "Pip"})
    assert refused.value.code == "wrong-ruleset"


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
@pytest.mark.parametrize("name", FILES)
def test_every_ruleset_takes_a_draft_from_every_tool(ruleset_id: str, name: str) -> None:
    creation = rulesets.load(ruleset_id).creation
    for kind in creation.kinds:
        found = read_any(json.dumps(FILES[name]), creation, kind.value, ruleset_id)
        assert found.sheet.name == "Pip"
        creation.problems(creation.finish(found.sheet))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def _broken(content: Any, data: st.DataObject) -> Any:
    """The content with some of its parts replaced by anything."""
    if data.draw(st.integers(0, 5)) == 0:
        return data.draw(VALUES)
    if isinstance(content, dict):
        return {key: _broken(value, data) for key, value in content.items()}
    return [_broken(value, data) for value in content] if isinstance(content, list) else content


@given(name=st.sampled_from(sorted(FILES)), data=st.data())
def test_a_file_with_odd_parts_is_read_as_far_as_it_goes(name: str, data: st.DataObject) -> None:
    content = _broken(FILES[name], data)
    if isinstance(content, dict) and any(fits(content) for fits, _ in READERS):
        assert recognised(content) is not None
        assert imported(content).source


def test_where_traits_and_aspects_come_from_phases_the_notes_say_what_there_is_no_place_for() -> None:
    found = read_any(json.dumps(FOUNDRY), procedure(2), "hero", "phased")
    assert (found.sheet.name, found.sheet.entries) == ("Pip", {})
    for left in ("Why Not", "WIT", "Pie"):
        assert any(left in note for note in found.notes), left
