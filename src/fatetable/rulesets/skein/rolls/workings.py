"""Rolls of magic: their action, and what they are for."""

MAGIC = "magic"
"""The action of every roll of magic that is no attack."""

PLAIN = ""
WORK = "work"
"""The mode in which a high degree saves time or adds to what is made, and so leaves no Spin."""
