"""The queue of a table: order is kept, nothing is shown or answered before it is stored, and reads wait for that."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future

from fatetable.adapters.server.live.command_queue import CommandQueue, Outcome
from fatetable.adapters.server.live.registry import TableRegistry
from fatetable.adapters.server.operations.json_log import JsonLog
from fatetable.adapters.storage.memory_store import MemoryStore
from fatetable.engine.errors import RuleViolation
from fatetable.tabletop.storage.lobby import Lobby, Sources
from fatetable.tabletop.storage.store import StoreFailed
from fatetable.tabletop.storage.stored_table import StoredStep, StoredTable
from fatetable.tabletop.table import Table

SOURCES = Sources(key=str, table_id=str, secret=bytes, now=int)


class Owner:
    """A table that notes what its queue has it do."""

    def __init__(self) -> None:
        self.done: list[str] = []
        table = Table.open("fae", {"gm": "gm"}, secret=b"queue")
        self.stored_table = StoredTable("table", table, MemoryStore())
        registry = TableRegistry(Lobby(MemoryStore(), SOURCES), JsonLog(write=lambda _: None))
        self.queue = CommandQueue(self, registry)
        self.registry = registry

    def send_patches(self) -> None:
        self.done.append("shown")

    async def reload(self) -> None:
        self.done.append("loaded again")

    def read(self) -> None:
        self.queue.read(lambda: self.done.append("read"))


class Command:
    """Counts as stored when the test says so."""

    def __init__(self, owner: Owner, name: str, refusal: RuleViolation | None = None) -> None:
        self.owner = owner
        self.name = name
        self.refusal = refusal
        self.stored: Future[None] = Future()

    def carry_out(self, table: StoredTable) -> StoredStep:
        self.owner.done.append(f"decided {self.name}")
        if self.refusal is not None:
            raise self.refusal
        return StoredStep(table.seq, (), self.stored)

    def answer(self, outcome: Outcome) -> None:
        self.owner.done.append(f"answered {self.name}{'' if outcome.refusal is None else f' {outcome.refusal.code}'}")


def test_a_read_runs_at_once_while_nothing_is_in_flight() -> None:
    owner = Owner()
    owner.read()
    assert owner.done == ["read"]


def test_commands_that_come_while_others_are_stored_are_decided_together_and_reads_keep_their_place() -> None:
    async def play() -> list[str]:
        owner = Owner()
        one, two, three, four = (Command(owner, name) for name in ("one", "two", "three", "four"))
        owner.queue.submit(one)
        owner.queue.submit(two)
        owner.queue.submit(three)
        owner.read()
        owner.queue.submit(four)
        assert owner.done == ["decided one"], "nobody is answered, and nothing more is decided"
        for command in (one, two, three, four):
            command.stored.set_result(None)
        await owner.queue.settled()
        assert owner.registry.busy_tables == 0
        return owner.done

    assert asyncio.run(play()) == [
        *("decided one", "shown", "answered one"),
        *("decided two", "decided three", "shown", "answered two", "answered three"),
        *("read", "decided four", "shown", "answered four"),
    ]


def test_a_refusal_is_answered_and_nothing_is_shown() -> None:
    async def play() -> list[str]:
        owner = Owner()
        owner.queue.submit(Command(owner, "one", RuleViolation("not-now", "Not now.")))
        await owner.queue.settled()
        return owner.done

    assert asyncio.run(play()) == ["decided one", "answered one not-now"]


def test_what_the_store_refuses_is_not_shown_its_sender_is_told_and_the_table_is_loaded_again() -> None:
    async def play() -> list[str]:
        owner = Owner()
        lost = Command(owner, "lost")
        owner.queue.submit(lost)
        lost.stored.set_exception(StoreFailed("disk-full", "The disk is full."))
        await owner.queue.settled()
        return owner.done

    assert asyncio.run(play()) == ["decided lost", "answered lost not-stored", "loaded again"]
