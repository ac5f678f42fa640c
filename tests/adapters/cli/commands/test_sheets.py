"""The commands `new`, `check` and `show`: guided creation, all problems of a sheet, and sheets on the screen."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from fatetable import rulesets
from fatetable.adapters.cli.chosen_ruleset import ruleset_with
from fatetable.adapters.cli.commands.sheets import check, new, show
from fatetable.adapters.cli.display.sheet_display import show_page
from fatetable.builder.drafts import find_sample
from fatetable.builder.layout import lay_out
from fatetable.builder.sheet_files import load_sheet, read_sheet, save_sheet, write_sheet

GAME = ruleset_with(None)
RETH = find_sample(GAME.creation, "Reth")

FIRST_STEPS = [
    *("Wizard for Hire", "Rivals Everywhere", "Curious to a Fault"),
    *("Zird the Arcane", "Tall, grey and in a hurry."),
    "5",  # The Thief
]
NO_EXTRAS = ["", "", ""]


def run(command: click.Command, *args: str, lines: Sequence[str] = (), text: str | None = None) -> Result:
    typed = text if text is not None else "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(command, args, input=typed)


@pytest.fixture
def reth_file(tmp_path: Path) -> Path:
    place = tmp_path / "reth.json"
    save_sheet(RETH, place)
    return place


def test_a_character_is_made_by_answering_step_after_step(tmp_path: Path) -> None:
    out = tmp_path / "zird.json"
    result = run(new, "--out", str(out), lines=[*FIRST_STEPS, *NO_EXTRAS])
    assert result.exit_code == 0, result.output
    sheet = load_sheet(out)
    assert sheet.name == "Zird the Arcane"
    assert list(sheet.aspects.values()) == ["Wizard for Hire", "Rivals Everywhere", "Curious to a Fault"]
    assert sheet.traits == {"careful": 2, "clever": 1, "flashy": 1, "forceful": 0, "quick": 2, "sneaky": 3}
    assert sheet.numbers == {"refresh": 3}
    assert GAME.creation.problems(sheet) == ()
    assert "Step 6 of 6" in result.output


def test_ratings_can_be_handed_out_one_by_one(tmp_path: Path) -> None:
    out = tmp_path / "zird.json"
    answers = [*FIRST_STEPS[:-1], "", "sneaky", "clev", "ca", "1", "2", *NO_EXTRAS]
    result = run(new, "--out", str(out), lines=answers)
    assert result.exit_code == 0, result.output
    traits = {"careful": 2, "clever": 2, "flashy": 1, "forceful": 0, "quick": 1, "sneaky": 3}
    assert load_sheet(out).traits == traits


def test_a_stunt_is_composed_with_a_preview_and_another_taken_ready_made(tmp_path: Path) -> None:
    out = tmp_path / "zird.json"
    composed = ["1", "Sparks", "learned from dragons", "flashily", "attack", "it is dark", "y"]
    ready_made = ["take", "gadgeteer"]
    result = run(new, "--out", str(out), lines=[*FIRST_STEPS, "Owes the Guild", "", *composed, *ready_made, ""])
    assert result.exit_code == 0, result.output
    sentence = "Because I learned from dragons, I get +2 when I Flashily attack when it is dark."
    assert sentence in result.output
    sheet = load_sheet(out)
    assert [(stunt.name, stunt.bonus("attack", "flashy")) for stunt in sheet.features] == [
        ("Sparks", 2),
        ("Gadgeteer", 0),
    ]
    assert sheet.features[0].text == sentence
    assert sheet.aspects["other-2"] == "Owes the Guild"


def test_a_stunt_can_be_dropped_again_and_a_preview_declined(tmp_path: Path) -> None:
    out = tmp_path / "zird.json"
    declined = ["99", "what", "4", " ", "Eraser", "own one", "n"]
    dropped = ["take", "1", "drop", "1"]
    result = run(new, "--out", str(out), lines=[*FIRST_STEPS, "", "", *declined, *dropped, ""])
    assert result.exit_code == 0, result.output
    assert load_sheet(out).features == ()
    assert result.output.count("Type a number from 1 to 6") == 2
    assert "Please write something." in result.output


def test_a_missing_answer_is_shown_with_its_rule_and_asked_again(tmp_path: Path) -> None:
    out = tmp_path / "zird.json"
    result = run(new, "--out", str(out), lines=["", "Rivals", "y", "Wizard", "", *FIRST_STEPS[2:], *NO_EXTRAS])
    assert result.exit_code == 0, result.output
    assert "The character has no high concept. (high-concept-missing) [FAE-CHAR-04]" in result.output
    assert load_sheet(out).aspects["high-concept"] == "Wizard"
    assert load_sheet(out).aspects["trouble"] == "Rivals"


def test_errors_left_at_the_end_lead_back_to_their_step(tmp_path: Path) -> None:
    out = tmp_path / "zird.json"
    skipped = ["", "Rivals", "n", *FIRST_STEPS[2:], *NO_EXTRAS]
    result = run(new, "--out", str(out), lines=[*skipped, "1", "Wizard", ""])
    assert result.exit_code == 0, result.output
    assert GAME.creation.problems(load_sheet(out)) == ()


def test_a_sheet_may_be_kept_with_its_errors_and_says_so(tmp_path: Path) -> None:
    out = tmp_path / "zird.json"
    result = run(new, "--out", str(out), lines=["", "Rivals", "n", *FIRST_STEPS[2:], *NO_EXTRAS, ""])
    assert result.exit_code == 0, result.output
    assert "cannot join a table yet" in result.output
    assert "high-concept" not in load_sheet(out).aspects


def test_a_mook_is_made_from_lists_and_a_number(tmp_path: Path) -> None:
    out = tmp_path / "guard.json"
    answers = ["Guard", "Bored Stiff", "", "halberds, shouting", "thinking", "", "9", "1"]
    result = run(new, "--kind", "mook", "--out", str(out), lines=answers)
    assert result.exit_code == 0, result.output
    sheet = load_sheet(out)
    assert sheet.lists == {"skilled": ("halberds", "shouting"), "bad": ("thinking",)}
    assert sheet.numbers == {"boxes": 1, "catch-all": 0}
    assert "Stress: box 1" in result.output


def test_without_a_place_to_write_the_guide_proposes_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(new, lines=[*FIRST_STEPS, *NO_EXTRAS, ""])
    assert result.exit_code == 0, result.output
    assert load_sheet(tmp_path / "zird-the-arcane.json").name == "Zird the Arcane"


def test_leaving_in_the_middle_keeps_the_draft_to_go_on_with(tmp_path: Path) -> None:
    out = tmp_path / "zird.json"
    stopped = run(new, "--out", str(out), lines=FIRST_STEPS[:3])
    assert stopped.exit_code == 1
    assert "(stopped)" in stopped.output
    resumed = run(new, "--from", str(out), lines=["", "", "", *FIRST_STEPS[3:], *NO_EXTRAS])
    assert resumed.exit_code == 0, resumed.output
    assert load_sheet(out).aspects["high-concept"] == "Wizard for Hire"
    assert GAME.creation.problems(load_sheet(out)) == ()


def test_leaving_before_anything_was_said_saves_nothing(tmp_path: Path) -> None:
    out = tmp_path / "zird.json"
    result = run(new, "--out", str(out))
    assert result.exit_code == 1
    assert "nothing was saved" in result.output
    assert not out.exists()


def test_a_sample_is_written_as_it_is(tmp_path: Path) -> None:
    out = tmp_path / "reth.json"
    assert run(new, "--from-sample", "reth", "--out", str(out)).exit_code == 0
    assert load_sheet(out) == RETH
    printed = run(new, "--from-sample", "reth")
    assert read_sheet(printed.output) == RETH


def test_a_sample_can_be_changed_step_by_step(tmp_path: Path) -> None:
    out = tmp_path / "reth.json"
    answers = ["Suncaller in Exile", "", "", "", "", "", "-", "", ""]
    result = run(new, "--from-sample", "reth", "--edit", "--out", str(out), lines=answers)
    assert result.exit_code == 0, result.output
    sheet = load_sheet(out)
    assert sheet.aspects["high-concept"] == "Suncaller in Exile"
    assert sheet.aspects["trouble"] == RETH.aspects["trouble"]
    assert "other-2" not in sheet.aspects
    assert (sheet.traits, sheet.features) == (RETH.traits, RETH.features)


def test_a_file_that_exists_is_not_written_over_unless_forced(reth_file: Path) -> None:
    refused = run(new, "--from-sample", "voltaire", "--out", str(reth_file))
    assert refused.exit_code == 1
    assert "(file-exists)" in refused.output
    assert load_sheet(reth_file) == RETH
    assert run(new, "--from-sample", "voltaire", "--out", str(reth_file), "--force").exit_code == 0
    assert load_sheet(reth_file).name == "Voltaire"


def test_a_draft_on_standard_input_is_answered_with_its_problems(tmp_path: Path) -> None:
    out = tmp_path / "draft.json"
    result = run(new, "--json", "--out", str(out), text='{"name": "Zird"}')
    assert result.exit_code == 1
    answer = json.loads(result.output)
    assert answer["sheet"]["name"] == "Zird"
    assert [problem["code"] for problem in answer["problems"]][:2] == ["appearance-missing", "high-concept-missing"]
    assert not out.exists()


def test_a_finished_draft_on_standard_input_is_answered_without_error_and_saved(tmp_path: Path) -> None:
    out = tmp_path / "reth.json"
    result = run(new, "--json", "--out", str(out), text=write_sheet(RETH))
    assert result.exit_code == 0
    assert json.loads(result.output)["problems"] == []
    assert load_sheet(out) == RETH


def test_check_finds_nothing_wrong_with_a_good_sheet(reth_file: Path) -> None:
    result = run(check, str(reth_file))
    assert (result.exit_code, result.output) == (0, "Reth: no problems.\n")


def test_check_lists_every_problem_and_ends_with_one(tmp_path: Path) -> None:
    place = tmp_path / "bad.json"
    place.write_text(json.dumps({"ruleset": GAME.id, "name": "Zird", "aspects": {}}), encoding="utf-8")
    result = run(check, str(place))
    assert result.exit_code == 1
    assert result.output.count("Error in ") == 10
    assert "Zird: 10 errors." in result.output
    answer = json.loads(run(check, str(place), "--json").output)
    assert len(answer["problems"]) == 10
    assert {"severity", "code", "where", "message", "cites"} <= set(answer["problems"][0])


def test_advice_alone_does_not_fail_a_check_and_dials_change_it() -> None:
    text = write_sheet(find_sample(GAME.creation, "Bethesda"))
    advised = run(check, "-", text=text)
    assert (advised.exit_code, "1 advice" in advised.output) == (0, True)
    agreed = run(check, "-", "--dial", "starting_stunts=2", text=text)
    assert agreed.output == "Bethesda Flushing, PhD: no problems.\n"


@pytest.mark.parametrize(
    ("dial", "code"),
    [
        ("starting_stunts=9", "invalid-dials"),
        ("starting_stunts=true", "invalid-dials"),
        ("colour=red", "invalid-dials"),
        ("starting_stunts", "dial-not-readable"),
    ],
)
def test_a_dial_that_does_not_exist_is_refused(reth_file: Path, dial: str, code: str) -> None:
    result = run(check, str(reth_file), "--dial", dial)
    assert result.exit_code == 1
    assert f"({code})" in result.output


def test_show_writes_a_plain_page_where_nobody_looks(reth_file: Path) -> None:
    result = run(show, str(reth_file))
    assert result.exit_code == 0
    assert result.output.startswith("Reth (Player character)\n")
    assert "  High concept: Suncaller of the Andral Desert\n" in result.output
    assert "  Forceful: Good (+3)\n" in result.output
    assert "\x1b" not in result.output


def test_show_draws_a_frame_in_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    show_page(lay_out(RETH, GAME.creation, GAME.ladder, GAME.engine.words), in_colour=True)
    drawn = capsys.readouterr().out
    assert "╭" in drawn
    assert "Suncaller of the Andral Desert" in drawn
    assert "Stance of the Defiant Sun" in drawn


def test_show_writes_markdown_and_json(reth_file: Path) -> None:
    assert run(show, str(reth_file), "--markdown").output.startswith("# Reth\n")
    answer = json.loads(run(show, str(reth_file), "--json").output)
    assert answer["sheet"]["name"] == "Reth"
    assert {"path": "numbers.refresh", "label": "Refresh", "text": "3"} in answer["figures"]
    both = run(show, str(reth_file), "--markdown", "--json")
    assert both.exit_code == 2


def test_show_prints_into_a_new_file(reth_file: Path) -> None:
    printed = reth_file.with_suffix(".pdf")
    assert run(show, str(reth_file), "--pdf", str(printed)).output == f"Wrote {printed}.\n"
    assert printed.read_bytes().startswith(b"%PDF-")
    again = run(show, str(reth_file), "--pdf", str(printed))
    assert (again.exit_code, "(file-exists)" in again.output) == (1, True)


HOSTILE = {
    "ruleset": GAME.id,
    "name": "Evil\x1b[2J\x1b]0;owned\x07 [bold]Bob[/bold]",
    "description": "\u202eetihw \x9b31m",
    "aspects": {"high-concept": "\x1b[31mred", "zone\x07": "x"},
    "traits": {"\x9b1m": 1},
    "features": [{"name": "\x07\x1b[5m", "text": "[/] \x07"}],
}


@pytest.mark.parametrize("options", [(), ("--markdown",), ("--json",)])
@pytest.mark.parametrize("command", [check, show])
def test_nothing_in_a_file_can_steer_the_terminal(command: click.Command, options: tuple[str, ...]) -> None:
    if command is check and "--markdown" in options:
        options = ()
    result = run(command, "-", *options, text=json.dumps(HOSTILE))
    assert result.exit_code == (1 if command is check else 0)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", result.output)
    assert "Evil" in result.output


def test_words_that_look_like_the_screen_s_own_markup_are_drawn_as_they_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sheet = read_sheet(json.dumps(HOSTILE))
    show_page(lay_out(sheet, GAME.creation, GAME.ladder, GAME.engine.words), in_colour=True)
    drawn = capsys.readouterr().out
    assert "[bold]Bob[/bold]" in drawn
    assert "\x07" not in drawn
    assert "\x1b[2J" not in drawn


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("hello", "not-json"),
        ("[]", "not-a-sheet"),
        ('{"ruleset": "nobody-plays-this", "name": "Zird"}', "unknown-ruleset"),
        ("x" * 1_000_000, "sheet-too-large"),
    ],
)
@pytest.mark.parametrize("command", [check, show])
def test_what_is_no_sheet_is_refused_in_one_sentence(command: click.Command, text: str, code: str) -> None:
    result = run(command, "-", text=text)
    assert result.exit_code == 1
    assert re.fullmatch(rf"error: [^\n]+\. \({code}\)\n", result.output)


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["--ruleset", "nobody-plays-this"], "unknown-ruleset"),
        (["--kind", "ghost"], "unknown-kind"),
        (["--from-sample", "nobody"], "unknown-sample"),
        (["--from", "no-such-file.json"], "sheet-not-opened"),
    ],
)
def test_new_refuses_what_it_does_not_know_in_one_sentence(args: list[str], code: str) -> None:
    result = run(new, *args)
    assert result.exit_code == 1
    assert re.fullmatch(rf"error: [^\n]+\. \({code}\)\n", result.output)


@pytest.mark.parametrize("command", [new, check, show])
def test_the_help_of_every_command_shows_an_example(command: click.Command) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"fatetable {command.name} " in result.output


def test_the_ruleset_meant_when_none_is_named_is_an_installed_one() -> None:
    assert GAME.id in rulesets.folders()


def python(code: str, *args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *args], input=typed, capture_output=True, text=True, encoding="utf-8", check=False
    )


def test_a_sheet_made_by_one_process_is_checked_by_another(tmp_path: Path) -> None:
    out = tmp_path / "zird.json"
    typed = "".join(f"{line}\n" for line in [*FIRST_STEPS, *NO_EXTRAS])
    made = python("from fatetable.adapters.cli.commands.sheets import new; new()", "--out", str(out), typed=typed)
    assert made.returncode == 0, made.stderr
    checked = python("from fatetable.adapters.cli.commands.sheets import check; check()", str(out))
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "Zird the Arcane: no problems.\n", "")


def test_what_draws_and_reads_is_only_loaded_when_it_is_needed() -> None:
    loaded = python(
        "import sys, fatetable.adapters.cli.commands.sheets\n"
        "print(sorted({'rich', 'msgspec', 'yaml'} & set(sys.modules)))"
    )
    assert loaded.stdout.strip() == "[]"
