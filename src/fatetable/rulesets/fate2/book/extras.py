"""The kinds of extras, and powers that are looked at twice."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class ExtraKind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`gear` says that its aspects help its owner; with `aspect` it has one, whose level is its ranks.

    `asks` is what its owner has to say about it, `bonus` whether it may add to rolls.  A kind with `magic` is there
    where that magic is.
    """

    id: str
    name: str
    family: Literal["intrinsic", "personal", "shared"]
    price: Literal["aspects", "ranks", "nothing"]
    help: str
    cites: tuple[str, ...]
    gear: bool = False
    aspect: bool = False
    bonus: bool = False
    asks: str = ""
    agree: str = ""
    magic: str = ""


class WatchRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A power that trumps skills, and the words that give it away."""

    power: str
    words: tuple[str, ...]
    trumps: str
