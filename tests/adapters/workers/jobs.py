"""Work for worker processes that goes wrong, or waits, on purpose."""

from __future__ import annotations

import os
import time
from pathlib import Path

import msgspec

from fatetable.adapters.server.http.builder_worker import Answered, Asked


def echo(argument: bytes) -> bytes:
    os.write(1, b"what a library prints is no result")
    return argument


def process_id(_: bytes) -> bytes:
    return str(os.getpid()).encode()


def never_end(_: bytes) -> bytes:
    while True:
        pass


def sleep_on(_: bytes) -> bytes:
    time.sleep(3600)
    return b""


def take_all_memory(_: bytes) -> bytes:
    return b"x" * 10_000_000_000


def die(_: bytes) -> bytes:
    os._exit(9)


def fail(_: bytes) -> bytes:
    raise ValueError("private words")


def note_beginning_and_end(argument: bytes) -> bytes:
    """Writes two lines to the file that the argument names."""
    for line in ("begin\n", "end\n"):
        with Path(argument.decode()).open("a") as notes:
            notes.write(line)
        time.sleep(0.01)
    return b""


def meet(argument: bytes) -> bytes:
    """Makes the first of two files, and waits for the second."""
    mine, other = map(Path, argument.decode().split("\n"))
    mine.touch()
    while not other.exists():
        time.sleep(0.005)
    return b"met"


def meet_a_stranger(argument: bytes) -> bytes:
    """`meet`, for a request to the builder whose kind of sheet names the two files."""
    asked = msgspec.msgpack.decode(argument, type=Asked)
    meet(msgspec.json.decode(asked.body)["kind"].encode())
    return msgspec.msgpack.encode(Answered(b'"met"'))
