"""The program as a whole: its list of commands, what it imports, and how it tells that something went wrong."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from fatetable.adapters.cli.main import COMMANDS, SHOW_TRACEBACKS, Entry, LazyGroup, main

PROGRAM = Path(sys.executable).with_name("fatetable")


def run(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, *args], capture_output=True, text=True, stdin=subprocess.DEVNULL, env={**os.environ, **environment}
    )


def loaded_by(*args: str) -> set[str]:
    """The modules in memory after a command has run."""
    code = (
        "import sys\n"
        "from fatetable.adapters.cli.main import main\n"
        f"main({list(args)!r}, standalone_mode=False)\n"
        "print('LOADED', *sys.modules)"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(finished.stdout.rpartition("LOADED")[2].split())


def test_help_lists_every_command_with_one_line() -> None:
    lines = run("--help").stdout.splitlines()
    width = max(map(len, COMMANDS))
    for name, entry in COMMANDS.items():
        assert f"  {name:<{width}}  {entry.summary}" in lines


def test_help_imports_no_command() -> None:
    modules = loaded_by("--help")
    assert {module for module in modules if module.startswith("fatetable.adapters.cli.")} == {
        "fatetable.adapters.cli.main"
    }


def test_a_roll_imports_neither_a_ruleset_nor_what_draws_screens() -> None:
    modules = loaded_by("roll", "4dF+3")
    assert not {"rich", "yaml", "fatetable.mechanics.ruleset", "fatetable.tabletop.table"} & modules
    assert not {module for module in modules if module.startswith("fatetable.rulesets.")}


def test_every_command_exists_and_is_told_about_in_the_same_words_in_the_list_and_in_its_help() -> None:
    context = click.Context(main)
    for name, entry in COMMANDS.items():
        command = main.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert (command.help or "").split("\n")[0] == entry.summary


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_shows_an_example(name: str) -> None:
    shown = CliRunner().invoke(main, [name, "--help"]).output
    _, _, examples = shown.partition("Examples:\n")
    assert f"    fatetable {name}" in examples


def test_the_version_is_that_of_the_package() -> None:
    import fatetable

    assert run("--version").stdout == f"fatetable {fatetable.__version__}\n"


def test_an_unknown_command_is_a_usage_error_with_a_hint() -> None:
    finished = run("rol")
    assert finished.returncode == 2
    assert finished.stdout == ""
    assert 'There is no command "rol". Did you mean "roll"?' in finished.stderr


def test_an_unknown_command_cannot_steer_the_terminal() -> None:
    assert "\x1b" not in run("\x1b[2Jroll").stderr


def test_an_unknown_option_is_a_usage_error() -> None:
    assert run("rulesets", "--nonsense").returncode == 2


def test_an_error_of_ours_is_one_sentence_with_its_code_on_standard_error() -> None:
    finished = run("rulesets", "--dials", "weave")
    assert finished.returncode == 1
    assert finished.stdout == ""
    assert finished.stderr.startswith('error: There is no ruleset "weave"; installed: ')
    assert finished.stderr.endswith(". (unknown-ruleset)\n")
    assert finished.stderr.count("\n") == 1


FAULTY = LazyGroup(
    "faulty",
    entries={
        name: Entry("tests.adapters.cli.support.faulty_commands", "Goes wrong.")
        for name in ("breaks", "lacks", "stops", "asks")
    },
)


def test_a_fault_of_the_program_is_told_in_one_sentence_too() -> None:
    result = CliRunner().invoke(FAULTY, ["breaks"])
    assert result.exit_code == 1
    assert result.output.startswith("error: This is a fault in Fatetable (ZeroDivisionError: somewhere deep inside the")
    assert result.output.endswith("(internal-error)\n")
    assert result.output.count("\n") == 1


def test_a_developer_can_ask_for_the_traceback() -> None:
    result = CliRunner().invoke(FAULTY, ["breaks"], env={SHOW_TRACEBACKS: "1"})
    assert isinstance(result.exception, ZeroDivisionError)


def test_an_error_of_the_system_is_one_sentence() -> None:
    result = CliRunner().invoke(FAULTY, ["lacks"])
    assert result.exit_code == 1
    assert result.output == "error: somewhere: No such file or directory. (system-error)\n"


@pytest.mark.parametrize("name", ["stops", "asks"])
def test_whoever_interrupts_the_program_or_leaves_a_question_is_told_nothing(name: str) -> None:
    result = CliRunner().invoke(FAULTY, [name], input="")
    assert result.output.replace("What now:", "").strip() == ""
    assert result.exit_code == 130


def test_a_reader_that_goes_away_is_no_error_worth_telling() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        finished = subprocess.run([PROGRAM, "rules"], stdout=writing, stderr=subprocess.PIPE, text=True)
    finally:
        os.close(writing)
    assert finished.stderr == ""
