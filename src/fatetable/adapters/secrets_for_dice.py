"""Where the randomness of every throw comes from: bytes of the operating system, and nothing else.

Knows nothing about dice beyond asking the engine to compute them from such bytes.
"""

from __future__ import annotations

import os

from fatetable.engine.chance import Seeded

SECRET_BYTES = 32


def new_secret() -> bytes:
    """A secret that nobody can guess, for a table to seal before its first throw."""
    return os.urandom(SECRET_BYTES)


def loose_dice() -> Seeded:
    """Dice for throws outside any table; their secret is never told and never used again."""
    return Seeded(new_secret(), "loose dice")
