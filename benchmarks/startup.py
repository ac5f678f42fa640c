"""How long commands take to start, beside the least that any program of their kind takes: an empty click program.

Run as a script it prints a table; nothing here passes or fails on a time.
"""

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

EMPTY = "import click\n@click.command()\ndef main() -> None: ...\nmain()"
PROGRAM = Path(sys.executable).with_name("fatetable")


class Row(NamedTuple):
    """A command, and the median seconds it and an empty click program take from start to end."""

    name: str
    ours: float
    peer: float
    ratio: float


COMMANDS: dict[str, Sequence[str]] = {
    "fatetable roll": ("roll", "4dF+3"),
    "fatetable --help": ("--help",),
    "fatetable odds": ("odds", "+3", "--against", "2"),
    "fatetable rules": ("rules", "stress", "box"),
}


def seconds(command: Sequence[str | Path]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def rows(rounds: int = 11) -> list[Row]:
    """Medians of interleaved rounds, so that a busy moment of the machine falls on both sides."""
    ours: dict[str, list[float]] = {name: [] for name in COMMANDS}
    peer: list[float] = []
    for name, args in COMMANDS.items():
        seconds((PROGRAM, *args))  # once before counting, so that files are in memory and compiled
        ours[name].clear()
    for _ in range(rounds):
        peer.append(seconds((sys.executable, "-c", EMPTY)))
        for name, args in COMMANDS.items():
            ours[name].append(seconds((PROGRAM, *args)))
    return [Row(name, median(taken), median(peer), median(taken) / median(peer)) for name, taken in ours.items()]


def main() -> None:
    print(f"{'command':<24}{'ours':>12}{'empty click':>14}{'ratio':>9}")
    for row in rows():
        print(f"{row.name:<24}{row.ours * 1e3:>9.1f} ms{row.peer * 1e3:>11.1f} ms{row.ratio:>8.2f}x")


if __name__ == "__main__":
    main()
