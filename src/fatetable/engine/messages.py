"""Commands (what people want), events (what happened), and the record that says who may know of an event.

There are very many of these values and none is ever part of a cycle, so the garbage collector skips them.
"""

from __future__ import annotations

import hashlib
from typing import ClassVar, Generic, NewType, TypeAlias, TypeVar

from msgspec import Struct

SeatId = NewType("SeatId", str)

GM = SeatId("@gm")
"""In an audience or a prompt: the seat that is the game master's at that moment."""

Audience: TypeAlias = tuple[SeatId, ...] | None
"""The seats that are told a fact; `None` is everybody, spectators included."""

EVERYONE: Audience = None

HIDDEN_BYTES = 6
"""The length of the hash that names something hidden."""


class Command(Struct, frozen=True, gc=False, tag_field="type", forbid_unknown_fields=True):
    """Something a person wants; named in the imperative; may be refused.

    `passages` are the fields that hold a text of several lines.
    """

    passages: ClassVar[tuple[str, ...]] = ()


def tag_of(command: type[Command]) -> str:
    """The name under which a command travels."""
    return str(command.__struct_config__.tag)


class Event(Struct, frozen=True, gc=False, tag_field="type"):
    """Something that happened; named in the past tense; carries results, never instructions.

    Tags end in a version (`"aspect-placed/1"`); a changed shape gets a new version and an upcaster.
    """


E = TypeVar("E")


class Record(Struct, Generic[E], frozen=True, gc=False, omit_defaults=True):
    """One fact in a table's log.

    `to` are the seats that are told the event itself; everybody else is told `face`, or nothing.
    `by` is the seat that caused it, `proxy` the seat that acted on its behalf.
    One step may leave several records; all but the first say that it `goes_on`.
    `at` is when the step was carried out, in seconds since 1970; only the first record has it, and only where a clock
    is at hand.
    `unseen` counts the records up to this one of which nobody but their audience was told anything.
    """

    seq: int
    event: E
    by: SeatId | None = None
    to: tuple[SeatId, ...] | None = None
    face: E | None = None
    proxy: SeatId | None = None
    id: str = ""
    goes_on: bool = False
    at: int = 0
    unseen: int = 0

    @property
    def place(self) -> int:
        """The position as everybody may count it: without the records that were hidden from somebody."""
        return self.seq - self.unseen


LogRecord: TypeAlias = Record[Event]


class Numbering(Struct, frozen=True):
    """How many records of a log were hidden from somebody, and the key to the names of hidden things.

    Positions in the log count every record, so a viewer who sees them jump learns that something hidden has happened.
    What everybody is told is therefore named after its place.  What is hidden when it is made is named after a hash
    that nobody can compute without the key.  Logs of earlier versions do not count unseen records: there the place is
    the position, and both go on from there.
    """

    unseen: int = 0
    key: bytes = b""

    def hidden(self, prefix: str, position: int) -> str:
        """The id of something hidden; it differs for each position, and does not tell which one."""
        name = hashlib.blake2b(f"{prefix}{position}".encode(), key=self.key[:64], digest_size=HIDDEN_BYTES)
        return f"{prefix}-{name.hexdigest()}"


FROM_THE_START = Numbering()
