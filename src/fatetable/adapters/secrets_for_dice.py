"""Secrets for dice, from the random bytes of the operating system."""

from __future__ import annotations

import os

from fatetable.engine.chance import Seeded

SECRET_BYTES = 32


def new_secret() -> bytes:
    """A new random secret, for a table to seal before its first throw."""
    return os.urandom(SECRET_BYTES)


def loose_dice() -> Seeded:
    """Dice for throws without a table; their secret is never revealed and never used again."""
    return Seeded(new_secret(), "loose dice")
