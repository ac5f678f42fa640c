"""The games that earlier versions of the program stored, and what those versions made of them."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from fatetable.engine.opening import Rewound
from fatetable.engine.state import EMPTY, Key, State
from fatetable.tabletop.table import Table
from tests.compatibility.changed_shapes import AS_NOW
from tests.compatibility.recording import differences

HERE = Path(__file__).parent
OLDEST = "written_by_0_1_0"
BEFORE_CHAINS = "written_before_chains"
FOLDERS = (OLDEST, BEFORE_CHAINS)
SECRET_LINE = b"secret "


class StoredTable(Struct, frozen=True):
    """A table of the data folder; `game` names the log that was exported from it.

    `command` is the id of its last command and the position that left the table at.
    """

    id: str
    ruleset: str
    scene: str
    title: str
    opened_at: int
    seq: int
    game: str
    keys: Mapping[str, str]
    command: tuple[str, int]
    snapshot_at: int | None
    images: tuple[str, ...] = ()


class Position(Struct, frozen=True):
    """The slices of a state that are not as they were at the position before."""

    seq: int
    changed: Mapping[str, Any]


class Recorded(Struct, frozen=True):
    """What a log folded to at some positions, and the slices of each seat's last view that differ from the last state.

    `questions` are the kinds of question that were open at some positions.
    """

    states: tuple[Position, ...]
    views: Mapping[str, Mapping[str, Any]]
    questions: Mapping[int, tuple[str, ...]]

    @property
    def last(self) -> dict[str, Any]:
        return {name: value for position in self.states for name, value in position.changed.items()}


class Log(Struct, frozen=True):
    """The sealed lines of a log, and the secret of its dice if that is known."""

    lines: tuple[bytes, ...]
    secret: bytes | None


def data_of(folder: str) -> Path:
    return HERE / folder / "data"


def stored_tables(folder: str = OLDEST) -> tuple[StoredTable, ...]:
    return msgspec.json.decode((HERE / folder / "data.json").read_bytes(), type=tuple[StoredTable, ...])


@cache
def _files(folder: str, archive: str) -> Mapping[str, bytes]:
    with tarfile.open(HERE / folder / archive) as tar:
        found = {member.name: tar.extractfile(member) for member in tar.getmembers()}
        return {name: file.read() for name, file in found.items() if file is not None}


def games(folder: str) -> tuple[str, ...]:
    return tuple(name.removesuffix(".log") for name in _files(folder, "logs.tar.xz") if name.endswith(".log"))


def log_of(game: str, folder: str = OLDEST) -> Log:
    """A log as it was exported; the secret is its last line or a file of its own."""
    files = _files(folder, "logs.tar.xz")
    lines = files[f"{game}.log"].splitlines(keepends=True)
    beside = files.get(f"{game}.log.secret", b"")
    inside = lines.pop().removeprefix(SECRET_LINE) if lines[-1].startswith(SECRET_LINE) else b""
    secret = (inside or beside).decode().strip()
    return Log(tuple(lines), bytes.fromhex(secret) if secret else None)


def recorded(game: str, folder: str = OLDEST) -> Recorded:
    return msgspec.json.decode(_files(folder, "states.tar.xz")[f"{game}.json"], type=Recorded)


def states_of(table: Table) -> Iterator[State]:
    """The state after each record of a table's log."""
    engine, records, state = table.ruleset.engine, table.records[:], EMPTY
    for number, record in enumerate(records, start=1):
        is_rewind = isinstance(record.event, Rewound)
        state = engine.fold(records[:number]) if is_rewind else engine.evolve(state, record.event, record.seq)
        yield state


def state_differs(table: Table, slices: Mapping[str, Any], state: State) -> Iterator[str]:
    """How a state differs from the slices that were recorded of it."""
    keys: dict[str, Key[Any]] = {key.name: key for key in table.ruleset.engine.keys}
    for name, value in slices.items():
        if name in keys:
            as_now = AS_NOW.get(name, lambda recorded: recorded)(value)
            yield from differences(as_now, state.get(keys[name]), f"{state.seq}: {name}")
        else:
            yield f"{state.seq}: {name} is missing"
