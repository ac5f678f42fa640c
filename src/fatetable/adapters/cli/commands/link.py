"""The command that makes a new link, for the host of a server whose game master has lost theirs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fatetable.adapters.cli.commands.hosting import data_option, opened_data

if TYPE_CHECKING:
    from fatetable.engine.seats import Seat
    from fatetable.tabletop.table import Table


@click.command()
@click.argument("table")
@click.option("--seat", metavar="SEAT", help="Make a link to this seat instead: its id, or the name of its player.")
@click.option("--invitation", is_flag=True, help="Make a new invitation instead.")
@click.option("--watching", is_flag=True, help="Make a new link for spectators instead.")
@click.option("--url", metavar="URL", help="The address of your server, to print the whole link.")
@data_option
def link(table: str, seat: str | None, invitation: bool, watching: bool, url: str | None, data: Path) -> None:
    """Make a new link to a table.

    Without options it opens the seat of the game master.
    The link it replaces stops working; a page that is open with it is closed within seconds.
    The server may be running.
    "fatetable tables" lists the tables.

    \b
    Examples:
      fatetable link Xq3vT8 --url http://192.168.178.21:8420
      fatetable link Xq3vT8 --seat Ana --data /var/lib/fatetable
    """
    from fatetable.adapters.lobby_sources import sources
    from fatetable.adapters.server.addresses import read_public_url
    from fatetable.tabletop.storage.lobby import Lobby

    if (seat is not None) + invitation + watching > 1:
        raise click.UsageError("Choose one of --seat, --invitation and --watching.")
    address = read_public_url(url) if url else ""
    with opened_data(data, is_new=False) as store:
        lobby = Lobby(store, sources())
        found = lobby.load(table)
        if invitation or watching:
            key, stored = lobby.invite(table, role="spectator" if watching else "")
            kind, what = "join", "The link for spectators" if watching else "The invitation"
        else:
            sitting = _seat(found, seat)
            key, stored = lobby.give_seat(table, sitting.id, take_back=True)
            whose = f"the {found.ruleset.word('gm')}" if sitting.is_gm else sitting.name
            kind, what = "seat", f"The link to the seat of {whose}"
        stored.result()
    _tell(f"{address}/#{kind}={key}", what, is_whole=bool(address))


def _tell(link: str, what: str, *, is_whole: bool) -> None:
    from fatetable.builder.visible_text import visible

    where = "is" if is_whole else "is the address of your server, followed by"
    click.echo(f"{visible(what)} {where}:")
    click.echo(link)
    click.echo("The one before it no longer works.")


def _seat(table: Table, wanted: str | None) -> Seat:
    """The seat with this id, or else the only one with this name; without either, the game master's."""
    from fatetable.engine.errors import RuleViolation
    from fatetable.engine.messages import SeatId
    from fatetable.engine.seats import SEATS, gm_seat

    if wanted is None:
        return gm_seat(table.state)
    seats = table.state.get(SEATS)
    if (found := seats.get(SeatId(wanted))) is not None:
        return found
    named = [seat for seat in seats.values() if seat.name.casefold() == wanted.casefold()]
    if len(named) == 1:
        return named[0]
    known = ", ".join(f"{seat.id} ({seat.name})" for seat in seats.values())
    if named:
        raise RuleViolation("several-seats", f'Several seats have the name "{wanted[:60]}"; give an id: {known}.')
    raise RuleViolation("unknown-seat", f'There is no seat "{wanted[:60]}" at this table; there are: {known}.')
