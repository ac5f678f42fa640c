"""The queue of one table: commands are decided and stored in order, and reads run when no command is in flight.

Commands that arrive while others are being stored are decided and stored together, as one batch.  Nothing is shown
or answered before the store has it.
"""

from __future__ import annotations

import asyncio
import weakref
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from fatetable.engine.errors import FatetableError, MalformedCommand, without_traceback
from fatetable.engine.messages import LogRecord
from fatetable.tabletop.storage.store import AlreadyDone, StoreFailed
from fatetable.tabletop.storage.stored_table import StoredStep, StoredTable

if TYPE_CHECKING:
    from fatetable.adapters.server.live.registry import TableRegistry

FAULT = "This is a fault in Fatetable; nothing was changed."
NOT_STORED = "This could not be kept and was not carried out; try again in a moment."
MOST_AT_ONCE = 64
"""How many commands of a table are stored together at most."""


class Outcome(NamedTuple):
    """What came of a command: the position it led to, or why it was refused."""

    seq: int
    news: tuple[LogRecord, ...] = ()
    refusal: FatetableError | None = None
    stored: Future[None] | None = None

    @property
    def store_error(self) -> BaseException | None:
        """Why the store refused it; `None` if it did not, or if nothing had to be stored."""
        return self.stored.exception() if self.stored is not None else None


class PendingCommand(Protocol):
    """A command that waits in the queue, or waits to be stored."""

    def carry_out(self, table: StoredTable) -> StoredStep:
        """Decide the command and hand it to the store; raises the refusal."""
        ...

    def answer(self, outcome: Outcome) -> None:
        """Tell the sender what came of it; called once that is certain."""
        ...


class QueueItem(Protocol):
    def join(self, batch: Batch) -> bool:
        """Take part in a batch; False if the item has to wait until the batch is stored."""
        ...


class CommandItem(NamedTuple):
    command: PendingCommand
    since: float
    """When it was submitted."""

    def join(self, batch: Batch) -> bool:
        batch.decide(self)
        return True


class ReadJob(NamedTuple):
    """Something that reads the table, and so must not see what is not stored yet."""

    read: Callable[[], None]

    def join(self, batch: Batch) -> bool:
        if batch.last_step is not None:
            return False
        batch.queue.run_read(self.read)
        return True


class Batch:
    """Commands that are decided one after the other and stored together."""

    def __init__(self, queue: CommandQueue) -> None:
        self.queue = queue
        self.decided: list[tuple[CommandItem, Outcome]] = []
        self.last_step: StoredStep | None = None
        self.is_full = False

    def decide(self, item: CommandItem) -> None:
        step, outcome = self.queue.decide(item.command)
        self.decided.append((item, outcome))
        self.last_step = step or self.last_step
        # After a rewind everything is shown before the next command is decided.
        self.is_full = len(self.decided) >= MOST_AT_ONCE or (step is not None and step.is_rewind)

    def store_error(self) -> BaseException | None:
        """The first error of the store; the last step alone says nothing about the others."""
        return next((error for _, outcome in self.decided if (error := outcome.store_error)), None)

    def take_decided(self) -> list[tuple[CommandItem, Outcome]]:
        """The commands and their outcomes, once they are certain.

        The batch forgets them: the future of each outcome holds the callback that holds the batch.
        """
        decided, self.decided, self.last_step = self.decided, [], None
        return decided


class QueueOwner(Protocol):
    """The table a queue belongs to."""

    stored_table: StoredTable

    def send_patches(self) -> None:
        """The commands of a batch are stored: show every page what has changed."""
        ...

    async def reload(self) -> None:
        """The store refused a step: load the table again."""
        ...


