"""The program `fatetable`: a list of commands, each imported only when it is called."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from fatetable import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

SHOW_TRACEBACKS = "FATETABLE_TRACEBACK"
"""The environment variable that shows the traceback of an unexpected error."""

INTERRUPTED = 130


class Entry(NamedTuple):
    """The module of a command and its short help, known without importing it.

    `name` is the name of its function, if that differs from the name of the command.
    """

    module: str
    summary: str
    name: str = ""


_HERE = "fatetable.adapters.cli"

COMMANDS: Mapping[str, Entry] = {
    "serve": Entry(f"{_HERE}.commands.serve", "Serve tables to browsers."),
    "tables": Entry(f"{_HERE}.commands.hosting", "List the tables in a data folder."),
    "link": Entry(f"{_HERE}.commands.link", "Make a new link to a table."),
    "export": Entry(f"{_HERE}.commands.hosting", "Write a table to a file, to keep it or to move it."),
    "import": Entry(f"{_HERE}.commands.hosting", "Read a table from a file.", "import_table"),
    "backup": Entry(f"{_HERE}.commands.hosting", "Copy all tables into one file, while they are being played."),
    "restore": Entry(f"{_HERE}.commands.hosting", "Bring back all tables from a backup."),
    "move-data": Entry(
        f"{_HERE}.commands.move_data", "Copy all tables from a data folder into a database, or back.", "move_data"
    ),
    "check-data": Entry(
        f"{_HERE}.commands.check_data", "Check that nothing in a data folder is damaged.", "check_data"
    ),
    "play": Entry(f"{_HERE}.commands.play", "Play a scene together at one keyboard."),
    "roll": Entry(f"{_HERE}.commands.roll", "Roll dice."),
    "odds": Entry(f"{_HERE}.commands.odds", "Compute the exact chances of a roll."),
    "rules": Entry(f"{_HERE}.commands.rules", "Look up the rules of the game."),
    "rulesets": Entry(f"{_HERE}.commands.rulesets", "List the rulesets and the dials of each."),
    "new": Entry(f"{_HERE}.commands.sheets", "Make a character, step by step."),
    "check": Entry(f"{_HERE}.commands.sheets", "List everything that is wrong with a sheet."),
    "show": Entry(f"{_HERE}.commands.sheets", "Show a sheet."),
    "replay": Entry(f"{_HERE}.commands.replay", "Run playthroughs and report every mismatch."),
    "recap": Entry(f"{_HERE}.commands.recap", "Tell what happened in a game, as Markdown."),
    "verify": Entry(f"{_HERE}.commands.verify", "Check that every throw of a saved game was honest."),
    "coverage": Entry(f"{_HERE}.commands.rules", "Show how completely each book is implemented."),
}


class LazyGroup(click.Group):
    """A group that imports the module of a command only when it is called."""

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
            # Ctrl+C needs no message, only a new line for the shell.
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
@click.version_option(__version__, message="fatetable %(version)s")
def main() -> None:
    """One engine for the Fate family of role-playing games, and a table to play them at.

    \b
    Examples:
      fatetable play
      fatetable roll 4dF+3
      fatetable rules compel
    """
