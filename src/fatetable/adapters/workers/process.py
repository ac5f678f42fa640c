"""One worker process, as its parent sees it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from threading import Timer
from typing import NamedTuple

import msgspec

from fatetable.adapters.workers import child
from fatetable.adapters.workers.messages import Result, Task, read, write

ENVIRONMENT = {"MALLOC_ARENA_MAX": "2", "RAYON_NUM_THREADS": "1"}
"""Each thread of the typesetter would reserve memory that counts against the limit."""


class Job(NamedTuple):
    """A kind of work: the function that does it, and its limits.

    `is_kept` says whether the process may do the next job as well.  Where a fault in a reader could give somebody the
    process, it may not.
    """

    module: str
    function: str
    seconds: float
    cpu_seconds: int
    memory_bytes: int
    is_kept: bool


class WorkEnded(Exception):
    """The process was ended before it had an answer: it took too long, or too much memory, or it failed."""

    def __init__(self, *, is_late: bool) -> None:
        super().__init__("late" if is_late else "failed")
        self.is_late = is_late


class WorkerProcess:
    def __init__(self, memory_bytes: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", child.__name__, str(memory_bytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **ENVIRONMENT},
            # Ctrl+C in a terminal is for the server only, which ends its workers itself.
            start_new_session=True,
        )
        self.jobs_done = 0

    @property
    def pid(self) -> int:
        return self._process.pid

    def do(self, job: Job, argument: bytes) -> bytes:
        """Wait for the result, at most as long as the job may take; raises `WorkEnded`."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        is_late: list[bool] = []
        timer = Timer(job.seconds, _all(lambda: is_late.append(True), self._process.kill))
        timer.daemon = True
        timer.start()
        try:
            write(stdin, Task(job.module, job.function, argument, job.cpu_seconds))
            body = read(stdout)
            result = msgspec.msgpack.decode(body, type=Result) if body is not None else None
        except (OSError, ValueError, msgspec.MsgspecError):
            result = None
        finally:
            timer.cancel()
        if result is None or result.kind != "done":
            self.end()
            raise WorkEnded(is_late=bool(is_late) or self._was_out_of_processor_time())
        self.jobs_done += 1
        return result.content

    def _was_out_of_processor_time(self) -> bool:
        return self._process.returncode == -getattr(signal, "SIGXCPU", 0)

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    # What was still to be written to a process that has ended.
                    continue


def _all(*acts: Callable[[], object]) -> Callable[[], None]:
    def act() -> None:
        for each in acts:
            each()

    return act
