"""A state as JSON and back: every slice must keep its types, as logs and snapshots of views do."""

from __future__ import annotations

import msgspec

from fatetable.engine.engine import Engine
from fatetable.engine.state import State


def written_and_read(engine: Engine, state: State) -> State:
    types = {key.name: key.type for key in engine.keys}
    raw = msgspec.json.decode(msgspec.json.encode(state.slices))
    return State(state.seq, {name: msgspec.convert(value, types[name]) for name, value in raw.items()})
