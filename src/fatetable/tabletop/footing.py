"""A position of a table to stand on: what was so there and what everybody knew, so that nothing before it need be read.

Knows how this is written down and when it is not to be trusted; where it is kept is not its business.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.messages import GM, LogRecord, SeatId
from fatetable.engine.seats import Seat
from fatetable.engine.state import EMPTY, State
from fatetable.mechanics.ruleset import Ruleset

SEAL_BYTES = 16
PROGRAM = Path(__file__).parents[1]
WHAT_FOLDS = ("engine", "mechanics", "rulesets", "tabletop")


class View(Struct, frozen=True):
    """What a seat knew, and whether it knew it as the game master."""

    state: State
    is_gm: bool = False


class Footing(Struct, frozen=True):
    """`views` is what each seat knew at position `seq`, `stranger` what anybody who was never addressed knew.

    `addressed` are the seats that were ever told something others were not; whoever sits down later and is not among
    them knows what a stranger knows.
    """

    seq: int = 0
    state: State = EMPTY
    views: Mapping[SeatId, View] = {}
    stranger: State = EMPTY
    addressed: frozenset[SeatId] = frozenset()

    def known_to(self, viewer: Seat) -> State | None:
        """What the viewer knew here; `None` if that can be worked out from the log alone.

        With the game master's chair go the secrets of the past, so a view as a player is of no use to whoever has
        the chair now, nor the other way round.
        """
        if not self.seq:
            return EMPTY
        view = self.views.get(viewer.id)
        if view is not None:
            return view.state if view.is_gm == viewer.is_gm else None
        return None if viewer.is_gm or viewer.id in self.addressed else self.stranger


GROUND = Footing()
"""Before the first record, where nothing is so and nobody knows anything."""


def addressed_in(records: Iterable[LogRecord]) -> frozenset[SeatId]:
    """The seats that some of the records are addressed to."""
    return frozenset(seat for record in records for seat in record.to or () if seat != GM)


# -- writing -------------------------------------------------------------------------------------------------------

_Slices: TypeAlias = dict[str, int]


class _WrittenState(Struct, array_like=True):
    seq: int
    slices: _Slices
    is_gm: bool = False


class _Written(Struct):
    """Views have most of their slices in common with the state, so each different one is written once."""

    fingerprint: str
    last: bytes
    seq: int
    slices: list[tuple[str, msgspec.Raw]]
    state: _WrittenState
    views: dict[str, _WrittenState]
    stranger: _WrittenState
    addressed: list[str]


def write_footing(ruleset: Ruleset, footing: Footing, last: bytes) -> bytes:
    """`last` is the record at the footing's position as it is kept, to show later that it belongs to this log."""
    pool: dict[tuple[str, bytes], int] = {}
    write = ruleset.codec.write

    def written(state: State, is_gm: bool = False) -> _WrittenState:
        slices = {}
        for name, value in state.slices.items():
            slices[name] = pool.setdefault((name, write(value)), len(pool))
        return _WrittenState(state.seq, slices, is_gm)

    state, stranger = written(footing.state), written(footing.stranger)
    views = {str(seat): written(view.state, view.is_gm) for seat, view in footing.views.items()}
    body = msgspec.json.encode(
        _Written(
            fingerprint_of(ruleset),
            _digest(last),
            footing.seq,
            [(name, msgspec.Raw(value)) for name, value in pool],
            state,
            views,
            stranger,
            sorted(footing.addressed),
        )
    )
    return _digest(body) + body


def read_footing(ruleset: Ruleset, body: bytes, last: bytes) -> Footing | None:
    """The footing, unless it is damaged, belongs to another log, or was written by another version of the program.

    A log can always be read and its events folded as today's program understands them; a footing is only a short cut.
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

    return Footing(
        written.seq,
        state(written.state),
        {SeatId(seat): View(state(view), view.is_gm) for seat, view in written.views.items()},
        state(written.stranger),
        frozenset(map(SeatId, written.addressed)),
    )


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=SEAL_BYTES).digest()


# -- trusting ------------------------------------------------------------------------------------------------------


def fingerprint_of(ruleset: Ruleset) -> str:
    """Different whenever a log might fold to something else, or what it folds to might be written differently."""
    keys = tuple((key.name, key.type) for key in ruleset.engine.keys)
    return f"{program_fingerprint()} {_shapes(keys)}"


@cache
def _shapes(keys: tuple[tuple[str, Any], ...]) -> str:
    refs, parts = msgspec.json.schema_components([shape for _, shape in keys])
    described = msgspec.json.encode([[name for name, _ in keys], refs, parts], order="deterministic")
    return _digest(described).hex()


@cache
def program_fingerprint() -> str:
    """The version of the program and, since a version may be worked on, the text of all that folds."""
    try:
        number = version("fatetable")
    except PackageNotFoundError:
        number = "unknown"
    text = hashlib.blake2b(digest_size=SEAL_BYTES)
    for part in WHAT_FOLDS:
        for file in sorted((PROGRAM / part).rglob("*.py")):
            if "tests" not in file.relative_to(PROGRAM).parts:
                text.update(file.read_bytes())
    return f"{number} {text.hexdigest()}"
