"""Writes snapshots to bytes and reads them back, unless they are damaged, foreign or from another program version."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.messages import SeatId
from fatetable.engine.state import State
from fatetable.mechanics.ruleset import Ruleset
from fatetable.tabletop.snapshot import Snapshot, SnapshotView

SEAL_BYTES = 16
PROGRAM = Path(__file__).parents[2]
FOLDING_PACKAGES = ("engine", "mechanics", "rulesets", "tabletop")
"""The code that decides what a log folds to."""

_Slices: TypeAlias = dict[str, int]


class _WrittenState(Struct, array_like=True):
    seq: int
    slices: _Slices
    is_gm: bool = False


class _Written(Struct):
    """The stored form.  Views share most slices with the state, so each different slice is written once."""

    fingerprint: str
    last: bytes
    seq: int
    slices: list[tuple[str, msgspec.Raw]]
    state: _WrittenState
    views: dict[str, _WrittenState]
    anonymous: _WrittenState = msgspec.field(name="stranger")
    addressed: list[str]
    private: dict[str, int]


def write_snapshot(ruleset: Ruleset, snapshot: Snapshot, last: bytes) -> bytes:
    """The snapshot as bytes; `last` is the stored record at its position, to prove later that it belongs to the log."""
    pool: dict[tuple[str, bytes], int] = {}
    write = ruleset.codec.write

    def written(state: State, is_gm: bool = False) -> _WrittenState:
        slices = {}
        for name, value in state.slices.items():
            slices[name] = pool.setdefault((name, write(value)), len(pool))
        return _WrittenState(state.seq, slices, is_gm)

    state, anonymous = written(snapshot.state), written(snapshot.anonymous)
    views = {str(seat): written(view.state, view.is_gm) for seat, view in snapshot.views.items()}
    body = msgspec.json.encode(
        _Written(
            fingerprint_of(ruleset),
            _digest(last),
            snapshot.seq,
            [(name, msgspec.Raw(value)) for name, value in pool],
            state,
            views,
            anonymous,
            sorted(snapshot.addressed),
            dict(sorted(snapshot.private.items())),
        )
    )
    return _digest(body) + body


def read_snapshot(ruleset: Ruleset, body: bytes, last: bytes) -> Snapshot | None:
    """The snapshot, unless it is damaged, belongs to another log, or was written by another version of the program.

    The log is the truth and can always be folded again; a snapshot only saves time.
    """
    seal, content = body[:SEAL_BYTES], body[SEAL_BYTES:]
    if seal != _digest(content):
        return None
    try:
        written = msgspec.json.decode(content, type=_Written)
        if written.fingerprint != fingerprint_of(ruleset) or written.last != _digest(last):
            return None
        types = {key.name: key.type for key in ruleset.engine.keys}
        pool = [msgspec.json.decode(raw, type=types[name]) for name, raw in written.slices]
    except (msgspec.MsgspecError, UnicodeDecodeError, KeyError):
        return None

    def state(stored: _WrittenState) -> State:
        return State(stored.seq, {name: pool[place] for name, place in stored.slices.items()})

    return Snapshot(
        written.seq,
        state(written.state),
        {SeatId(seat): SnapshotView(state(view), view.is_gm) for seat, view in written.views.items()},
        state(written.anonymous),
        frozenset(map(SeatId, written.addressed)),
        {SeatId(seat): number for seat, number in written.private.items()},
    )


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=SEAL_BYTES).digest()


# -- fingerprints --------------------------------------------------------------------------------------------------


def fingerprint_of(ruleset: Ruleset) -> str:
    """Changes whenever a log might fold to another state, or the state might be written in another form."""
    keys = tuple((key.name, key.type) for key in ruleset.engine.keys)
    return f"{program_fingerprint()} {_shapes(keys)}"


@cache
def _shapes(keys: tuple[tuple[str, Any], ...]) -> str:
    refs, parts = msgspec.json.schema_components([shape for _, shape in keys])
    described = msgspec.json.encode([[name for name, _ in keys], refs, parts], order="deterministic")
    return _digest(described).hex()


@cache
def program_fingerprint() -> str:
    """The version and a hash of all source that folds events: during development the version alone says too little."""
    try:
        number = version("fatetable")
    except PackageNotFoundError:
        number = "unknown"
    text = hashlib.blake2b(digest_size=SEAL_BYTES)
    for part in FOLDING_PACKAGES:
        for file in sorted((PROGRAM / part).rglob("*.py")):
            if "tests" not in file.relative_to(PROGRAM).parts:
                text.update(file.read_bytes())
    return f"{number} {text.hexdigest()}"
