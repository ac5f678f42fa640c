"""Which worker process plays a table."""

from __future__ import annotations

import zlib
from typing import NamedTuple

from fatetable.engine.errors import FatetableError


class PlayedElsewhere(FatetableError):
    """Another worker process plays the table, and this request could not be handed over to it."""

    def __init__(self, table: str) -> None:
        super().__init__("played-elsewhere", "Another process of the server plays this table; connect again.")
        self.table = table


class Homes(NamedTuple):
    """This worker's number, and how many there are; a table has the same home as long as there are so many."""

    number: int = 0
    workers: int = 1

    @property
    def is_first(self) -> bool:
        """Does this worker do what only one may do?"""
        return self.number == 0

    def home_of(self, table: str) -> int:
        return zlib.crc32(table.encode()) % self.workers

    def check(self, table: str) -> None:
        if self.home_of(table) != self.number:
            raise PlayedElsewhere(table)


ONE_HOME = Homes()
