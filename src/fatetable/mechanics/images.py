"""Pictures at a table.  The log holds only their ids; the server keeps the pictures."""

from __future__ import annotations

import re
from typing import NewType

from fatetable.engine.decision import Decision

ImageId = NewType("ImageId", str)
"""The SHA-256 of a picture's bytes, in hexadecimal."""

NO_IMAGE = ImageId("")

_ID = re.compile(r"[0-9a-f]{64}")


def is_image_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None


def require_image(decision: Decision, image: ImageId) -> None:
    """Refuse what cannot be the id of a picture; an empty one takes a picture away."""
    decision.require(image == NO_IMAGE or is_image_id(image), "no-such-image", "There is no such picture here.")
