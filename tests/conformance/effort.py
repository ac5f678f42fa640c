"""How long the conformance suite looks for trouble: briefly by itself, much longer if asked.

`FATETABLE_CONFORMANCE=10` plays ten times as many games, and other ones every time.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

F = TypeVar("F", bound=Callable[..., Any])

FACTOR = int(os.environ.get("FATETABLE_CONFORMANCE", "1"))
SEEDS = st.integers(0, 2**32 - 1)


def games(number: int) -> Callable[[F], F]:
    """Play this many games.  A seed says nothing about seeds near it, so no time is spent on making it smaller."""
    return settings(
        max_examples=number * FACTOR,
        derandomize=FACTOR == 1,
        deadline=None,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
