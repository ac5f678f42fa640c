"""The interpreter of a server with many tables: when it looks for garbage, and how its threads take turns.

States are immutable trees without cycles, and there are many: looking through them for garbage that is not there took
a fifth of the server's time, and a sixth of a second at once.  So it is done when nobody waits.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable

TURN_SECONDS = 0.0005
"""How long the thread that writes to the disk has to ask for the interpreter before it gets it.  It has to several
times for each commit, and everybody whose command is in that commit waits for it."""

QUIET_SECONDS = 0.2
WORTH_IT = 1_000_000
"""Objects added since the last look: so many that some of them may be garbage worth having back."""

AT_ANY_TIME = 10 * WORTH_IT
"""So many that it is looked for even if there never is a quiet moment."""


def settle_in() -> None:
    gc.collect()
    gc.freeze()
    gc.disable()
    sys.setswitchinterval(TURN_SECONDS)


async def keep_tidy(deeds: Callable[[], int]) -> None:
    """Look for garbage in moments in which nothing is done; `deeds` counts what is."""
    while True:
        before = deeds()
        await asyncio.sleep(QUIET_SECONDS)
        added = gc.get_count()[0]
        if added > AT_ANY_TIME or (added > WORTH_IT and deeds() == before):
            gc.collect()
