"""Reads a picture and writes it anew, smaller and without anything but its pixels.

A worker process does it, so that a picture made to exhaust or to attack a decoder meets limits of time and memory, and
not the process in which tables are.
"""

from __future__ import annotations

import io
import warnings

from fatetable.adapters.images.formats import DAMAGED, FORMATS, MOST_PIXELS, TOO_MANY_PIXELS, UNKNOWN

QUALITY = 82
SIZE_BYTES = 4
MARK = b"\0"
"""Ends the code at the beginning of a reply; a picture that was not refused has none."""


class Refused(Exception):
    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def reencode(body: bytes, longest: int) -> bytes:
    """The first frame as WebP, upright, at most `longest` pixels wide and high."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = MOST_PIXELS
    # Pillow only warns of pictures that are up to twice as large.
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    try:
        with Image.open(io.BytesIO(body), formats=FORMATS) as opened:
            # Known from the header, before anything is unpacked.
            if opened.width * opened.height > MOST_PIXELS:
                raise Refused(TOO_MANY_PIXELS)
            box = (longest, longest)
            image: Image.Image = opened
            if opened.format in ("JPEG", "MPO"):
                # Makes the decoder skip most of the work for a large photograph.
                opened.draft(None, box)
            elif opened.mode not in ("RGB", "RGBA"):
                image = opened.convert("RGBA" if opened.has_transparency_data else "RGB")
            image.thumbnail(box)
            upright = ImageOps.exif_transpose(image)
            if upright.mode not in ("RGB", "RGBA"):
                upright = upright.convert("RGB")
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise Refused(TOO_MANY_PIXELS) from None
    except UnidentifiedImageError:
        raise Refused(UNKNOWN) from None
    except Refused:
        raise
    except Exception:
        # Decoders raise almost anything if the file is not what its first bytes say.
        raise Refused(DAMAGED) from None
    # Where it was taken, by whom, and texts somebody has put in: none of it is written.
    upright.info = {}
    written = io.BytesIO()
    upright.save(written, "WEBP", quality=QUALITY, method=4)
    return written.getvalue()


def request(body: bytes, longest: int) -> bytes:
    return longest.to_bytes(SIZE_BYTES, "big") + body


def work(argument: bytes) -> bytes:
    """Called by the worker process; the reply says why a picture is refused, or holds the new one."""
    try:
        return MARK + reencode(argument[SIZE_BYTES:], int.from_bytes(argument[:SIZE_BYTES], "big"))
    except Refused as refusal:
        return refusal.code.encode() + MARK


def read_reply(reply: bytes) -> tuple[str, bytes]:
    """The code of the refusal, or the picture."""
    code, _, picture = reply.partition(MARK)
    return code.decode("ascii", "replace"), picture
