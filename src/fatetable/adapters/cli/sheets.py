"""The commands that make, check and show character sheets.

Knows nothing about the rules of any game; it runs the procedure that the ruleset brings.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar

import click

from fatetable.adapters.cli.plain_errors import PlainError, as_plain

if TYPE_CHECKING:
    from fatetable.mechanics.ruleset import Ruleset
    from fatetable.mechanics.sheets import Problem, Sheet

P = ParamSpec("P")
T = TypeVar("T")

_ruleset = click.option("--ruleset", metavar="ID", help="The ruleset (default: the first one installed).")
_dials = click.option(
    "--dial", "dials", multiple=True, metavar="NAME=VALUE", help="An option of the table; may be given several times."
)


def _one_sentence_errors(command: Callable[P, T]) -> Callable[P, T]:
    """Errors meant for people become one sentence and a code, never a traceback."""

    @functools.wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        from fatetable.engine.errors import FatetableError

        try:
            return command(*args, **kwargs)
        except FatetableError as error:
            raise as_plain(error) from None

    return wrapped


@click.command()
@_ruleset
@_dials
@click.option(
    "--kind", metavar="KIND", help="What to make, such as a player's character or a foe (default: the first)."
)
@click.option(
    "--from-sample", "sample", metavar="NAME", help="Take a ready-made sheet; the beginning of a name will do."
)
@click.option("--from", "start", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a sheet or draft.")
@click.option("--edit", is_flag=True, help="Go through the steps with a sample's answers filled in.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Where the sheet goes (default: ask).")
@click.option("--force", is_flag=True, help="Write over a file that exists.")
@click.option("--json", "as_json", is_flag=True, help="Read a draft from standard input, answer with its problems.")
@_one_sentence_errors
def new(
    ruleset: str | None,
    dials: tuple[str, ...],
    kind: str | None,
    sample: str | None,
    start: Path | None,
    edit: bool,
    out: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Make a character, step by step.

    \b
    Examples:
      fatetable new
      fatetable new --kind mook --out guard.json
      fatetable new --from-sample reth --out reth.json
      fatetable new --json < draft.json
    """
    from fatetable.adapters.cli.chosen_ruleset import ruleset_with
    from fatetable.builder.drafts import find_sample
    from fatetable.builder.sheet_files import load_sheet, write_sheet

    game = ruleset_with(ruleset, dials)
    blank = game.creation.blank(kind or game.creation.kinds[0].value)
    if as_json:
        _answer_draft(game, blank, out, force)
        return
    draft = blank
    if sample is not None:
        draft = find_sample(game.creation, sample)
    elif start is not None:
        draft = load_sheet(start, game.id)
    if sample is None or edit:
        # A draft that is gone on with may be written back to the file it came from.
        _make(game, draft, out or start, force or (out is None and start is not None))
    elif out is None:
        click.echo(write_sheet(draft), nl=False)
    else:
        _save(draft, out, force)


def _make(game: Ruleset, draft: Sheet, out: Path | None, force: bool) -> None:
    from fatetable.adapters.cli.guided_creation import Guide
    from fatetable.builder.drafts import errors
    from fatetable.builder.sheet_files import save_sheet

    guide = Guide(game, draft, in_colour=sys.stdout.isatty())
    try:
        sheet = guide.run()
        place = out or Path(click.prompt("Save as", default=_file_name(sheet)))
    except click.Abort:
        click.echo()
        if out is None or guide.draft == draft:
            raise PlainError("Stopped before the end; nothing was saved.", "stopped") from None
        save_sheet(guide.draft, out, overwrite=force)
        raise PlainError(f'Stopped before the end; go on with --from "{out}".', "stopped") from None
    _save(sheet, place, force)
    if errors(game.creation.problems(sheet)):
        click.echo("It still has errors and cannot join a table yet.")


def _save(sheet: Sheet, out: Path, force: bool) -> None:
    from fatetable.builder.sheet_files import save_sheet

    save_sheet(sheet, out, overwrite=force)
    click.echo(f"Wrote {out}.")


