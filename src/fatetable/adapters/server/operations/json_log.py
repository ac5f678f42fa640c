"""The server's log: one JSON object per line, with the fields listed here.

Keys, secrets of dice and texts of players are never logged.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec

FIELDS = frozenset(
    {"table", "seat", "code", "address", "method", "path", "status", "milliseconds", "error", "where", "url", "number"}
)


class JsonLog:
    """With `is_terse`, only warnings and errors are written."""

    def __init__(
        self,
        write: Callable[[str], object] | None = None,
        clock: Callable[[], float] = time.time,
        *,
        is_terse: bool = False,
    ) -> None:
        self._write = write or _to_stderr
        self._clock = clock
        self._is_terse = is_terse

    def info(self, event: str, **fields: str | int) -> None:
        if not self._is_terse:
            self._note("info", event, fields)

    def warning(self, event: str, **fields: str | int) -> None:
        self._note("warning", event, fields)

    def error(self, event: str, **fields: str | int) -> None:
        self._note("error", event, fields)

    def fault(self, error: BaseException) -> None:
        """An unexpected error: its type and place.  Its message is left out, because it may quote a player's text."""
        frame = error.__traceback__
        while frame is not None and frame.tb_next is not None:
            frame = frame.tb_next
        where = f"{frame.tb_frame.f_globals.get('__name__', '?')}:{frame.tb_lineno}" if frame else "?"
        self._note("error", "fault", {"error": type(error).__name__, "where": where})

    def _note(self, level: str, event: str, fields: dict[str, Any]) -> None:
        assert fields.keys() <= FIELDS, f"not for the log: {sorted(fields.keys() - FIELDS)}"
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self._clock()))
        self._write(msgspec.json.encode({"at": at, "level": level, "event": event, **fields}).decode() + "\n")


def _to_stderr(line: str) -> None:
    sys.stderr.write(line)
    sys.stderr.flush()
