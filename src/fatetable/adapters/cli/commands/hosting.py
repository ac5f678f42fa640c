"""The commands for the host of a server: listing, exporting and importing tables, and backups.

They work on the data folder, whether a server is running or not.

"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fatetable.adapters.cli.commands.serve import DATA

if TYPE_CHECKING:
    from fatetable.adapters.storage.sqlite_store import SqliteStore


data_option = click.option(
    "--data", default=DATA, show_default=True, type=click.Path(path_type=Path), help="The folder for all tables."
)


@click.command()
@data_option
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def tables(data: Path, as_json: bool) -> None:
    """List the tables in a data folder.

    Shows the id of each (other commands need it), its ruleset, its title and the number of its records.

    \b
    Examples:
      fatetable tables
      fatetable tables --data /var/lib/fatetable --json
    """
    from fatetable.builder.visible_text import visible

    with opened_data(data, is_new=False) as store:
        found = store.tables()
    if as_json:
        _echo_json([{"id": t.id, "ruleset": t.ruleset, "title": t.title, "records": t.seq} for t in found])
        return
    for table in found:
        title = f"  {visible(table.title)}" if table.title else ""
        click.echo(f"{click.style(visible(table.id), bold=True)} ({table.ruleset}), {table.seq} records{title}")
    if not found:
        click.echo("There are no tables yet.")


@click.command()
@click.argument("table")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--apart", is_flag=True, help="Put the secret of the dice into a file of its own, not into FILE.")
@data_option
def export(table: str, file: Path, apart: bool, data: Path) -> None:
    """Write a table to a file, to keep it or to move it.

    FILE gets the whole log of TABLE and its pictures; "fatetable play", "verify" and "import" can read it.
    Until play is closed it also holds the secret of the dice: keep it private.
    With --apart the secret goes into a file of its own, which only you may read, and FILE can be shown to anybody.
    The table stays where it is, and people can go on playing.

    \b
    Examples:
      fatetable export Xq3vT8 evening.log
      fatetable export Xq3vT8 evening.log --apart --data /var/lib/fatetable
    """
    from fatetable.adapters.cli.play.saved_games import NotSaved, secret_path, write_lines, write_whole
    from fatetable.tabletop.storage.image_lines import write_images
    from fatetable.tabletop.storage.table_archive import TableArchive

    for path in (file, secret_path(file)):
        if path.exists():
            raise NotSaved("file-exists", f'"{path}" exists already.')
    with opened_data(data, is_new=False) as store:
        lines, secret = TableArchive(store).export(table)
        images = store.images_of(table)
    content = [*lines, *write_images(images)]
    if apart:
        write_lines(content, secret, file)
        more = f', the secret of its dice in "{secret_path(file)}"' if secret else ""
    else:
        write_whole(content, secret, file)
        more = ", and the secret of its dice: keep it to yourself until play is closed" if secret else ""
    click.echo(f'{len(lines)} records{_and(images)} are in "{file}"{more}.')


@click.command("import")
@click.argument("table")
@click.argument("file", type=click.Path(path_type=Path))
@data_option
def import_table(table: str, file: Path, data: Path) -> None:
    """Read a table from a file.

    FILE is an exported table or a game that "fatetable play" saved.
    TABLE becomes its id here.
    Unless play was closed, the secret of its dice must be in FILE or in the file beside it.
    Old links do not work here: the game master gets a new one, and gives one to everybody else.

    \b
    Examples:
      fatetable import friday evening.log
      fatetable import friday evening.log --data /var/lib/fatetable
    """
    from fatetable.adapters.cli.play.saved_games import read_lines, read_pictures
    from fatetable.adapters.lobby_sources import sources
    from fatetable.engine.seats import gm_seat
    from fatetable.tabletop.storage.store import AccessKey, digest_of
    from fatetable.tabletop.storage.table_archive import TableArchive
    from fatetable.tabletop.table import Table

    lines, secret = read_lines(file)
    images = read_pictures(file)
    loaded = Table.load(lines)
    gm = gm_seat(loaded.state)
    chosen = sources()
    key, now = chosen.key(), chosen.now()
    held = AccessKey(digest=digest_of(key), table=table, purpose="seat", seat=gm.id, created_at=now)
    with opened_data(data) as store:
        archive = TableArchive(store)
        archive.import_table(table, lines, secret=secret, opened_at=now, keys=(held,), images=images).result()
    click.echo(f"{len(lines)} records{_and(images)} were taken in.")
    click.echo(f"The {loaded.ruleset.word('gm')}'s seat is behind the address of your server, followed by:")
    click.echo(f"/#seat={key}")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@data_option
def backup(file: Path, data: Path) -> None:
    """Copy all tables into one file, while they are being played.

    "fatetable restore" brings them back.
    FILE holds the pictures of all tables as well.
    It also holds the secrets of dice that are in play, so only you may read it.

    \b
    Examples:
      fatetable backup tables-of-monday.db
      fatetable backup /backups/tables.db --data /var/lib/fatetable
    """
    with opened_data(data, is_new=False) as store:
        store.backup(file).result()
        number = len(store.tables())
    click.echo(f'{"1 table is" if number == 1 else f"{number} tables are"} in "{file}".')


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@data_option
def restore(file: Path, data: Path) -> None:
    """Bring back all tables from a backup.

    FILE is a copy that "fatetable backup" or the server has made; it is checked first, and stays as it is.
    The server must not be running.
    All tables in the data folder are replaced; they are kept in a file beside, whose name is told.
    Links that were made after the copy do not work any more, and links that were taken back after it work again.

    \b
    Examples:
      fatetable restore tables-of-monday.db
      fatetable restore fatetable-data/backups/tables-2026-11-18.db --data fatetable-data
    """
    from fatetable.adapters.storage.backups.restore import restore as bring_back

    replaced = bring_back(file, data, time.strftime("%Y-%m-%d-%H%M%S"))
    with opened_data(data, is_new=False) as store:
        number = len(store.tables())
    click.echo(f'{"1 table is" if number == 1 else f"{number} tables are"} back in "{data}".')
    if replaced is not None:
        click.echo(f'What was there is in "{replaced}".')


@contextmanager
def opened_data(data: Path, *, is_new: bool = True) -> Iterator[SqliteStore]:
    from fatetable.adapters.storage.data_folder import open_data

    store = open_data(data, is_new=is_new)
    try:
        yield store
    finally:
        store.close()


def _and(images: Sequence[object]) -> str:
    if not images:
        return ""
    return " and 1 picture" if len(images) == 1 else f" and {len(images)} pictures"


def _echo_json(data: Any) -> None:
    import json

    click.echo(json.dumps(data, indent=2, ensure_ascii=False))
