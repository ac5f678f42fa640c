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
    for name in ("commands", "commands_burst", "requests", "requests_burst", "tables", "tables_burst")
]
SERVER_CORE, LOAD_CORE = "0", "1"
PACED = 500


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


OUR_PORT, PEER_PORT = free_port(), free_port()


class Measured(NamedTuple):
    per_second: float
    cpu_us: float
    median_ms: float
    p99_ms: float
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


def our_server(data: str) -> list[str]:
    return pinned(SERVER_CORE, PROGRAM, "serve", "--port", str(OUR_PORT), "--data", data, *WITHOUT_LIMITS)


def ours(tables: int, seconds: float) -> Measured:
    with tempfile.TemporaryDirectory() as data, running(our_server(data), OUR_PORT) as server:
        load = pinned(LOAD_CORE, sys.executable, HERE / "load.py", str(OUR_PORT), "--server", str(server.pid))
        return measure(server, [*load, "--tables", str(tables), "--seconds", str(seconds), "--rate", str(PACED)])


def peer(tables: int, seconds: float) -> Measured:
    server = pinned(SERVER_CORE, "node", HERE / "peer" / "server.cjs", str(PEER_PORT))
    with running(server, PEER_PORT, env={**os.environ, "NODE_ENV": "production"}) as process:
        load = pinned(LOAD_CORE, "node", HERE / "peer" / "load.cjs", str(PEER_PORT))
        return measure(process, [*load, str(tables), str(seconds), str(PACED), str(process.pid)])


def measure(server: subprocess.Popen[bytes], load: list[str]) -> Measured:
    told = subprocess.run(load, stdout=subprocess.PIPE, check=True)
    found = json.loads(told.stdout.splitlines()[-1])
    paced = found["paced_ms"]
    return Measured(found["commands_per_second"], found["cpu_us"], paced["50"], paced["99"], memory_mb(server))


def seats_in_memory(seats: int) -> float:
    """What the server takes with so many people connected, in megabytes."""
    with tempfile.TemporaryDirectory() as data, running(our_server(data), OUR_PORT) as server:
        load = pinned(LOAD_CORE, sys.executable, HERE / "load.py", str(OUR_PORT), "--idle", "--tables", str(seats // 5))
        waiting = subprocess.Popen(load, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert waiting.stdout is not None
        waiting.stdout.readline()
        taken = memory_mb(server)
        waiting.communicate(b"\n")
        return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--seats", type=int, default=5000)
    given = parser.parse_args()
    if not shutil.which("node"):
        print("boardgame.io needs Node, which is not here: nothing was compared.")
        return
    if not (HERE / "peer" / "node_modules").is_dir():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent"], cwd=HERE / "peer", check=True)
    rounds = [(peer(given.tables, given.seconds), ours(given.tables, given.seconds)) for _ in range(given.rounds)]
    print(f"{given.tables} tables of five, {given.rounds} interleaved rounds")
    print(f"{'':16}{'commands/s':>12}{'CPU us each':>14}{f'{PACED}/s: p50 ms':>18}{'p99 ms':>10}{'MB':>8}")
    for number, (theirs, mine) in enumerate(rounds, start=1):
        for name, row in (("boardgame.io", theirs), ("Fatetable", mine)):
            print(
                f"{number} {name:14}{row.per_second:12.0f}{row.cpu_us:14.0f}"
                f"{row.median_ms:18.2f}{row.p99_ms:10.2f}{row.memory_mb:8.0f}"
            )
    print(f"commands per second, ours to theirs: {median(m.per_second / t.per_second for t, m in rounds):.2f}x")
    print(f"paced p99, median of the rounds: {median(mine.p99_ms for _, mine in rounds):.1f} ms")
    if given.seats:
        print(f"{given.seats} people connected: {seats_in_memory(given.seats):.0f} MB")


if __name__ == "__main__":
    main()
