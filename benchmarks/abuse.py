"""Honest tables beside strangers who abuse the server: how long commands take with the abuse and without it.

Fifty tables of five play at a steady pace, by turns alone and beside the abuse, against one server in one run: so what
else the machine does meets both alike.  Everything goes to this machine only and ends by itself.  Nothing here passes
or fails on a time.
"""

from __future__ import annotations

import argparse
import json
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from statistics import median
from typing import NamedTuple

from serve import HERE, LOAD_CORE, PROGRAM, SERVER_CORE, free_port, memory_mb, pinned

TABLES = 50
RATE = 50.0
"""Honest commands a second: one of each table."""
EACH_BEFORE = 200
"""Commands of each honest table before anything is measured."""
SAMPLE_SECONDS = 2.0
ALONE, ABUSED = "alone", "with abuse"
CALM_SHARE = 0.5
"""How long a turn alone is, against one beside the abuse."""


class Turn(NamedTuple):
    name: str
    seconds: float
    shares: dict[str, float]


class Sample(NamedTuple):
    at: float
    """In seconds of abuse so far."""
    megabytes: float
    tables: int
    """In the memory of the server."""


class Watch:
    """Samples of the server during the abuse, taken on a thread of its own."""

    def __init__(self, server: subprocess.Popen[bytes], metrics: str) -> None:
        self._server = server
        self._metrics = metrics
        self._end = threading.Event()
        self._abused = 0.0
        self._since: float | None = None
        self.samples: list[Sample] = []
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def abuse(self, *, is_on: bool) -> None:
        if self._since is not None:
            self._abused += time.monotonic() - self._since
        self._since = time.monotonic() if is_on else None

    def _watch(self) -> None:
        while not self._end.wait(SAMPLE_SECONDS):
            since = self._since
            if since is not None:
                at = self._abused + time.monotonic() - since
                self.samples.append(Sample(at, memory_mb(self._server), self._tables()))

    def _tables(self) -> int:
        with urllib.request.urlopen(self._metrics, timeout=30) as told:
            found = re.search(r"^fatetable_tables_in_memory (\d+)$", told.read().decode(), re.MULTILINE)
        return int(found[1]) if found else 0

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

    def warm_up(self, commands: int) -> None:
        """Play so many commands: until then what is kept for each table, such as its last lines, grows."""
        done = 0.0
        while done < commands:
            done += self._do("saturate 2")["commands"]

    def _do(self, order: str) -> dict[str, float]:
        assert self._load.stdin is not None
        self._load.stdin.write(f"{order}\n")
        self._load.stdin.flush()
        return self._hear()

    def play(self, name: str, seconds: float) -> Turn:
        turn = Turn(name, seconds, self._do(f"pace {seconds} {RATE}"))
        print(told(turn), flush=True)
        return turn

    def end(self) -> None:
        self._load.communicate()


class Strangers:
    """The strangers of one turn; `end` waits for them and says what they were answered."""

    def __init__(self, port: int, strangers: int, seconds: float) -> None:
        load = [HERE / "abuse_load.py", str(port), "--seconds", str(seconds), "--strangers", str(strangers)]
        command = ["nice", "-n", "19", *pinned(LOAD_CORE, sys.executable, *load)]
        self._load = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def end(self) -> dict[str, int]:
        answered, _ = self._load.communicate(timeout=120)
        counted: dict[str, int] = json.loads(answered)
        return counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0, help="How long the abuse lasts; 600 for ten minutes.")
    parser.add_argument("--turn", type=float, default=60.0, help="How long it goes on before honest tables are alone.")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--strangers", type=int, default=2, help="How many there are of each kind.")
    given = parser.parse_args()
    port, metrics_port = free_port(), free_port()
    with tempfile.TemporaryDirectory() as data:
        # The honest players share one address here, from which more tables are opened than a household does.
        settings = ["--port", str(port), "--data", data, f"--limit=tables_burst={given.tables * 2}"]
        settings += ["--metrics-port", str(metrics_port)]
        server = subprocess.Popen(
            pinned(SERVER_CORE, PROGRAM, "serve", *settings), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert server.stdout is not None
        server.stdout.readline()
        honest = Honest(port, given.tables)
        honest.warm_up(given.tables * EACH_BEFORE)
        watch = Watch(server, f"http://127.0.0.1:{metrics_port}/metrics")
        turns, answered, left = [honest.play(ALONE, given.turn * CALM_SHARE)], Counter[str](), given.seconds
        while left > 0:
            seconds = min(left, given.turn)
            watch.abuse(is_on=True)
            strangers = Strangers(port, given.strangers, seconds)
            turns.append(honest.play(ABUSED, seconds))
            answered.update(strangers.end())
            watch.abuse(is_on=False)
            turns.append(honest.play(ALONE, seconds * CALM_SHARE))
            left -= seconds
        watch.end()
        honest.end()
        is_up = server.poll() is None
        stopping = time.monotonic()
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=60)
        stopped = time.monotonic() - stopping
    report(turns, watch.samples, answered)
    print(f"up: {is_up}; ended in {stopped:.2f} s, exit code {server.returncode}")


def told(turn: Turn) -> str:
    shares = ", ".join(f"p{share} {value:.1f} ms" for share, value in turn.shares.items() if share != "refusals")
    return f"{turn.name:<12} {turn.seconds:5.0f} s: {shares}; {int(turn.shares['refusals'])} commands refused so far"


def report(turns: list[Turn], samples: list[Sample], answered: Counter[str]) -> None:
    for share in ("50", "90", "99"):
        alone, abused = (median(turn.shares[share] for turn in turns if turn.name == name) for name in (ALONE, ABUSED))
        print(f"p{share}: {abused:.1f} ms with abuse, {alone:.1f} ms without: {abused / alone:.1f} times (medians)")
    steps = samples[:: max(1, len(samples) // 40)]
    print("memory:", ", ".join(f"{at:.0f} s {mb:.0f} MB {tables} tables" for at, mb, tables in steps))
    print("abuse:", json.dumps(dict(sorted(answered.items()))))


if __name__ == "__main__":
    main()
