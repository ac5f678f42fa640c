"""The list of rulesets tells what each is, whom it is owed to and what a table may choose."""

import json

import pytest
from click.testing import CliRunner, Result

from fatetable import rulesets
from fatetable.adapters.cli.main import main


def listed(*args: str) -> Result:
    return CliRunner().invoke(main, ["rulesets", *args])


def in_one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_every_ruleset_is_listed_with_its_title_its_rules_and_its_attribution(ruleset_id: str) -> None:
    book = rulesets.rulebook(ruleset_id)
    shown = in_one_line(listed().output)
    assert f"{ruleset_id} {book.book.title}" in shown
    assert f"{len(book.rules)} rules" in shown
    assert in_one_line(rulesets.attribution(ruleset_id)) in shown


def test_json_says_the_same() -> None:
    told = {each["id"]: each for each in json.loads(listed("--json").output)["rulesets"]}
    assert set(told) == set(rulesets.folders())
    for ruleset_id, each in told.items():
        assert each["attribution"] == rulesets.attribution(ruleset_id)
        assert each["rules"] == len(rulesets.rulebook(ruleset_id).rules)
        assert each["dials"] == len(rulesets.load(ruleset_id).dial_info)


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_every_dial_is_told_with_its_meaning_and_with_the_value_it_has_when_nobody_turns_it(ruleset_id: str) -> None:
    game = rulesets.load(ruleset_id)
    shown = in_one_line(listed("--dials", ruleset_id).output)
    told = {dial["name"]: dial for dial in json.loads(listed("--dials", ruleset_id, "--json").output)["dials"]}
    assert set(told) == {dial.name for dial in game.dial_info}
    for dial in game.dial_info:
        assert in_one_line(dial.meaning) in shown
        assert dial.allows(told[dial.name]["default"])
        # Turning a dial to its default changes nothing.
        assert rulesets.load(ruleset_id, {dial.name: told[dial.name]["default"]}).dials == game.dials
    assert shown.count("(default)") == len(game.dial_info)


@pytest.mark.parametrize("unknown", ["weave", "", "..", "a\x1b[2J"])
def test_the_dials_of_a_ruleset_that_is_not_there_are_one_sentence(unknown: str) -> None:
    result = listed("--dials", unknown)
    assert result.exit_code == 1
    assert result.output.startswith("error: There is no ruleset")
    assert "\x1b" not in result.output
    assert result.output.endswith("(unknown-ruleset)\n")
