"""Random frames for a socket: nonsense, near misses and commands with odd values, reproducible by their seed."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

KINDS = ("hello", "do", "do", "do", "ask-odds", "stand-in", "foresee", "patch", "zz", 7, None)
FIELDS = ("t", "id", "command", "seat", "offers", "offer", "key", "after", "version", "words", "to", "type", "zz")
ODD: Sequence[Any] = (
    "", "x", "x" * 300, "\u202e", "\x00", "<b>", "gm", "bo", 0, -1, 2**70, 1.5, True, None, [], {}, [[]], {"a": {}},
    ["x"] * 90, [None], "repeat",
)  # fmt: skip
COMMANDS = (
    "attack", "say", "answer", "rewind", "add-seat", "rename-seat", "hand-over", "place-aspect", "bring-character",
    "set-points", "start-scene", "end-scene", "throw", "pause-table", "resume-table", "write-note", "zz",
)  # fmt: skip


class FrameMaker:
    def __init__(self, seed: int, offers: Sequence[dict[str, Any]] = ()) -> None:
        self._random = random.Random(seed)
        self._offers = offers

    def frame(self) -> str | bytes:
        dice = self._random
        match dice.randrange(10):
            case 0:
                return dice.randbytes(dice.randrange(200))
            case 1:
                return "".join(chr(dice.randrange(1, 0xD7FF)) for _ in range(dice.randrange(60)))
            case 2:
                return json.dumps(self._message())[: dice.randrange(1, 80)]
            case 3:
                return json.dumps(dice.choice(ODD))
            case 4:
                return "[" * dice.randrange(3_000)
            case _:
                return json.dumps(self._message())

    def _message(self) -> dict[str, Any]:
        dice = self._random
        message: dict[str, Any] = {"t": dice.choice(KINDS)}
        if message["t"] == "do":
            message |= {"id": f"f{dice.randrange(10**9)}", "command": self._command()}
        for _ in range(dice.randrange(3)):
            message[dice.choice(FIELDS)] = dice.choice(ODD)
        return message

    def _command(self) -> dict[str, Any]:
        dice = self._random
        if self._offers and dice.random() < 0.6:
            command = dict(dice.choice(self._offers)["command"])
        else:
            command = {"type": dice.choice(COMMANDS)}
        for _ in range(dice.randrange(3)):
            command[dice.choice((*command, *FIELDS))] = dice.choice(ODD)
        return command
