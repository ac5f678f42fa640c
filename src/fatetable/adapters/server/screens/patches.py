"""Patches, computed and encoded once for all seats that are sent the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from fatetable.adapters.server.wire import LogLine, Patch, Person, Stirring

_ENCODER = msgspec.json.Encoder()


def encode(message: Any) -> bytes:
    return _ENCODER.encode(message)


class SharedPatch(NamedTuple):
    """What changed for the seats that moved from one view group to another, as an onlooker sees it.

    `owners` are the characters that something in it belongs to.  A seat that plays none of them is sent `encoded` as
    it is; any other gets its own copy, with what is its own marked.
    """

    lines: tuple[LogLine, ...]
    blocks: Mapping[str, msgspec.Raw]
    order: tuple[str, ...] | None
    people: tuple[Person, ...] | None
    stirring: Stirring | None
    owners: frozenset[str]
    encoded: bytes | None


def encode_patch(
    seq: int,
    blocks: Mapping[str, msgspec.Raw],
    order: tuple[str, ...] | None,
    lines: tuple[LogLine, ...],
    people: tuple[Person, ...] | None,
    undone: tuple[tuple[int, int], ...] | None = None,
    stirring: Stirring | None = None,
) -> bytes:
    """A patch whose blocks are encoded already."""
    raw: Any = blocks
    return encode(Patch(seq=seq, blocks=raw, order=order, log=lines, undone=undone, people=people, stirring=stirring))
