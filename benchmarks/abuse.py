"""Honest tables beside strangers who abuse the server: how long commands take with the abuse and without it.

Fifty tables of five play at a steady pace, first alone, then beside the abuse, then alone again, against one server in
one run.  Everything goes to this machine only and ends by itself.  Nothing here passes or fails on a time.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import threading
import time
from typing import NamedTuple

from serve import HERE, LOAD_CORE, PROGRAM, SERVER_CORE, free_port, memory_mb, pinned

TABLES = 50
RATE = 50.0
"""Honest commands a second: one of each table."""
SAMPLE_SECONDS = 2.0


class Phase(NamedTuple):
    name: str
    seconds: float
    shares: dict[str, float]


class MemoryOverTime:
    """Samples of the server's memory, taken on a thread of its own."""

    def __init__(self, server: subprocess.Popen[bytes]) -> None:
        self._server = server
        self._start = time.monotonic()
        self._end = threading.Event()
        self.samples: list[tuple[float, float]] = []
        self._thread = threading.Thread(target=self._sample, daemon=True)
        self._thread.start()

    def _sample(self) -> None:
        while not self._end.wait(SAMPLE_SECONDS):
            self.samples.append((time.monotonic() - self._start, memory_mb(self._server)))

    def end(self) -> None:
        self._end.set()
        self._thread.join()


class Honest:
    def __init__(self, port: int, tables: int) -> None:
        command = pinned(LOAD_CORE, sys.executable, HERE / "load.py", str(port), "--tables", str(tables))
        self._load = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._hear()

    def _hear(self) -> dict[str, float]:
        assert self._load.stdout is not None
        line = self._load.stdout.readline()
        if not line:
            raise SystemExit("The honest players were turned away.")
        heard: dict[str, float] = json.loads(line)
        return heard

    def play(self, name: str, seconds: float) -> Phase:
        assert self._load.stdin is not None
        self._load.stdin.write(f"pace {seconds} {RATE}\n")
        self._load.stdin.flush()
        return Phase(name, seconds, self._hear())

    def end(self) -> None:
        self._load.communicate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0, help="How long the abuse lasts; 600 for ten minutes.")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--strangers", type=int, default=2, help="How many there are of each kind.")
    given = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        # The honest players share one address here, from which more tables are opened than a household does.
        settings = ["--port", str(port), "--data", data, f"--limit=tables_burst={given.tables * 2}"]
        server = subprocess.Popen(
            pinned(SERVER_CORE, PROGRAM, "serve", *settings), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert server.stdout is not None
        server.stdout.readline()
        honest = Honest(port, given.tables)
        memory = MemoryOverTime(server)
        calm = max(10.0, given.seconds / 4)
        phases = [honest.play("alone", calm)]
        began = time.monotonic()
        load = [HERE / "abuse_load.py", str(port), "--seconds", str(given.seconds), "--strangers", str(given.strangers)]
        command = ["nice", "-n", "19", *pinned(LOAD_CORE, sys.executable, *load)]
        abuse = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        phases.append(honest.play("with abuse", given.seconds))
        answered, _ = abuse.communicate(timeout=120)
        abused = time.monotonic() - began
        phases.append(honest.play("alone again", calm))
        memory.end()
        honest.end()
        is_up = server.poll() is None
        stopping = time.monotonic()
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=60)
        report(phases, memory, calm, abused, answered)
        print(f"up: {is_up}; ended in {time.monotonic() - stopping:.2f} s, exit code {server.returncode}")


def report(phases: list[Phase], memory: MemoryOverTime, calm: float, abused: float, answered: str) -> None:
    for phase in phases:
        shares = ", ".join(f"p{share} {value:.1f} ms" for share, value in phase.shares.items() if share != "refusals")
        refused = int(phase.shares["refusals"])
        print(f"{phase.name:<12} {phase.seconds:5.0f} s: {shares}; {refused} commands refused so far", flush=True)
    alone = max(phases[0].shares["99"], phases[2].shares["99"])
    print(f"p99 with abuse: {phases[1].shares['99'] / alone:.1f} times the larger p99 without")
    within = [(at - calm, mb) for at, mb in memory.samples if calm <= at <= calm + abused]
    steps = within[:: max(1, len(within) // 10)]
    print("memory:", ", ".join(f"{mb:.0f} MB at {at:.0f} s" for at, mb in steps))
    print("abuse:", answered.strip())


if __name__ == "__main__":
    main()
