"""Worker processes keep their limits, and a server that has lost one goes on."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fatetable.adapters.workers.pool import WorkerPool
from fatetable.adapters.workers.process import Job, WorkEnded
from fatetable.adapters.workers.turns import MOST_IN_LINE, MOST_WAITING, LineTooLong
from tests.adapters.workers import jobs

ROOT = Path(__file__).parents[3]
HERE, THERE = "203.0.113.7", "203.0.113.8"


def job(
    function: Callable[[bytes], bytes], *, seconds: float = 60.0, cpu_seconds: int = 60, is_kept: bool = True
) -> Job:
    return Job(jobs.__name__, function.__name__, seconds, cpu_seconds, 400_000_000, is_kept)


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerPool]:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    made = WorkerPool()
    yield made
    made.close()


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_worker_gives_back_what_its_function_returns(pool: WorkerPool) -> None:
    assert asyncio.run(pool.run(job(jobs.echo), b"\0words", HERE)) == b"\0words"


def test_a_worker_is_kept_for_the_next_job_only_if_it_may_be(pool: WorkerPool) -> None:
    async def pids(*, is_kept: bool) -> set[bytes]:
        return {await pool.run(job(jobs.process_id, is_kept=is_kept), b"", HERE) for _ in range(3)}

    kept = asyncio.run(pids(is_kept=True))
    assert len(kept) == 1
    fresh = asyncio.run(pids(is_kept=False))
    assert len(fresh) == 3
    assert not kept & fresh
    assert not any(is_running(int(pid)) for pid in fresh)


@pytest.mark.parametrize(
    ("hopeless", "is_late"),
    [
        (job(jobs.never_end, seconds=0.5), True),
        (job(jobs.never_end, cpu_seconds=0), True),
        (job(jobs.sleep_on, seconds=0.5), True),
        (job(jobs.take_all_memory), False),
        (job(jobs.die), False),
        (job(jobs.fail), False),
    ],
)
def test_work_without_end_is_ended_and_the_next_is_done(pool: WorkerPool, hopeless: Job, is_late: bool) -> None:
    async def run() -> bytes:
        with pytest.raises(WorkEnded) as ended:
            await pool.run(hopeless, b"", HERE)
        assert ended.value.is_late is is_late
        assert pool.pids() == ()
        return await pool.run(job(jobs.echo), b"next", HERE)

    assert asyncio.run(run()) == b"next"


def test_one_address_has_one_job_at_a_time(pool: WorkerPool, tmp_path: Path) -> None:
    notes = tmp_path / "notes"

    async def run() -> None:
        work = [pool.run(job(jobs.note_beginning_and_end), str(notes).encode(), HERE) for _ in range(4)]
        await asyncio.gather(*work)

    asyncio.run(run())
    assert notes.read_text().split() == ["begin", "end"] * 4


def test_two_addresses_have_their_jobs_done_at_the_same_time(pool: WorkerPool, tmp_path: Path) -> None:
    one, other = str(tmp_path / "one"), str(tmp_path / "other")

    async def run() -> list[bytes]:
        met = await asyncio.gather(
            pool.run(job(jobs.meet), f"{one}\n{other}".encode(), HERE),
            pool.run(job(jobs.meet), f"{other}\n{one}".encode(), THERE),
        )
        return list(met)

    assert asyncio.run(run()) == [b"met", b"met"]


def test_lines_are_short_and_others_are_still_let_in(pool: WorkerPool) -> None:
    async def run() -> None:
        line = [asyncio.ensure_future(pool.run(job(jobs.echo), b"", HERE)) for _ in range(MOST_IN_LINE)]
        await asyncio.sleep(0)
        with pytest.raises(LineTooLong) as refused:
            await pool.run(job(jobs.echo), b"", HERE)
        assert refused.value.is_address
        assert await pool.run(job(jobs.echo), b"other", THERE) == b"other"
        await asyncio.gather(*line)

    asyncio.run(run())


def test_only_so_many_jobs_wait_altogether(pool: WorkerPool) -> None:
    async def run() -> None:
        line = [asyncio.ensure_future(pool.run(job(jobs.echo), b"", f"{place}")) for place in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(LineTooLong) as refused:
            await pool.run(job(jobs.echo), b"", HERE)
        assert not refused.value.is_address
        await asyncio.gather(*line)

    asyncio.run(run())


def test_a_pool_that_is_closed_leaves_no_process(pool: WorkerPool) -> None:
    async def run() -> tuple[int, ...]:
        endless = asyncio.ensure_future(pool.run(job(jobs.never_end), b"", HERE))
        await pool.run(job(jobs.echo), b"", THERE)
        pids = pool.pids()
        pool.close()
        with pytest.raises(WorkEnded):
            await endless
        return pids

    pids = asyncio.run(run())
    assert len(pids) == 2
    assert not any(map(is_running, pids))
