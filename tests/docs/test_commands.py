"""The page on commands is what the commands say of themselves, and leaves none of them out."""

from pathlib import Path

import click
import pytest

from fatetable.adapters.cli.main import COMMANDS, main
from fatetable.adapters.cli.reference import page, told

PAGE = Path(__file__).resolve().parents[2] / "docs" / "commands.md"


def test_the_page_in_the_docs_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make docs`"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_chapter_with_its_options_and_an_example(name: str) -> None:
    _, _, rest = PAGE.read_text(encoding="utf-8").partition(f"\n## fatetable {name}\n")
    chapter = rest.partition("\n## ")[0]
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert f"$ fatetable {name}" in chapter
    for option in command.params:
        if isinstance(option, click.Option):
            assert f"| `{option.opts[0]}" in chapter
            assert option.help, f"{name} {option.opts[0]} has no help"
            assert option.help in chapter


def test_sentences_stand_on_lines_of_their_own_and_examples_as_they_are_typed() -> None:
    command = click.Command("spin", help="Spin. It goes\nround, e.g. fast.\n\n\b\nExamples:\n  fatetable spin\n")
    assert told(command) == ("Spin.\nIt goes round, e.g. fast.", "$ fatetable spin")
