"""Counts open connections: so many in all, and so many from one address."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from fatetable.adapters.server.protection.rate_limits import Limits

RESERVED_FILES = 200
"""Files that the server needs for itself: the store, workers, the page."""


def allowed_connections(wanted: int) -> int:
    """How many connections the system allows; asks it for as many files as are wanted."""
    # Only Unix limits them.
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        needed = wanted + RESERVED_FILES
        if soft != resource.RLIM_INFINITY and soft < needed:
            soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        if soft != resource.RLIM_INFINITY:
            return max(1, min(wanted, soft - RESERVED_FILES))
    return wanted


class OpenConnections:
    """`is_proxy` tells proxies that are trusted: many people come through one of them.

    `refused` were more than may be open; `being_refused` are those of them that are kept until the refusal is read.
    """

    def __init__(self, limits: Limits, is_proxy: Callable[[str], bool] = lambda _: False) -> None:
        self._limits = limits
        self._is_proxy = is_proxy
        self._by_address: dict[str, int] = {}
        self._most = limits.connections
        self.total = 0
        self.refused = 0
        self.being_refused = 0

    def ask_the_system(self) -> None:
        """Take no more connections than it allows."""
        self._most = allowed_connections(self._limits.connections)

    def open(self, address: str) -> bool:
        """Count a connection; False if there are too many."""
        of_address = self._by_address.get(address, 0)
        is_full = of_address >= self._limits.connections_per_address and not self._is_proxy(address)
        if self.total >= self._most or is_full:
            self.refused += 1
            return False
        self.total += 1
        self._by_address[address] = of_address + 1
        return True

    def close(self, address: str) -> None:
        self.total -= 1
        left = self._by_address[address] - 1
        if left:
            self._by_address[address] = left
        else:
            del self._by_address[address]
