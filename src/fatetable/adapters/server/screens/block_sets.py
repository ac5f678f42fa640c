"""Block sets: the blocks that a view group sees, by their keys, and what changed since an earlier set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

import msgspec

from fatetable.adapters.server.wire import key_of
from fatetable.mechanics.view.blocks import Block

_ENCODER = msgspec.json.Encoder()


class BlockSet:
    """All blocks of a view group as an onlooker sees them.

    `number` tells the sets of a table apart; `follows` is the number of the set that this one was compared with when
    it was made.
    """

    __slots__ = ("_changed", "_hashes", "_keys", "blocks", "follows", "number", "order")

    def __init__(self, number: int, blocks: Sequence[Block], before: BlockSet | None) -> None:
        self.number = number
        self.follows = before.number if before else 0
        known, hashes = (before._keys, before._hashes) if before else ({}, {})
        # Most blocks are the same objects as before, and need neither a new key nor a new hash.
        keys = [known.get(id(block), "") for block in blocks]
        taken = set(keys)
        new_hashes: dict[str, int] = {}
        changed: dict[str, msgspec.Raw] = {}
        for place, block in enumerate(blocks):
            if not keys[place]:
                key = keys[place] = _free_key(block, taken)
                taken.add(key)
                encoded = _ENCODER.encode(block)
                hashed = new_hashes[key] = hash(encoded)
                if hashes.get(key) != hashed:
                    changed[key] = msgspec.Raw(encoded)
        self._changed: dict[str, msgspec.Raw] | None = changed
        """The blocks that differ from the set before, encoded."""
        self.blocks: dict[str, Block] = dict(zip(keys, blocks, strict=True))
        self._keys: dict[int, str] = dict(zip(map(id, blocks), keys, strict=True))
        """The key of each block by the id of the block, which is unique as long as `blocks` holds the block."""
        self._hashes: dict[str, int] = {key: hashes.get(key, 0) for key in keys} | new_hashes
        order = tuple(keys)
        self.order: tuple[str, ...] = before.order if before and before.order == order else order

    def changed_since(self, before: BlockSet | None) -> Mapping[str, msgspec.Raw]:
        """The blocks that are new or different compared with `before`, encoded."""
        if before is not None and before.number == self.follows and self._changed is not None:
            return self._changed
        known = before._hashes if before else {}
        changed = [key for key, hashed in self._hashes.items() if known.get(key) != hashed]
        return {key: msgspec.Raw(_ENCODER.encode(self.blocks[key])) for key in changed}

    def release(self) -> None:
        """Free the encoded blocks; they are encoded again if somebody still needs them."""
        self._changed = None


def _free_key(block: Block, taken: Set[str]) -> str:
    """The key of a block; if it is taken, with a number behind it."""
    key = free = key_of(block)
    number = 1
    while free in taken:
        number += 1
        free = f"{key}#{number}"
    return free
