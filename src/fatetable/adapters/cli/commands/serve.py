"""The command to serve tables to browsers."""

from __future__ import annotations

import shutil
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fatetable.adapters.server.addresses import Addresses
    from fatetable.adapters.server.protection.host_key import HostKey, OpenTables

PORT = 8420
DATA = Path("fatetable-data")
THIS_MACHINE = "127.0.0.1"
WHOLE_NETWORK = "0.0.0.0"
DATABASES = ("postgresql://", "postgres://")
EVERYWHERE = (WHOLE_NETWORK, "::")


@click.command()
@click.option("--lan", is_flag=True, help="Let others on your network join.")
@click.option("--host", help="The address to listen on, instead of --lan; without both, only this computer can join.")
@click.option(
    "--port",
    default=PORT,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="The port to listen on; 0 takes a free one.",
)
@click.option("--public-url", metavar="URL", help="The address that links carry, such as that of a proxy.")
@click.option("--root-path", metavar="PATH", help="The path of the public address under which a proxy serves this.")
@click.option(
    "--data", default=DATA, show_default=True, type=click.Path(path_type=Path), help="The folder for all tables."
)
@click.option(
    "--trust-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="Believe this proxy, or all of a network such as 172.18.0.0/16, or private ones, about who connects.",
)
@click.option(
    "--open-tables",
    type=click.Choice(["anyone", "key", "nobody"]),
    default="anyone",
    show_default=True,
    help="Who may open tables: anyone, only people with the host's key, or nobody.",
)
@click.option("--new-host-key", is_flag=True, help="Make a new host's key, and show it once; the old one is void.")
@click.option(
    "--metrics-port",
    type=click.IntRange(0, 65535),
    help="A port for the metrics; without it, nobody is told them.  0 takes a free one.",
)
@click.option(
    "--metrics-host",
    default=THIS_MACHINE,
    show_default=True,
    metavar="ADDRESS",
    help="The address of that port; by default only this computer can ask.",
)
@click.option("--limit", "limits", multiple=True, metavar="NAME=NUMBER", help="Set a limit, such as commands=50.")
@click.option(
    "--daily-backup/--no-daily-backup",
    default=True,
    show_default=True,
    help="Copy all tables once a day, and keep the copies of seven days.",
)
@click.option(
    "--backups", type=click.Path(path_type=Path), help="The folder for daily copies, instead of one in the data folder."
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="NUMBER",
    help="How many processes serve; by default one for each core, or one if only this computer can join.",
)
@click.option(
    "--store",
    "database",
    default="",
    metavar="URL",
    help="Keep tables in this PostgreSQL database, as in postgresql://user@host/name, instead of in the data folder.",
)
def serve(
    lan: bool,
    host: str | None,
    port: int,
    public_url: str | None,
    root_path: str | None,
    data: Path,
    proxies: tuple[str, ...],
    open_tables: OpenTables,
    new_host_key: bool,
    metrics_port: int | None,
    metrics_host: str,
    limits: tuple[str, ...],
    daily_backup: bool,
    backups: Path | None,
    workers: int | None,
    database: str,
) -> None:
    """Serve tables to browsers.

    All tables are kept in the data folder.
    You can stop and start the server at any time.
    Once a day all tables are copied into its folder "backups"; "fatetable restore" brings a copy back.
    In a terminal you are asked whether others on your network may join, unless you say --lan or --host.
    Anybody who can reach the address can open tables, unless you say --open-tables.
    To sit down at one, they need its link.

    \b
    Examples:
      fatetable serve --lan
      fatetable serve --public-url https://tables.example.org --trust-proxy loopback
      fatetable serve --public-url https://example.org/fate
    """
    from fatetable.adapters.server.addresses import Addresses, network_urls, public_url_and_root_path
    from fatetable.adapters.server.operations.json_log import JsonLog
    from fatetable.adapters.server.process.host import Host, cores
    from fatetable.adapters.server.process.supervisor import can_fork
    from fatetable.adapters.server.process.uvicorn_server import address_in_words, listen
    from fatetable.adapters.server.protection.host_key import Door
    from fatetable.adapters.server.protection.proxies import read_proxies
    from fatetable.adapters.server.protection.rate_limits import read_limits

    if lan and host is not None:
        raise click.UsageError("Choose either --lan or --host.")
    wanted, trusted = read_limits(limits), read_proxies(proxies)
    public, path = public_url_and_root_path(public_url, root_path)
    if host is None:
        host = WHOLE_NETWORK if lan or (not public and _wants_others()) else THIS_MACHINE
    if database and not database.startswith(DATABASES):
        raise click.UsageError("A database has an address such as postgresql://user@host/name.")
    if workers is None:
        workers = cores() if can_fork() and host != THIS_MACHINE else 1
    if workers > 1 and not can_fork():
        raise click.UsageError("This system runs the server in one process only.")
    listening = listen(host, port)
    metrics = None
    try:
        metrics = listen(metrics_host, metrics_port) if metrics_port is not None else None
        addresses = Addresses(public, partial(network_urls, *listening.getsockname()[:2]), path)
        is_open = host in EVERYWHERE
        shown: list[str] = []

        def open_door() -> Door:
            host_key, lines = _host_key(data, is_needed=open_tables == "key", is_new=new_host_key)
            shown.extend(lines)
            return Door(open_tables, host_key)

        def ready(url: str) -> None:
            click.echo("\n".join((*_told(url, addresses, is_open=is_open), *shown)))
            if metrics is not None:
                click.echo(f"Metrics: {address_in_words(metrics)}metrics")

        hosted = Host(
            data,
            listening,
            metrics,
            limits=wanted,
            proxies=trusted,
            addresses=addresses,
            open_door=open_door,
            # In a terminal only warnings and errors are shown.
            json_log=JsonLog(is_terse=sys.stderr.isatty()),
            backups=(backups or data / "backups") if daily_backup else None,
            workers=workers,
            database=database,
        )
        if not hosted.run(ready):
            raise click.ClickException("A worker process could not start.")
    finally:
        for opened in (listening, metrics):
            if opened is not None:
                opened.close()


