"""Our server against boardgame.io's own, on the same machine in the same run: tables of five who roll.

Ours decides every command by the rules of Fate Accelerated, has it on disk before anybody sees it, and sends each
viewer what changed for them.  The peer keeps its state in memory and sends all of it to everybody.
Servers and loads have a core each.  Run as a script it prints a table; nothing here passes or fails on a time.
"""

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

HERE = Path(__file__).parent / "serving"
PROGRAM = Path(sys.executable).with_name("fatetable")
WITHOUT_LIMITS = [
    f"--limit={name}=1e9"
    for name in ("commands", "commands_burst", "requests", "requests_burst", "tables", "tables_burst", "visits")
] + [f"--limit={name}=100000" for name in ("connections", "connections_per_address", "sockets_per_address")]
SERVER_CORE, LOAD_CORE = "0", "1"
PACED = 500


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


OUR_PORT, PEER_PORT = free_port(), free_port()


class Side:
    """A server on one core and the load on it on the other, which does what it is told."""

    def __init__(self, server: subprocess.Popen[bytes], load: list[str]) -> None:
        self.server = server
        self._load = subprocess.Popen(load, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.commands = 0
        self.seconds = 0.0
        self.cpu = 0.0
        self._hear()

    def _hear(self) -> dict[str, float]:
        assert self._load.stdout is not None
        line = self._load.stdout.readline()
        if not line:
            raise SystemExit("A load has ended before its time.")
        heard: dict[str, float] = json.loads(line)
        return heard

    def _do(self, order: str) -> dict[str, float]:
        assert self._load.stdin is not None
        self._load.stdin.write(f"{order}\n")
        self._load.stdin.flush()
        return self._hear()

    def saturate(self, seconds: float, *, counts: bool = True) -> None:
        before = cpu_seconds(self.server)
        done = self._do(f"saturate {seconds}")
        if counts:
            self.commands += int(done["commands"])
            self.seconds += done["commands"] / done["per_second"]
            self.cpu += cpu_seconds(self.server) - before

    def pace(self, seconds: float) -> dict[str, float]:
        return self._do(f"pace {seconds} {PACED}")

    def settle(self) -> None:
        """Until the server has nothing left to do, so that it does not disturb the other."""
        while True:
            before = cpu_seconds(self.server)
            time.sleep(0.3)
            if cpu_seconds(self.server) - before < 0.02:
                return

    def end(self) -> None:
        self._load.communicate()


class Measured(NamedTuple):
    per_second: float
    cpu_us: float
    paced: dict[str, float]
    memory_mb: float


def pinned(core: str, *command: str | Path) -> list[str]:
    pin = ["taskset", "-c", core] if shutil.which("taskset") and (os.cpu_count() or 1) > 1 else []
    return [*pin, *map(str, command)]


@contextmanager
def running(command: list[str], port: int, **more: Any) -> Iterator[subprocess.Popen[bytes]]:
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/").close()
            except urllib.error.HTTPError:
                break
            except OSError:
                time.sleep(0.1)
            else:
                break
        yield server
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=20)


def memory_mb(process: subprocess.Popen[bytes]) -> float:
    return int(Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def cpu_seconds(process: subprocess.Popen[bytes]) -> float:
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def our_server(data: str) -> list[str]:
    return pinned(SERVER_CORE, PROGRAM, "serve", "--port", str(OUR_PORT), "--data", data, *WITHOUT_LIMITS)


def our_load(tables: int) -> list[str]:
    return pinned(LOAD_CORE, sys.executable, HERE / "load.py", str(OUR_PORT), "--tables", str(tables))


def one_round(tables: int, turns: int, seconds: float) -> tuple[Measured, Measured]:
    """Both servers side by side, a short turn each, again and again: whatever else the machine does meets both."""
    their_server = pinned(SERVER_CORE, "node", HERE / "peer" / "server.cjs", str(PEER_PORT))
    their_load = pinned(LOAD_CORE, "node", HERE / "peer" / "load.cjs", str(PEER_PORT), str(tables))
    in_earnest = {**os.environ, "NODE_ENV": "production"}
    with (
        tempfile.TemporaryDirectory() as data,
        running(their_server, PEER_PORT, env=in_earnest) as theirs,
        running(our_server(data), OUR_PORT) as ours,
    ):
        sides = (Side(theirs, their_load), Side(ours, our_load(tables)))
        for side in sides:
            side.saturate(1, counts=False)
            side.settle()
        for turn in range(turns):
            for side in sides if turn % 2 else reversed(sides):
                side.saturate(seconds)
                side.settle()
        measured = []
        for side in sides:
            paced = side.pace(3 * seconds)
            side.settle()
            rate, cpu = side.commands / side.seconds, 1e6 * side.cpu / side.commands
            measured.append(Measured(rate, cpu, paced, memory_mb(side.server)))
        for side in sides:
            side.end()
        return measured[0], measured[1]


def seats_in_memory(seats: int) -> float:
    """What the server takes with so many people connected, in megabytes."""
    with tempfile.TemporaryDirectory() as data, running(our_server(data), OUR_PORT) as server:
        side = Side(server, our_load(seats // 5))
        taken = memory_mb(server)
        side.end()
        return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--seats", type=int, default=5000)
    given = parser.parse_args()
    if not shutil.which("node"):
        print("boardgame.io needs Node, which is not here: nothing was compared.")
        return
    if not (HERE / "peer" / "node_modules").is_dir():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent"], cwd=HERE / "peer", check=True)
    print(f"{given.tables} tables of five, {given.rounds} rounds of {given.turns} turns each")
    print(
        f"{'':16}{'commands/s':>12}{'CPU us each':>14}{f'{PACED}/s: p50 ms':>18}{'p90 ms':>10}{'p99 ms':>10}{'MB':>8}"
    )
    rounds = []
    for number in range(1, given.rounds + 1):
        theirs, ours = one_round(given.tables, given.turns, given.seconds)
        rounds.append((theirs, ours))
        for name, row in (("boardgame.io", theirs), ("Fatetable", ours)):
            paced = "".join(f"{row.paced[share]:{width}.2f}" for share, width in (("50", 18), ("90", 10), ("99", 10)))
            print(f"{number} {name:14}{row.per_second:12.0f}{row.cpu_us:14.0f}{paced}{row.memory_mb:8.0f}", flush=True)
    print(f"commands per second, ours to theirs: {median(m.per_second / t.per_second for t, m in rounds):.2f}x")
    print(f"paced p99, median of the rounds: {median(mine.paced['99'] for _, mine in rounds):.1f} ms")
    if given.seats:
        print(f"{given.seats} people connected: {seats_in_memory(given.seats):.0f} MB")


if __name__ == "__main__":
    main()