def _file_name(sheet: Sheet) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", sheet.name.casefold()).strip("-")
    return f"{words[:60] or 'character'}.json"


def _answer_draft(game: Ruleset, blank: Sheet, out: Path | None, force: bool) -> None:
    from fatetable.builder.drafts import errors
    from fatetable.builder.sheet_files import read_draft, save_sheet

    sheet = game.creation.finish(read_draft(_standard_input(), blank))
    problems = game.creation.problems(sheet)
    _echo_json({"sheet": sheet, "figures": game.creation.figures(sheet), "problems": problems})
    if errors(problems):
        _leave(1)
    if out is not None:
        save_sheet(sheet, out, overwrite=force)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@_dials
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
@_one_sentence_errors
def check(file: Path, dials: tuple[str, ...], as_json: bool) -> None:
    """List everything that is wrong with a sheet.

    FILE is a sheet in JSON; a dash reads standard input.
    Ends with status 1 if the sheet has an error; advice does not count.

    \b
    Examples:
      fatetable check reth.json
      fatetable check reth.json --dial starting_stunts=3 --json
    """
    from fatetable.adapters.cli.sheet_display import show_problems, summary
    from fatetable.builder.drafts import errors
    from fatetable.builder.visible_text import visible

    sheet, game = _sheet_and_ruleset(file, dials)
    problems: tuple[Problem, ...] = game.creation.problems(sheet)
    if as_json:
        _echo_json({"name": sheet.name, "ruleset": sheet.ruleset, "kind": sheet.kind, "problems": problems})
    else:
        show_problems(problems)
        click.echo(f"{visible(sheet.name) or 'This sheet'}: {summary(problems)}.")
    if errors(problems):
        _leave(1)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@_dials
@click.option("--markdown", "as_markdown", is_flag=True, help="Write the sheet as Markdown.")
@click.option("--json", "as_json", is_flag=True, help="Write the sheet as JSON, with the figures worked out.")
@_one_sentence_errors
def show(file: Path, dials: tuple[str, ...], as_markdown: bool, as_json: bool) -> None:
    """Show a sheet.

    FILE is a sheet in JSON; a dash reads standard input.

    \b
    Examples:
      fatetable show reth.json
      fatetable show reth.json --markdown > reth.md
    """
    from fatetable.adapters.cli.sheet_display import show_page
    from fatetable.builder.layout import lay_out
    from fatetable.builder.markdown import to_markdown

    if as_markdown and as_json:
        raise click.UsageError("Choose either --markdown or --json.")
    sheet, game = _sheet_and_ruleset(file, dials)
    if as_json:
        _echo_json({"sheet": sheet, "figures": game.creation.figures(sheet)})
        return
    page = lay_out(sheet, game.creation, game.ladder)
    if as_markdown:
        click.echo(to_markdown(page), nl=False)
    else:
        show_page(page, in_colour=sys.stdout.isatty())


def _sheet_and_ruleset(file: Path, dials: tuple[str, ...]) -> tuple[Sheet, Ruleset]:
    from fatetable.adapters.cli.chosen_ruleset import ruleset_with
    from fatetable.builder.sheet_files import load_sheet, read_sheet

    sheet = read_sheet(_standard_input()) if str(file) == "-" else load_sheet(file)
    return sheet, ruleset_with(sheet.ruleset, dials)


def _standard_input() -> bytes:
    """What is piped in, read one byte beyond the limit so that too much is noticed without being kept."""
    from fatetable.builder.sheet_files import SIZE_LIMIT

    return sys.stdin.buffer.read(SIZE_LIMIT + 1)


def _echo_json(data: dict[str, Any]) -> None:
    import json

    import msgspec

    # Written in ASCII, so that nothing from a file can steer the terminal it is shown in.
    click.echo(json.dumps(msgspec.to_builtins(data), indent=2))


def _leave(status: int) -> NoReturn:
    raise click.exceptions.Exit(status)
