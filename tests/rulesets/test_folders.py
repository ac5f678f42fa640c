"""Rulesets are found by looking into their folders, each with its rules and its attribution."""

from importlib import resources
from pathlib import Path

import pytest

from fatetable import rulesets
from fatetable.engine.errors import InvalidDials, UnknownRuleset
from fatetable.mechanics.book.dials import TABLE_DIALS
from fatetable.mechanics.characters.creation import NumberInput
from fatetable.mechanics.characters.sheet import Sheet


def test_every_folder_with_a_ledger_and_an_assembly_is_a_ruleset() -> None:
    assert "fae" in rulesets.folders()
    assert list(rulesets.folders()) == sorted(rulesets.folders())


def test_a_folder_that_assembles_no_ruleset_is_in_the_making(tmp_path: Path) -> None:
    for name in ("yarn/rules.toml", "weave/ruleset.py", "weave/rules.toml", "knot/ruleset.py", "knot/rules.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "loom").mkdir()
    (tmp_path / "rules.toml").touch()
    assert rulesets.find_rulesets(tmp_path) == (("knot", "weave"), ("yarn",))


def test_the_rules_of_a_folder_in_the_making_are_known_but_the_ruleset_is_not() -> None:
    in_the_making = rulesets.find_rulesets(resources.files(rulesets)).in_the_making
    assert tuple(book.book.id for book in rulesets.books_in_the_making()) == in_the_making
    for ruleset_id in in_the_making:
        with pytest.raises(UnknownRuleset):
            rulesets.rulebook(ruleset_id)


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_the_ledger_of_a_folder_names_the_folder(ruleset_id: str) -> None:
    assert rulesets.rulebook(ruleset_id).book.id == ruleset_id


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_every_ruleset_has_words_of_attribution_to_show(ruleset_id: str) -> None:
    assert rulesets.attribution(ruleset_id)


def _luminance(colour: str) -> float:
    """How bright a colour is, as the guidelines for accessible pages reckon it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_the_colour_of_a_ruleset_can_be_written_on_in_white(ruleset_id: str) -> None:
    accent = rulesets.load(ruleset_id).accent
    assert len(accent) == 7
    assert 1.05 / (_luminance(accent) + 0.05) >= 4.5


@pytest.mark.parametrize("unknown", ["weave", "", "..", "../rulesets", "__init__.py"])
def test_a_ruleset_that_is_not_installed_is_refused_with_those_that_are(unknown: str) -> None:
    with pytest.raises(UnknownRuleset) as refused:
        rulesets.rulebook(unknown)
    assert refused.value.known == rulesets.folders()
    with pytest.raises(UnknownRuleset):
        rulesets.attribution(unknown)


@pytest.mark.rule("FAE-SETUP-01")
def test_the_attribution_of_fate_accelerated_names_works_owner_authors_and_licence() -> None:
    shown = rulesets.attribution("fae")
    for name in (
        *("Fate Core System", "Fate Accelerated Edition", "http://www.faterpg.com/", "Evil Hat Productions, LLC"),
        *("Leonard Balsera", "Brian Engard", "Jeremy Keller", "Ryan Macklin", "Mike Olson"),
        *("Clark Valentine", "Amanda Valentine", "Fred Hicks", "Rob Donoghue"),
        *("Creative Commons Attribution 3.0 Unported", "http://creativecommons.org/licenses/by/3.0/"),
    ):
        assert name in shown
    assert "\n" not in shown


def test_tables_with_the_same_dials_share_a_ruleset() -> None:
    assert rulesets.load("fae") is rulesets.load("fae", {})
    assert rulesets.load("fae", {"helpers": 1}) is rulesets.load("fae", {"helpers": 1})
    assert rulesets.load("fae", {"helpers": 1}) is not rulesets.load("fae", {"helpers": 2})


@pytest.mark.parametrize("value", [True, [1], 1.0, None])
def test_a_value_that_only_looks_like_one_of_a_dial_is_refused_whatever_was_loaded_before(value: object) -> None:
    rulesets.load("fae", {"helpers": 1})
    with pytest.raises(InvalidDials):
        rulesets.load("fae", {"helpers": value})  # type: ignore[dict-item]


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_what_every_table_chooses_is_a_dial_of_every_ruleset(ruleset_id: str) -> None:
    usual, quiet = rulesets.load(ruleset_id), rulesets.load(ruleset_id, {"odds": False})
    assert usual.dial_info[-len(TABLE_DIALS) :] == TABLE_DIALS
    assert (usual.dials["odds"], quiet.dials["odds"]) == (True, False)
    assert {**quiet.dials, "odds": True} == usual.dials
    with pytest.raises(InvalidDials) as refused:
        rulesets.load(ruleset_id, {"odd": False, "odds": "seldom"})
    assert len(refused.value.problems) == 2
    assert 'did you mean "odds"' in refused.value.problems[0]


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_no_question_of_yes_or_no_is_asked_as_a_number(ruleset_id: str) -> None:
    procedure = rulesets.load(ruleset_id).creation
    steps = [step for kind in procedure.kinds for step in procedure.steps(procedure.blank(kind.value))]
    numbers = [each for step in steps for each in step.inputs if isinstance(each, NumberInput)]
    assert not [each.label for each in numbers if (each.low, each.high) == (0, 1)]


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_what_a_dial_needs_is_a_value_of_another_dial(ruleset_id: str) -> None:
    dials = {dial.name: dial for dial in rulesets.load(ruleset_id).dial_info}
    for dial in dials.values():
        for name, values in dial.needs.items():
            assert name != dial.name
            assert values
            assert all(dials[name].allows(value) for value in values), (dial.name, name)
        for other in dial.default_if:
            assert other.dial != dial.name
            assert dials[other.dial].allows(other.value), (dial.name, other.dial)
            assert dial.allows(other.default), dial.name


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_ready_made_sheets_can_be_played_whatever_the_dials_are(ruleset_id: str) -> None:
    for dial in rulesets.load(ruleset_id).dial_info:
        for value in dial.values if dial.changes_rules else ():
            game = rulesets.load(ruleset_id, {dial.name: value})
            for sheet in (*game.creation.samples, *game.forms("hero"), *game.forms("opponent")):
                assert isinstance(sheet, Sheet)
                errors = [each.message for each in game.creation.problems(sheet) if each.severity == "error"]
                assert errors == [], (dial.name, value, sheet.name)