class CommandQueue:
    def __init__(self, owner: QueueOwner, registry: TableRegistry) -> None:
        # The owner holds the queue: a dropped table is freed at once, not when garbage is collected.
        self._owner: QueueOwner = weakref.proxy(owner)
        self._registry = registry
        self._items: deque[QueueItem] = deque()
        self.is_busy = False
        self._waiting_for_rest: list[asyncio.Future[None]] = []

    # -- adding --------------------------------------------------------------------------------------------------

    def submit(self, command: PendingCommand) -> None:
        """Carry out a command, after everything that was asked for before it."""
        self._items.append(CommandItem(command, perf_counter()))
        if not self.is_busy:
            self.is_busy = True
            self._registry.busy_tables += 1
            self._start_batch()

    def read(self, read: Callable[[], None]) -> None:
        """Run a read at once, or as soon as everything that was asked for before it is stored."""
        if self.is_busy:
            self._items.append(ReadJob(read))
        else:
            self.run_read(read)

    def run_read(self, read: Callable[[], None]) -> None:
        try:
            read()
        except Exception as error:
            self._registry.note_fault(error)

    async def settled(self) -> None:
        """Wait until everything asked for so far is done."""
        while self.is_busy:
            rested = asyncio.get_running_loop().create_future()
            self._waiting_for_rest.append(rested)
            await rested

    # -- working -------------------------------------------------------------------------------------------------

    def _start_batch(self) -> None:
        batch = Batch(self)
        while self._items and not batch.is_full:
            item = self._items.popleft()
            if not item.join(batch):
                self._items.appendleft(item)
                break
        loop = asyncio.get_running_loop()
        if batch.last_step is None:
            # Nothing to store.  Not at once: a sender does not expect an answer before `submit` returns.
            loop.call_soon(self._answer, batch)
            return

        def stored(_: Future[None]) -> None:
            # On the thread of the store; if the server is gone by now, nobody waits for an answer.
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._finish, batch)

        batch.last_step.stored.add_done_callback(stored)

    def decide(self, command: PendingCommand) -> tuple[StoredStep | None, Outcome]:
        table, metrics = self._owner.stored_table, self._registry.metrics
        try:
            step = command.carry_out(table)
        except AlreadyDone as done:
            return None, Outcome(done.seq)
        except FatetableError as refusal:
            metrics.refused += 1
            # Its frames would hold the outcome, which holds the refusal.
            return None, Outcome(table.seq, refusal=without_traceback(refusal))
        except Exception as error:
            # A step that fails halfway leaves no trace, so the table goes on as if it had not been asked for.
            self._registry.note_fault(error)
            return None, Outcome(table.seq, refusal=MalformedCommand("internal-error", FAULT))
        metrics.carried_out += 1
        metrics.records += len(step.news)
        return step, Outcome(step.seq, step.news, stored=step.stored)

    def _finish(self, batch: Batch) -> None:
        error = batch.store_error()
        if error is not None:
            self._registry.run_task(self._start_over(batch, error))
            return
        self.run_read(self._owner.send_patches)
        self._answer(batch)

    def _answer(self, batch: Batch) -> None:
        for item, outcome in batch.take_decided():
            self._tell(item, outcome)
        self._continue()

    def _tell(self, item: CommandItem, outcome: Outcome) -> None:
        try:
            item.command.answer(outcome)
        except Exception as error:
            self._registry.note_fault(error)
        self._registry.metrics.command_seconds.observe(perf_counter() - item.since)

    def _continue(self) -> None:
        if self._items:
            self._start_batch()
            return
        self.is_busy = False
        self._registry.busy_tables -= 1
        for rested in self._waiting_for_rest:
            if not rested.done():
                rested.set_result(None)
        self._waiting_for_rest.clear()

    async def _start_over(self, batch: Batch, error: BaseException) -> None:
        """The store refused a part of the batch: tell each sender whether their command was stored, and load again."""
        self._registry.metrics.not_stored += 1
        code = error.code if isinstance(error, FatetableError) else type(error).__name__
        self._registry.json_log.warning("not-stored", table=self._owner.stored_table.id, code=code)
        # A command sent twice has the same position both times, and so the same fate.
        decided = batch.take_decided()
        lost = {outcome.seq for _, outcome in decided if outcome.store_error}
        for item, outcome in decided:
            is_lost = outcome.refusal is None and outcome.seq in lost
            refused = Outcome(outcome.seq, refusal=StoreFailed("not-stored", NOT_STORED))
            self._tell(item, refused if is_lost else outcome)
        try:
            await self._owner.reload()
        finally:
            self._continue()


class AwaitedCommand:
    """A command whose sender awaits `outcome`."""

    def __init__(self, act: Callable[[StoredTable], StoredStep]) -> None:
        self._act = act
        self.outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

    def carry_out(self, table: StoredTable) -> StoredStep:
        return self._act(table)

    def answer(self, outcome: Outcome) -> None:
        if not self.outcome.done():
            self.outcome.set_result(outcome)
