"""The thread that writes: whatever is waiting is written together and made durable by a single commit."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from threading import Condition, Thread
from time import sleep
from typing import Any, NamedTuple, Protocol, TypeVar

from fatetable.adapters.storage.append_checks import store_closed
from fatetable.engine.errors import FatetableError

R = TypeVar("R")
Work = Callable[[sqlite3.Connection], R]
ShortCut = Callable[[sqlite3.Connection, Sequence[Work[Any]]], bool]
"""Does all of the work and returns True, or does none of it and returns False."""


class Upkeep(Protocol):
    """What is to be done between commits, on the same connection."""

    def __call__(self, connection: sqlite3.Connection, *, is_idle: bool) -> None: ...


MOST_AT_ONCE = 1_000

MANY = 4
GATHER_SECONDS = 0.004
"""If at least this many jobs came together last time, the thread waits this long for more before it commits, because
a commit costs about the same whatever is in it.  With less to do, no job waits for others."""

REST_SECONDS = 0.05
"""Without any job for so long, the thread has time for upkeep, and no job has to wait for it."""


class Job(NamedTuple):
    work: Work[Any]
    future: Future[Any]


class GroupCommit:
    """Owns the one connection that writes; `in_words` turns a database error into a `FatetableError`.

    Work that is done by the `short_cut` has no result.  Where other processes write as well, all take `turns`.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        in_words: Callable[[sqlite3.Error], FatetableError],
        short_cut: ShortCut = lambda _, __: False,
        upkeep: Upkeep | None = None,
        turns: AbstractContextManager[None] | None = None,
    ) -> None:
        self._turns = turns or nullcontext()
        self._connection = connection
        self._in_words = in_words
        self._short_cut = short_cut
        self._upkeep = upkeep
        self._waiting: list[Job] = []
        self._last_time = 0
        self._news = Condition()
        self._is_closed = False
        self.trouble = ""
        """The code of the error that the last write failed with; empty if it succeeded."""
        self._thread = Thread(target=self._run, name="fatetable-store", daemon=True)
        self._thread.start()

    def submit(self, work: Work[R]) -> Future[R]:
        """Do this in a transaction.  Work that refuses raises a `FatetableError` before it changes anything."""
        future: Future[R] = Future()
        with self._news:
            if self._is_closed:
                future.set_exception(store_closed())
            else:
                self._waiting.append(Job(work, future))
                self._news.notify()
        return future

    def close(self) -> None:
        """Write what is waiting and stop."""
        with self._news:
            self._is_closed = True
            self._news.notify()
        self._thread.join()

    def _run(self) -> None:
        while self._await_jobs():
            # Jobs that come while others have their turn are written with those that wait.
            with self._turns:
                # Cancelled jobs are left out.
                self._carry_out([job for job in self._take() if job.future.set_running_or_notify_cancel()])
                self._keep_up(is_idle=False)
        with self._turns:
            self._keep_up(is_idle=True)
        self._connection.close()

    def _keep_up(self, *, is_idle: bool) -> None:
        if self._upkeep is not None:
            self._upkeep(self._connection, is_idle=is_idle)

    def _await_jobs(self) -> bool:
        """Wait for jobs, and a little longer for more of them; False once the store is closed and none is left."""
        with self._news:
            has_news = self._news.wait_for(lambda: self._waiting or self._is_closed, REST_SECONDS)
        if not has_news:
            with self._turns:
                self._keep_up(is_idle=True)
        with self._news:
            self._news.wait_for(lambda: self._waiting or self._is_closed)
        if self._last_time >= MANY:
            sleep(GATHER_SECONDS)
        return bool(self._waiting)

    def _take(self) -> list[Job]:
        with self._news:
            jobs, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
        self._last_time = len(jobs)
        return jobs

    def _carry_out(self, jobs: Sequence[Job]) -> None:
        try:
            if self._short_cut(self._connection, [job.work for job in jobs]):
                self.trouble = ""
                for job in jobs:
                    job.future.set_result(None)
                return
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            for job in jobs:
                job.future.set_exception(self._told(error))
            return
        try:
            outcomes = [_outcome(job, self._connection) for job in jobs]
            self._connection.execute("COMMIT")
        except Exception as error:
            self._roll_back()
            if len(jobs) == 1:
                jobs[0].future.set_exception(self._told(error) if isinstance(error, sqlite3.Error) else error)
                return
            # One of them cannot be written: each is tried by itself, so that the others succeed.
            for job in jobs:
                self._carry_out([job])
            return
        self.trouble = ""
        for job, outcome in zip(jobs, outcomes, strict=True):
            if isinstance(outcome, FatetableError):
                job.future.set_exception(outcome)
            else:
                job.future.set_result(outcome)

    def _told(self, error: sqlite3.Error) -> FatetableError:
        told = self._in_words(error)
        self.trouble = told.code
        return told

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


def _outcome(job: Job, connection: sqlite3.Connection) -> Any:
    try:
        return job.work(connection)
    except FatetableError as refusal:
        return refusal
