"""A few worker processes, started when there is work: one job for each address at a time, the others wait in line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from threading import Lock

from fatetable.adapters.workers.process import Job, WorkerProcess

AT_ONCE = 2
MOST_IN_LINE = 8
"""Jobs of one address, that which is being done included."""
MOST_WAITING = 200
"""Jobs altogether: each holds what it was sent."""

JOBS_OF_A_PROCESS = 500
IDLE_SECONDS = 300.0


class LineTooLong(Exception):
    """Too many jobs are waiting, for one address or altogether."""

    def __init__(self, *, is_address: bool) -> None:
        super().__init__("address" if is_address else "all")
        self.is_address = is_address


class _Line:
    def __init__(self) -> None:
        self.length = 0
        self.lock = asyncio.Lock()


class WorkerPool:
    def __init__(self, *, at_once: int = AT_ONCE) -> None:
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="fatetable-worker")
        self._turns = asyncio.Semaphore(at_once)
        self._lines: dict[str, _Line] = {}
        self._waiting = 0
        self._lock = Lock()
        self._idle: dict[int, list[WorkerProcess]] = {}
        """Processes that wait for work, by their limit of memory."""
        self._busy: set[WorkerProcess] = set()
        self._is_closed = False
        self._ending: asyncio.TimerHandle | None = None

    async def run(self, job: Job, argument: bytes, address: str) -> bytes:
        """The result of a job; raises `LineTooLong` or `WorkEnded`."""
        async with self._turn(address):
            loop = asyncio.get_running_loop()
            if self._ending is not None:
                self._ending.cancel()
            try:
                return await loop.run_in_executor(self._threads, self._do, job, argument)
            finally:
                self._ending = loop.call_later(IDLE_SECONDS, self.end_idle)

    @asynccontextmanager
    async def _turn(self, address: str) -> AsyncIterator[None]:
        if self._waiting >= MOST_WAITING:
            raise LineTooLong(is_address=False)
        line = self._lines.setdefault(address, _Line())
        if line.length >= MOST_IN_LINE:
            raise LineTooLong(is_address=True)
        line.length += 1
        self._waiting += 1
        try:
            async with line.lock, self._turns:
                yield
        finally:
            self._waiting -= 1
            line.length -= 1
            if not line.length:
                del self._lines[address]

    def _do(self, job: Job, argument: bytes) -> bytes:
        process = self._take(job)
        try:
            done = process.do(job, argument)
        except BaseException:
            self._busy.discard(process)
            raise
        self._give_back(process, job)
        return done

    def _take(self, job: Job) -> WorkerProcess:
        with self._lock:
            waiting = self._idle.get(job.memory_bytes)
            process = waiting.pop() if job.is_kept and waiting else WorkerProcess(job.memory_bytes)
            self._busy.add(process)
            return process

    def _give_back(self, process: WorkerProcess, job: Job) -> None:
        with self._lock:
            self._busy.discard(process)
            if job.is_kept and process.jobs_done < JOBS_OF_A_PROCESS and not self._is_closed:
                self._idle.setdefault(job.memory_bytes, []).append(process)
                return
        process.end()

    def end_idle(self) -> None:
        with self._lock:
            idle, self._idle = [process for waiting in self._idle.values() for process in waiting], {}
        for process in idle:
            process.end()

    def close(self) -> None:
        """End every process, whatever it is doing."""
        self._is_closed = True
        if self._ending is not None:
            self._ending.cancel()
        self.end_idle()
        with self._lock:
            busy = tuple(self._busy)
        for process in busy:
            process.kill()
        self._threads.shutdown(wait=False)

    def pids(self) -> tuple[int, ...]:
        with self._lock:
            idle = [process for waiting in self._idle.values() for process in waiting]
            return tuple(process.pid for process in (*idle, *self._busy))
