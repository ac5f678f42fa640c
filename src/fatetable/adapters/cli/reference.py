"""Writes the page that documents every command, from the commands themselves.

Run as a module with the name of the file to write.

"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from fatetable.adapters.cli.main import main

INTRODUCTION = """\
<!-- Written by `make docs`; change the help of the commands instead. -->

# Commands

`fatetable COMMAND --help` shows the same as this page.
Commands that answer programs have `--json`.
An error is one sentence on standard error with a code in brackets, and the program ends with status 1.
If the command line itself cannot be read, it ends with status 2.
"""


def page() -> str:
    """The whole page as Markdown."""
    context = click.Context(main, info_name="fatetable")
    lines = [INTRODUCTION]
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        lines += _chapter(command, click.Context(command, parent=context, info_name=name, terminal_width=100))
    return "\n".join(lines).rstrip("\n") + "\n"


def _chapter(command: click.Command, context: click.Context) -> Iterator[str]:
    words, examples = told(command)
    yield f"## fatetable {command.name}\n"
    yield words + "\n"
    yield f"```text\n{command.get_usage(context).removeprefix('Usage: ')}\n```\n"
    options = [option for option in command.params if isinstance(option, click.Option)]
    if options:
        yield "| Option | Meaning |\n|---|---|"
        yield from (f"| `{_spelled(option)}` | {_cell(option.help or '')} |" for option in options)
        yield ""
    yield f"```console\n{examples}\n```\n"


def _spelled(option: click.Option) -> str:
    return " ".join(filter(None, (", ".join(option.opts), option.metavar)))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def told(command: click.Command) -> tuple[str, str]:
    """The help of a command: its sentences, one on a line, and its examples as they are typed."""
    text, _, examples = inspect.cleandoc(command.help or "").partition("\b\n")
    paragraphs = [re.sub(r"(?<=[.]) (?=[A-Z])", "\n", " ".join(part.split())) for part in text.split("\n\n")]
    typed = [line.strip() for line in examples.splitlines()[1:] if line.strip()]
    return "\n\n".join(filter(None, paragraphs)), "\n".join(f"$ {line}" for line in typed)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
