"""The terminal looks rules up by id and by words, and says how completely each book is implemented."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from fatetable import rulesets
from fatetable.adapters.cli.commands.rules import coverage, rules


def look_up(*words: str) -> Result:
    return CliRunner().invoke(rules, words)


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def test_the_id_of_a_rule_shows_that_rule_alone_with_its_citation() -> None:
    shown = look_up("FAE-HARM-03")
    assert shown.exit_code == 0
    assert shown.output.startswith("One stress box per hit  FAE-HARM-03\n")
    assert "Fate Accelerated, lines 537–550" in shown.output
    assert "FAE-HARM-02" not in shown.output


def test_words_need_no_quotes_and_the_limit_holds() -> None:
    shown = look_up("stress", "box", "--ruleset", "fae", "--limit", "2")
    assert [line for line in shown.output.splitlines() if "  FAE-" in line and not line.startswith(" ")] == [
        "Absorbing with a stress box  FAE-HARM-02",
        "One stress box per hit  FAE-HARM-03",
    ]
    assert "more; add --limit" in shown.output


def test_related_rules_are_named_under_a_rule() -> None:
    assert "see FAE-ROLL-03" in look_up("FAE-SETUP-03").output


def test_nothing_found_is_one_sentence_and_exit_code_1() -> None:
    shown = look_up("xyzzy", "plugh")
    assert shown.exit_code == 1
    assert shown.output == 'error: No rule matches "xyzzy plugh"; try fewer or shorter words. (no-rule-found)\n'


def test_an_unknown_ruleset_is_one_sentence_and_exit_code_1() -> None:
    shown = look_up("stress", "--ruleset", "weave")
    assert shown.exit_code == 1
    assert shown.output.startswith('error: There is no ruleset "weave"')
    assert shown.output.endswith("(unknown-ruleset)\n")


def test_json_holds_the_rules_their_citations_and_the_attribution_of_their_books() -> None:
    answer = json.loads(look_up("boosts", "--json", "--limit", "1", "--ruleset", "fae").output)
    (found,) = answer["rules"]
    assert (found["ruleset"], found["id"], found["title"]) == ("fae", "FAE-ASP-08", "Boosts")
    assert found["citation"] == "Fate Accelerated, lines 603–607"
    assert answer["found"] > 1
    assert [book["attribution"] for book in answer["books"]] == [rulesets.attribution("fae")]


@pytest.mark.rule("FAE-SETUP-01")
def test_the_contents_of_the_books_come_with_the_attribution_each_licence_asks_for() -> None:
    shown = in_one_line(look_up().output)
    for ruleset_id in rulesets.folders():
        assert in_one_line(rulesets.attribution(ruleset_id)) in shown
    assert "23 Stress and consequences" in shown


def test_the_contents_in_json_count_the_rules_of_every_section() -> None:
    books = {book["id"]: book for book in json.loads(look_up("--json").output)["books"]}
    assert set(books) == set(rulesets.folders())
    assert books["fae"]["sections"]["Aspects"] == 36
    assert sum(books["fae"]["sections"].values()) == len(rulesets.rulebook("fae").rules)


@pytest.mark.parametrize("command", [rules, coverage])
def test_the_help_of_a_command_shows_an_example(command: click.Command) -> None:
    assert f"  fatetable {command.name} " in CliRunner().invoke(command, ["--help"]).output


def test_without_a_checkout_coverage_counts_what_is_done_about_the_rules(tmp_path: Path) -> None:
    shown = CliRunner().invoke(coverage, ["--checkout", str(tmp_path)])
    assert "Fate Accelerated: 230 rules, 176 computed, 40 prompted, 14 told\n" in shown.output


def test_coverage_counts_books_in_the_making_and_says_that_they_are(tmp_path: Path) -> None:
    shown = CliRunner().invoke(coverage, ["--checkout", str(tmp_path)])
    told = [line.partition(": ")[0] for line in shown.output.splitlines()]
    playable = [rulesets.rulebook(ruleset_id) for ruleset_id in rulesets.folders()]
    assert told == [
        *(book.book.title for book in playable),
        *(f"{book.book.title} (in the making)" for book in rulesets.books_in_the_making()),
    ]


def test_in_a_checkout_coverage_also_counts_the_proofs(tmp_path: Path) -> None:
    (tmp_path / "src" / "fatetable" / "rulesets").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text('@pytest.mark.rule("FAE-ASP-14")\ndef test_it(): ...\n')
    shown = CliRunner().invoke(coverage, ["--checkout", str(tmp_path)])
    assert "14 told; 1 of 216 proved by tests\n" in shown.output


def test_the_page_cannot_be_written_without_a_checkout(tmp_path: Path) -> None:
    target = tmp_path / "page.md"
    shown = CliRunner().invoke(coverage, ["--checkout", str(tmp_path), "--write", str(target)])
    assert shown.exit_code == 1
    assert shown.output.endswith("run this in a checkout. (no-checkout)\n")
    assert not target.exists()


def test_the_page_is_written_into_a_folder_that_may_be_new(tmp_path: Path) -> None:
    (tmp_path / "src" / "fatetable" / "rulesets").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    target = tmp_path / "docs" / "page.md"
    shown = CliRunner().invoke(coverage, ["--checkout", str(tmp_path), "--write", str(target)])
    assert shown.exit_code == 0
    assert "# Rules coverage" in target.read_text(encoding="utf-8")


def test_a_page_that_cannot_be_written_is_one_sentence_and_exit_code_1(tmp_path: Path) -> None:
    (tmp_path / "src" / "fatetable" / "rulesets").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "docs").write_text("a file where a folder is wanted")
    shown = CliRunner().invoke(coverage, ["--checkout", str(tmp_path), "--write", str(tmp_path / "docs" / "page.md")])
    assert shown.exit_code == 1
    assert shown.output.endswith("(not-writable)\n")
