"""Keeps the worker processes of a server running until it is told to stop.

Workers are forks of this process, which opens what they share and serves nothing itself.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import NamedTuple

from fatetable.adapters.server.operations.json_log import JsonLog
from fatetable.engine.errors import FatetableError

STOPPING_SECONDS = 10.0
"""How long workers have to stop before they are killed; each gives up waiting for others sooner."""
PAUSE_SECONDS = 1.0
"""Between two starts of a worker that keeps dying."""
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD)


class Worker(NamedTuple):
    """What a worker process is told: its number, a file that ends with the supervisor, and how to say it is ready."""

    number: int
    lifeline: int
    ready: Callable[[], None]


def can_fork() -> bool:
    return hasattr(os, "fork") and sys.platform != "win32"


class Supervisor:
    """Runs `work` in so many processes; one that dies is started again."""

    def __init__(self, workers: int, work: Callable[[Worker], None], json_log: JsonLog) -> None:
        self._work = work
        self._json_log = json_log
        self._pids: dict[int, int] = {}
        """The number of each worker that runs, by its process id."""
        self._due = dict.fromkeys(range(workers), 0.0)
        """When each worker that does not run is started."""
        self._unheard = workers
        """How many workers were never ready."""
        self._started: dict[int, float] = {}
        self._is_stopping = False
        self._lifeline, self._life = os.pipe()
        self._ready, self._tell_ready = os.pipe()
        self._wake, self._waker = os.pipe()

    def run(self, ready: Callable[[], None]) -> bool:
        """Supervise until told to stop; `ready` is called when all workers take requests.

        Returns False if one could not start at all.
        """
        os.set_blocking(self._waker, False)
        signal.set_wakeup_fd(self._waker)
        handlers = {number: signal.signal(number, _wake_up) for number in SIGNALS}
        try:
            return self._supervise(ready)
        finally:
            self._stop()
            signal.set_wakeup_fd(-1)
            for number, handler in handlers.items():
                signal.signal(number, handler)

    def _supervise(self, ready: Callable[[], None]) -> bool:
        while True:
            for number in [number for number, due in self._due.items() if due <= time.monotonic()]:
                self._start(number)
            files, _, _ = select.select([self._ready, self._wake], [], [], PAUSE_SECONDS if self._due else None)
            if self._wake in files and not {signal.SIGTERM, signal.SIGINT}.isdisjoint(os.read(self._wake, 64)):
                return True
            if self._ready in files and self._unheard:
                self._unheard -= len(os.read(self._ready, self._unheard))
                if not self._unheard:
                    ready()
            elif self._ready in files:
                os.read(self._ready, 64)
            if not self._bury() and self._unheard:
                return False

    def _start(self, number: int) -> None:
        del self._due[number]
        self._started[number] = time.monotonic()
        pid = os.fork()
        if pid == 0:
            self._run_worker(number)
        self._pids[pid] = number

    def _run_worker(self, number: int) -> None:
        """The life of a worker process, which ends here."""
        code = 1
        try:
            signal.set_wakeup_fd(-1)
            for each in SIGNALS:
                signal.signal(each, signal.SIG_DFL)
            # The lifeline ends when nobody holds its other end any more.
            os.close(self._life)
            self._work(Worker(number, self._lifeline, lambda: _tell(self._tell_ready)))
            code = 0
        except FatetableError as error:
            sys.stderr.write(f"{error}\n")
        except BaseException:
            traceback.print_exc()
        finally:
            for stream in (sys.stdout, sys.stderr):
                with contextlib.suppress(OSError, ValueError):
                    stream.flush()
            os._exit(code)

    def _bury(self) -> bool:
        """Note which workers have died; returns whether none has."""
        is_whole = True
        while self._pids:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            number = self._pids.pop(pid, None)
            if number is not None:
                is_whole = False
                now = time.monotonic()
                is_early = now - self._started[number] < PAUSE_SECONDS
                self._due[number] = now + PAUSE_SECONDS if is_early else now
                self._json_log.error("worker-died", number=number, status=os.waitstatus_to_exitcode(status))
        return is_whole

    def _stop(self) -> None:
        for pid in self._pids:
            os.kill(pid, signal.SIGTERM)
        deadline = time.monotonic() + STOPPING_SECONDS
        while self._pids and time.monotonic() < deadline:
            pid, _ = os.waitpid(-1, os.WNOHANG)
            if pid:
                self._pids.pop(pid, None)
            else:
                time.sleep(0.01)
        for pid in self._pids:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        for file in (self._lifeline, self._life, self._ready, self._tell_ready, self._wake, self._waker):
            os.close(file)


def _wake_up(*_: object) -> None:
    """A handler there has to be, so that the signal is written to the file that is waited for."""


def _tell(file: int) -> None:
    os.write(file, b".")
