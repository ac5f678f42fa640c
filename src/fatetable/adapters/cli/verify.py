"""The command with which anybody can check that the dice of a saved game were honest.

Needs nothing but the log: once play is closed, the secret behind the dice is part of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from fatetable.engine.chance import Mismatch
    from fatetable.tabletop.table import Table


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def verify(log: Path, as_json: bool) -> None:
    """Check that every throw of a saved game was honest.

    LOG is a game saved by "fatetable play".
    Its seals show that no line was changed, and the secret told when play was closed shows where every face came from.
    Ends with status 1 if the log is damaged or a throw is not what the secret gives.

    \b
    Examples:
      fatetable verify evening.log
      fatetable verify evening.log --json
    """
    from fatetable.adapters.cli.saved_games import read_log
    from fatetable.engine.opening import TABLE
    from fatetable.tabletop.table import check_throws

    table = read_log(log)
    wrong, checked, unchecked = check_throws(table.records)
    is_sealed = bool(table.state.get(TABLE).commitment)
    if as_json:
        _echo_json(_as_data(table, wrong, checked, unchecked, is_sealed))
    else:
        _tell(table, wrong, checked, unchecked, is_sealed)
    if wrong:
        raise click.exceptions.Exit(1)


def _tell(table: Table, wrong: tuple[Mismatch, ...], checked: int, unchecked: int, is_sealed: bool) -> None:
    click.echo(f"The log is whole: {len(table.records)} sealed records.")
    for mismatch in wrong:
        recorded, expected = (", ".join(map(str, faces)) for faces in (mismatch.recorded, mismatch.expected))
        click.echo(
            f"{click.style('Mismatch', fg='red')} in {_throw(mismatch)}: {mismatch.reason} "
            f"Recorded {recorded or 'none'}, expected {expected or 'none'}."
        )
    if checked:
        honest = checked - len({mismatch.position for mismatch in wrong})
        click.echo(f"{honest} of {_throws(checked)} verified against the secret.")
    if is_sealed:
        click.echo(
            "The game is still being played: its secret is not revealed yet, "
            f"so {_throws(unchecked)} cannot be checked until play is closed."
        )
    elif unchecked:
        click.echo(f"{_throws(unchecked)} did not come from sealed dice and cannot be checked.")
    elif not checked:
        click.echo("No dice were thrown.")


def _throws(number: int) -> str:
    return f"{number} throw{'s' * (number != 1)}"


def _throw(mismatch: Mismatch) -> str:
    """Which throw it was, counted from one; after a rewind with new dice the count belongs to a new epoch."""
    epoch = f" of epoch {mismatch.position.epoch}" if mismatch.position.epoch else ""
    return f"throw {mismatch.position.number + 1}{epoch}"


def _as_data(
    table: Table, wrong: tuple[Mismatch, ...], checked: int, unchecked: int, is_sealed: bool
) -> dict[str, Any]:
    import msgspec

    return {
        "records": len(table.records),
        "checked": checked,
        "unchecked": unchecked,
        "in_play": is_sealed,
        "mismatches": msgspec.to_builtins(wrong),
    }


def _echo_json(data: dict[str, Any]) -> None:
    import json

    click.echo(json.dumps(data, indent=2))
