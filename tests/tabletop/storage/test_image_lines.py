"""Pictures in an exported file: read back as they were, and refused if they are damaged."""

import pytest

from fatetable.engine.errors import MalformedCommand
from fatetable.tabletop.storage.image_lines import read_images, split_images, write_images
from fatetable.tabletop.storage.store import StoredImage, stored_image

PICTURE = stored_image(b"RIFF\x04\0\0\0WEBPand so on")
LINE = next(write_images([PICTURE]))


def test_pictures_are_behind_the_log() -> None:
    log, pictures = split_images([b"1 {}\n", b"2 {}\n", LINE, LINE])
    assert (log, read_images(pictures)) == ([b"1 {}\n", b"2 {}\n"], (PICTURE, PICTURE))


@pytest.mark.parametrize(
    "line",
    [
        b"image \n",
        LINE[:-8] + b"\n",
        LINE.replace(b"a", b"b"),
        b"image " + PICTURE.id.encode() + b" ???\n",
        next(write_images([stored_image(b"<svg onload='alert(1)'/>")])),
        next(write_images([StoredImage("0" * 64, PICTURE.body)])),
    ],
)
def test_a_damaged_picture_is_refused(line: bytes) -> None:
    with pytest.raises(MalformedCommand) as refusal:
        read_images([line])
    assert refusal.value.code == "damaged-image"
