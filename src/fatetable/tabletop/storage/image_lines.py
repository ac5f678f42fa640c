"""Pictures in the file of an exported table: a line for each, after the lines of the log."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence

from fatetable.engine.errors import MalformedCommand
from fatetable.tabletop.storage.store import StoredImage, stored_image

BEGINNING = b"image "
"""No line of a log begins like that."""


def write_images(images: Iterable[StoredImage]) -> Iterator[bytes]:
    for image in images:
        yield BEGINNING + image.id.encode() + b" " + b64encode(image.body) + b"\n"


def split_images(lines: Sequence[bytes]) -> tuple[list[bytes], list[bytes]]:
    """The lines of the log, and those of pictures."""
    end = next((number for number, line in enumerate(lines) if line.startswith(BEGINNING)), len(lines))
    return list(lines[:end]), list(lines[end:])


def read_images(lines: Iterable[bytes]) -> tuple[StoredImage, ...]:
    return tuple(map(_read, lines))


def _read(line: bytes) -> StoredImage:
    """The id is a hash of the picture, so a damaged one is noticed."""
    name, _, written = line.removeprefix(BEGINNING).strip().partition(b" ")
    try:
        image = stored_image(b64decode(written, validate=True))
    except binascii.Error:
        image = None
    if image is None or image.id.encode() != name or not is_webp(image.body):
        raise MalformedCommand("damaged-image", "A picture in the file is damaged.")
    return image


def is_webp(body: bytes) -> bool:
    """Is it in the one format that pictures are kept in?"""
    return body[:4] == b"RIFF" and body[8:12] == b"WEBP"
