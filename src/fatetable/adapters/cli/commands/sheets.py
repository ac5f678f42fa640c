"""The commands that make, check and show character sheets."""

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
    from fatetable.builder.page import Page
    from fatetable.mechanics.characters.sheet import Problem, Sheet
    from fatetable.mechanics.ruleset import Ruleset

P = ParamSpec("P")
T = TypeVar("T")

_ruleset = click.option("--ruleset", metavar="ID", help="The ruleset (default: the first one installed).")
_dials = click.option(
    "--dial", "dials", multiple=True, metavar="NAME=VALUE", help="An option of the table; may be given several times."
)
_tables = click.option(
    "--content", "tables", multiple=True, metavar="NAME=FILE", help="A table of the campaign's own, in TOML."
)


def _one_sentence_errors(command: Callable[P, T]) -> Callable[P, T]:
    """Show a `FatetableError` as one sentence and a code instead of a traceback."""

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
@_tables
@click.option(
    "--kind", metavar="KIND", help="What to make, such as a player's character or a foe (default: the first)."
)
@click.option(
    "--from-sample", "sample", metavar="NAME", help="Take a ready-made sheet; the beginning of a name is enough."
)
@click.option(
    "--from", "start", type=click.Path(path_type=Path), metavar="FILE", help="Continue with a sheet or draft."
)
@click.option("--edit", is_flag=True, help="Go through the steps with a sample's answers filled in.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="The file to write the sheet to (default: ask)."
)
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--json", "as_json", is_flag=True, help="Read a draft from standard input, answer with its problems.")
@_one_sentence_errors
def new(
    ruleset: str | None,
    dials: tuple[str, ...],
    tables: tuple[str, ...],
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

    game = ruleset_with(ruleset, dials, tables)
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
        # A draft that is continued may be written back to its own file.
        _make(game, draft, out or start, force or (out is None and start is not None))
    elif out is None:
        click.echo(write_sheet(draft), nl=False)
    else:
        _save(draft, out, force)


def _make(game: Ruleset, draft: Sheet, out: Path | None, force: bool) -> None:
    from fatetable.adapters.cli.dialogs.guided_creation import Guide
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
    from fatetable.builder.inputs import prices, quotes_of
    from fatetable.builder.sheet_files import read_draft, save_sheet

    sheet = game.creation.finish(read_draft(_standard_input(), blank))
    problems = game.creation.problems(sheet)
    priced = prices(quotes_of(game.creation, game.creation.steps(sheet), sheet))
    figures = game.creation.figures(sheet)
    _echo_json({"sheet": sheet, "figures": figures, "problems": problems, "prices": priced})
    if errors(problems):
        _leave(1)
    if out is not None:
        save_sheet(sheet, out, overwrite=force)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@_dials
@_tables
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
@_one_sentence_errors
def check(file: Path, dials: tuple[str, ...], tables: tuple[str, ...], as_json: bool) -> None:
    """List everything that is wrong with a sheet.

    FILE is a sheet in JSON; a dash reads standard input.
    Ends with status 1 if the sheet has an error; advice does not count.

    \b
    Examples:
      fatetable check reth.json
      fatetable check reth.json --dial starting_stunts=3 --json
    """
    from fatetable.adapters.cli.display.sheet_display import show_problems, summary
    from fatetable.builder.drafts import errors
    from fatetable.builder.visible_text import visible

    sheet, game = _sheet_and_ruleset(file, dials, tables)
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
@_tables
@click.option("--markdown", "as_markdown", is_flag=True, help="Write the sheet as Markdown.")
@click.option("--json", "as_json", is_flag=True, help="Write the sheet as JSON, with its derived figures.")
@click.option("--pdf", type=click.Path(path_type=Path), metavar="FILE", help="Print the sheet into a new file.")
@_one_sentence_errors
def show(
    file: Path, dials: tuple[str, ...], tables: tuple[str, ...], as_markdown: bool, as_json: bool, pdf: Path | None
) -> None:
    """Show a sheet.

    FILE is a sheet in JSON; a dash reads standard input.
    Printing needs the extra "print": pip install "fatetable[print]".

    \b
    Examples:
      fatetable show reth.json
      fatetable show reth.json --markdown > reth.md
      fatetable show reth.json --pdf reth.pdf
    """
    from fatetable.adapters.cli.display.sheet_display import show_page
    from fatetable.builder.layout import lay_out
    from fatetable.builder.markdown import to_markdown

    if as_markdown + as_json + (pdf is not None) > 1:
        raise click.UsageError("Choose one of --markdown, --json and --pdf.")
    sheet, game = _sheet_and_ruleset(file, dials, tables)
    if as_json:
        _echo_json({"sheet": sheet, "figures": game.creation.figures(sheet)})
        return
    page = lay_out(sheet, game.creation, game.ladder, game.engine.words)
    if as_markdown:
        click.echo(to_markdown(page), nl=False)
    elif pdf is not None:
        _print(page, game, pdf)
    else:
        show_page(page, in_colour=sys.stdout.isatty())


def _print(page: Page, game: Ruleset, pdf: Path) -> None:
    from fatetable.builder.pdf import to_pdf
    from fatetable.builder.sheet_files import save_file

    save_file(to_pdf(page, game.title, game.accent), pdf)
    click.echo(f"Wrote {pdf}.")


def _sheet_and_ruleset(file: Path, dials: tuple[str, ...], tables: tuple[str, ...]) -> tuple[Sheet, Ruleset]:
    from fatetable.adapters.cli.chosen_ruleset import ruleset_with
    from fatetable.builder.sheet_files import load_sheet, read_sheet

    sheet = read_sheet(_standard_input()) if str(file) == "-" else load_sheet(file)
    return sheet, ruleset_with(sheet.ruleset, dials, tables)


def _standard_input() -> bytes:
    """Standard input, read one byte beyond the limit to notice if it is too long."""
    from fatetable.builder.sheet_files import SIZE_LIMIT

    return sys.stdin.buffer.read(SIZE_LIMIT + 1)


def _echo_json(data: dict[str, Any]) -> None:
    import json

    import msgspec

    # In ASCII, so that nothing from a file can send control codes to the terminal.
    click.echo(json.dumps(msgspec.to_builtins(data), indent=2))


def _leave(status: int) -> NoReturn:
    raise click.exceptions.Exit(status)
