"""Pictures to upload, good ones and bad ones."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

from PIL import Image

MAKER = "Somebody's Camera"
PLACE = (52.0, 31.0, 12.0)
ORIENTATION, MAKE, GPS, LATITUDE = 0x0112, 0x010F, 0x8825, 2


def picture(width: int = 60, height: int = 40, colour: str = "teal", *, mode: str = "RGB", kind: str = "PNG") -> bytes:
    return _written(Image.new("RGB", (width, height), colour).convert(mode), kind)


def photograph(*, orientation: int = 1) -> bytes:
    """A JPEG that says by which camera it was taken, and where; its left half is red, its right half blue."""
    image = Image.new("RGB", (60, 40), "blue")
    image.paste("red", (0, 0, 30, 40))
    exif = Image.Exif()
    exif[MAKE] = MAKER
    exif[ORIENTATION] = orientation
    exif.get_ifd(GPS)[LATITUDE] = PLACE
    return _written(image, "JPEG", exif=exif, comment=b"where I live", quality=95)


def animation() -> bytes:
    first, second = Image.new("RGB", (20, 20), "red"), Image.new("RGB", (20, 20), "blue")
    return _written(first, "GIF", save_all=True, append_images=[second], duration=100)


def with_dimensions(width: int, height: int) -> bytes:
    """A small PNG whose header says that it is this large."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return _png(header, zlib.compress(b"\0" * 1_000))


def bomb() -> bytes:
    """A few kilobytes that unpack to many pixels of one colour, but fewer than the header check refuses."""
    width, height = 4_990, 5_000
    return _png(struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0), zlib.compress(bytes((width * 3 + 1) * height)))


def text_bomb() -> bytes:
    """A PNG with a text that unpacks to very much."""
    whole = picture()
    text = b"Comment\0\0" + zlib.compress(bytes(100_000_000))
    return whole[:33] + _chunk(b"zTXt", text) + whole[33:]


def _written(image: Image.Image, kind: str, **settings: Any) -> bytes:
    written = io.BytesIO()
    image.save(written, kind, **settings)
    return written.getvalue()


def _png(header: bytes, data: bytes) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def opened(body: bytes) -> Image.Image:
    return Image.open(io.BytesIO(body))


def colour_at(body: bytes, at: tuple[int, int]) -> tuple[int, int, int]:
    red, green, blue = opened(body).convert("RGB").crop((*at, at[0] + 1, at[1] + 1)).tobytes()
    return red, green, blue
