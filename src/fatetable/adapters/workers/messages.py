"""What a worker process is asked and answers, and how both are written to a pipe."""

from __future__ import annotations

from typing import IO, Literal

import msgspec
from msgspec import Struct

LENGTH_BYTES = 4


class Task(Struct, frozen=True, array_like=True):
    """A function of a module to call with these bytes; it may use so many seconds of processor time."""

    module: str
    function: str
    argument: bytes
    cpu_seconds: int


class Result(Struct, frozen=True, array_like=True):
    """`out-of-memory` and `failed` have no content; after them the process ends."""

    kind: Literal["done", "out-of-memory", "failed"]
    content: bytes = b""


def write(stream: IO[bytes], message: Task | Result) -> None:
    body = msgspec.msgpack.encode(message)
    stream.write(len(body).to_bytes(LENGTH_BYTES, "big"))
    stream.write(body)
    stream.flush()


def read(stream: IO[bytes]) -> bytes | None:
    """The next message, still encoded; `None` if the other side has ended."""
    head = stream.read(LENGTH_BYTES)
    if len(head) < LENGTH_BYTES:
        return None
    body = stream.read(length := int.from_bytes(head, "big"))
    return body if len(body) == length else None
