"""Files that are no good pictures: each is refused in one sentence, or only what can be seen of it is kept."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.adapters.images.pictures import MAKER, bomb, photograph, picture, text_bomb, with_dimensions
from tests.e2e.support.driving import Seat
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Table, Visit

SVG = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"
NOT_ONE = "This file cannot be shown as a picture; choose a PNG, JPEG, WebP or GIF."
TOO_LARGE = "A picture has at most 8 MB."
FETCHED = re.compile(r"/api/images/([0-9a-f]{64})$")
STORED = """async ([key, image]) => {
  const answer = await fetch(`/api/images/${image}`, { headers: { authorization: `Bearer ${key}` } });
  return [...new Uint8Array(await answer.arrayBuffer())];
}"""


def fifty_megabytes() -> bytes:
    """Begins like a picture, and goes on for long."""
    return picture()[:-20] + bytes(50_000_000)


def choose(seat: Seat, name: str, body: bytes, folder: Path) -> None:
    """Chooses a file for the portrait; a large one has to be on the disk."""
    file = folder / name
    file.write_bytes(body)
    seat.page.locator("#me").get_by_role("button", name="Add a portrait of Reth").click()
    seat.dialog.get_by_label("Choose a file").set_input_files(file)


BAD: tuple[tuple[str, Callable[[], bytes], str], ...] = (
    ("drawing.svg", lambda: SVG, NOT_ONE),
    ("drawing.png", lambda: SVG, NOT_ONE),
    ("page.gif", lambda: b"<html><script>alert(1)</script></html>", NOT_ONE),
    ("program.exe", lambda: b"MZ" + bytes(500), NOT_ONE),
    ("wide.png", lambda: with_dimensions(60_000, 60_000), NOT_ONE),
    ("large.png", fifty_megabytes, TOO_LARGE),
)


def test_a_file_that_is_no_good_picture_is_refused_in_one_sentence(
    visit: Visit, server: Serving, tmp_path: Path
) -> None:
    ana = Table(visit, QUAY, server=server, seats=("Ana",)).ana
    for name, body, sentence in BAD:
        choose(ana, name, body(), tmp_path)
        expect(ana.dialog.get_by_role("alert")).to_have_text(sentence)
        expect(ana.dialog.get_by_role("button", name="Use this picture")).to_be_disabled()
        if name != BAD[-1][0]:
            ana.page.keyboard.press("Escape")
    ana.visitor.faults.clear()  # The browser says itself which files it cannot show.
    ana.visitor.check("picture-refused")


@pytest.mark.parametrize(("name", "body"), [("photo.jpg", photograph), ("bomb.png", bomb), ("text.png", text_bomb)])
def test_of_what_hides_in_a_picture_nothing_is_kept(
    visit: Visit, server: Serving, tmp_path: Path, name: str, body: Callable[[], bytes]
) -> None:
    table = Table(visit, QUAY, server=server, seats=("Ana",))
    ana, gm = table.ana, table.gm
    fetched: list[str] = []
    ana.page.on("request", lambda request: fetched.extend(FETCHED.findall(request.url)))
    choose(ana, name, body(), tmp_path)
    use = ana.dialog.get_by_role("button", name="Use this picture")
    expect(use).to_be_enabled()
    with ana.page.expect_response(lambda answer: "/api/images?" in answer.url, timeout=60_000) as sent:
        use.click()
    if sent.value.status != 200:
        # What the browser has not written anew is refused by the server.
        expect(ana.dialog.get_by_role("alert")).to_contain_text(".")
        return
    for seat in (ana, gm):
        expect(seat.page.locator("#scene li").filter(has_text="Reth").locator("svg.token image").first).to_be_attached()
    (image,) = set(fetched)
    key = ana.page.evaluate("() => JSON.parse(localStorage.getItem('fatetable.seats'))[0].key")
    kept = bytes(ana.page.evaluate(STORED, [key, image]))
    opened = Image.open(io.BytesIO(kept))
    assert opened.format == "WEBP"
    assert max(opened.size) <= 512
    assert not opened.getexif()
    assert MAKER.encode() not in kept
    assert len(kept) < 200_000
