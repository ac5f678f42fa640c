"""The one connection that writes: all that waits is written in one transaction, in the order in which it came."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from threading import Lock
from typing import NamedTuple

from fatetable.adapters.storage.append_checks import store_closed
from fatetable.adapters.storage.batch_append import Append
from fatetable.adapters.storage.postgres.batches import append_all
from fatetable.adapters.storage.postgres.connection import Connection, connect, in_words
from fatetable.engine.errors import FatetableError

Work = Append | Callable[[Connection], Awaitable[None]]
MOST_AT_ONCE = 1_000


class Job(NamedTuple):
    work: Work
    future: Future[None]


class Writer:
    """Used from any thread; `run` is its task on the loop of the store."""

    def __init__(self, url: str, loop: asyncio.AbstractEventLoop) -> None:
        self._url = url
        self._loop = loop
        self._lock = Lock()
        self._waiting: list[Job] = []
        self._news = asyncio.Event()
        self._is_closed = False
        self._connection: Connection = None
        self.trouble = ""
        """The code of the error that the last write failed with; empty if it succeeded."""

    def submit(self, work: Work) -> Future[None]:
        future: Future[None] = Future()
        with self._lock:
            if self._is_closed:
                future.set_exception(store_closed())
                return future
            self._waiting.append(Job(work, future))
        self._loop.call_soon_threadsafe(self._news.set)
        return future

    def close(self) -> None:
        """Take no more; `run` ends when all that waits is written."""
        with self._lock:
            self._is_closed = True
        self._loop.call_soon_threadsafe(self._news.set)

    async def run(self) -> None:
        while jobs := await self._take():
            await self._carry_out([job for job in jobs if job.future.set_running_or_notify_cancel()])
        await self._disconnect()

    async def _take(self) -> Sequence[Job]:
        while True:
            with self._lock:
                jobs, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
                if jobs or self._is_closed:
                    return jobs
                self._news.clear()
            await self._news.wait()

    async def _carry_out(self, jobs: Sequence[Job]) -> None:
        try:
            if self._connection is None or self._connection.is_closed():
                self._connection = await connect(self._url)
            async with self._connection.transaction():
                outcomes = await self._outcomes(self._connection, jobs)
        except Exception as error:
            told = in_words(error)
            if self._connection is not None and self._connection.is_closed():
                self._connection.terminate()
                self._connection = None
            elif len(jobs) > 1:
                # One of them cannot be written: each is tried by itself, so that the others succeed.
                for job in jobs:
                    await self._carry_out([job])
                return
            self.trouble = told.code
            for job in jobs:
                job.future.set_exception(told)
            return
        self.trouble = ""
        for job, refusal in zip(jobs, outcomes, strict=True):
            if refusal is not None:
                job.future.set_exception(refusal)
            else:
                job.future.set_result(None)

    async def _outcomes(self, connection: Connection, jobs: Sequence[Job]) -> list[FatetableError | None]:
        """Appends that come together are written together."""
        outcomes: list[FatetableError | None] = []
        appends: list[Append] = []
        for job in jobs:
            if isinstance(job.work, Append):
                appends.append(job.work)
                continue
            outcomes += await append_all(connection, appends) if appends else []
            appends = []
            outcomes.append(await _refusal_of(job.work, connection))
        return outcomes + (await append_all(connection, appends) if appends else [])

    async def _disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):
                await self._connection.close()


async def _refusal_of(work: Callable[[Connection], Awaitable[None]], connection: Connection) -> FatetableError | None:
    """Work that refuses does so before it changes anything."""
    try:
        await work(connection)
    except FatetableError as refusal:
        return refusal
    return None
