"""Decides for one connection, request by request, whether it stays at this worker or goes to another one."""

from __future__ import annotations

from collections.abc import Iterable

from fatetable.adapters.server.neighbours.channel import Channel
from fatetable.adapters.server.neighbours.routing import IN_BODY, Header, Routing

LONGEST_BODY = 65_536
"""A longer body holds no key; the endpoint refuses it."""


class Handover:
    """What was read of the request that has just begun, until it is known where that belongs.

    Only a request that begins with what was read last, while no other is being answered, can still move.
    """

    def __init__(self, routing: Routing, channel: Channel) -> None:
        self._routing = routing
        self._channel = channel
        self._here = channel.homes.number
        self._begun = bytearray()
        self._may_move = False
        self._is_first_of_data = True
        self._home = self._here
        self.stays = True
        """Is the request answered here, as far as is known?"""
        self.body = b""

    @property
    def goes_elsewhere(self) -> bool:
        return self._home != self._here

    def read(self, data: bytes) -> None:
        self._is_first_of_data = True
        if not self._may_move:
            self._begun.clear()
        self._begun += data

    def begin(self, *, is_alone: bool) -> None:
        self._may_move = is_alone and self._is_first_of_data
        self._is_first_of_data = False
        self._home, self.stays, self.body = self._here, True, b""

    def stays_by_head(self, url: bytes, headers: Iterable[Header]) -> bool:
        if not self._may_move:
            return True
        found = self._routing.by_head(url, headers)
        if found == IN_BODY:
            self.stays = False
        else:
            self._decide(found)
        return self.stays

    def takes(self, body: bytes) -> bool:
        """Keep a part of the body until all of it is there; False if it is too long for that, so the request stays."""
        self.body += body
        if len(self.body) > LONGEST_BODY:
            self._decide(self._here)
        return not self.stays

    def stays_by_body(self) -> bool:
        """Is the request answered here, now that its body is known?"""
        if not self.goes_elsewhere:
            self._decide(self._routing.by_body(self.body))
        return self.stays

    def _decide(self, home: int) -> None:
        self._home = home
        self.stays = home == self._here
        self._may_move = False
        if self.stays:
            self._begun.clear()

    def pass_on(self, connection: int) -> bool:
        """Give the connection to the worker it goes to; False if that one takes none."""
        return self._channel.pass_on(self._home, connection, bytes(self._begun))
