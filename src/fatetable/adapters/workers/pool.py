"""A few worker processes, started when there is work: one job for each address at a time, the others wait in line."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from fatetable.adapters.workers.process import Job, WorkerProcess
from fatetable.adapters.workers.turns import Turns

AT_ONCE = 2

JOBS_OF_A_PROCESS = 500
IDLE_SECONDS = 300.0


class WorkerPool:
    def __init__(self, *, at_once: int = AT_ONCE) -> None:
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="fatetable-worker")
        self._turns = Turns(at_once)
        self._lock = Lock()
        self._idle: dict[int, list[WorkerProcess]] = {}
        """Processes that wait for work, by their limit of memory."""
        self._busy: set[WorkerProcess] = set()
        self._is_closed = False
        self._ending: asyncio.TimerHandle | None = None

    async def run(self, job: Job, argument: bytes, address: str) -> bytes:
        """The result of a job; raises `LineTooLong` or `WorkEnded`."""
        async with self._turns.turn(address):
            loop = asyncio.get_running_loop()
            if self._ending is not None:
                self._ending.cancel()
            try:
                return await loop.run_in_executor(self._threads, self._do, job, argument)
            finally:
                self._ending = loop.call_later(IDLE_SECONDS, self.end_idle)

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
