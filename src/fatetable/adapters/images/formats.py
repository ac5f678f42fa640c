"""What may be uploaded as a picture, and the sentences for what may not."""

from __future__ import annotations

from collections.abc import Mapping

FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
MEDIA_TYPE = "image/webp"
"""Whatever was uploaded, this is what is kept and shown."""

MOST_PIXELS = 25_000_000
"""What most cameras make; the page makes larger ones smaller before it uploads them.

A picture of this size takes up to 500 MB while it is read.
"""

UNKNOWN, DAMAGED, TOO_MANY_PIXELS = "image-unknown", "image-damaged", "image-too-many-pixels"

SENTENCES: Mapping[str, str] = {
    UNKNOWN: "Pictures can be PNG, JPEG, WebP or GIF; this file is something else.",
    DAMAGED: "This picture is damaged or incomplete, and cannot be read.",
    TOO_MANY_PIXELS: f"A picture has at most {MOST_PIXELS // 1_000_000} million pixels; make this one smaller first.",
}
