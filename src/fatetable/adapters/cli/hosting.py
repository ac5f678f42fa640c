"""The commands for whoever runs a server: which tables there are, taking one along, bringing one in, and backups.

They work on the data folder, whether a server runs on it or not; what is in a table is not their business.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fatetable.adapters.cli.serve import DATA

if TYPE_CHECKING:
    from fatetable.adapters.storage.sqlite import SqliteStore

KEY_BYTES = 24


_data = click.option(
    "--data", default=DATA, show_default=True, type=click.Path(path_type=Path), help="The folder for all tables."
)


@click.command()
@_data
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def tables(data: Path, as_json: bool) -> None:
    """List the tables in a data folder.

    Each with its id, which the other commands want to know, its ruleset, its title and the number of its records.

    \b
    Examples:
      fatetable tables
      fatetable tables --data /var/lib/fatetable --json
    """
    from fatetable.builder.visible_text import visible

    with _opened(data, is_new=False) as store:
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
@_data
def export(table: str, file: Path, apart: bool, data: Path) -> None:
    """Write a table into a file, to keep it or to move it.

    FILE gets all of TABLE up to now; "fatetable play", "verify" and "import" read it.
    As long as its dice are in play it holds their secret as well: keep it to yourself.
    With --apart it can be shown to anybody, and the secret goes into a file beside it, which only you may read.
    The table stays where it is and may be played on meanwhile.

    \b
    Examples:
      fatetable export Xq3vT8 evening.log
      fatetable export Xq3vT8 evening.log --apart --data /var/lib/fatetable
    """
    from fatetable.adapters.cli.saved_games import NotSaved, secret_path, write_lines, write_whole
    from fatetable.tabletop.stored_tables import StoredTables

    for path in (file, secret_path(file)):
        if path.exists():
            raise NotSaved("file-exists", f'"{path}" exists already.')
    with _opened(data, is_new=False) as store:
        lines, secret = StoredTables(store).export(table)
    if apart:
        write_lines(lines, secret, file)
        more = f', the secret of its dice in "{secret_path(file)}"' if secret else ""
    else:
        write_whole(lines, secret, file)
        more = ", and the secret of its dice: keep it to yourself until play is closed" if secret else ""
    click.echo(f'{len(lines)} records are in "{file}"{more}.')


@click.command("import")
@click.argument("table")
@click.argument("file", type=click.Path(path_type=Path))
@_data
def import_table(table: str, file: Path, data: Path) -> None:
    """Take in a table from a file.

    FILE is a table that was exported, or a game that "fatetable play" saved; here it is called TABLE from now on.
    Unless play was closed, the secret of its dice must be in it or lie beside it.
    Links of the place it comes from open nothing here: the game master gets a new one, and gives one to everybody else.

    \b
    Examples:
      fatetable import friday evening.log
      fatetable import friday evening.log --data /var/lib/fatetable
    """
    import secrets
    import time

    from fatetable.adapters.cli.saved_games import read_lines
    from fatetable.engine.seats import gm_seat
    from fatetable.tabletop.ports import Key, digest_of
    from fatetable.tabletop.stored_tables import StoredTables
    from fatetable.tabletop.table import Table

    lines, secret = read_lines(file)
    gm = gm_seat(Table.load(lines).state)
    key, now = secrets.token_urlsafe(KEY_BYTES), int(time.time())
    held = Key(digest=digest_of(key), table=table, purpose="seat", seat=gm.id, created_at=now)
    with _opened(data) as store:
        StoredTables(store).take_in(table, lines, secret=secret, opened_at=now, keys=(held,)).result()
    click.echo(f"{len(lines)} records were taken in.")
    click.echo("The game master's seat is behind the address of your server, followed by:")
    click.echo(f"/#seat={key}")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@_data
def backup(file: Path, data: Path) -> None:
    """Copy all tables into one file, while they are being played.

    FILE is what a data folder holds: to go back to it, put it into an empty folder as "tables.db".
    It holds the secrets of dice that are still in play, so only you may read it.

    \b
    Examples:
      fatetable backup tables-of-monday.db
      fatetable backup /backups/tables.db --data /var/lib/fatetable
    """
    with _opened(data, is_new=False) as store:
        store.backup(file).result()
        number = len(store.tables())
    click.echo(f'{"1 table is" if number == 1 else f"{number} tables are"} in "{file}".')


@contextmanager
def _opened(data: Path, *, is_new: bool = True) -> Iterator[SqliteStore]:
    from fatetable.adapters.storage.data_folder import open_data

    store = open_data(data, is_new=is_new)
    try:
        yield store
    finally:
        store.close()


def _echo_json(data: Any) -> None:
    import json

    click.echo(json.dumps(data, indent=2, ensure_ascii=False))
