"""The program `fatetable`: a list of commands, of which only the one that is called is ever imported.

Knows what each command is called and where it lives, and how errors are told; nothing about what a command does.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from collections.abc import Mapping

SHOW_TRACEBACKS = "FATETABLE_TRACEBACK"
"""The environment variable with which a developer asks for the traceback of an error nobody foresaw."""

INTERRUPTED = 130


class Entry(NamedTuple):
    """Where a command lives and what it does, told without importing it.

    `name` is what it is called there, if Python has another use for the name of the command.
    """

    module: str
    summary: str
    name: str = ""


_HERE = "fatetable.adapters.cli"

COMMANDS: Mapping[str, Entry] = {
    "serve": Entry(f"{_HERE}.serve", "Serve tables to browsers."),
    "tables": Entry(f"{_HERE}.hosting", "List the tables in a data folder."),
    "export": Entry(f"{_HERE}.hosting", "Write a table into a file, to keep it or to move it."),
    "import": Entry(f"{_HERE}.hosting", "Take in a table from a file.", "import_table"),
    "backup": Entry(f"{_HERE}.hosting", "Copy all tables into one file, while they are being played."),
    "play": Entry(f"{_HERE}.play", "Play a scene together at one keyboard."),
    "roll": Entry(f"{_HERE}.roll", "Roll dice."),
    "odds": Entry(f"{_HERE}.odds", "Work out the exact chances of a roll."),
    "rules": Entry(f"{_HERE}.rules", "Look up the rules of the game."),
    "rulesets": Entry(f"{_HERE}.rulesets", "List the rulesets and the dials of each."),
    "new": Entry(f"{_HERE}.sheets", "Make a character, step by step."),
    "check": Entry(f"{_HERE}.sheets", "List everything that is wrong with a sheet."),
    "show": Entry(f"{_HERE}.sheets", "Show a sheet."),
    "replay": Entry(f"{_HERE}.replay", "Run playthroughs and report every mismatch."),
    "verify": Entry(f"{_HERE}.verify", "Check that every throw of a saved game was honest."),
    "coverage": Entry(f"{_HERE}.rules", "Show how completely each book is implemented."),
}


class LazyGroup(click.Group):
    """A group that imports the module of a command when that command is called, and not before."""

    def __init__(self, *args: Any, entries: Mapping[str, Entry], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.entries = entries

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.entries:
            return None
        from importlib import import_module

        entry = self.entries[cmd_name]
        command: click.Command = getattr(import_module(entry.module), entry.name or cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.entries and not args[0].startswith("-"):
            ctx.fail(_no_such_command(args[0], self.list_commands(ctx)))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in self.entries.items()])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, click.Abort):
            # Whoever stops the program knows that they did; the shell only wants the cursor on a line of its own.
            click.echo(err=True)
            raise click.exceptions.Exit(INTERRUPTED) from None
        except (click.ClickException, click.exceptions.Exit, BrokenPipeError):
            raise
        except Exception as error:
            raise _in_one_sentence(error) from None


def _no_such_command(name: str, known: list[str]) -> str:
    import difflib

    from fatetable.builder.visible_text import visible

    close = difflib.get_close_matches(name, known, n=1)
    hint = f' Did you mean "{close[0]}"?' if close else ""
    return f'There is no command "{visible(name[:60])}".{hint}'


def _in_one_sentence(error: Exception) -> Exception:
    from fatetable.adapters.cli.plain_errors import PlainError, as_plain
    from fatetable.engine.errors import FatetableError

    if isinstance(error, FatetableError):
        return as_plain(error)
    if os.environ.get(SHOW_TRACEBACKS):
        return error
    if isinstance(error, OSError):
        return PlainError(f"{error.filename or 'The system'}: {error.strerror or error}.", "system-error")
    fault = f"{type(error).__name__}: {error}"[:200].rstrip(".")
    return PlainError(
        f"This is a fault in Fatetable ({fault}); set {SHOW_TRACEBACKS}=1 to see where.", "internal-error"
    )


@click.group(cls=LazyGroup, entries=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="fatetable", message="fatetable %(version)s")
def main() -> None:
    """One engine for the Fate family of role-playing games, and a table to play them at.

    \b
    Examples:
      fatetable play
      fatetable roll 4dF+3
      fatetable rules compel
    """
