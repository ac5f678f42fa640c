"""Tunes the interpreter for a server with many tables: garbage collection and thread switching.

Commands and requests, done and refused, connections that are closed and tables that are dropped leave no cycles, so
nearly everything is freed at once and without a search (`tests/adapters/server/live/test_memory.py`,
`tests/adapters/server/process/test_closed_sockets.py`).  What others may still leave is searched for while the server
is idle.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable

SWITCH_SECONDS = 0.0005
"""How long the thread of the store waits for the interpreter.  It needs it several times for each commit, and all
commands in that commit wait with it."""

QUIET_SECONDS = 0.2
WORTH_IT = 50_000
"""New objects since the last collection that make one worthwhile.  With a hundred tables in memory a collection takes
less than a tenth of a second."""

AT_ANY_TIME = 10 * WORTH_IT
"""New objects that force a collection even if the server is never idle.  Few enough that it is over in half a second:
the search takes the longer the more is found."""


def tune_interpreter() -> None:
    """Turn off automatic collection; `collect_when_idle` takes its place."""
    gc.collect()
    gc.freeze()
    gc.disable()
    sys.setswitchinterval(SWITCH_SECONDS)


async def collect_when_idle(activity: Callable[[], int]) -> None:
    """Collect garbage while the counter `activity` stands still."""
    while True:
        before = activity()
        await asyncio.sleep(QUIET_SECONDS)
        added = gc.get_count()[0]
        if added > AT_ANY_TIME or (added > WORTH_IT and activity() == before):
            gc.collect()
