"""The chain of a table's records: each is kept with a hash over itself and the hash of the record before.

So a record that was damaged, left out or exchanged is noticed by reading on from any record before it.  The hashes have
no key: they show damage, and changes by somebody who does not know the program, but not those of a careful forger.

"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from fatetable.engine.errors import CorruptLog

FIRST_LINK = b"fatetable store "
LINK_BYTES = 16


def link_of(before: bytes, command: str | None, body: bytes) -> bytes:
    """The hash of a record that follows the one with the hash `before`; ids of commands have no control characters."""
    return hashlib.blake2b(f"{command or ''}\0".encode() + body, digest_size=LINK_BYTES, key=before).digest()


class ChainReader:
    """Reads on behind a record with a known hash, and raises `CorruptLog` at the first record that does not belong."""

    def __init__(self, seq: int = 0, link: bytes = FIRST_LINK) -> None:
        self.seq = seq
        self.link = link

    def read(self, rows: Sequence[tuple[int, str | None, bytes, bytes]]) -> Iterator[tuple[int, bytes]]:
        """The positions and bodies of rows with position, command, body and hash."""
        for seq, command, body, link in rows:
            if seq != self.seq + 1:
                raise damaged(self.seq + 1, "it is missing")
            self.link = self._checked(command, body, link)
            self.seq = seq
            yield seq, body

    def _checked(self, command: object, body: object, link: object) -> bytes:
        # Damage can change the type of a value too.
        if isinstance(command, str | None) and isinstance(body, bytes):
            found = link_of(self.link, command, body)
            if found == link:
                return found
        raise damaged(self.seq + 1, "it is not what was stored")

    def check_end(self, seq: int, link: bytes) -> None:
        """Refuse a log that does not end with this record."""
        if self.seq < seq:
            raise damaged(self.seq + 1, "it is missing")
        if self.link != link:
            raise damaged(seq, "it is not the last one that was stored")


def damaged(seq: int, reason: str) -> CorruptLog:
    before = {1: "nothing before it", 2: "the record before it"}.get(seq, f"the {seq - 1} records before it")
    return CorruptLog(seq, f'{reason}, and {before} can be saved with "fatetable check-data --save-what-can"')