def _host_key(data: Path, *, is_needed: bool, is_new: bool) -> tuple[HostKey, tuple[str, ...]]:
    """The host's key, and the lines that show it if it was made just now."""
    from fatetable.adapters.lobby_sources import sources
    from fatetable.adapters.server.protection.host_key import keep_host_key, read_host_key

    known = read_host_key(data) if not is_new else None
    if known is not None and (known.digest or not is_needed):
        return known, ()
    text = sources().key()
    return keep_host_key(data, text), (f"The host's key, shown only this once: {text}",)


def _wants_others() -> bool:
    """Asks in a terminal; a service or a test is never asked."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return click.confirm("Let others on your network join?", default=False)


def _told(url: str, addresses: Addresses, *, is_open: bool) -> Iterator[str]:
    yield f"The lobby is open: {url}  (Ctrl+C closes it)"
    if addresses.public_url:
        yield f"Others open: {addresses.public_url}/"
        yield from _code(f"{addresses.public_url}/")
        return
    found = addresses.network()
    if found:
        yield f"Others on your network open: {'/ or '.join(found)}/"
        yield from _code(f"{found[0]}/")
        yield f"If they cannot, let port {found[0].rpartition(':')[2]} through the firewall of this computer."
    elif is_open:
        yield "This computer is on no network at the moment, so nobody else can join yet."


def _code(link: str) -> Iterator[str]:
    """The link as a QR code, in a terminal that can show it."""
    if not sys.stdout.isatty() or "utf" not in (sys.stdout.encoding or "").casefold():
        return
    from fatetable.adapters.qr_code import for_terminal

    lines = for_terminal(link)
    # A code is square, and a line shows two rows of it.
    if shutil.get_terminal_size().columns >= 2 * len(lines):
        yield from lines
