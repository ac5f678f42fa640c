"""Commands leave nothing behind: with the collector off, memory is as large after many commands as before."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import weakref
from collections.abc import Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from fatetable.adapters.lobby_sources import sources
from fatetable.adapters.server.live.connection import Connection
from fatetable.adapters.server.live.registry import TableRegistry
from fatetable.adapters.server.live.socket import Socket
from fatetable.adapters.server.live.table import LiveTable
from fatetable.adapters.server.operations.json_log import JsonLog
from fatetable.adapters.server.protection.rate_limits import Limits, RateLimits
from fatetable.adapters.storage.data_folder import open_data
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.tabletop.storage.lobby import Lobby

COMMANDS = int(os.environ.get("FATETABLE_COMMANDS", "5000"))
AT_ONCE = 100
FIRST = 3_000
"""Commands before memory is measured: until then caches of a limited size grow."""

MOST_OBJECTS = 2_000
MOST_BLOCKS = 30_000
"""More than the records between two snapshots take; a single object for each command would be far more."""

KINDS: Mapping[str, Mapping[str, Any]] = {
    "done": {"type": "say", "words": "Hear, hear!"},
    "refused": {"type": "say", "words": "Psst!", "to": ["nobody"]},
    "not-readable": {"type": "say", "words": 1},
    "unknown": {"type": "fly"},
    "too-long": {"type": "say", "words": "o" * 50_000},
}


class Memory(NamedTuple):
    objects: int
    blocks: int

    @classmethod
    def now(cls) -> Memory:
        return cls(len(gc.get_objects()), sys.getallocatedblocks())


class Sender:
    """A page that sends a command as often as it is told and reads every answer."""

    def __init__(self, registry: TableRegistry, live: LiveTable, key: str) -> None:
        self._messages: asyncio.Queue[Any] = asyncio.Queue()
        self._answers: asyncio.Queue[str] = asyncio.Queue()
        self._sent = 0
        limits = RateLimits(Limits(commands=1e9, commands_burst=1e9))
        socket = Socket({"type": "websocket"}, self._messages.get, self._hear)
        self.connection = Connection(registry, limits, live, registry.lobby.admit(key), socket)

    async def _hear(self, event: Mapping[str, Any]) -> None:
        kind = msgspec.json.decode(event["text"])["t"]
        if kind in ("done", "refused"):
            self._answers.put_nowait(kind)

    async def send(self, command: Mapping[str, Any], times: int) -> set[str]:
        """The kinds of answers."""
        answers = set()
        for _ in range(times // AT_ONCE):
            for _ in range(AT_ONCE):
                self._sent += 1
                message = msgspec.json.encode({"t": "do", "id": f"n{self._sent}", "command": command})
                self._messages.put_nowait({"type": "websocket.receive", "text": message.decode()})
            answers |= {await self._answers.get() for _ in range(AT_ONCE)}
        return answers


@contextmanager
def nothing_collected() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@asynccontextmanager
async def playing(data: Path) -> Any:
    store = open_data(data)
    registry = TableRegistry(Lobby(store, sources()), JsonLog(write=lambda _: None))
    opened = await registry.open("fae", "Maria", dials={}, scene="fight-on-the-quay")
    live = await registry.table(opened.id)
    sender = Sender(registry, live, opened.key)
    reading = asyncio.create_task(sender.connection.run(0))
    try:
        yield live, sender
    finally:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        await registry.close()
        store.close()


@pytest.mark.parametrize("kind", KINDS)
def test_memory_is_flat_without_the_collector(tmp_path: Path, kind: str) -> None:
    async def play() -> tuple[set[str], Memory, int]:
        async with playing(tmp_path / "data") as (_, sender):
            await sender.send(KINDS[kind], FIRST)
            with nothing_collected():
                before = Memory.now()
                answers = await sender.send(KINDS[kind], COMMANDS)
                after = Memory.now()
                in_cycles = gc.collect()
            return answers, Memory(after.objects - before.objects, after.blocks - before.blocks), in_cycles

    answers, grown, in_cycles = asyncio.run(play())
    assert answers == {"done" if kind == "done" else "refused"}
    assert in_cycles < MOST_OBJECTS, f"{COMMANDS} commands left {in_cycles} objects that only the collector frees"
    assert grown.objects < MOST_OBJECTS
    assert grown.blocks < MOST_BLOCKS


def test_a_refusal_that_is_awaited_leaves_nothing(tmp_path: Path) -> None:
    """Joining and everything else over HTTP waits for its command."""

    def refuse(_: object) -> Any:
        raise RuleViolation("not-now", "Not now.")

    async def play() -> int:
        async with playing(tmp_path / "data") as (live, _):
            with nothing_collected():
                for _ in range(300):
                    try:
                        await live.do(refuse)
                    except RuleViolation:
                        assert live.sitting(SeatId("gm")) is not None
                return gc.collect()

    assert asyncio.run(play()) < 300


def test_a_table_that_is_dropped_is_freed_at_once(tmp_path: Path) -> None:
    async def play() -> object:
        async with playing(tmp_path / "data") as (live, _):
            registry = live.registry
            opened = await registry.open("fae", "Maria", dials={})
            other = await registry.table(opened.id)
            other.table.offers("gm")
            with nothing_collected():
                freed = weakref.ref(other)
                registry.forget(other)
                del other
                # The loop lets go of the task that has loaded it in one of its next turns.
                for _ in range(10):
                    await asyncio.sleep(0)
                return freed()

    assert asyncio.run(play()) is None
