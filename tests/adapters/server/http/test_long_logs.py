"""A long log is read a portion at a time, by a few at once, and nobody waits until all of it is read."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from fatetable.adapters.lobby_sources import sources
from fatetable.adapters.server.http import long_answers
from fatetable.adapters.server.live import readings
from fatetable.adapters.server.live.readings import Readings
from fatetable.adapters.storage.memory_store import MemoryStore
from fatetable.tabletop.storage.lobby import Lobby
from fatetable.tabletop.storage.store import StoredRecord, StoreFailed
from tests.adapters.server.support.groups import say
from tests.adapters.server.support.visiting import PATIENCE, Server

LINES = 40


@pytest.fixture(scope="module")
def opened(server: Server) -> dict[str, str]:
    found = server.open_table()
    with server.visit(found["key"]) as page:
        for number in range(LINES):
            page.do(say(f"{number} {'x' * 60}"))
    return found


@pytest.mark.parametrize("path", ["/api/export", "/api/record", "/api/dice"])
def test_a_long_answer_goes_out_in_portions_and_is_the_same(
    server: Server, opened: dict[str, str], path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = server.get(path, opened["key"])
    monkeypatch.setattr(long_answers, "PORTION", 1)
    taken: list[bytes] = []
    portion = long_answers._portion

    def noted(pieces: Iterator[bytes]) -> bytes:
        taken.append(portion(pieces))
        return taken[-1]

    monkeypatch.setattr(long_answers, "_portion", noted)
    again = server.get(path, opened["key"])
    assert (again.status_code, again.content) == (200, whole.content)
    assert len(taken) > 2
    assert b"".join(taken) == whole.content
    assert max(map(len, taken)) < len(whole.content)


def test_a_reading_rests_and_ends_when_the_server_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "STRETCH_SECONDS", 0.0)
    monkeypatch.setattr(readings, "REST", 1e9)
    begun = threading.Event()

    class Endless(MemoryStore):
        def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[StoredRecord]:
            while True:
                begun.set()
                yield StoredRecord(1, b"")

    of_the_server = Readings(Lobby(Endless(), sources()))
    reading = of_the_server.begin()
    ended: list[str] = []

    def read() -> None:
        part = reading.run("203.0.113.7", lambda: [*reading.lobby.store.read("any")])
        with pytest.raises(StoreFailed) as failed:
            asyncio.run(part)
        ended.append(failed.value.code)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    assert begun.wait(PATIENCE)
    of_the_server.close()
    thread.join(PATIENCE)
    assert ended == ["store-closed"]


def test_more_readings_than_may_wait_are_refused(
    server: Server, opened: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them is one of an address that has all it may have in line."""
    go_on, begun = threading.Event(), threading.Event()
    portion = long_answers._portion

    def held(pieces: Iterator[bytes]) -> bytes:
        begun.set()
        assert go_on.wait(PATIENCE)
        return portion(pieces)

    monkeypatch.setattr(long_answers, "_portion", held)
    monkeypatch.setattr("fatetable.adapters.workers.turns.MOST_IN_LINE", 1)
    answers: list[int] = []
    first = threading.Thread(target=lambda: answers.append(server.get("/api/export", opened["key"]).status_code))
    first.start()
    assert begun.wait(PATIENCE)
    refused = server.get("/api/log", opened["key"])
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many-readings")
    # Everything else is answered meanwhile.
    assert server.get("/api/rulesets").status_code == 200
    go_on.set()
    first.join(PATIENCE)
    assert answers == [200]


def test_a_damaged_log_is_told_before_anything_is_sent() -> None:
    class Damaged(MemoryStore):
        def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[StoredRecord]:
            raise StoreFailed("store-damaged", "It is damaged.")
            yield

    with Server(store := MemoryStore()) as server:
        key = server.open_table()["key"]
        server.get("/api/log", key)
        store.__class__ = Damaged
        answer = server.get("/api/export", key)
        assert (answer.status_code, answer.json()["code"]) == (503, "store-damaged")
        store.__class__ = MemoryStore
