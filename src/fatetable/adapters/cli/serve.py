"""The command to serve tables to browsers.

Takes a port and a folder; what is served is others' affair.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

PORT = 8420
DATA = Path("fatetable-data")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 is everywhere.")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="0 takes any free one.")
@click.option(
    "--data", default=DATA, show_default=True, type=click.Path(path_type=Path), help="The folder for all tables."
)
@click.option("--limit", "limits", multiple=True, metavar="NAME=NUMBER", help="Set a limit, such as commands=50.")
def serve(host: str, port: int, data: Path, limits: tuple[str, ...]) -> None:
    """Serve tables to browsers.

    Everything is kept in the data folder; the server can be stopped and started again at any time.
    Whoever can reach the address can open tables; to sit down at one they need its link.

    \b
    Examples:
      fatetable serve
      fatetable serve --host 0.0.0.0 --port 80 --data /var/lib/fatetable
    """
    from fatetable.adapters.server.app import TableServer
    from fatetable.adapters.server.journal import Journal
    from fatetable.adapters.server.limits import read_limits
    from fatetable.adapters.server.serving import listen
    from fatetable.adapters.server.serving import serve as run
    from fatetable.adapters.storage.data_folder import open_data

    wanted = read_limits(limits)
    listening = listen(host, port)
    try:
        store = open_data(data)
    except BaseException:
        listening.close()
        raise
    # Whoever started it by hand looks at the terminal, and is told only what they should do something about.
    server = TableServer(store, limits=wanted, journal=Journal(is_terse=sys.stderr.isatty()))
    run(server, store, listening, ready=lambda url: click.echo(f"The lobby is open: {url}  (Ctrl+C closes it)"))
