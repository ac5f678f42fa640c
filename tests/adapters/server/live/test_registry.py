"""Tables that nobody is at leave memory after a while, and sooner if there are many."""

from __future__ import annotations

import asyncio

import pytest

from fatetable.adapters.lobby_sources import sources
from fatetable.adapters.server.live import registry as registries
from fatetable.adapters.server.live.registry import SHORTLY_IDLE_SECONDS, TableRegistry
from fatetable.adapters.server.operations.json_log import JsonLog
from fatetable.adapters.storage.memory_store import MemoryStore
from fatetable.tabletop.storage.lobby import Lobby

IDLE = 100.0


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_of_many_tables_without_a_page_those_are_dropped_that_were_left_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registries, "MOST_IDLE", 3)
    clock = Clock()

    async def play() -> None:
        lobby = Lobby(MemoryStore(), sources())
        registry = TableRegistry(lobby, JsonLog(lambda _: None), clock=clock, idle_seconds=IDLE)
        tables = [(await registry.open("fae", "Maria", dials={})).id for _ in range(6)]

        def in_memory() -> list[str]:
            return [table for table in tables if table in registry._tables]

        for table in tables[:5]:
            await registry.table(table)
            clock.now += 1
        # Somebody may be about to use them.
        assert in_memory() == tables[:5]
        clock.now = SHORTLY_IDLE_SECONDS
        await registry.table(tables[5])
        assert in_memory() == tables[1:]
        clock.now += SHORTLY_IDLE_SECONDS
        registry.drop_idle()
        assert in_memory() == tables[3:]
        clock.now = IDLE + 3.5
        registry.drop_idle()
        assert in_memory() == tables[4:]
        clock.now = 2 * IDLE
        registry.drop_idle()
        assert in_memory() == []
        await registry.close()

    asyncio.run(play())
