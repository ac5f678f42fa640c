"""Many random frames: the server stays up, its memory stays flat, and it ends when it is told to.

`FATETABLE_ATTACKS=50` sends half a million of them.
"""

from __future__ import annotations

import logging
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.adapters.server.attacks.frames import FrameMaker
from tests.adapters.server.support.groups import say
from tests.adapters.server.support.processes import Process
from tests.adapters.server.support.visiting import Page

NUMBERS = logging.getLogger(__name__)
"""Shown with `--log-cli-level=info`."""

ROUNDS = int(os.environ.get("FATETABLE_ATTACKS", "1"))
FRAMES = 10_000 * ROUNDS
AT_ONCE = 40
"""Frames sent before the page looks at what came back."""
ALLOWED_BYTES = 40_000_000
"""By which the server may grow after the first fifth of the frames.  If it kept them all, it would grow without end."""

TOLERANT = (
    "--limit=malformed_frames=1000000000",
    "--limit=excess_frames=1000000000",
    "--limit=table_bytes=1000000000000",
    "--limit=seat_bytes_burst=1000000000000",
)


def memory_of(pid: int) -> int:
    """The bytes of memory a process has in use."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


class Flood:
    """Sends frames at two seats of a table, and opens it again whenever it was cut off."""

    def __init__(self, server: Process) -> None:
        self._server = server
        self._opened = server.post("/api/tables", {"ruleset": "fae", "name": "Maria", "scene": "fight-on-the-quay"})
        self._page = server.visit(self._opened["key"])
        self._page.wait(lambda page: page.menu)
        self._frames = FrameMaker(7, tuple(self._page.offers.values()))
        self.answers = 0

    def send(self, number: int) -> None:
        for start in range(0, number, AT_ONCE):
            try:
                for _ in range(min(AT_ONCE, number - start)):
                    self._page.socket.send(self._frames.frame())
                self._catch_up()
            except ConnectionClosed:
                self._come_back()

    def _catch_up(self) -> None:
        """Read all that came, up to the answer to a last message, and keep none of it."""
        id = self._page.send({"type": "zz"})
        while True:
            message = self._page.hear()
            self.answers += message["t"] in ("done", "refused")
            self._page.received.clear()
            self._page.messages.clear()
            self._page.log.clear()
            if message.get("id") == id:
                return

    def _come_back(self) -> None:
        with suppress(ConnectionClosed):
            self._page.close()
        self._page = self._server.visit(self._opened["key"])

    def close(self) -> None:
        with suppress(ConnectionClosed):
            self._page.close()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_random_frames_leave_nothing_behind(tmp_path: Path) -> None:
    with Process(tmp_path / "data", *TOLERANT) as server:
        flood = Flood(server)
        flood.send(FRAMES // 5)
        before = memory_of(server.process.pid)
        flood.send(FRAMES - FRAMES // 5)
        after = memory_of(server.process.pid)
        NUMBERS.info("%d frames, %d answers: %d MB, then %d MB", FRAMES, flood.answers, before // 10**6, after // 10**6)
        assert flood.answers > FRAMES // 4
        assert after < before + ALLOWED_BYTES, (before, after)
        flood.close()
        # Whatever the frames have done to their own table, others go on.
        opened = server.post("/api/tables", {"ruleset": "fae", "name": "Maria"})
        with Page(server.url, opened["key"]) as page:
            page.do(say("still here"))
        assert faults_of(server) == 0
        started = time.monotonic()
        assert server.end(signal.SIGTERM) == 0
        NUMBERS.info("ended in %.2f s", time.monotonic() - started)


def faults_of(server: Process) -> int:
    lines = server.http.get(server.metrics_url).text.splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("fatetable_faults_total "))


def test_a_server_under_attack_ends_when_it_is_told_to(tmp_path: Path) -> None:
    with Process(tmp_path / "data", *TOLERANT) as server:
        opened = server.post("/api/tables", {"ruleset": "fae", "name": "Maria", "scene": "fight-on-the-quay"})
        pages = [server.visit(opened["key"]) for _ in range(4)]
        draft = {"sheet": {"description": "x" * 100_000}}
        assert server.http.post("/api/rulesets/fae/draft", json=draft).status_code == 200
        frames = FrameMaker(8)
        for page in pages:
            for _ in range(200):
                page.socket.send(frames.frame())
        started = time.monotonic()
        assert server.end(signal.SIGTERM) == 0
        NUMBERS.info("ended in %.2f s", time.monotonic() - started)
        for page in pages:
            with suppress(ConnectionClosed):
                page.close()
