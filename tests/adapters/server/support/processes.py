"""The program `fatetable serve` as a process of its own, to be stopped, killed and starved."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import httpx

from tests.adapters.server.support.visiting import PATIENCE, Page

PROGRAM = Path(sys.executable).with_name("fatetable")
OPEN = ("commands", "visits", "requests", "tables", "drafts", "readings", "files")
LIMITS = [f"--limit={name}{burst}=1000000" for name in OPEN for burst in ("", "_burst")]


def no_larger_than(size: int) -> Callable[[], None]:
    """For a process that may write no larger files than this, as on a disk that is full."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


class Process:
    def __init__(
        self,
        data: Path,
        *settings: str,
        port: int = 0,
        before: Callable[[], None] | None = None,
        errors: Path | None = None,
    ) -> None:
        self.errors = (errors or data.with_suffix(".errors")).open("ab")
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", str(port), "--metrics-port", "0", "--data", data, *LIMITS, *settings],
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            preexec_fn=before,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, f"the server did not start: {Path(self.errors.name).read_text()}"
        self.url = line.split()[4].rstrip("/")
        self.told = [line]
        """What the program wrote when it was ready, up to the address of its metrics."""
        while not self.told[-1].startswith("Metrics: "):
            self.told.append(next(self.process.stdout))
        self.metrics_url = self.told[-1].split()[1]
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals) -> int:
        """Send the process a signal, and wait until it is gone; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self.http.close()
        self.errors.close()
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def post(self, path: str, body: object) -> dict[str, str]:
        answer = self.http.post(path, json=body)
        assert answer.status_code == 200, answer.text
        told: dict[str, str] = answer.json()
        return told

    def visit(self, key: str, after: int = 0, *, table: str = "") -> Page:
        return Page(self.url, key, after, table=table)
