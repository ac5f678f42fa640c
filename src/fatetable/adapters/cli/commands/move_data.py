"""The command that moves all tables between a data folder and a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path

import click

from fatetable.adapters.cli.commands.serve import DATABASES


@click.command("move-data")
@click.argument("source")
@click.argument("target")
def move_data(source: str, target: str) -> None:
    """Copy all tables from a data folder into a database, or back.

    SOURCE and TARGET are a data folder and the address of a PostgreSQL database, in either order.
    Records, keys to seats, snapshots, pictures and the secrets of dice come along, so all links go on working.
    No server may be running on either, and there must be no tables in TARGET.
    SOURCE stays as it is.

    \b
    Examples:
      fatetable move-data fatetable-data postgresql://fatetable@db.example.org/fatetable
      fatetable move-data postgresql://fatetable@db.example.org/fatetable fatetable-data
    """
    if source.startswith(DATABASES) == target.startswith(DATABASES):
        raise click.UsageError("One of the two is a data folder, the other the address of a database.")
    from fatetable.adapters.storage.postgres.whole import bring_from_database, bring_to_database

    if target.startswith(DATABASES):
        number = bring_to_database(Path(source), target)
    else:
        number = bring_from_database(source, Path(target))
    place = "the database" if target.startswith(DATABASES) else f'"{target}"'
    click.echo(f"{'1 table is' if number == 1 else f'{number} tables are'} in {place}.")
