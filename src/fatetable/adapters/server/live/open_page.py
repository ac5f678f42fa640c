"""A page that somebody has open at a seat."""

from __future__ import annotations

from fatetable.adapters.server.live.outbox import Outbox
from fatetable.adapters.server.screens.patches import encode
from fatetable.adapters.server.wire import Goodbye
from fatetable.engine.messages import SeatId
from fatetable.engine.offers import Offer


class OpenPage:
    """`digest` is that of the key it was opened with; `stands_in_for` is the seat whose offers it shows as well."""

    def __init__(self, seat: SeatId, digest: bytes, outbox: Outbox) -> None:
        self.seat = seat
        self.digest = digest
        self.outbox = outbox
        self.stands_in_for: SeatId | None = None
        self.proxy_offers: dict[str, Offer] | None = {}
        """The offers of that seat as they were sent last; `None` if none were sent yet."""

    def say_goodbye(self, code: str, message: str, *, may_return: bool) -> None:
        """Send the reason, and close."""
        self.outbox.close(encode(Goodbye(code, message, may_return)))
