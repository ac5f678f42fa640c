"""What those see who know the same, and what changed in it: worked out once for all of them.

Knows blocks by their keys; what in them is somebody's own is marked elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

import msgspec

from fatetable.adapters.server.wire import key_of
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.blocks import Block
from fatetable.tabletop.table import Table

_ENCODER = msgspec.json.Encoder()


class Sight:
    """All blocks that somebody who knows `view` sees, by their keys; `follows` is the number of the sight before."""

    __slots__ = ("_keys", "_new", "_prints", "blocks", "follows", "is_for_gm", "number", "order", "view")

    def __init__(
        self, number: int, view: State, blocks: Sequence[Block], before: Sight | None, *, is_for_gm: bool
    ) -> None:
        self.number = number
        self.view = view
        self.is_for_gm = is_for_gm
        self.follows = before.number if before else 0
        known, prints = (before._keys, before._prints) if before else ({}, {})
        # Most blocks are the very same as before; then neither their key nor what they look like is worked out again.
        keys = [known.get(id(block), "") for block in blocks]
        taken = set(keys)
        others: dict[str, int] = {}
        new: dict[str, msgspec.Raw] = {}
        for place, block in enumerate(blocks):
            if not keys[place]:
                key = keys[place] = _free_key(block, taken)
                taken.add(key)
                encoded = _ENCODER.encode(block)
                looks = others[key] = hash(encoded)
                if prints.get(key) != looks:
                    new[key] = msgspec.Raw(encoded)
        self._new: dict[str, msgspec.Raw] | None = new
        """The blocks that look different from before, encoded; the same object for all who saw the same before."""
        self.blocks: dict[str, Block] = dict(zip(keys, blocks, strict=True))
        self._keys: dict[int, str] = dict(zip(map(id, blocks), keys, strict=True))
        self._prints: dict[str, int] = {key: prints.get(key, 0) for key in keys} | others
        """What each block looks like, in short."""
        order = tuple(keys)
        self.order: tuple[str, ...] = before.order if before and before.order == order else order

    def since(self, before: Sight | None) -> Mapping[str, msgspec.Raw]:
        """All blocks that are new to whoever saw `before`, or look different, encoded."""
        if before is not None and before.number == self.follows and self._new is not None:
            return self._new
        known = before._prints if before else {}
        others = [key for key, looks in self._prints.items() if known.get(key) != looks]
        return {key: msgspec.Raw(_ENCODER.encode(self.blocks[key])) for key in others}

    def let_go(self) -> None:
        """Keep nothing encoded: whoever still asks for it has it encoded again."""
        self._new = None


class Sights:
    """Of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._at = 0
        self._latest: list[Sight] = []
        """Of the position `_at` in the log; an older one is of use only to those who saw it last."""
        self._made = 0

    def all_have_looked(self) -> None:
        for sight in self._latest:
            sight.let_go()

    def of(self, seat: Seat, view: State, before: Sight | None) -> Sight:
        """What somebody sees now who knows `view` and last saw `before`."""
        if self._at != self._table.state.seq:
            self._at = self._table.state.seq
            self._latest.clear()
        for sight in self._latest:
            # A game master may know no more than everybody else, and is shown other things all the same.
            if sight.view is view and sight.is_for_gm == seat.is_gm:
                return sight
        self._made += 1
        sight = Sight(self._made, view, self._table.seen(seat.id), before, is_for_gm=seat.is_gm)
        self._latest.append(sight)
        return sight


def _free_key(block: Block, taken: Set[str]) -> str:
    """The key of a block; where several have the same, the later ones are told apart by a number."""
    key = free = key_of(block)
    number = 1
    while free in taken:
        number += 1
        free = f"{key}#{number}"
    return free
