"""A draft takes answers in any order and says what is missing; only what cannot be read is refused."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.builder import drafts
from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Entry, Sheet
from tests.builder.tiny_ruleset import PROCEDURE, READY_MADE, TEMPLATE

BLANK = PROCEDURE.blank("clown")


@pytest.mark.parametrize(
    ("path", "value", "field", "held"),
    [
        ("name", "Pip", "name", "Pip"),
        ("description", "Round.", "description", "Round."),
        ("aspects.motto", "Why Not", "aspects", {"motto": "Why Not"}),
        ("aspects.with.dots", "Odd", "aspects", {"with.dots": "Odd"}),
        ("traits", {"wit": 1}, "traits", {"wit": 1}),
        ("traits.wit", 1, "traits", {"wit": 1}),
        ("numbers.age", 9, "numbers", {"age": 9}),
        ("lists.props", ["ball", "hat"], "lists", {"props": ("ball", "hat")}),
        ("texts.tale", "Long ago …", "texts", {"tale": "Long ago …"}),
        ("features", [{"name": "Rabbit"}], "features", (Feature(name="Rabbit"),)),
        ("waived", ["no-name"], "waived", ("no-name",)),
        ("levels.motto", 2, "levels", {"motto": 2}),
        ("entries.acts", [{"name": "Fall"}], "entries", {"acts": (Entry(name="Fall"),)}),
        ("entries.acts.0", {"name": "Fall"}, "entries", {"acts": (Entry(name="Fall"),)}),
        ("entries.acts.0.name", "Fall", "entries", {"acts": (Entry(name="Fall"),)}),
        ("entries.acts.0.kind", "gag", "entries", {"acts": (Entry(kind="gag"),)}),
        ("entries.acts.0.numbers.a.b", 3, "entries", {"acts": (Entry(numbers={"a.b": 3}),)}),
        ("entries.acts.0.numbers", {"a": 3}, "entries", {"acts": (Entry(numbers={"a": 3}),)}),
        ("entries.acts.1.texts.tale", "Ouch.", "entries", {"acts": (Entry(), Entry(texts={"tale": "Ouch."}))}),
        (
            "entries.acts.0.entries.props.1.lists.of",
            ["tin"],
            "entries",
            {"acts": (Entry(entries={"props": (Entry(), Entry(lists={"of": ("tin",)}))}),)},
        ),
    ],
)
def test_every_field_of_a_sheet_can_be_filled_by_its_path(path: str, value: object, field: str, held: object) -> None:
    filled = drafts.fill(BLANK, path, value)
    assert getattr(filled, field) == held
    assert getattr(BLANK, field) != held


def test_filling_one_entry_leaves_the_others_and_nothing_removes_it() -> None:
    sheet = drafts.fill(drafts.fill(BLANK, "aspects.motto", "Why Not"), "aspects.fear", "Heights")
    assert drafts.fill(sheet, "aspects.fear", None).aspects == {"motto": "Why Not"}
    assert drafts.fill(sheet, "aspects.fear", "Depths").aspects == {"motto": "Why Not", "fear": "Depths"}


def test_a_field_of_an_entry_is_changed_and_all_around_it_stays() -> None:
    acts = (
        Entry(name="Fall", entries={"props": (Entry(name="Hat", numbers={"size": 1}), Entry(name="Ball"))}),
        Entry(),
    )
    sheet = msgspec.structs.replace(BLANK, entries={"acts": acts, "pets": (Entry(name="Rex"),)})
    larger = drafts.fill(sheet, "entries.acts.0.entries.props.0.numbers.size", 2)
    assert drafts.held(larger, "entries.acts.0.entries.props.0") == Entry(name="Hat", numbers={"size": 2})
    assert drafts.fill(larger, "entries.acts.0.entries.props.0.numbers.size", 1) == sheet
    without = drafts.fill(sheet, "entries.acts.0.entries.props.0", None)
    assert [each.name for each in without.entries["acts"][0].entries["props"]] == ["Ball"]
    assert drafts.fill(sheet, "entries.pets.0", None).entries == {"acts": acts}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("name", "Pip"),
        ("aspects.motto", "Why Not"),
        ("entries.acts.1.name", "Fall"),
        ("entries.acts.1.numbers.a.b", 3),
        ("entries.acts.0.entries.props.2.texts.tale", "Ouch."),
    ],
)
def test_what_was_filled_in_is_held_there(path: str, value: object) -> None:
    assert drafts.held(BLANK, path) in ("", None)
    assert drafts.held(drafts.fill(BLANK, path, value), path) == value


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("entries.acts.400", "too-many-entries"),
        ("entries.acts.99999999999999999999.name", "too-many-entries"),
        ("entries.acts.0." * 7 + "name", "entries-too-deep"),
        ("entries.acts.0." * 4000 + "name", "entries-too-deep"),
    ],
)
def test_no_more_parts_are_filled_in_than_a_sheet_may_have(path: str, code: str) -> None:
    with pytest.raises(MalformedCommand) as refusal:
        drafts.fill(BLANK, path, "x")
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "path",
    [
        *("ruleset", "kind", "colour", "name.first", "aspects.", "", ".", "features.0", "__class__"),
        *("entries.acts.one", "entries.acts.-1.name", "entries.acts.0.", "entries.acts.0.colour", "entries..0.name"),
        *("entries.acts.0.features", "entries.acts.0.aspects.motto", "entries.acts.0.name.first"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused(path: str) -> None:
    with pytest.raises(MalformedCommand) as refusal:
        drafts.fill(BLANK, path, "x")
    assert refusal.value.code == "unknown-path"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("name", 3),
        ("name", None),
        ("traits.wit", "high"),
        ("traits.wit", True),
        ("lists.props", "ball"),
        ("features", [3]),
    ],
)
def test_a_value_that_does_not_fit_is_refused(path: str, value: object) -> None:
    with pytest.raises(MalformedCommand) as refusal:
        drafts.fill(BLANK, path, value)
    assert refusal.value.code == "wrong-value"


def test_features_are_added_and_dropped_by_name() -> None:
    sheet = drafts.add_feature(BLANK, READY_MADE)
    assert sheet.features == (READY_MADE,)
    assert drafts.drop_feature(sheet, "Rabbit").features == ()
    with pytest.raises(MalformedCommand, match='nothing called "Dove"'):
        drafts.drop_feature(sheet, "Dove")


def test_of_a_feature_taken_twice_only_one_is_dropped() -> None:
    other = Feature(name="Dove")
    sheet = drafts.fill(BLANK, "features", (READY_MADE, other, READY_MADE))
    assert drafts.drop_feature(sheet, "Rabbit").features == (READY_MADE, other)


def test_a_preview_shows_labels_and_leaves_gaps_open() -> None:
    assert drafts.preview(TEMPLATE, {}) == "I … a …."
    assert drafts.preview(TEMPLATE, {"verb": "hide", "thing": "{coin}"}) == "I make vanish a {coin}."


def test_each_step_is_told_the_problems_it_can_mend() -> None:
    found = {
        step.id: [problem.code for problem in drafts.problems_of_step(PROCEDURE, BLANK, step)]
        for step in PROCEDURE.steps(PROCEDURE.blank("clown"))
    }
    assert found == {"who": ["no-name"], "traits": ["no-traits"], "tricks": ["no-tricks"]}


@pytest.mark.parametrize(
    ("name", "found"), [("pip the small", "Pip the Small"), ("b", "Bo"), ("Pip the L", "Pip the Large")]
)
def test_a_sample_is_found_by_its_name_or_how_it_begins(name: str, found: str) -> None:
    assert drafts.find_sample(PROCEDURE, name).name == found


@pytest.mark.parametrize("name", ["", "pip", "zed"])
def test_a_sample_that_is_unknown_or_could_be_several_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(MalformedCommand, match='"Pip the Small", "Pip the Large", "Bo"'):
        drafts.find_sample(PROCEDURE, name)


def test_errors_are_told_from_advice() -> None:
    sheet = Sheet(ruleset="tiny", name="", traits={"wit": 1, "grace": 0})
    assert [problem.code for problem in drafts.errors(PROCEDURE.problems(sheet))] == ["no-name"]
