"""The command that tells what happened at a table, as Markdown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fatetable.adapters.cli.commands.serve import DATA

if TYPE_CHECKING:
    from fatetable.tabletop.table import Table


@click.command()
@click.argument("game", metavar="FILE|TABLE")
@click.option("--seat", default="", help="Tell only what this seat knows.")
@click.option("--session", is_flag=True, help="Only what happened since the last session began.")
@click.option(
    "--data", default=DATA, show_default=True, type=click.Path(path_type=Path), help="The folder for all tables."
)
def recap(game: str, seat: str, session: bool, data: Path) -> None:
    """Tell what happened in a game, as Markdown.

    FILE is a saved or exported game; TABLE is the id of a table in the data folder.
    Scenes, rolls, fate points, consequences and milestones are told, with times where they were written down.

    \b
    Examples:
      fatetable recap evening.log
      fatetable recap Xq3vT8 --seat ana --session
    """
    from fatetable.adapters.recap_markdown import to_markdown
    from fatetable.engine.seats import gm_seat
    from fatetable.tabletop.words import recap as words

    table = _table(game, data)
    told = words.recap(table, seat or gm_seat(table.state).id, since_session=session)
    click.echo(to_markdown(told), nl=False)


def _table(game: str, data: Path) -> Table:
    from fatetable.adapters.cli.play.saved_games import read_log
    from fatetable.adapters.storage.data_folder import open_data
    from fatetable.tabletop.storage.table_archive import TableArchive
    from fatetable.tabletop.table import Table

    if Path(game).is_file():
        return read_log(Path(game))
    store = open_data(data, is_new=False)
    try:
        return Table.load(TableArchive(store).export(game)[0])
    finally:
        store.close()
