"""Reading and writing commands, records, states and whole logs.  Tags are stable; upcasters read old ones."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from fatetable.engine.engine import Engine
from fatetable.engine.errors import CorruptLog, MalformedCommand
from fatetable.engine.messages import Command, LogRecord, Record

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
FIRST_LINK = b"fatetable log 1"


class Codec:
    """Built once per engine from the commands, events and slices its subsystems own."""

    def __init__(self, engine: Engine, upcasters: Mapping[str, Upcaster] | None = None) -> None:
        events = reduce(or_, engine.events)
        self.command_type: Any = reduce(or_, engine.commands)
        self.record_type: Any = Record[events]  # type: ignore[valid-type]
        self._commands = {str(command.__struct_config__.tag): command for command in engine.commands}
        self._records = msgspec.json.Decoder(self.record_type)
        self._encoder = msgspec.json.Encoder()
        self._upcasters = dict(upcasters or {})

    # -- commands -----------------------------------------------------------------------------------------------

    def read_command(self, data: bytes | str | Mapping[str, Any]) -> Command:
        """A command from outside; raises `MalformedCommand` with one sentence."""
        try:
            raw = msgspec.json.decode(data) if isinstance(data, bytes | str) else data
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise MalformedCommand("not-json", "The command is not valid JSON.") from error
        if not isinstance(raw, Mapping) or not isinstance(raw.get("type"), str):
            raise MalformedCommand("no-type", "A command is an object with a 'type'.")
        if raw["type"] not in self._commands:
            raise MalformedCommand("unknown-command", f"There is no command {raw['type'][:60]!r} in this ruleset.")
        try:
            command: Command = msgspec.convert(raw, self._commands[raw["type"]])
        except msgspec.ValidationError as error:
            raise MalformedCommand("bad-command", f"The command {raw['type']!r} cannot be read: {error}.") from error
        return command

    def check_command(self, command: Command) -> Command:
        """The same check for a command that was built in Python rather than read from outside."""
        try:
            raw = msgspec.to_builtins(command)
        except (TypeError, NotImplementedError) as error:
            raise MalformedCommand("bad-command", f"The command cannot be read: {error}.") from error
        return self.read_command(raw)

    def write(self, value: Any) -> bytes:
        return self._encoder.encode(value)

    # -- records ------------------------------------------------------------------------------------------------

    def read_record(self, data: bytes | str) -> LogRecord:
        try:
            record: LogRecord = self._records.decode(data)
        except msgspec.ValidationError:
            raw = msgspec.json.decode(data, type=dict[str, Any])
            record = msgspec.convert(self._upcast(raw), self.record_type)
        return record

    def _upcast(self, raw: dict[str, Any]) -> dict[str, Any]:
        for field in ("event", "face"):
            event = raw.get(field)
            while isinstance(event, dict) and (upcaster := self._upcasters.get(str(event.get("type")))):
                raw[field] = event = upcaster(event)
        return raw

    # -- logs: one line a record, each sealed by a hash that covers all lines before it -------------------------------

    def write_log(self, records: Iterable[LogRecord]) -> Iterator[bytes]:
        return seal(map(self._encoder.encode, records))

    def read_log(self, lines: Iterable[bytes]) -> Iterator[LogRecord]:
        """The records of a stored log; raises `CorruptLog` at the first line that was damaged."""
        for number, body in enumerate(unseal(lines), start=1):
            try:
                yield self.read_record(body)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                raise CorruptLog(number, str(error)) from error


def seal(bodies: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a log that says this."""
    link = FIRST_LINK
    for body in bodies:
        link = _seal(link, body)
        yield link.hex().encode() + b" " + body + b"\n"


def unseal(lines: Iterable[bytes]) -> Iterator[bytes]:
    """What the lines of a log say, each checked to be what was written, where it was written."""
    link = FIRST_LINK
    for number, line in enumerate(lines, start=1):
        sealed_with, _, body = line.rstrip(b"\n").partition(b" ")
        link = _seal(link, body)
        if sealed_with != link.hex().encode():
            raise CorruptLog(number, "the line does not match its seal")
        yield body


def _seal(link: bytes, body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=8, key=link).digest()
