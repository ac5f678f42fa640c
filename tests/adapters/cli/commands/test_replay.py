"""The terminal plays written-down games again, and says line by line what did not go as written."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fatetable import rulesets
from fatetable.adapters.cli.commands.replay import replay
from fatetable.adapters.cli.main import main

GAME = f"""\
title: Somebody sits down
ruleset: {rulesets.folders()[0]}
seats: {{gm: gm, ana: player}}
steps:
  - {{as: gm, do: start-session}}
  - as: ana
    do: start-session
    refused: gm-only
"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(replay, [str(argument) for argument in arguments])


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.yaml"
    path.write_text(GAME, encoding="utf-8")
    return path


def test_a_game_that_goes_as_written_is_one_line_and_status_0(game: Path) -> None:
    shown = run(game)
    assert (shown.exit_code, shown.output) == (0, f"ok   {game}: Somebody sits down\n")


def test_a_mismatch_is_told_with_its_line_and_ends_with_status_1(game: Path) -> None:
    game.write_text(GAME.replace("gm-only", "too-early"), encoding="utf-8")
    shown = run(game)
    assert shown.exit_code == 1
    assert shown.output.splitlines() == [
        f"FAIL {game}: Somebody sits down",
        "     line 6: expected the refusal 'too-early', found 'gm-only' (Only the GM may do that.)",
    ]


def test_several_files_are_all_run_and_counted(game: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text(GAME + "state: {points: {pool: 5}}\n", encoding="utf-8")
    shown = run(other, game)
    assert shown.exit_code == 1
    assert [line.split()[0] for line in shown.output.splitlines()] == ["FAIL", "line", "ok", "1"]
    assert shown.output.endswith("1 of 2 went as written.\n")


def test_without_files_everything_that_is_shipped_is_run() -> None:
    shown = run()
    assert shown.exit_code == 0, shown.output
    for ruleset in rulesets.folders():
        for name in rulesets.playthroughs(ruleset):
            assert f"{ruleset}/playthroughs/{name}.yaml" in shown.output
        for name in rulesets.scenes(ruleset):
            assert f"{ruleset}/scenes/{name}.yaml" in shown.output


def test_json_tells_the_same_to_programs(game: Path) -> None:
    game.write_text(GAME.replace("gm-only", "too-early"), encoding="utf-8")
    shown = run(game, "--json")
    answer = json.loads(shown.output)
    assert (shown.exit_code, answer["ok"]) == (1, False)
    (file,) = answer["files"]
    assert (file["file"], file["title"], file["steps"], file["error"]) == (str(game), "Somebody sits down", 2, None)
    assert [mismatch["line"] for mismatch in file["mismatches"]] == [6]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"title: [", "line 2: this is not valid YAML"),
        (b"\xff\xfe", "is not a text in UTF-8. (not-readable)"),
        (b"", "line 1: the file is empty. (unreadable-file)"),
        (GAME.replace("steps", "stpes").encode(), "line 4: a playthrough has no 'stpes'"),
        (GAME.replace(f"ruleset: {rulesets.folders()[0]}", "ruleset: weave").encode(), 'no ruleset "weave"'),
    ],
    ids=["broken yaml", "no text", "empty", "unknown key", "unknown ruleset"],
)
def test_a_file_that_cannot_be_run_is_one_sentence_and_status_1(content: bytes, sentence: str, game: Path) -> None:
    game.write_bytes(content)
    shown = run(game)
    assert (shown.exit_code, shown.output.count("\n")) == (1, 1)
    assert sentence in shown.output
    assert isinstance(shown.exception, SystemExit)


def test_one_bad_file_does_not_keep_the_others_from_being_run(game: Path, tmp_path: Path) -> None:
    missing = tmp_path / "missing.yaml"
    shown = run(missing, tmp_path, game)
    assert shown.exit_code == 1
    assert shown.output.splitlines() == [
        f"FAIL {missing} cannot be read: No such file or directory. (not-readable)",
        f"FAIL {tmp_path} cannot be read: Is a directory. (not-readable)",
        f"ok   {game}: Somebody sits down",
        "1 of 3 went as written.",
    ]


def test_json_names_the_reason_why_a_file_cannot_be_run(tmp_path: Path) -> None:
    answer = json.loads(run(tmp_path / "missing.yaml", "--json").output)
    assert answer["files"][0]["error"]["code"] == "not-readable"


def test_a_title_cannot_steer_the_terminal(game: Path) -> None:
    game.write_text(GAME.replace("Somebody sits down", '"\\e[31mred"'), encoding="utf-8")
    shown = run(game)
    assert "\x1b[31mred" not in shown.output
    assert "\\x1b[31mred" in shown.output


def test_the_program_knows_the_command(game: Path) -> None:
    assert CliRunner().invoke(main, ["replay", str(game)]).exit_code == 0
