"""Garbage is looked for when nobody waits, and not when somebody does."""

from __future__ import annotations

import asyncio
import gc
import itertools
from collections.abc import Callable, Iterator

import pytest

from fatetable.adapters.server.process import gc_tuning
from fatetable.adapters.server.process.gc_tuning import collect_when_idle

MOMENTS = 5


@pytest.fixture
def looks() -> Iterator[list[str]]:
    """One entry for each time all of memory is looked through."""
    seen: list[str] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] == 2:
            seen.append(phase)

    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)


async def for_some_moments(activity: Callable[[], int]) -> None:
    counted = itertools.count()
    over = asyncio.Event()

    def watched() -> int:
        if next(counted) >= 2 * MOMENTS:
            over.set()
        return activity()

    tidying_up = asyncio.create_task(collect_when_idle(watched))
    await over.wait()
    tidying_up.cancel()


@pytest.fixture(autouse=True)
def short_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_tuning, "QUIET_SECONDS", 0.001)
    # Nothing is too little, so that a test does not have to make a million objects.
    monkeypatch.setattr(gc_tuning, "WORTH_IT", -1)


def test_it_is_looked_for_while_nothing_is_done(looks: list[str]) -> None:
    asyncio.run(for_some_moments(lambda: 7))
    assert looks


def test_it_is_left_alone_while_something_is_done(looks: list[str]) -> None:
    asyncio.run(for_some_moments(itertools.count().__next__))
    assert not looks


def test_it_is_looked_for_all_the_same_when_there_is_too_much(
    looks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gc_tuning, "AT_ANY_TIME", -1)
    asyncio.run(for_some_moments(itertools.count().__next__))
    assert looks
