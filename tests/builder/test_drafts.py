"""A draft takes answers in any order and says what is missing; only what cannot be read is refused."""

from __future__ import annotations

import pytest

from fatetable.builder import drafts
from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Sheet
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


@pytest.mark.parametrize(
    "path", ["ruleset", "kind", "colour", "name.first", "aspects.", "", ".", "features.0", "__class__"]
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
        for step in PROCEDURE.steps("clown")
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
