"""One thread that writes: whatever is waiting is written together and made durable by a single commit.

Knows nothing about what is written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Condition, Thread
from time import sleep
from typing import Any, NamedTuple, TypeVar

from fatetable.adapters.storage.accepting import store_closed
from fatetable.engine.errors import FatetableError

R = TypeVar("R")
Work = Callable[[sqlite3.Connection], R]
ShortCut = Callable[[sqlite3.Connection, Sequence[Work[Any]]], bool]
"""Does all of this work and says so, or none of it where that is not possible."""

MOST_AT_ONCE = 1_000

MANY = 4
MOMENT = 0.004
"""If many came together last time there is much to do, and others are given so many seconds to come along: a commit
costs about the same whatever is in it.  As long as there is little to do, nobody waits for others."""


class Job(NamedTuple):
    work: Work[Any]
    future: Future[Any]


class GroupCommit:
    """Owns the one connection that writes.  `in_words` turns an error of the database into one for people.

    Work that the `short_cut` does all at once has no result.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        in_words: Callable[[sqlite3.Error], FatetableError],
        short_cut: ShortCut = lambda _, __: False,
    ) -> None:
        self._connection = connection
        self._in_words = in_words
        self._short_cut = short_cut
        self._waiting: list[Job] = []
        self._last_time = 0
        self._news = Condition()
        self._is_closed = False
        self._thread = Thread(target=self._run, name="fatetable-store", daemon=True)
        self._thread.start()

    def submit(self, work: Work[R]) -> Future[R]:
        """Have this done in a transaction.  Work refuses with a `FatetableError` before it changes anything."""
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
        while jobs := self._take():
            # Whoever gave up waiting in time is spared the work.
            self._carry_out([job for job in jobs if job.future.set_running_or_notify_cancel()])
        self._connection.close()

    def _take(self) -> list[Job]:
        """Everything that waits, as soon as something does; nothing once it is over."""
        with self._news:
            self._news.wait_for(lambda: self._waiting or self._is_closed)
        if self._last_time >= MANY:
            sleep(MOMENT)
        with self._news:
            jobs, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
        self._last_time = len(jobs)
        return jobs

    def _carry_out(self, jobs: Sequence[Job]) -> None:
        try:
            if self._short_cut(self._connection, [job.work for job in jobs]):
                for job in jobs:
                    job.future.set_result(None)
                return
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            for job in jobs:
                job.future.set_exception(self._in_words(error))
            return
        try:
            outcomes = [_outcome(job, self._connection) for job in jobs]
            self._connection.execute("COMMIT")
        except Exception as error:
            self._take_back()
            if len(jobs) == 1:
                jobs[0].future.set_exception(self._in_words(error) if isinstance(error, sqlite3.Error) else error)
                return
            # One of them cannot be written; each by itself shows which, and the others do not suffer for it.
            for job in jobs:
                self._carry_out([job])
            return
        for job, outcome in zip(jobs, outcomes, strict=True):
            if isinstance(outcome, FatetableError):
                job.future.set_exception(outcome)
            else:
                job.future.set_result(outcome)

    def _take_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


def _outcome(job: Job, connection: sqlite3.Connection) -> Any:
    try:
        return job.work(connection)
    except FatetableError as refusal:
        return refusal
