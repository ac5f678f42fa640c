"""The command that checks the dice of a saved game, whole or as one seat was told it.

It needs only the log: once play is closed, the secret of the dice is part of it.

"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from fatetable.engine.chance import Position
    from fatetable.tabletop.throw_checks import DiceReport
    from fatetable.tabletop.told_log import Continuation


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--head", metavar="HEX", help="A head that you kept: does this log continue the one it belongs to?")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
def verify(log: Path, head: str | None, as_json: bool) -> None:
    """Check that every throw of a saved game was honest.

    LOG is a game saved by "fatetable play", one exported by the game master, or the record that a player downloaded.
    Its seals show whether a line was changed.
    The head that the page showed you earlier shows whether somebody sealed the log anew.
    The secret that was told when play was closed shows where every face came from.
    Ends with status 1 if the log is damaged or does not continue the head, or if a throw is not what the secret gives.

    \b
    Examples:
      fatetable verify evening.log
      fatetable verify evening.log --head 3f1c9a0b77e2d415
      fatetable verify evening.log --json
    """
    from fatetable.adapters.cli.play.saved_games import read_sealed
    from fatetable.engine.codec import unseal
    from fatetable.engine.errors import CorruptLog
    from fatetable.tabletop.told_log import check_bodies, find_head, head_of

    lines = read_sealed(log)
    if not lines:
        raise CorruptLog(1, "the log is empty")
    bodies = list(unseal(lines))
    report = check_bodies(bodies)
    continues = find_head(bodies, _read_head(head)) if head else None
    if as_json:
        _echo_json(_as_data(lines, report, head, continues))
    else:
        click.echo(f"The log is whole: {len(lines)} sealed records.")
        if head:
            click.echo(_told_of_head(head, continues))
        else:
            click.echo(f"Its head is {head_of(lines)}. Keep it: --head tells later whether a log continues this one.")
        _tell(report)
    if not report.is_honest or (head and continues is None):
        raise click.exceptions.Exit(1)


def _read_head(head: str) -> str:
    from fatetable.engine.errors import MalformedCommand
    from fatetable.tabletop.told_log import SEAL_DIGITS

    written = head.strip().lower()
    if len(written) != SEAL_DIGITS or set(written) - set("0123456789abcdef"):
        raise MalformedCommand("bad-head", f"A head is {SEAL_DIGITS} hexadecimal digits.")
    return written


def _told_of_head(head: str, continues: Continuation | None) -> str:
    if continues is None:
        other = "this is another log, or one that was edited and sealed anew."
        return f"{click.style('It does not continue', fg='red')} the head {head}: {other}"
    whom = f" as {continues.seat} was told it" if continues.seat else ""
    return f"It continues the head {head}, which was that of its first {_number(continues.after, 'record')}{whom}."


def _tell(report: DiceReport) -> None:
    for mismatch in report.wrong:
        recorded, expected = (", ".join(map(str, faces)) for faces in (mismatch.recorded, mismatch.expected))
        click.echo(
            f"{click.style('Mismatch', fg='red')} in {_throw(mismatch.position)}: {mismatch.reason} "
            f"Recorded {recorded or 'none'}, expected {expected or 'none'}."
        )
    for fault in report.faults:
        click.echo(f"{click.style('Fault', fg='red')} in record {fault.seq}: {fault.reason}")
    if report.checked:
        honest = report.checked - len({mismatch.position for mismatch in report.wrong})
        click.echo(f"{honest} of {_throws(report.checked)} verified against the secret.")
    if report.is_sealed:
        click.echo(
            "The game is still being played: its secret is not revealed yet, "
            f"so {_throws(report.unchecked)} cannot be checked until play is closed."
        )
    elif report.unchecked:
        click.echo(f"{_throws(report.unchecked)} did not come from sealed dice and cannot be checked.")
    elif not report.checked:
        click.echo("No dice were thrown.")
    if report.stirred:
        seats = Counter(seat for seats in report.stirred for seat in seats)
        named = ", ".join(f"{seat} {_number(times, 'time')}" for seat, times in seats.items())
        click.echo(f"Stirred {_number(len(report.stirred), 'time')}: {named}.")
    for seat, times in Counter(report.silent).items():
        click.echo(f"Asked to stir, {seat} did not answer {_number(times, 'time')}.")
    if report.entered:
        click.echo(f"Entered by hand, from real dice: {', '.join(map(_throw, report.entered))}.")


def _number(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _throws(number: int) -> str:
    return _number(number, "throw")


def _throw(position: Position) -> str:
    """The number of a throw, counted from one; fresh dice start a new epoch."""
    epoch = f" of epoch {position.epoch}" if position.epoch else ""
    return f"throw {position.number + 1}{epoch}"


def _as_data(
    lines: list[bytes], report: DiceReport, head: str | None, continues: Continuation | None
) -> dict[str, Any]:
    import msgspec

    from fatetable.tabletop.told_log import head_of

    data = {
        "records": len(lines),
        "head": head_of(lines),
        "checked": report.checked,
        "unchecked": report.unchecked,
        "entered": msgspec.to_builtins(report.entered),
        "in_play": report.is_sealed,
        "mismatches": msgspec.to_builtins(report.wrong),
        "faults": msgspec.to_builtins(report.faults),
        "stirred": msgspec.to_builtins(report.stirred),
        "silent": msgspec.to_builtins(report.silent),
    }
    return {**data, "continues": continues._asdict() if continues else None} if head else data


def _echo_json(data: dict[str, Any]) -> None:
    import json

    click.echo(json.dumps(data, indent=2))
