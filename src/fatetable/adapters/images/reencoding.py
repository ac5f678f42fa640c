"""Has uploaded pictures written anew in a process of their own, a few at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fatetable.adapters.images import reencode
from fatetable.adapters.images.formats import DAMAGED, SENTENCES
from fatetable.adapters.server.protection.rate_limits import TooMany
from fatetable.adapters.workers.pool import WorkerPool
from fatetable.adapters.workers.process import Job, WorkEnded
from fatetable.adapters.workers.turns import LineTooLong
from fatetable.engine.errors import MalformedCommand

# Decoders have had faults that run code: no process reads two pictures.
JOB = Job(reencode.__name__, "work", seconds=30.0, cpu_seconds=10, memory_bytes=700_000_000, is_kept=False)
MOST_UPLOADS = 8
"""Each may hold several megabytes while it arrives and waits."""


class Reencoding:
    def __init__(self, job: Job = JOB) -> None:
        self._job = job
        self._workers = WorkerPool()
        self._uploads = 0

    @contextmanager
    def upload(self) -> Iterator[None]:
        """Count an upload from its first byte on; refuse it if there are too many at once."""
        if self._uploads >= MOST_UPLOADS:
            raise _too_many()
        self._uploads += 1
        try:
            yield
        finally:
            self._uploads -= 1

    async def reencode(self, body: bytes, longest: int, address: str) -> bytes:
        """The picture as it is kept; raises the refusal."""
        try:
            result = await self._workers.run(self._job, reencode.request(body, longest), address)
        except LineTooLong:
            raise _too_many() from None
        except WorkEnded:
            # Whatever ended it, such as its limit of memory, was the picture's doing.
            raise _refusal(DAMAGED) from None
        code, picture = reencode.read_reply(result)
        if code:
            raise _refusal(code if code in SENTENCES else DAMAGED)
        return picture

    def close(self) -> None:
        self._workers.close()


def _too_many() -> TooMany:
    return TooMany("too-many-uploads", "Many pictures are being uploaded just now; try again in a moment.")


def _refusal(code: str) -> MalformedCommand:
    return MalformedCommand(code, SENTENCES[code])
