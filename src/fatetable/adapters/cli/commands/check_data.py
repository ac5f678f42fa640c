"""The command that checks a data folder, and saves what can be saved of a damaged one."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fatetable.adapters.cli.commands.hosting import data_option

if TYPE_CHECKING:
    from fatetable.adapters.storage.backups.saved_folder import Saved
    from fatetable.adapters.storage.data_check import TableCheck


@click.command("check-data")
@data_option
@click.option(
    "--save-what-can",
    "new",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Make a new data folder with all that is not damaged.",
)
def check_data(data: Path, new: Path | None) -> None:
    """Check that nothing in a data folder is damaged.

    Checks the file itself, the records of every table, the keys to its seats and its pictures.
    Says of each damaged table what is wrong, and how many of its records are whole.
    Nothing in the data folder is changed, and a server may be running.
    With --save-what-can, FOLDER becomes a data folder with the undamaged beginning of every table.
    Ends with status 1 if anything is damaged.

    \b
    Examples:
      fatetable check-data --data /var/lib/fatetable
      fatetable check-data --save-what-can saved
    """
    from fatetable.adapters.storage.backups.saved_folder import SavedFolder
    from fatetable.adapters.storage.data_check import check_file, check_tables
    from fatetable.adapters.storage.data_folder import existing_database

    path = existing_database(data)
    problems = check_file(path)
    for problem in problems:
        click.echo(problem)
    tables = records = damaged = 0
    with ExitStack() as opened:
        saved = opened.enter_context(closing(SavedFolder(new))) if new is not None else None
        for table in check_tables(path):
            tables, records, damaged = tables + 1, records + len(table.log.records), damaged + bool(table.problems)
            if table.problems:
                click.echo(_told(table))
            if saved is not None:
                click.echo(_told_saved(saved.save(table), saved.folder))
    is_whole = not problems and not damaged
    of_them = f"{damaged} of them damaged, " if damaged else ""
    outcome = "All is whole" if is_whole else "There is damage"
    click.echo(f"{outcome}: {_count(tables, 'table')}, {of_them}{_count(records, 'record')} that can be read.")
    if not is_whole:
        raise click.exceptions.Exit(1)


def _told(table: TableCheck) -> str:
    from fatetable.builder.visible_text import visible

    title = f" ({visible(table.row.title)})" if table.row.title else ""
    return f"{click.style(visible(table.row.id), bold=True)}{title}: {' '.join(table.problems)}"


def _told_saved(saved: Saved, folder: Path) -> str:
    from fatetable.builder.visible_text import visible

    name = visible(saved.table)
    if not saved.records:
        return f"{name}: nothing could be saved."
    if saved.file:
        file = folder / saved.file
        return f'{name}: {_count(saved.records, "record")} are in "{file}"; the table cannot be played on.'
    return f'{name}: {_count(saved.records, "record")} are in "{folder}".'


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
