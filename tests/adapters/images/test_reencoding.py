"""What an uploaded picture is turned into, and which files are refused."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

import pytest

from fatetable.adapters.images.formats import DAMAGED, MOST_PIXELS, TOO_MANY_PIXELS, UNKNOWN
from fatetable.adapters.images.reencoding import JOB, MOST_UPLOADS, Reencoding
from fatetable.adapters.server.protection.rate_limits import TooMany
from fatetable.adapters.workers.process import Job
from fatetable.engine.errors import MalformedCommand
from tests.adapters.images.pictures import (
    MAKER,
    animation,
    bomb,
    colour_at,
    opened,
    photograph,
    picture,
    text_bomb,
    with_dimensions,
)


def run(body: bytes, longest: int, job: Job = JOB) -> bytes:
    uploads = Reencoding(job)
    try:
        return asyncio.run(uploads.reencode(body, longest, "203.0.113.7"))
    finally:
        uploads.close()


SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
HTML = b"<html><script>alert(1)</script></html>"


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        ("RGB", "PNG"),
        ("RGBA", "PNG"),
        ("P", "PNG"),
        ("L", "PNG"),
        ("LA", "PNG"),
        ("1", "PNG"),
        ("RGB", "JPEG"),
        ("L", "JPEG"),
        ("CMYK", "JPEG"),
        ("RGB", "WEBP"),
        ("P", "GIF"),
    ],
)
def test_every_kind_of_picture_becomes_a_webp(mode: str, kind: str) -> None:
    kept = opened(run(picture(mode=mode, kind=kind), 512))
    assert (kept.format, kept.size) == ("WEBP", (60, 40))
    assert kept.mode in ("RGB", "RGBA")


@pytest.mark.parametrize(
    ("width", "height", "size"), [(900, 600, (300, 200)), (50, 700, (21, 300)), (10, 10, (10, 10))]
)
def test_a_large_picture_is_made_smaller_and_a_small_one_is_left(
    width: int, height: int, size: tuple[int, int]
) -> None:
    assert opened(run(picture(width, height), 300)).size == size


def test_colours_stay_what_they_are() -> None:
    for kind, mode in (("PNG", "RGB"), ("JPEG", "CMYK"), ("WEBP", "RGB")):
        kept = run(picture(colour="teal", kind=kind, mode=mode), 512)
        red, green, blue = colour_at(kept, (30, 20))
        assert red < 20
        assert 110 < green < 146
        assert 110 < blue < 146


def test_where_and_by_what_it_was_taken_is_gone() -> None:
    taken = photograph()
    assert MAKER.encode() in taken
    assert opened(taken).getexif()
    kept = run(taken, 512)
    assert not opened(kept).getexif()
    for trace in (b"EXIF", b"Exif", b"XMP", b"ICCP", MAKER.encode(), b"where I live"):
        assert trace not in kept


def test_a_picture_taken_sideways_is_turned_upright() -> None:
    kept = run(photograph(orientation=6), 512)
    assert opened(kept).size == (40, 60)
    assert colour_at(kept, (20, 5))[0] > 200 > colour_at(kept, (20, 55))[0], "what was on the left is above"


def test_of_an_animation_the_first_picture_is_kept() -> None:
    kept = run(animation(), 512)
    assert getattr(opened(kept), "n_frames", 1) == 1
    assert colour_at(kept, (10, 10))[0] > 200


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", UNKNOWN),
        (b"no picture", UNKNOWN),
        (SVG, UNKNOWN),
        (HTML, UNKNOWN),
        (b"%PDF-1.7\n" + picture(), UNKNOWN),
        (b"BM" + bytes(100), UNKNOWN),
        (picture(400, 400, kind="JPEG")[:-300], DAMAGED),
        (picture(400, 400)[:-200], DAMAGED),
        (picture(400, 400, kind="WEBP")[:-20], DAMAGED),
        (with_dimensions(100, 100), DAMAGED),
        (with_dimensions(60_000, 60_000), TOO_MANY_PIXELS),
        (with_dimensions(2**31 - 1, 1), TOO_MANY_PIXELS),
        (with_dimensions(MOST_PIXELS, 2), TOO_MANY_PIXELS),
        (text_bomb(), DAMAGED),
    ],
)
def test_what_is_no_good_picture_is_refused_in_a_sentence(body: bytes, code: str) -> None:
    with pytest.raises(MalformedCommand) as refusal:
        run(body, 512)
    assert refusal.value.code == code
    assert str(refusal.value).endswith(".")


def test_what_unpacks_to_much_is_read_within_the_limits_of_memory() -> None:
    assert len(bomb()) < 200_000
    assert opened(run(bomb(), 512)).width == 511


def test_of_a_file_that_is_two_things_only_the_picture_is_kept() -> None:
    for beginning in (picture(), picture(kind="JPEG"), animation()):
        kept = run(beginning + HTML + SVG, 512)
        assert b"script" not in kept
        assert b"svg" not in kept


def test_only_so_many_uploads_are_held_at_once() -> None:
    uploads, held = Reencoding(), ExitStack()
    with held:
        for _ in range(MOST_UPLOADS):
            held.enter_context(uploads.upload())
        with pytest.raises(TooMany) as refusal, uploads.upload():
            pass
        assert refusal.value.code == "too-many-uploads"
    with uploads.upload():
        pass


def test_a_picture_that_takes_too_long_is_refused() -> None:
    with pytest.raises(MalformedCommand) as refusal:
        run(picture(), 512, JOB._replace(seconds=0.001))
    assert refusal.value.code == DAMAGED


def test_a_picture_that_takes_too_much_memory_is_refused() -> None:
    with pytest.raises(MalformedCommand) as refusal:
        run(bomb(), 512, JOB._replace(memory_bytes=60_000_000))
    assert refusal.value.code == DAMAGED
